"""The work of the command line: `execute_NAME(args)` of each verb, verbs of one topic in one file."""
