"""What models are asked, word for word, and how replies are read. Versioned: the manifest names versions.

The sections of a prompt stand under fixed headings, so that whoever simulates a writer can read them back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

VERSIONS: Mapping[str, int] = {"mentions": 1, "choose-node": 1, "write": 1, "direct": 1, "judge": 1}

QUESTION, KEY = "Question:", "Right answer:"
OLD_OPTIONS, FORBIDDEN = "Existing wrong options, not to be repeated:", "Not to be used, right or refused:"
PATHS, REFUSED = "Paths in a knowledge graph:", "Refused in your earlier reply:"

WRITER = "You write wrong options (distractors) for multiple-choice questions of medical examinations."
JUDGE = "You are an examiner. You decide whether an answer would have to be accepted as correct."
MAPPER = "You find the medical entities in a text."
CHOOSER = "You pick the entry of a list that a term means."


class ChatPrompt(NamedTuple):
    """A system message and the user's."""

    system: str
    user: str


class NotAsAsked(ValueError):
    """A reply has another shape than was asked for; says which."""


@dataclass(frozen=True, slots=True)
class WrittenOption:
    """One option as a writer gave it; `paths` are numbers from 1 of those it was shown."""

    text: str
    paths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What a writer is told.

    Attributes:
        n: how many options are wanted; some are usually refused.
        paths: as text; () for a writer who is shown none.
        forbidden: names that the graph calls right, or that were refused otherwise.
        refused: texts of earlier rounds with the reason of each.
    """

    question: str
    key: str
    n: int
    olds: Sequence[str]
    paths: Sequence[str] = ()
    forbidden: Sequence[str] = ()
    refused: Sequence[tuple[str, str]] = ()


def mentions_prompt(question: str, key: str) -> ChatPrompt:
    """Which medical entities question and key name."""
    return ChatPrompt(
        MAPPER,
        f"{QUESTION} {question}\n{KEY} {key}\n\n"
        "List the medical entities (diseases, symptoms, drugs, genes, exposures) that the question names, "
        "and those that the right answer names. Copy each exactly as it is written there. Reply with one "
        'JSON object and nothing else: {"question": ["…"], "answer": ["…"]}',
    )


def read_mentions(found: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The spans of a reply.

    Raises:
        NotAsAsked: it has another shape.
    """
    lists = [found.get(name) for name in ("question", "answer")]
    for given in lists:
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            raise NotAsAsked("'question' and 'answer' must be lists of texts")
    return lists[0] or [], lists[1] or []


def choose_prompt(question: str, mention: str, key: str | None, names: Sequence[str]) -> ChatPrompt:
    """Which of the nearest names a mention means.

    Args:
        key: shown only where a mention of the key itself is mapped: else it would draw the choice to it.
    """
    numbered = "\n".join(f"{number}. {name}" for number, name in enumerate(names, start=1))
    beside = f"\n{KEY} {key}" if key is not None else ""
    return ChatPrompt(
        CHOOSER,
        f"{QUESTION} {question}{beside}\n\nWhich entry means the same as “{mention}”?\n0. none fits\n"
        f"{numbered}\n\nReply with the number only.",
    )


def read_choice(text: str, n: int) -> int | None:
    """The place, from 0, of the name that was chosen; None for none.

    Raises:
        NotAsAsked: it is no number from 0 to n.
    """
    bare = text.strip().removesuffix(".")
    if not (bare.isascii() and bare.isdigit() and int(bare) <= n):
        raise NotAsAsked(f"it is no number from 0 to {n}")
    return int(bare) - 1 if int(bare) else None


def write_prompt(request: WriteRequest) -> ChatPrompt:
    """Wrong options, along paths where there are any; without paths it is the control's prompt."""
    parts = [
        f"{QUESTION} {request.question}",
        f"{KEY} {request.key}",
        _listed(OLD_OPTIONS, request.olds),
        _listed(FORBIDDEN, request.forbidden) if request.forbidden else "",
        _numbered(PATHS, request.paths) if request.paths else "",
        _listed(REFUSED, [f"{text} ({why})" for text, why in request.refused]) if request.refused else "",
        _demands(request),
    ]
    return ChatPrompt(WRITER, "\n\n".join(filter(None, parts)))


def _listed(heading: str, texts: Sequence[str]) -> str:
    return "\n".join([heading, *(f"- {' '.join(text.split())}" for text in texts)])


def _numbered(heading: str, texts: Sequence[str]) -> str:
    return "\n".join([heading, *(f"{number}. {text}" for number, text in enumerate(texts, start=1))])


def _demands(request: WriteRequest) -> str:
    built = " Build each on one of the paths: it names an entity of that path." if request.paths else ""
    path = ', "path": 1' if request.paths else ""
    return (
        f"Write {request.n} wrong options. Each must be strictly wrong: nobody who knows the subject could "
        f"call it a correct answer. Each must be highly misleading for somebody who does not.{built} "
        f"{_form_of(request.key)} "
        "Reply with one JSON object and nothing else: "
        f'{{"distractors": [{{"text": "…"{path}, "why_wrong": "…"}}]}}'
    )


def _form_of(key: str) -> str:
    """The form of the key, which would give it away if options had another."""
    words = len(key.split())
    length = "one word" if words == 1 else f"about {words} words"
    case = "a capital letter" if key[:1].isupper() else "a small letter"
    period = "" if key.rstrip().endswith(".") else " and no period at the end"
    return f"Each has the form of the right answer: {length}, beginning with {case}{period}."


def read_written(found: Mapping[str, Any]) -> list[WrittenOption]:
    """The options of a reply, in its order.

    Raises:
        NotAsAsked: it has another shape, or no option.
    """
    given = found.get("distractors")
    if not isinstance(given, list) or not given:
        raise NotAsAsked("'distractors' must be a list that is not empty")
    options = []
    for each in given:
        if not isinstance(each, dict) or not isinstance(each.get("text"), str) or not each["text"].strip():
            raise NotAsAsked("each distractor must be an object with a 'text'")
        text = " ".join(each["text"].split())
        options.append(WrittenOption(text, _path_numbers(each.get("path"))))
    return options


def _path_numbers(given: Any) -> tuple[int, ...]:
    found = given if isinstance(given, list) else [given]
    return tuple(each for each in found if isinstance(each, int) and not isinstance(each, bool))


def judge_prompt(question: str, option: str) -> ChatPrompt:
    """Whether one option is right: no key, no letters, no other options."""
    return ChatPrompt(
        JUDGE,
        f"{QUESTION} {question}\nAnswer: {option}\n\nWould an examiner have to accept this as a correct "
        "answer? Reply with one of: yes, no, cannot tell.",
    )


def read_judgement(text: str) -> bool | None:
    """Yes, no, or None for "cannot tell".

    Raises:
        NotAsAsked: it is not one of the three.
    """
    said = text.strip().strip(".\"'").casefold()
    if said not in JUDGED:
        raise NotAsAsked("it is not one of yes, no, cannot tell")
    return JUDGED[said]


JUDGED: Mapping[str, bool | None] = {"yes": True, "no": False, "cannot tell": None}
