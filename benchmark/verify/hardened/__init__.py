"""A hardened benchmark checked against parent, graph and store, with code that shares nothing with `harden`.

`check.py` is the whole check; `links.py` reads the graph a second way, `options.py` looks at one item's
texts, `paths.py` at its paths, `counted.py` counts the manifest's figures again.
"""
