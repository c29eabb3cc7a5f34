"""Runs compared on the items they share."""
