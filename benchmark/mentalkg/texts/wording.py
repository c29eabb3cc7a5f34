"""Words of the graph in a text: eight in a row are a copy, and names with underscores are no words."""

import re
from collections.abc import Iterator

from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.texts.problem import TextCheck, TextProblem

IN_A_ROW = 8
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_UNDERSCORED = re.compile(r"\b\w*[^\W_]_[^\W_]\w*\b")


class CopyFinder:
    """Knows every eight consecutive words of a description, a manifestation, a requirement or a rule."""

    def __init__(self, graph: DiagnosisGraph) -> None:
        self._known = {shingle for text in _texts(graph) for shingle in shingles(words_of(text), IN_A_ROW)}

    def problems(self, text: str) -> Iterator[TextProblem]:
        """The first run of words that is the graph's, and the first name with an underscore."""
        for shingle in shingles(words_of(text), IN_A_ROW):
            if shingle in self._known:
                said = " ".join(shingle)
                yield TextProblem(TextCheck.OWN_WORDS, f"use your own words instead of “{said}”")
                break
        if found := _UNDERSCORED.search(text):
            yield TextProblem(TextCheck.OWN_WORDS, f"“{found[0]}” is a name from the list, no word")


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return _WORD.findall(text.lower())


def shingles(words: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every run of so many words."""
    return zip(*(words[start:] for start in range(size)), strict=False)


def _texts(graph: DiagnosisGraph) -> Iterator[str]:
    for symptom in graph.symptoms.values():
        yield symptom.description
        yield from (shown.text for shown in symptom.manifestations)
    for disorder in graph.disorders.values():
        yield from disorder.requirements
    for differential in graph.differentials:
        yield from differential.rules.values()
