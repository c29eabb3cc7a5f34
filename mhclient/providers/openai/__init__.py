"""OpenAI and Azure OpenAI: the connection through the SDK, and the wire formats, which are pure."""
