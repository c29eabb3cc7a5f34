"""A knowledge graph becomes items with gold and provenance; other data sets become items too."""
