"""An option without what all options share: "3.4" of "3.4 mEq/L" and "8.4 mEq/L", "frontal" of the lobes.

Only where it is the whole reply, or all that its last answer field holds.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
Decision: docs/decisions/parsers.md, "A thousand English replies written before they were read".
"""

from itertools import takewhile

from parsers.claims.claims import Completion
from parsers.options.texts import words_of
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Grade, Span
from parsers.verdict.resolve import Conclusion

_LONGEST = 24  # characters of a number with its signs
_TURNING = frozenset({"no", "not", "non", "never", "without", "less", "least", "lack", "absence"})
_AMOUNT = Pattern(r"\s*([-+−–]?)\s*(\d+(?:[.,]\d+)*)\s*([^\d\s][^\d]*?)\s*\.?\s*\Z")
_NUMBER = Pattern(r"[\s$*(\[]*([-+−–]?)\s*(\d+(?:[.,]\d+)*)[\s$*)\].]*\Z")


def figure_alone(reply: Completion) -> Conclusion | None:
    """The option whose number is all that the reply, or its last answer field, says."""
    if len(reply.options) < 2:
        return None
    for span in _due(reply):
        said = _NUMBER.match(reply.plain.text.value[slice(*span)])
        option = None if said is None else _of_number(reply, (_sign(said[1]), said[2]))
        if option is not None:
            place = reply.plain.text.raw_span(*span)
            return Conclusion(
                Outcome.ANSWER, "number-without-unit", frozenset({option}), span=place, grade=Grade.TEXT
            )
    return None


def part_alone(reply: Completion) -> Conclusion | None:
    """The option whose text without what all options share is the whole reply, or its last answer field."""
    for span in _due(reply):
        said = words_of(reply.plain.text.value[slice(*span)])
        parts = _distinct_words(reply.options.words) if said else ()
        if parts.count(said) == 1:
            place = reply.plain.text.raw_span(*span)
            option = frozenset({parts.index(said)})
            return Conclusion(Outcome.ANSWER, "distinct-words", option, span=place, grade=Grade.TEXT)
    return None


def _distinct_words(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The words of each text without those that all begin or end with; none where they share no word."""
    split = [text.split() for text in texts]
    first = _n_shared(split)
    last = _n_shared([words[first:][::-1] for words in split])
    if not _TURNING.isdisjoint(split[0][:first] + split[0][len(split[0]) - last :]):
        return ()  # "depressed" says the opposite of "not depressed"
    parts = tuple(" ".join(words[first : len(words) - last]) for words in split)
    # Read all of them or none: to read "yes" where "no" is too short would favour one option.
    return parts if first + last and all(map(_is_long_enough, parts)) else ()


def _n_shared(texts: list[list[str]]) -> int:
    """How many words all texts begin with."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False)))


def _is_long_enough(said: str) -> bool:
    """Whether it is more than a label or a number may be."""
    return len(said) > 2 and not said.replace(" ", "").isdecimal()


def _due(reply: Completion) -> list[Span]:
    """The whole reply, or its last answer field, where they are short enough to be a number."""
    spans = [(0, len(reply.plain.text.value))]
    spans += [span for span, _ in reply.plain.slots[-1:]]
    return [span for span in spans if span[1] - span[0] <= _LONGEST]


def _of_number(reply: Completion, number: tuple[str, str]) -> int | None:
    """Position of the one option with this sign and number, where all options have one unit."""
    amounts = [_AMOUNT.match(text) for text in reply.options.plain]
    units = {amount[3].lower() if amount else "" for amount in amounts}
    if len(units) != 1 or "" in units:
        return None
    same = [at for at, amount in enumerate(amounts) if amount and (_sign(amount[1]), amount[2]) == number]
    return same[0] if len(same) == 1 else None


def _sign(sign: str) -> str:
    return "-" if sign in ("-", "−", "–") and sign else ""
