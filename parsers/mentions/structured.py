"""JSON and XML in the visible text: which part of it is the answer, and which part is explanation.

A tolerant scan of tokens, not a JSON parser: single quotes, bare words, missing braces and a cut end are
common. The text keeps only the values that answer, each in a separate slot; keys and explanations are
cut.
"""

import re
from dataclasses import dataclass, field

from parsers.mentions.field_keys import (
    chooses_nothing,
    deny_choice,
    is_preliminary,
    is_question,
    is_rejected,
    lists_options,
)
from parsers.mentions.json_values import JSON_HINT, Value, scan
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.offsets import Text

_KEY_WORDS = (
    "answer|answers|ans|choice|choices|option|options?_?selected|selection|selected|select|prediction"
    "|predicted"
    "|predictions|letter|letters|label|labels|response|result|output|final|verdict|pick|correct|solution"
    "|decision|classification|respuesta|reponse|antwort|resposta|risposta|ответ|答案|选项|选择|正解|解答|回答"
    "|정답|답|cevap|jawaban"
)
# A key is an answer key when its words are all of these, and one of them is a key word.
_ANSWER_KEY = Pattern(
    rf"(?:(?:final|correct|my|the|best|model|multiple|single|selected|mc|_|-|\s)*(?:{_KEY_WORDS})"
    r"(?:_|-|\s|choice|choices|option|letter|letters|label|labels|id|key|value|is|s)*)",
    re.IGNORECASE,
)
_TRUE = frozenset({"true", "yes", "correct", "selected", "1", "✓", "✔", "✅"})
_FALSE = frozenset({"false", "no", "incorrect", "0", "null", "none", "✗", "✘", "❌", "wrong"})
_XML = Pattern(
    r"<(?P<tag>(?:final_?|correct_?|my_?|the_?|best_?)*(?:answers?|ans|choices?|option|selection"
    r"|prediction|letter|label|response|result|output|solution|final|verdict)(?:_?(?:choice|letter|option"
    r"|label))?)\s*(?:\s[^<>]{0,60})?>"
    r"(?P<body>[^<]{0,4000})(?P<end></(?P=tag)\s*>|\Z)?",
    re.IGNORECASE,
)


Fields = list[list[Span]]  # per answer field, its members: several only in a list


@dataclass(slots=True)
class Structured:
    """The text with its structures resolved.

    Attributes:
        text: prose and answer values, a line each.
        slots: stretches of `text` that are the value of an answer field, with the kind of field.
    """

    text: Text
    slots: list[tuple[Span, str]] = field(default_factory=list)


def resolve_structures(text: Text, options: OptionSet) -> Structured:
    """Replace JSON objects and answer tags by their answer values.

    Text without either is returned as it is.
    """
    value = text.value
    if "{" in value or "[" in value:
        found = _json(value, options)
        if found is not None:
            return _assemble(text, found, "json-field")
    if "</" in value or "<" in value:
        tags = [(match.span(), [[match.span("body")]]) for match in _XML.finditer(value)]
        if tags:
            return _assemble(text, tags, "xml-field")
    return Structured(text)


def _assemble(text: Text, found: list[tuple[Span, Fields]], kind: str) -> Structured:
    """Keep the prose, and of each structure only its answer fields, a line each."""
    pieces: list[Span | str] = []
    slots: list[tuple[Span, str]] = []
    position = length = 0

    def add(piece: Span | str) -> None:
        nonlocal length
        pieces.append(piece)
        length += len(piece) if isinstance(piece, str) else piece[1] - piece[0]

    for (start, end), values in found:
        if position < start:
            add((position, start))
            add("\n")
        for members in values:
            begin = length
            for number, span in enumerate(members):
                if number:
                    add(", ")
                add(span)
            slots.append(((begin, length), kind))
            add("\n")
        position = end
    if position < len(text.value):
        add((position, len(text.value)))
    return Structured(text.assemble(pieces), slots)


def _json(value: str, options: OptionSet) -> list[tuple[Span, Fields]] | None:
    """The structures of the text with their answer values; None where there is no structure to speak of."""
    found: list[tuple[Span, Fields]] = []
    position = 0
    while True:
        hint = JSON_HINT.search(value, position)
        if hint is None:
            break
        values, end = scan(value, hint.start())
        answers = _answers(values, value, options)
        if answers is not None:
            found.append(((hint.start(), end), answers))
        position = max(end, hint.start() + 1)
    return found or None


def _answers(values: list[Value], value: str, options: OptionSet) -> Fields | None:
    """The fields that answer; [] for a structure that only explains; None for mere brackets."""
    shown = _shown(values, value, options)
    keyed = [item for item in values if item.key or any(item.path)]
    by_letter = [item for item in keyed if item.key.strip().upper() in options.index]
    if len(by_letter) >= 2 or (by_letter and len(by_letter) == len(keyed)):
        if len(by_letter) == 1 and _is_answer(by_letter[0]) and by_letter[0] not in shown:
            return _keyed_by_letter(by_letter[0], value, options)
        verdicts = _verdicts(by_letter, value)
        others = [item for item in values if item.key.strip().upper() not in options.index]
        apart = [item for item in others if _is_answer(item) and item not in shown]
        if not apart:
            return [verdicts]
        answers = _fields(apart) + _partners(apart, others, value, options)
        return answers if _are_numbers(by_letter, value) else [*([verdicts] if verdicts else []), *answers]
    chosen = [item for item in values if _is_answer(item) and item not in shown]
    chosen = chosen or _only_named([item for item in keyed if item not in shown], value, options)
    if chosen:
        return _fields(chosen) + _partners(chosen, values, value, options)
    if not keyed:
        return _bare_list(values, value, options)
    return []


def _only_named(keyed: list[Value], value: str, options: OptionSet) -> list[Value]:
    """{"type": "drug"}: the one field, whatever its key, that holds just a label, an option text, or both."""
    said = [
        (item, value[slice(*item.span)].strip())
        for item in keyed
        if not chooses_nothing((*item.path, item.key))
    ]
    named = [item for item, text in said if text.upper() in options.index or _is_known(text, options)]
    named = named or [item for item, text in said if _names_option(item, text, options)]
    return named if len(named) == 1 else []


_LABEL_AND_TEXT = Pattern(r"\(?(?P<label>\w{1,2})[.):、．]\s*(?P<text>\S.*)", re.DOTALL)


def _names_option(item: Value, text: str, options: OptionSet) -> bool:
    """Whether a field holds a label with its own text, and its key sets it not aside."""
    both = _LABEL_AND_TEXT.fullmatch(text)
    if both is None or (number := options.index.get(both["label"].upper())) is None:
        return False
    if deny_choice((*item.path, item.key)):
        return False
    return _is_known(both["text"], options) and number in options.owners[words_of(both["text"])]


def _is_known(text: str, options: OptionSet) -> bool:
    """Whether a text has just the words of an option's text, or of a label that is a word."""
    most = max(map(len, options.owners), default=0) + 16
    if len(text) > 4 * most and len(words_of(text[: 4 * most]).rpartition(" ")[0]) > most:
        return False  # a whole explanation: its first words tell
    return words_of(text) in options.owners


def _fields(chosen: list[Value]) -> Fields:
    """Members of one list are one field, other values are a field each."""
    fields: dict[object, list[Span]] = {}
    for item in chosen:
        own = (item.path, item.opened, "") if not item.key else (item.path, item.opened, item.span)
        fields.setdefault(own, []).append(item.span)
    return list(fields.values())


def _is_answer(item: Value) -> bool:
    if is_rejected(item.path):
        return False
    names = [name for name in (*item.path, item.key) if name]
    return any(_ANSWER_KEY.fullmatch(name) for name in names) and not is_preliminary(item.key)


def _shown(values: list[Value], value: str, options: OptionSet) -> frozenset[Value]:
    """Which values show the item again: {"question": …, "options": ["oak", "birch"]}.

    A label under "options" heads its text; beside a question, so do texts without labels.
    """
    listed = [item for item in values if any(map(lists_options, item.path)) and not _chooses(item)]
    keyed = [item for item in listed if item.key.strip().upper() in options.index]
    asked = any(is_question(item.key) for item in values)
    texts = [item for item in listed if value[slice(*item.span)].strip().upper() not in options.index]
    return frozenset([*keyed, *(texts if asked else ())])


def _chooses(item: Value) -> bool:
    """Whether the value's own key is that of an answer."""
    return bool(item.key) and _ANSWER_KEY.fullmatch(item.key) is not None


def _partners(chosen: list[Value], values: list[Value], value: str, options: OptionSet) -> Fields:
    """Fields beside the answer that hold exactly the text of an option: the answer must agree with them."""
    braces, taken = {item.opened for item in chosen}, set(chosen)
    return [
        [item.span]
        for item in values
        if item not in taken
        and item.opened in braces
        and item.key
        and _is_known(value[slice(*item.span)], options)
    ]


def _verdicts(by_letter: list[Value], value: str) -> list[Span]:
    """{"A": true, "B": false}: the letters judged true, from their keys."""
    judged = [(item, value[slice(*item.span)].strip().lower()) for item in by_letter]
    if not all(verdict in _TRUE or verdict in _FALSE for _, verdict in judged):
        return []
    return [_key_span(item, value) for item, verdict in judged if verdict in _TRUE]


def _keyed_by_letter(item: Value, value: str, options: OptionSet) -> Fields:
    """{"answer": {"B": "birch"}}: the letter, beside the text where that is an option's."""
    said = value[slice(*item.span)].strip()
    if said.lower() in _FALSE:
        return []
    return [[_key_span(item, value)], *([[item.span]] if _is_known(said, options) else [])]


def _are_numbers(by_letter: list[Value], value: str) -> bool:
    """Whether the letters have numbers, how likely each is, and no judgements."""
    return all(value[item.span[0] : item.span[1]].strip()[:1].isdecimal() for item in by_letter)


def _key_span(item: Value, value: str) -> Span:
    start = value.rfind(item.key, 0, item.span[0])
    return start, start + len(item.key)


def _bare_list(values: list[Value], value: str, options: OptionSet) -> Fields | None:
    """["A", "D"]: a list of strings that are all labels or option texts."""
    if not values or not all(item.quoted for item in values):
        return None
    named = [value[slice(*item.span)].strip() for item in values]
    if all(len(name) == 1 or _is_known(name, options) for name in named):
        return [[item.span for item in values]]
    return None
