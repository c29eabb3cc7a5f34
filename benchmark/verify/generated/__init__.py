"""Generated cases checked against their diagnosis graph and the store, with code that shares nothing with
`benchmark/mentalkg`.

`check.py` is the whole check; `criteria.py` reads the graph a second way, `people.py` looks at profiles and
patients, `told.py` at the texts.
"""
