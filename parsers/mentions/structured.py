"""JSON and XML in the visible text: which part of it is the answer, and which part is explanation.

A tolerant scan of tokens, not a JSON parser: single quotes, bare words, missing braces and a cut end are
common. The text keeps only the values that answer, each as a slot of its own; keys and explanations are
cut. Headings in square brackets get a line each: "[答案] D [解析] …".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from parsers.grammar.languages import LANGUAGES, Role
from parsers.grammar.languages.lexicon import ENGLISH, listed, roles_in
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.folding import plain_lower
from parsers.text.offsets import Text

_KEY_WORDS = (
    "answer|answers|ans|choice|choices|option|options?_?selected|selection|selected|select|prediction"
    "|predicted"
    "|predictions|letter|letters|label|labels|response|result|output|final|verdict|pick|correct|solution"
    "|decision"
    "|classification|" + listed("answer")
)
# A key is an answer key when its words are all of these, and one of them is a key word.
_ANSWER_KEY = Pattern(
    rf"(?:(?:final|correct|my|the|best|model|multiple|single|selected|mc|_|-|\s)*(?:{_KEY_WORDS})"
    r"(?:_|-|\s|choice|choices|option|letter|letters|label|labels|id|key|value|is|s)*)",
    re.IGNORECASE,
)
_JSON_HINT = Pattern(r"\{\s*(?:[\"']|\w{2,30}\s*:)|\[\s*(?:\"|'(?=\w)|\{\s*\")")
_TOKEN = Pattern(
    r"\"(?P<double>[^\"\\]*+(?:\\.[^\"\\]*+)*+)(?:\"|\Z)"
    r"|(?<![\w])'(?P<single>[^'\\\n]*+(?:(?:\\.|'(?=\w))[^'\\\n]*+)*)(?:'|\Z)"
    r"|(?P<comment>(?<=[\s,\"'\]}])(?://|\#)[^\n]*|/\*.{0,400}?\*/)"
    r"|(?P<word>[^\s\"'{}\[\],:]+)|(?P<punct>[{}\[\],:])",
    re.DOTALL,
)
_DEPTH = 16  # keys above a value that are looked at
# JSON that is the value of a JSON string: its quotation marks have backslashes.
_ENCODED = Pattern(r"\"\s*[{\[]\s*(?:[{\[]\s*)?\\+\"")
_ENCODING = Pattern(r"\\+(?=\")|\"(?=\s*[{\[]\s*(?:[{\[]\s*)?\\+\")|(?<=[}\]])\"(?=\s*(?:[,}\]]|\Z))")
_HEADING = Pattern(r"(?<!\\)\[(?:[\u3400-\ud7af]|[^\W\d_][^\[\]\n\d\"',.:|]{1,14})\](?!\()")
_HEADED = Pattern(rf"^[\s*#]{{0,6}}{_HEADING.source}.*", re.MULTILINE)
_TRUE = frozenset({"true", "yes", "correct", "selected", "1", "✓", "✔", "✅"})
_FALSE = frozenset({"false", "no", "incorrect", "0", "null", "none", "✗", "✘", "❌", "wrong"})
_BRACKETED = Pattern(r"\[(?P<tag>(?:final[_ ])?answer)\](?P<body>[^\[\]]{0,400})\[/(?P=tag)\]", re.IGNORECASE)
_XML = Pattern(
    r"<(?P<tag>[^\W\d_][\w-]{0,40})(?P<attributes>\s[^<>]{0,200})?(?:/>|>(?P<body>[^<]{0,4000})(?:</(?P=tag)\s*>|\Z)?)"
)
_ATTRIBUTE = Pattern(r"([\w-]{1,30})\s*=\s*(?:\"(?P<double>[^\"]{0,200})\"|'(?P<single>[^']{0,200})')")
# English keys under which an option is set aside, weighed or an example; a wrong statement may be asked for.
_SET_ASIDE = Pattern(
    r"initial|first|previous|draft|(?:.*_)?(?:eliminat|(?:ruled?|rules?)[_ ]?out|exclud|unlikely|discard"
    r"|consider|distract|second|runner|alternatives?(?![a-z])|examples?\b|not[_ ]|reason|explan|rejected"
    r"|wrong|incorrect)",
    re.IGNORECASE,
)
_REJECTED = Pattern(
    r"(?!not[_ ]|is[_ ]|(?:.*_)?correct)(?:.*_)?(?:eliminat|(?:ruled?|rules?)[_ ]?out|exclud|discard|distract"
    r"|rejected|(?:wrong|incorrect)(?![_ ]?(?:statement|sentence|claim|item|pair)))",
    re.IGNORECASE,
)
_QUESTIONS, _OPTIONS = (
    "|".join(key.replace("_", "[_ ]") for key in " ".join(keys).split())
    for keys in ([one.question for one in LANGUAGES], [one.keys[0] for one in LANGUAGES])
)
_ASKS = Pattern(f"question|stem|{_QUESTIONS}")
_LISTS = Pattern(f"(?:answer[_ ])?(?:options|choices)|alternatives|{_OPTIONS}")
_NO_CHOICE = Pattern(
    "|".join([*(language.keys[1] for language in LANGUAGES), rf"(?:\bquestion|{_QUESTIONS})(?![^\d]*\d)"])
)
_LABEL_AND_TEXT = Pattern(r"\(?(?P<label>\w{1,2})[.):、．]\s*(?P<text>\S.*)", re.DOTALL)


@dataclass(slots=True)
class Structured:
    """The text with its structures resolved.

    Attributes:
        text: prose and answer values, a line each.
        slots: stretches of `text` that are the value of an answer field, with the kind of field.
    """

    text: Text
    slots: list[tuple[Span, str]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Value:
    """One scalar of a JSON text: its key ("" in a bare list), its place, and its nesting path of keys."""

    key: str
    span: Span
    path: tuple[str, ...]
    quoted: bool
    opened: int  # which brace it stands in


def resolve_structures(text: Text, options: OptionSet) -> Structured:
    """Replace JSON objects and answer tags by their answer values.

    Text without either is returned as it is.
    """
    text = _headings_apart(_decoded(text))
    value = text.value
    if "{" in value or "[" in value:
        found = _json(value, options)
        if found is not None:
            return _assemble(text, found, "json-field")
    if "<" in value or "[/" in value:
        tags = [*_tags(value)] or [
            (match.span(), [[match.span("body")]]) for match in _BRACKETED.finditer(value)
        ]
        if tags:
            return _assemble(text, tags, "xml-field")
    return Structured(text)


def _decoded(text: Text) -> Text:
    """The text without what makes one JSON string of a whole JSON text."""
    if not _ENCODED.search(text.value):
        return text
    return text.without(match.span() for match in _ENCODING.finditer(text.value))


def _headings_apart(text: Text) -> Text:
    """The text with each heading in square brackets on a line of its own, where several share one."""
    if "[" not in text.value:
        return text
    cuts = [
        heading.start()
        for line in _HEADED.finditer(text.value)
        for heading in _HEADING.finditer(text.value, line.start(), line.end())
        if text.value[line.start() : heading.start()].strip(" *#\n")
    ]
    pieces: list[Span | str] = []
    for start, end in zip([0, *cuts], [*cuts, len(text.value)], strict=True):
        pieces += [(start, end), "\n"]
    return text.assemble(pieces[:-1]) if cuts else text


def _tags(value: str) -> Iterator[tuple[Span, list[list[Span]]]]:
    """The tags that answer by what they hold or, being empty, by an attribute: <answer choice="B"/>."""
    for match in _XML.finditer(value):
        answers, body = _names_answer(match["tag"]), match["body"]
        if answers and body and body.strip():
            yield match.span(), [[match.span("body")]]
        elif match["attributes"] and not (body and body.strip()):
            named = [
                [attribute.span(attribute.lastgroup or 0)]
                for attribute in _ATTRIBUTE.finditer(value, *match.span("attributes"))
                if _names_answer(attribute[1]) or (answers and attribute[1] == "value")
            ]
            if named:
                yield match.span(), named


def _assemble(text: Text, found: list[tuple[Span, list[list[Span]]]], kind: str) -> Structured:
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


def _json(value: str, options: OptionSet) -> list[tuple[Span, list[list[Span]]]] | None:
    """The structures of the text with their answer values; None where there is no structure to speak of."""
    found: list[tuple[Span, list[list[Span]]]] = []
    position = 0
    while True:
        hint = _JSON_HINT.search(value, position)
        if hint is None:
            break
        values, end = _scan(value, hint.start())
        answers = _answers(values, value, options)
        if answers is not None:
            found.append(((hint.start(), end), answers))
        position = max(end, hint.start() + 1)
    return found or None


def _scan(value: str, start: int) -> tuple[list[_Value], int]:
    """The scalars of one structure, from its opening bracket to its closing one or the end of the text."""
    values: list[_Value] = []
    stack: list[tuple[str, str]] = []
    key, pending, opened = "", None, 0
    for match in _TOKEN.finditer(value, start):
        punct = match["punct"]
        if punct is None:
            pending = pending if match["comment"] else _extend(pending, match)
            continue
        if punct == ":" and pending is not None and (not stack or stack[-1][0] == "{"):
            key, pending = value[slice(*pending.span)].strip(), None
            continue
        if pending is not None:
            values.append(_placed(pending, key, stack, opened))
            pending = None
        if punct in "{[":
            stack.append((punct, key))
            opened, key = opened + 1, ""
        elif punct in "}]" and stack:
            key = stack.pop()[1]
            if not stack:
                return values, match.end()
        elif punct == "," and (not stack or stack[-1][0] == "{"):
            key = ""
    if pending is not None and key:
        values.append(_placed(pending, key, stack, opened))
    return values, len(value)


def _placed(value: _Value, key: str, stack: list[tuple[str, str]], opened: int) -> _Value:
    """A value that is complete, with the keys it stands under."""
    value.key, value.path, value.opened = key, tuple(name for _, name in stack[-_DEPTH:]), opened
    return value


def _extend(pending: _Value | None, match: re.Match[str]) -> _Value:
    """A bare value of several words is one value; a string is one by itself."""
    group = match.lastgroup or "word"
    if pending is not None and group == "word" and not pending.quoted:
        return _Value("", (pending.span[0], match.end()), (), False, 0)
    return _Value("", match.span(group), (), group != "word", 0)


def _answers(values: list[_Value], value: str, options: OptionSet) -> list[list[Span]] | None:
    """The fields that answer; [] for a structure that only explains; None for mere brackets."""
    keyed = [item for item in values if item.key or any(item.path)]
    shown = _shown(values, value, options)
    by_letter = [item for item in keyed if item.key.strip().upper() in options.index]
    if len(by_letter) >= 2 or (by_letter and len(by_letter) == len(keyed)):
        return _keyed_by_letters(by_letter, [item for item in values if item not in shown], value, options)
    chosen = [item for item in values if _is_answer(item) and item not in shown]
    chosen = chosen or _only_named([item for item in keyed if item not in shown], value, options)
    if chosen:
        return _fields(chosen) + _partners(chosen, values, value, options)
    if not keyed:
        return _bare_list(values, value, options)
    return []


def _shown(values: list[_Value], value: str, options: OptionSet) -> frozenset[_Value]:
    """Which values show the item again: {"question": …, "options": ["oak", "birch"]}.

    A label under "options" heads its text; beside a question, so do texts without labels.
    """
    listed = [item for item in values if any(map(_lists, item.path))]
    asked = bool(listed) and any(_ASKS.fullmatch(plain_lower(item.key)) for item in values)
    return frozenset(
        item
        for item in listed
        if not _names_answer(item.key)
        and (
            item.key.strip().upper() in options.index
            or (asked and value[slice(*item.span)].strip().upper() not in options.index)
        )
    )


def _keyed_by_letters(
    by_letter: list[_Value], answering: list[_Value], value: str, options: OptionSet
) -> list[list[Span]]:
    """{"A": false, "B": true}: the letters judged true, beside fields that answer.

    {"answer": {"B": "birch"}}: the letter, and the text where that is an option's.
    """
    first = by_letter[0]
    if len(by_letter) == 1 and _is_answer(first) and first in answering:
        said = value[slice(*first.span)].strip()
        if said.lower() in _FALSE:
            return []
        return [[_key_span(first, value)], *([[first.span]] if _is_known(said, options) else [])]
    verdicts = _verdicts(by_letter, value)
    apart = [item for item in answering if item not in by_letter and _is_answer(item)]
    if not apart:
        return [verdicts]
    numbers = all(
        value[slice(*item.span)].strip()[:1].isdecimal() for item in by_letter
    )  # how likely each is
    answers = _fields(apart) + _partners(apart, answering, value, options)
    return [*([verdicts] if verdicts and not numbers else []), *answers]


def _only_named(keyed: list[_Value], value: str, options: OptionSet) -> list[_Value]:
    """{"type": "drug"}: the one field, whatever its key, that holds just a label, an option text, or both."""
    said = [
        (item, value[slice(*item.span)].strip())
        for item in keyed
        if not any(map(_SET_ASIDE.match, (*item.path, item.key)))
    ]
    named = [item for item, text in said if text.upper() in options.index or _is_known(text, options)]
    named = named or [item for item, text in said if _names_option(item, text, options)]
    one_list = len(named) == len(keyed) and len({(item.key, item.path, item.opened) for item in named}) == 1
    return named if len(named) == 1 or one_list else []  # {"9": ["B", "C"]}


def _names_option(item: _Value, text: str, options: OptionSet) -> bool:
    """Whether a field holds a label with its own text, and no key of any language sets it aside."""
    both = _LABEL_AND_TEXT.fullmatch(text)
    number = options.index.get(both["label"].upper()) if both else None
    keys = [plain_lower(name).replace("_", " ") for name in (*item.path, item.key)]
    if both is None or number is None or not _is_known(both["text"], options):
        return False
    if any(_NO_CHOICE.search(key) or roles_in(key) & (Role.WRONG | Role.NOT) for key in keys):
        return False
    return number in options.owners[words_of(both["text"])]


def _is_known(text: str, options: OptionSet) -> bool:
    """Whether a text has just the words of an option's text, or of a label that is a word."""
    most = max(map(len, options.owners), default=0) + 16
    if len(text) > 4 * most and len(words_of(text[: 4 * most]).rpartition(" ")[0]) > most:
        return False  # a whole explanation: its first words tell
    return words_of(text) in options.owners


def _fields(chosen: list[_Value]) -> list[list[Span]]:
    """Members of one list are one field, other values are a field each."""
    fields: dict[object, list[Span]] = {}
    for item in chosen:
        own = (item.path, item.opened, "") if not item.key else (item.path, item.opened, item.span)
        fields.setdefault(own, []).append(item.span)
    return list(fields.values())


def _is_answer(item: _Value) -> bool:
    if not any(map(_names_answer, (*item.path, item.key))):
        return False
    return not (any(map(_REJECTED.match, item.path)) or _PRELIMINARY.match(item.key))


@lru_cache(maxsize=256)
def _lists(key: str) -> bool:
    return _LISTS.fullmatch(plain_lower(key)) is not None


@lru_cache(maxsize=256)
def _names_answer(key: str) -> bool:
    """Whether a key has only words for the answer, in English or in another language."""
    if _ANSWER_KEY.fullmatch(key):
        return True
    words = plain_lower(key).replace("_", " ").replace("-", " ").split()
    roles = [roles_in(word) for word in words]
    named = bool(roles) and all(role and not role & ~_OF_ANSWER for role in roles) and key not in ENGLISH
    return named and not _LISTS.fullmatch(" ".join(words)) and any(role & _NAMING for role in roles)


_NAMING = Role.ANSWER | Role.OPTION
_OF_ANSWER = _NAMING | Role.RIGHT | Role.LINK | Role.PICK
_PRELIMINARY = Pattern(r"initial|first|previous|draft|wrong|incorrect|rejected", re.IGNORECASE)


def _partners(chosen: list[_Value], values: list[_Value], value: str, options: OptionSet) -> list[list[Span]]:
    """Fields beside the answer that hold exactly the text of an option: the answer must agree with them."""
    braces = {item.opened for item in chosen}
    return [
        [item.span]
        for item in values
        if item not in chosen
        and item.opened in braces
        and item.key
        and _is_known(value[slice(*item.span)], options)
    ]


def _verdicts(by_letter: list[_Value], value: str) -> list[Span]:
    """{"A": true, "B": false}: the letters judged true, from their keys."""
    judged = [(item, value[slice(*item.span)].strip().lower()) for item in by_letter]
    if not all(verdict in _TRUE or verdict in _FALSE for _, verdict in judged):
        return []
    return [_key_span(item, value) for item, verdict in judged if verdict in _TRUE]


def _key_span(item: _Value, value: str) -> Span:
    start = value.rfind(item.key, 0, item.span[0])
    return start, start + len(item.key)


def _bare_list(values: list[_Value], value: str, options: OptionSet) -> list[list[Span]] | None:
    """["A", "D"]: a list of strings that are all labels or option texts."""
    if not values or not all(item.quoted for item in values):
        return None
    named = [value[slice(*item.span)].strip() for item in values]
    if all(len(name) == 1 or _is_known(name, options) for name in named):
        return [[item.span for item in values]]
    return None
