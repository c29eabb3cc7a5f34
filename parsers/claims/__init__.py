"""Every mention becomes a claim, and what may set it aside."""
