"""From my questions to a ranked table: several models, asked in several ways, as one piece of work."""
