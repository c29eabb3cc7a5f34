"""Forced choice on a server that echoes a prompt with the log-probs of its tokens."""
