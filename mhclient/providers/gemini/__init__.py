"""Gemini in its own API: the connection, without an SDK, and its wire formats, which are pure."""
