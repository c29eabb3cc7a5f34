"""What a log says of one reply, whichever tool kept it. What a log does not say is None, never guessed.

Options and golds come as logs write them: as a letter, a number, or the text of an option.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.item import LETTERS, Mode
from mhclient.errors import UsageError
from mhclient.providers.reply import token_count
from parsers import AnswerFormat


class LogUnusable(UsageError):
    """A log cannot be adopted; the message says where, and why.

    Attributes:
        path: the log, where it was found while it was kept; and else None.
    """

    path: Path | None = None


class Published(NamedTuple):
    """The tool's own reading and score of a reply.

    Attributes:
        said: the letter it read, or several joined by "&"; None where it read none.
        right: whether it scored the reply as right; None where the log does not say.
    """

    said: str | None
    right: bool | None


@dataclass(frozen=True, slots=True)
class LoggedReply:
    """One reply.

    Attributes:
        place: where it stands in the log, for messages: "line 7", "sample 12".
        item: the item's id in the log.
        options: letter → text, in the order in which the model was shown them.
        gold: the right letters, as shown.
        messages: what was sent: role and text of each turn.
        completion: the text of the reply; None if there is none.
        error: why there is none.
        finish_reason: in our words (`FinishReason`) where they fit, else as logged.
        published: what the tool read and scored; None where the log does not say.
        scores: the same in each of several ways (filters, metrics, scorers) by their names, `published` being
            the first; empty where there is one.
        absent: why the record holds no text, where it does not say of an error: the reply counts as empty.
        epoch: the how-manieth time the item was asked, from 1.
        mode: whether one or several letters were asked for; None where the log does not say, and the gold
            decides.
        record: the log's own record, as far as it is kept.
    """

    place: str
    item: str
    question: str
    options: Mapping[str, str]
    gold: frozenset[str]
    messages: tuple[tuple[str, str], ...]
    completion: str | None
    task: str = "logged"
    error: str | None = None
    finish_reason: str | None = None
    published: Published | None = None
    scores: Mapping[str, Published] = field(default_factory=dict)
    absent: str | None = None
    epoch: int = 1
    mode: str | None = None
    served_model: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    record: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What a log says besides is a courtesy: a value that cannot be meant is not known."""
        if self.prompt_tokens is not None:
            object.__setattr__(self, "prompt_tokens", token_count(self.prompt_tokens))
        if self.completion_tokens is not None:
            object.__setattr__(self, "completion_tokens", token_count(self.completion_tokens))
        if self.finish_reason is not None:
            object.__setattr__(self, "finish_reason", _plain(self.finish_reason))
        if self.served_model is not None:
            object.__setattr__(self, "served_model", _plain(self.served_model))
        scores = {name: _checked(each) for name, each in self.scores.items()}
        first = next(iter(scores.values()), self.published)
        object.__setattr__(self, "published", first and _checked(first))
        object.__setattr__(self, "scores", scores if len(scores) > 1 else {})


def _checked(published: Published) -> Published:
    return published if isinstance(published.right, bool) else Published(published.said, None)


def texts_of(value: object, without: str) -> list[str | None]:
    """The texts of the replies to a question, one or a list of repetitions; None for each that there is not.

    Args:
        without: what is said where there is something else than texts.

    Raises:
        LogUnusable: there is.
    """
    texts: list[Any] = value if isinstance(value, list) else [value]
    if not all(text is None or isinstance(text, str) for text in texts):
        raise LogUnusable(without)
    return texts or [None]


def right_of(score: object) -> bool | None:
    """Whether a score says right or wrong; None for one in between, which is neither."""
    return bool(score) if isinstance(score, int | float) and score in (0, 1) else None


def _plain(value: object) -> str | None:
    """A text, also of a kind of its own: rows that are set aside hold nothing else."""
    return str(value) if isinstance(value, str) else None


class LogHead(NamedTuple):
    """The head of a log.

    Attributes:
        tool: its name, as in `--from`.
        version: of the tool, None where the log does not say.
        model: the model's name; None where the log does not say.
        parameters: temperature and the like, as logged.
        notes: what the format does not say, in sentences for people.
        answer_format: what the prompts asked replies to be, in our words; None where the log does not say.
        way: which of several ways of asking in one file, as its n-th prompt; each becomes a run.
        in_parts: whether any part of the file can be read without the others.
    """

    tool: str
    version: str | None = None
    model: str | None = None
    parameters: Mapping[str, Any] = {}
    notes: tuple[str, ...] = ()
    answer_format: str | None = None
    way: str = ""
    in_parts: bool = True


class Fields(NamedTuple):
    """Where records have what, in a file without a fixed form; dots lead into objects. None: as usual."""

    prompt: str | None = None
    completion: str | None = None
    question: str | None = None
    options: str | None = None
    gold: str | None = None
    said: str | None = None
    id: str | None = None
    task: str | None = None
    epoch: str | None = None


NO_FIELDS = Fields()
_FORMATS = frozenset(AnswerFormat)
_MODES = frozenset(Mode)


def answer_format_of(notes: object) -> str | None:
    """The answer format in what `mhclient export` notes of a run; None where there is none that is known."""
    given = notes.get("answer_format") if isinstance(notes, Mapping) else None
    return given if isinstance(given, str) and given in _FORMATS else None


def as_exported(reply: LoggedReply, notes: Mapping[str, Any]) -> LoggedReply:
    """A reply with what `mhclient export` notes of it where a format has no field for it."""
    reason, mode, epoch = notes.get("finish_reason"), notes.get("mode"), notes.get("epoch", "")
    return replace(
        reply,
        item=str(notes.get("item") or reply.item),
        task=str(notes.get("task") or reply.task),
        mode=mode if mode in _MODES else None,
        epoch=int(epoch) if str(epoch).isdecimal() and int(epoch) else reply.epoch,
        finish_reason=str(reason) if reason else None,
    )


def prompt_messages(prompt: str) -> tuple[tuple[str, str], ...]:
    """A prompt as turns: chat prompts are logged as a JSON list of messages."""
    if prompt.startswith("[{"):
        try:
            return tuple((str(turn["role"]), str(turn["content"])) for turn in json.loads(prompt))
        except (ValueError, TypeError, KeyError):
            pass
    return (("user", prompt),)


NO_FINISH_REASONS = "The log does not say why replies ended: cut replies cannot be told from finished ones."
NO_READINGS = "The log does not say which letter the tool read."


_LETTER = re.compile(r"\s*\(?([A-Za-z])\)?\s*[.:)]?\s*")


def labelled(options: object, place: str) -> dict[str, str]:
    """Options as letter → text: from a list, an object of letters, or one with `text` and `label` (ARC).

    >>> labelled(["oak", "birch"], "line 1")
    {'A': 'oak', 'B': 'birch'}

    Raises:
        LogUnusable: they are none of these.
    """
    if isinstance(options, dict) and isinstance(options.get("text"), list):
        options = options["text"]
    if isinstance(options, (list, tuple)):
        texts: Iterable[Any] = options
    elif isinstance(options, dict):
        # Parquet gives every row all labels: those it does not have are null.
        given = {label: text for label, text in options.items() if text is not None}
        texts = _in_order(given, place).values()
    else:
        found_there = "" if options is None else f": {str(options)[:60]!r}"
        raise LogUnusable(f"{place}: no options{found_there}. Name their field with `options` FIELD.")
    listed = [str(text) for text in texts]
    if len(listed) > len(LETTERS):
        raise LogUnusable(
            f"{place}: {len(listed):,} options, of which no more than {len(LETTERS)} can have a letter."
        )
    found = dict(zip(LETTERS, listed, strict=False))
    if not found:
        raise LogUnusable(f"{place}: no options. Name their field with `options` FIELD.")
    return found


def _in_order(options: Mapping[Any, Any], place: str) -> Mapping[Any, Any]:
    """An object of letters in the order of these, whatever order it was written in.

    Raises:
        LogUnusable: its letters are not the first of the alphabet: the replies mean other options than ours.
    """
    by_letter = {str(label).strip().upper(): text for label, text in options.items()}
    if not all(len(label) == 1 and label in LETTERS for label in by_letter):
        return options
    letters = LETTERS[: len(options)]
    if set(by_letter) != set(letters):
        raise LogUnusable(
            f"{place}: options with the letters {', '.join(by_letter)}, not {', '.join(letters)}. "
            "Give them the letters that they had in the prompt, from A on."
        )
    return {letter: by_letter[letter] for letter in letters}


def letters_by_label(options: object) -> dict[str, str]:
    """Our letters by the labels that a record gives its options: an object's names, or `label` (ARC).

    >>> letters_by_label({"1": "oak", "2": "birch"})
    {'1': 'A', '2': 'B'}
    """
    if not isinstance(options, dict):
        return {}
    labels = options.get("label", ()) if isinstance(options.get("text"), list) else options
    named = [str(label).strip() for label in labels]
    return {} if any(label.upper() in LETTERS for label in named) else dict(zip(named, LETTERS, strict=False))


def letter_of(value: object, options: Mapping[str, str]) -> str | None:
    """The letter that a log's value names: the letter itself, a place from 0, or an option's text; else None.

    >>> options = {"A": "oak", "B": "birch"}
    >>> [letter_of(value, options) for value in ("(B)", 1, "oak", "elm", None)]
    ['B', 'B', 'A', None, None]
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return list(options)[value] if 0 <= value < len(options) else None
    text = str(value).strip()
    letter = _LETTER.fullmatch(text)
    if letter is not None and letter.group(1).upper() in options:
        return letter.group(1).upper()
    same = [label for label, option in options.items() if option.strip() == text]
    return same[0] if len(same) == 1 else None


def letters_of(value: object, options: Mapping[str, str]) -> frozenset[str]:
    """The letters that a log's value names: one as `letter_of` finds it, or several joined; else none.

    >>> options = {"A": "oak", "B": "birch", "C": "elm"}
    >>> [sorted(letters_of(value, options)) for value in ("birch", "A, C", "A&B", "A or D")]
    [['B'], ['A', 'C'], ['A', 'B'], []]
    """
    if isinstance(value, str) and value in options:
        return frozenset({value})
    letter = letter_of(value, options)
    if letter is not None:
        return frozenset({letter})
    parts = [part.strip() for part in re.split("[,&]", value)] if isinstance(value, str) else []
    return frozenset(parts) if parts and all(part in options for part in parts) else frozenset()


def said_of(value: object, options: Mapping[str, str]) -> str | None:
    """The same as a tool's reading, joined by "&"; None where it names none."""
    return "&".join(sorted(letters_of(value, options))) or None


def gold_of(value: object, options: Mapping[str, str], place: str) -> frozenset[str]:
    """The right letters.

    Raises:
        LogUnusable: there is none, or a value names no option.
    """
    if value is None or value == "":
        raise LogUnusable(f"{place}: no gold. Name its field with `gold` FIELD.")
    values = value if isinstance(value, list | tuple) else [value]
    found = [letters_of(each, options) for each in values]
    if not found or not all(found):
        counted = isinstance(value, str) and value.strip().isdecimal()
        why = " As text, a number may count from 0 or 1: write the letter or the text." if counted else ""
        raise LogUnusable(f"{place}: the gold {str(value)[:60]!r} is none of the options.{why}")
    return frozenset().union(*found)
