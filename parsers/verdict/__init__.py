"""From claims to one reading: agreement and conflict, refusal, truncation."""
