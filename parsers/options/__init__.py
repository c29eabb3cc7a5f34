"""The options of one item, prepared once."""
