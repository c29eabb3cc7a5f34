"""A report as pages for a browser: one that needs no network, and beside it one per run with its items."""
