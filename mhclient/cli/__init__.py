"""The command line: one verb, one file."""
