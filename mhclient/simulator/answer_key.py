"""What the simulated models know: the gold of items, recognised in the text of a prompt.

A simulated model sees a prompt as any model does. It reads the options out of it, and looks the question up
in the answer key it was given; without a key it knows nothing and guesses. A model that goes by shortcuts
has a key of its own: what the best shortcut of each task answers.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase

from benchmark import Item
from benchmark.errors import ItemFormatError
from benchmark.folder import ITEMS, TRIPLES, numbered_lines, read_items
from benchmark.shortcuts import Surroundings, best_guesses
from mhclient.errors import UsageError

# "A. text", "A) text", "A: text", "(A) text": the label styles of our prompts and of most benchmarks.
_OPTION = re.compile(r"^\s*\(?([A-Z])[.):]\s+(\S.*?)\s*$")


def options_in(prompt: str) -> dict[str, str]:
    """The options of the last question in a prompt, letter → text as they stand; empty if there are none.

    >>> options_in("Example?\\nA. x\\nB. y\\n\\nWhich?\\n(B) two\\n(A) one")
    {'B': 'two', 'A': 'one'}
    """
    options: dict[str, str] = {}
    ended = True
    for line in prompt.splitlines():
        found = _OPTION.match(line)
        if found is None:
            ended = True
            continue
        options = {} if ended else options
        options[found[1]] = found[2]
        ended = False
    return options


class _NotAnItem(UsageError):
    """A line of a key file is none."""


@dataclass(frozen=True, slots=True)
class KnownItem:
    """What the key has of an item.

    Attributes:
        gold: texts of the right options.
        number, gender: of the question in a design, and of the patient in this version; else "".
    """

    question: str
    gold: tuple[str, ...]
    number: str = ""
    gender: str = ""


class AnswerKey:
    """Items by their option texts and the lines of their question."""

    def __init__(self, items: Iterable[Mapping[str, object]] = ()) -> None:
        self._by_line: dict[tuple[frozenset[str], str], list[KnownItem]] = defaultdict(list)
        self._paths: list[Path] = []
        self.n_items = 0
        for item in items:
            self._add(item)

    @classmethod
    def from_file(cls, *paths: str) -> "AnswerKey":
        """The key in one or several files items.jsonl, or in benchmarks' folders.

        Raises:
            UsageError: a file cannot be read, or a line is not an item.
        """
        key = cls()
        for path in paths:
            file = Path(path, ITEMS) if Path(path).is_dir() else Path(path)
            key._paths.append(file)
            try:
                for number, line in numbered_lines(file):
                    key._add_line(line, f"{file}:{number}")
            except (ItemFormatError, _NotAnItem) as error:
                if Path(path).is_file() and Path(path).suffix != ".jsonl":
                    raise UsageError(
                        f"`answer_key={path}`: not the items of a benchmark. Import it first ('mhclient "
                        f"import {path} --out DIR'), then name DIR/{ITEMS}."
                    ) from error
                raise UsageError(f"`answer_key={error}`") from error
        return key

    def gold(self, prompt: str) -> tuple[str, ...] | None:
        """The right letters as the prompt labels them; None if the item is not in the key."""
        known = self.known(prompt)
        if known is None:
            return None
        return tuple(sorted(letter for letter, text in options_in(prompt).items() if text in known.gold))

    def known(self, prompt: str) -> KnownItem | None:
        """The item that a prompt asks, with its options; None if it is not in the key."""
        texts = frozenset(options_in(prompt).values())
        return _asked(prompt, lambda line: self._by_line.get((texts, line), ()))

    def hidden_options(self, prompt: str) -> dict[str, str]:
        """The options of the item that a prompt asks without showing any, the right one first, as A.

        Empty if the item is not in the key, or has several right ones.
        """
        known = _asked(prompt, lambda line: self._without_options.get(line, ()))
        if known is None or len(known.gold) != 1:
            return {}
        wrong = sorted(self._texts[known.question] - set(known.gold))
        return dict(zip(ascii_uppercase, (*known.gold, *wrong), strict=False))

    @cached_property
    def _without_options(self) -> dict[str, list[KnownItem]]:
        found: defaultdict[str, list[KnownItem]] = defaultdict(list)
        for (_, line), known in self._by_line.items():
            found[line] += known
        return dict(found)

    @cached_property
    def _texts(self) -> dict[str, frozenset[str]]:
        """Question → the texts of its options."""
        return {known.question: texts for (texts, _), of in self._by_line.items() for known in of}

    def names(self) -> Sequence[str]:
        """Every option text of the file, in order: what a writer without a graph can think of."""
        return self._names

    @cached_property
    def _names(self) -> list[str]:
        return sorted({text for texts, _ in self._by_line for text in texts})

    def is_right(self, question: str, text: str) -> bool:
        """Whether a text is a right answer to a question of the file."""
        return " ".join(text.split()) in self._right.get(" ".join(question.split()), ())

    @cached_property
    def _right(self) -> dict[str, set[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for known in (each for of_line in self._by_line.values() for each in of_line):
            found[" ".join(known.question.split())].update(known.gold)
        return dict(found)

    @cached_property
    def shortcuts(self) -> "AnswerKey":
        """The same questions with what the best shortcut of their task answers, as if it were right.

        Worked out when first asked for: some seconds for 10,000 items. It knows nothing of a file without
        complete items, and of tasks without a shortcut.
        """
        return AnswerKey(guess for path in self._paths for guess in _guessed_in(path))

    def _add_line(self, line: str, where: str) -> None:
        try:
            self._add(json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _NotAnItem(f"{where}: not an item with question, options and gold ({error}).") from error

    def _add(self, item: Mapping[str, object]) -> None:
        question, options, gold = item["question"], item["options"], item["gold"]
        if not (isinstance(question, str) and isinstance(options, Mapping) and isinstance(gold, list)):
            raise TypeError("question must be text, options an object, gold a list")
        texts = {letter: " ".join(str(text).split()) for letter, text in options.items()}
        known = KnownItem(question, tuple(texts[letter] for letter in gold), *_version(item.get("details")))
        first_line = question.splitlines()[0] if question else ""
        self._by_line[frozenset(texts.values()), first_line].append(known)
        self.n_items += 1


def _asked(prompt: str, of_line: Callable[[str], Iterable[KnownItem]]) -> KnownItem | None:
    """The last item whose first line and question stand in a prompt: solved examples stand before it."""
    for line in reversed(prompt.splitlines()):
        for start in (line, line.partition(": ")[2]):  # some prompts say "Question: " before it
            asked = [one for one in of_line(start) if one.question in prompt]
            if asked:  # a question with evidence begins with the same question without
                return max(asked, key=lambda one: len(one.question))
    return None


def _version(details: object) -> tuple[str, str]:
    """Number of the question and gender, as a design has them."""
    if not isinstance(details, Mapping) or "vignette" not in details:
        return "", ""
    return str(details.get("q_id", "")), str(details.get("gender", ""))


def _guessed_in(path: Path) -> Iterator[Mapping[str, object]]:
    try:
        items = list(read_items(path))
    except ItemFormatError:
        return
    yield from _guessed(items, Surroundings.read(path.with_name(TRIPLES)))


def _guessed(items: Sequence[Item], graph: Surroundings) -> Iterator[Mapping[str, object]]:
    """The items with the answers of shortcuts as their gold."""
    of_task: defaultdict[str, list[Item]] = defaultdict(list)
    for item in items:
        of_task[item.task].append(item)
    for task, of in of_task.items():
        best = best_guesses(task, of, graph)
        for item, text in zip(of, best.answers if best else (), strict=best is not None):
            gold = [letter for letter, option in item.options.items() if option == text][:1]
            yield {"question": item.question, "options": item.options, "gold": gold}
