"""Only names that a slip of the hand can have changed are proposed."""

import pytest

from benchmark.nearest import near_names

PROVIDERS = ("anthropic", "azure", "compatible", "gemini", "gemini-native", "openai", "openrouter", "local")


@pytest.mark.parametrize(
    ("wanted", "known", "near"),
    [
        ("mine", PROVIDERS, []),
        ("mein", PROVIDERS, []),
        ("entropic", PROVIDERS, ["anthropic"]),
        ("router", PROVIDERS, []),
        ("lokal", PROVIDERS, ["local"]),
        ("opneai", PROVIDERS, ["openai"]),
        ("anthrpic", PROVIDERS, ["anthropic"]),
        ("geminy", PROVIDERS, ["gemini"]),
        ("rnu", ("run", "runs", "report"), ["run"]),
        ("maed", ("made",), ["made"]),
        ("letter", ("letter-only", "reasoning"), ["letter-only"]),
        ("answer", ("parser",), []),
        ("", ("run",), []),
    ],
)
def test_a_name_is_near_within_a_third_of_its_letters(wanted, known, near):
    assert near_names(wanted, known) == near
