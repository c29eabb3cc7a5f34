"""How a run is loaded: from the store to scored items, what they share, and which of them are looked at."""
