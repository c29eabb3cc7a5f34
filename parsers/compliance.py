"""Whether a completion kept to the answer format it was asked for: the second axis beside the reading.

The reading says what was answered; this says in which form. Neither follows from the other: "I would say
B." answers and keeps to no format, "E" under four options is a bare letter and no answer.
"""

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from itertools import islice

from parsers.options.options import OptionSet, prepare_options
from parsers.outcome import AnswerFormat, Outcome
from parsers.pattern import Pattern
from parsers.read import read_answer
from parsers.reading import AnswerMode, Grade, Reading
from parsers.text.folding import fold_unicode
from parsers.text.markup import plain_text
from parsers.text.normalize import Visible, visible_text
from parsers.text.offsets import Text


class Compliance(StrEnum):
    """How closely a completion kept to its format, from exactly to not at all."""

    EXACT = "exact"  # the form and nothing else but white space
    DECORATED = "decorated"  # under light decoration: brackets, quotes, bold, a code fence, a period, case
    WITH_PROSE = "with_prose"  # the form stands there, with words around it that were not asked for
    NOT = "not"  # the form is not there, or it holds no label of the item


def check_compliance(
    completion: str,
    options: Mapping[str, str],
    answer_format: str,
    *,
    mode: str = "single",
    reading: Reading | None = None,
) -> Compliance:
    """How closely a completion kept to the format asked for.

    A closed reasoning block counts as unseen. Template tokens and characters without a picture are
    decoration; what follows the end of the model's turn is prose.

    Args:
        completion: the reply's text, as received.
        options: label → text, as for `read_answer`.
        answer_format: one of `AnswerFormat`.
        mode: "single" for exactly one option, "multi" for a set.
        reading: of the same completion under the same options, where the caller has it already.

    Raises:
        OptionsError: the options cannot be told apart.
        ModeError: `mode` is neither of the two.
        ValueError: `answer_format` is no format.
    """
    form, asked, prepared = AnswerFormat(answer_format), AnswerMode(mode), prepare_options(options)
    if _is_exact(completion.strip(), form, prepared, asked):
        return Compliance.EXACT
    visible = visible_text(completion)
    text = visible.text.value.strip()
    if _is_exact(text, form, prepared, asked):
        return _at_best(completion, visible)
    if form in (AnswerFormat.LETTER, AnswerFormat.LETTERS):
        return _by_reading(reading or read_answer(completion, options, mode=mode))
    if form is AnswerFormat.JSON:
        return _json_like(text, prepared, asked)
    return _line_like(text, form, prepared, asked)


_TEMPLATE = Pattern(r"<[^<>]*>|\[/?INST\]")


def _at_best(completion: str, visible: Visible) -> Compliance:
    """What an exact visible text comes to, by what was cut around it."""
    kinds = {cut.kind for cut in visible.removed}
    tails = [cut.span for cut in visible.removed if cut.kind in ("run-on", "echoed turn", "explanation")]
    if any(_TEMPLATE.sub("", completion[slice(*tail)]).strip() for tail in tails):
        return Compliance.WITH_PROSE
    exact = kinds <= {"reasoning"} and not visible.folded
    return Compliance.EXACT if exact else Compliance.DECORATED


# --- exactly


def _is_exact(text: str, form: AnswerFormat, options: OptionSet, mode: AnswerMode) -> bool:
    if form is AnswerFormat.LETTER:
        return text in options.labels
    if form is AnswerFormat.LETTERS:
        return _is_set(text, options, mode)
    if form is AnswerFormat.LINE:
        return _is_line(text, options, mode)
    if form is AnswerFormat.REASONING:
        return _is_line(text[text.rfind("\n") + 1 :], options, mode)
    return _is_object(text, options, mode)


_JOINED = Pattern(r"\s*[&,]\s*")


def _is_set(text: str, options: OptionSet, mode: AnswerMode) -> bool:
    """Whether the text is one label, or in multi mode several different ones joined by signs."""
    members = [text] if mode is AnswerMode.SINGLE else _JOINED.split(text)
    return set(members) <= set(options.labels) and len(set(members)) == len(members)


def _is_line(text: str, options: OptionSet, mode: AnswerMode) -> bool:
    return text.startswith("Answer: ") and _is_set(text[8:], options, mode)


def _is_object(text: str, options: OptionSet, mode: AnswerMode) -> bool:
    found = _object(text)
    return found is not None and list(found) == ["answer"] and _names(found["answer"], options, mode)


def _object(text: str) -> dict[str, object] | None:
    """The JSON object that the text is; None where it is anything else."""
    if not (text.startswith("{") and text.endswith("}")):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _names(value: object, options: OptionSet, mode: AnswerMode) -> bool:
    """Whether a JSON value is a label, or in multi mode a set of them."""
    if isinstance(value, str):
        return _is_set(value, options, mode)
    if mode is AnswerMode.SINGLE or not isinstance(value, list) or not value:
        return False
    labels = [member for member in value if isinstance(member, str) and member in options.labels]
    return len(labels) == len(value) == len(set(labels))


# --- nearly


def _by_reading(reading: Reading) -> Compliance:
    """For bare letters: a strict reading is the letter decorated, any other that shows a label is prose."""
    if reading.outcome is not Outcome.ANSWER or reading.grade is Grade.TEXT:
        return Compliance.NOT
    return Compliance.DECORATED if reading.grade is Grade.STRICT else Compliance.WITH_PROSE


_LINE = Pattern(r"(?:(?:the|my|final|correct|best) )*answer ?:[ \n]*(?P<said>\S.*)", re.IGNORECASE)


def _line_like(text: str, form: AnswerFormat, options: OptionSet, mode: AnswerMode) -> Compliance:
    """What a line "answer: …" comes to: decorated as the last line, or as the only one, else prose."""
    lines = [line.strip() for line in _plain(text).splitlines() if line.strip()]
    matches = [_LINE.fullmatch(line) for line in lines]
    said = [(at, match["said"]) for at, match in enumerate(matches) if match]
    in_place = len(lines) == 1 or form is AnswerFormat.REASONING
    if said and in_place and said[-1][0] == len(lines) - 1 and _is_decorated(said[-1][1], options, mode):
        return Compliance.DECORATED
    named = any(_begins_with_label(words, options) for _, words in said)
    return Compliance.WITH_PROSE if named else Compliance.NOT


def _is_decorated(said: str, options: OptionSet, mode: AnswerMode) -> bool:
    """Whether the words are the labels under brackets, quotes and a period, in either case."""
    bare = re.sub(r"[\s\"'()\[\].]+", " ", said).strip().upper()
    return _is_set(re.sub(r" ?AND ", " & ", bare).replace(" ,", ","), options, mode)


def _begins_with_label(said: str, options: OptionSet) -> bool:
    first = re.match(r"[\s\"'(]*(?:option |choice )?[\"'(]*(\w+)", said, re.IGNORECASE)
    return first is not None and first[1].upper() in options.index


def _plain(text: str) -> str:
    """The text without mark-up, compatibility forms folded."""
    return plain_text(Text(fold_unicode(text)), []).text.value


_BRACED = Pattern(r"\{[^{}]*\}")
_FENCE = Pattern(r"`{3,}\w*\s*|\s*`{3,}")
_MAX_OBJECTS = 20  # a reply with more is no reply to a question


def _json_like(text: str, options: OptionSet, mode: AnswerMode) -> Compliance:
    """An object under a fence, or with its label under signs, is decorated; more than that is prose."""
    bare = _FENCE.sub("", text).strip()
    whole = _object(bare) or _object(bare.replace("'", '"'))
    if whole is not None and len(whole) == 1 and _is_decorated(_said(whole), options, mode):
        return Compliance.DECORATED
    inner = (_object(match[0]) for match in islice(_BRACED.finditer(text), _MAX_OBJECTS))
    said = [_said(found) for found in (whole, *inner) if found]
    named = any(_is_decorated(words, options, mode) or _begins_with_label(words, options) for words in said)
    return Compliance.WITH_PROSE if named else Compliance.NOT


def _said(found: Mapping[str, object]) -> str:
    """What the answer field of an object says: the members of a list joined by signs."""
    value = next((value for key, value in found.items() if key.lower() == "answer"), "")
    return f"[{' & '.join(map(str, value))}]" if isinstance(value, list) else str(value)
