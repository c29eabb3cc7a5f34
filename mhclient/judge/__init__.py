"""What people say: judgements, agreement, decisions, samples, and the reader's errors."""
