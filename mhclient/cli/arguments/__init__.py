"""Options of the command line, and what they come to. Light: `--help` imports nothing else."""
