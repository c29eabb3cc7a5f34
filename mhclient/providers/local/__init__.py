"""Models that run on this machine. The only place that imports torch and transformers, and only when used.

`provider.py` is what a run sees; `worker.py` stands between the event loop and the one thread that computes;
`scoring.py` scores a bucket of prompts in one forward pass, and has the slow way that tests compare it with.
"""
