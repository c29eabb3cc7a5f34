"""Any server that speaks OpenAI's chat completions, asked without an SDK in between."""
