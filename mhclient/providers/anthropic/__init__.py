"""Anthropic: the connection through its SDK, and its wire formats, which are pure."""
