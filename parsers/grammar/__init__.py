"""Every pattern and word list of the reader, each under its source, with a string it accepts and one it
refuses.

`pattern` keeps the list and the examples; `labels` finds option letters; `commitments`, `negations`,
`assertions`, `asides` and `beside` tell what a sentence says about an option, `revisions` how two
statements bear on each other; `refusals` tells a refusal from an abstention, a filter notice and a stored
error. The patterns know nothing of options or offsets.
"""
