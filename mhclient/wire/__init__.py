"""Wire formats, both ways, as pure functions: prompt → body as sent, body as received → reply."""
