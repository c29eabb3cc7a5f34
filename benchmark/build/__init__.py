"""A knowledge graph becomes items: the whole road is in `build.py`."""
