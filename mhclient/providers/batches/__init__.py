"""Batch APIs: what they have in common, as calls and as values."""
