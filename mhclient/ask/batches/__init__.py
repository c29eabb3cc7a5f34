"""Batches: a run's requests handed to the provider in files, at half the price, and collected later.

`work.py` is the loop; read it first. Its steps: `draft.py` claims lines and settles the input file,
`submit.py` brings it to the provider, `adopt.py` finds again what a crash left there, `collect.py` reads what
came back. `capacity.py` and `lines.py` are pure.
"""
