"""The nine task families: each module turns the truth about a slice into drafts of items.

A task picks facts, wrong options and words. `assemble.py` gives letters, ids and the order in the file.

Decision: docs/decisions/benchmark.md, "Shares within the tasks".
"""
