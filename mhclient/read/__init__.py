"""A stored reply becomes something scored: the completion as shown, its reading, its gold."""
