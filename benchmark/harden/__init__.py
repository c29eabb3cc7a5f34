"""Harder wrong options from a knowledge graph: what may replace them, and why each is refused or taken.

Pure but for `read.py`: no model is asked here. Read first `walk.py` (which nodes come near), then
`verdicts.py` (which of them are fit to be options). Source: KGGDG, arXiv 2506.00612.
"""
