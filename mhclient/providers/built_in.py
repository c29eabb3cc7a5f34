"""The providers that come with the program. Light: the help of `mhclient run` lists their names."""

# name → (module, function); the function takes a base URL or None.
BUILT_IN = {
    "openai": ("mhclient.providers.openai.connection", "openai_provider"),
    "openai-responses": ("mhclient.providers.openai.connection", "openai_responses_provider"),
    "anthropic": ("mhclient.providers.anthropic.connection", "anthropic_provider"),
    "azure": ("mhclient.providers.openai.connection", "azure_provider"),
    "openrouter": ("mhclient.providers.compatible.connection", "openrouter_provider"),
    "gemini": ("mhclient.providers.compatible.connection", "gemini_provider"),
    "gemini-native": ("mhclient.providers.gemini.connection", "gemini_native_provider"),
    "compatible": ("mhclient.providers.compatible.connection", "compatible_provider"),
}
