"""Where a completion names options."""
