"""What a run asks: its specification, prompts, prices and marks."""
