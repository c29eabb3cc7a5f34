"""Completion and options in, one reading out: what was answered, how plainly, and where it says so."""
