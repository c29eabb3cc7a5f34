"""The texts of cases: form, person, names of disorders, age and durations of charts; nothing twice.

Written anew, by other means than the generator's: a case that it let through by mistake is found here.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.verify.generated.criteria import Criteria
from benchmark.verify.lines import ItemLine
from benchmark.verify.violation import Kind, Violation

_LEAST, _MOST, _CHARACTERS = 120, 250, 100
_I = frozenset(
    ("I", "my", "My", "me", "Me", "I'm", "I’m", "I've", "I’ve", "I'd", "I’d", "I'll", "I’ll", "myself")
)
_EDGES = ".,;:!?()\"'“”‘’…—–-"
_MANUALS = ("dsm", "icd-10", "icd-11", "ptsd", "adhd", "ocd")
_QUOTATIONS = re.compile(r'"[^"]*"|“[^”]*”')
_GAPS = re.compile(r"[\s\-/()]+")


class Texts:
    """Looks at texts of one graph's cases."""

    def __init__(self, graph: Criteria) -> None:
        names = sorted({_flat(asked.name) for asked in graph.disorders.values()}, key=len, reverse=True)
        self._names = re.compile("|".join(map(re.escape, names)))
        self._manuals = re.compile(rf"\b(?:{'|'.join(map(re.escape, _MANUALS))})\b")

    def check(
        self, line: ItemLine, patient: Mapping[str, Any], stated: Mapping[str, Any]
    ) -> Iterator[Violation]:
        """Everything that one text shows by itself."""
        words = line.question.split()
        if not _LEAST <= len(words) <= _MOST or len(line.question) < _CHARACTERS:
            yield Violation(line.id, Kind.TEXT_UNFIT, f"it has {len(words)} words")
        flat = _flat(line.question)
        if match := self._names.search(flat) or self._manuals.search(flat):
            yield Violation(line.id, Kind.LEAK, f"it says “{match[0]}”")
        if line.task == "type1":
            yield from _of_chart(line, patient, stated)
        elif _I.isdisjoint(word.strip(_EDGES) for word in words):
            yield Violation(line.id, Kind.TEXT_UNFIT, "it is not told in the first person")


def _of_chart(line: ItemLine, patient: Mapping[str, Any], stated: Mapping[str, Any]) -> Iterator[Violation]:
    outside = _QUOTATIONS.sub(" ", line.question)
    if not _I.isdisjoint(word.strip(_EDGES) for word in outside.split()):
        yield Violation(line.id, Kind.TEXT_UNFIT, "a chart that is told in the first person")
    if not re.search(rf"\b{patient['age']}\b", line.question):
        yield Violation(line.id, Kind.TEXT_UNFIT, f"it does not give the age, {patient['age']}")


def same_texts(lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """A text that two patients have."""
    having: dict[str, list[ItemLine]] = defaultdict(list)
    for line in lines:
        having[line.question].append(line)
    for same in having.values():
        for other in same[1:]:
            if other.details.get("patient") != same[0].details.get("patient"):
                yield Violation(other.id, Kind.DUPLICATE_STEM, f"its text is that of {same[0].id}")


def _flat(text: str) -> str:
    return _GAPS.sub(" ", text.lower()).strip()
