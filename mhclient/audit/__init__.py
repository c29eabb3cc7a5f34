"""Auditing: what was read and what was not, people's judgements of it, and how good the reader is.

Functions of values, but for `collect.py` and `judging.py`, which read and write the store. The surfaces are
`mhclient.cli.verbs.audit` (terminal), `browser` (full screen) and `mhclient.audit.web` (web page).
"""
