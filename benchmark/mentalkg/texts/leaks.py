"""Names of disorders in a text: in full, by abbreviation or synonym, and words of diagnostic manuals."""

import re
from collections.abc import Iterable, Iterator

from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.texts.problem import TextCheck, TextProblem

# Other words for disorders of manuals in use: our list. They are looked for whatever the graph calls its own.
SYNONYMS = (
    "adhd", "attention deficit", "bipolar", "manic depression", "manic depressive", "dysthymia", "dysthymic",
    "major depression", "clinical depression", "depressive disorder", "anxiety disorder", "schizophrenic",
    "schizoaffective", "ptsd", "post traumatic stress", "obsessive compulsive", "ocd", "body dysmorphia",
    "body dysmorphic", "anorexia", "anorexic", "bulimia", "bulimic", "binge eating disorder", "dsm", "dsm 5",
    "icd 10", "icd 11", "diagnostic criteria",
)  # fmt: skip
# Abbreviations are words of their own in small letters: capitals only.
ABBREVIATIONS = ("ADD", "ADHD", "BDD", "BED", "BPD", "DSM", "GAD", "ICD", "MDD", "OCD", "PDD", "PTSD")
_NOT_WORD = re.compile(r"[\W_]+")
_CAPITALS = re.compile(rf"\b(?:{'|'.join(ABBREVIATIONS)})\b")


def folded(text: str) -> str:
    """Small letters, and one space for whatever stands between words.

    >>> folded("Obsessive-Compulsive  Disorder.")
    'obsessive compulsive disorder '
    """
    return _NOT_WORD.sub(" ", text.casefold())


class LeakFinder:
    """Finds names in texts: all are one pattern, the longest first, since names contain names."""

    def __init__(self, graph: DiagnosisGraph) -> None:
        self._names = {folded(each.name).strip(): each.name for each in graph.disorders.values()}
        self._pattern = _pattern([*self._names, *SYNONYMS])

    def names_in(self, text: str) -> list[str]:
        """The full names of disorders in a text, as the graph has them."""
        found = (match[0] for match in self._pattern.finditer(folded(text)))
        return list(dict.fromkeys(self._names[name] for name in found if name in self._names))

    def problems(self, text: str) -> Iterator[TextProblem]:
        """Every name, synonym, abbreviation and word of a manual."""
        found = [match[0] for match in self._pattern.finditer(folded(text))]
        for word in dict.fromkeys([*found, *_CAPITALS.findall(text)]):
            yield TextProblem(
                TextCheck.LEAK, f"it names a diagnosis or a manual: “{self._names.get(word, word)}”"
            )


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")
