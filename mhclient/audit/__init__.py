"""Auditing: replies shown for people to judge, on the terminal, in a browser and as files; checks of a store.

Cases come from `mhclient.read.collect`, judgements and their figures from `mhclient.judge`. The surfaces are
`mhclient.cli.verbs.audit` (text), `browser` (full screen) and `web` (a page).
"""
