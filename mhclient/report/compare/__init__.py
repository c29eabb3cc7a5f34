"""Runs compared on the items they share.

`comparing.py` works out a `Comparison`, whose parts stand in `contrast.py`. What is shown of it stands in
`tables.py` and `variants.py`, as blocks like those of `report/blocks`: the list at the end of `tables.py` is
what the terminal, Markdown, JSON and the page loop over.
"""
