"""Runs compared on the items they share.

`contrast.py` works out the figures. What is shown of them stands in blocks, one topic in one file, as in
`report/blocks`: `accuracy.py`, `reading.py`, `transitions.py`, `cost.py`. Each defines `BLOCK` and stands in
the list of `loop.py`, over which the terminal, Markdown, JSON and the page loop.
"""
