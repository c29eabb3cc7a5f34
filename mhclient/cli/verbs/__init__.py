"""The work of the command line: one verb, one file."""
