"""Secrets that this process knows, blotted out of all that it shows or writes."""
