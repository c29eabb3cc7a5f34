"""Every English pattern and word list of the reader, each with a string it accepts and one it refuses.

`pattern` keeps the list and the examples; `labels` finds option letters and where the next question begins;
`commitments`, `negations`, `asides` and `beside` tell what a sentence says about an option; `refusals` tells
a refusal from an abstention, a filter notice and a stored error. All other languages are data in
`languages`. The patterns know nothing of options or offsets.
"""
