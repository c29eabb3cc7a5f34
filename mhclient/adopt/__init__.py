"""What other tools have asked and kept: one module per format of log, one value for all of them.

`formats.py` says which module reads a file, `keep.py` puts what was read into a store: as a benchmark and as
runs that can be reported, audited and compared like ours, but never serve a live run.
"""
