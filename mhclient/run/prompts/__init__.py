"""Prompt-format variants, and how one turns an item into a prompt.

A variant is a small declarative file; those in the package lie in `mhclient/run/variants`. What a run asked
is recorded with the whole variant, so that a file edited later is noticed, not silently used.
"""
