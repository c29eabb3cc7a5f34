"""Responses on disk: one SQLite file, content-addressed, crash-safe, shared by processes."""
