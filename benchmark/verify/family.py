"""What verification knows of one task family: `Family`, whose subclasses are the files of `families/`.

A family says how its question is worded, what the graph makes right, and what an item's annotation must be.
The checks (`checks.py`, `annotation.py`, `across.py`) are the same for all and name no family.

Decision: docs/decisions/benchmark.md, "One file for each family on either side".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from benchmark.verify.facts import Facts, Graph
from benchmark.verify.lines import ItemLine, TripleKeys
from benchmark.verify.reference import Reference
from benchmark.verify.violation import Kind
from benchmark.verify.words import Patterns, Said, read_words

Findings = Iterator[tuple[Kind, str]]


class Family:
    """One task family. What a method does not say otherwise holds for most families.

    Attributes:
        task: its short name, as in the paper's table; items with evidence have the same with "+E".
        patterns: the words of its question.
        types: role → entity type, for the roles that the question names.
        denied_ends: the roles of the triple that an item denies, where it names one; else none.
        multi: pairs in several usage relations are asked for one relation or more, if the settings say so.
        with_evidence: its items are also asked with evidence.
    """

    task: ClassVar[str] = ""
    patterns: ClassVar[Patterns] = {}
    types: ClassVar[Mapping[str, str]] = {}
    denied_ends: ClassVar[tuple[str, str] | None] = None
    multi: ClassVar[bool] = False
    with_evidence: ClassVar[bool] = False

    def read(self, line: ItemLine) -> Said | None:
        """What the item's question says, or None if it is not in the family's words."""
        has_evidence = line.task.endswith("+E")
        if has_evidence and not self.with_evidence:
            return None
        return read_words(self.patterns, line.question, line.named, has_evidence=has_evidence)

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        """The letters of the options that `facts` makes right, whatever the gold says."""
        raise NotImplementedError

    def form(self, options: Sequence[str], types: frozenset[str]) -> Iterator[str]:
        """What is wrong with the options' texts; `types` are those of the slice."""
        return iter(())

    def n_options(self, wanted: int, said: Said, reference: Reference) -> int:
        """How many options there must be: as the settings say, or as many as the slice allows."""
        return wanted

    def gold_problem(self, line: ItemLine, said: Said, graph: Graph) -> str:
        """What is wrong with a gold that the graph makes right; empty if nothing is."""
        return ""

    def denies(self, gold: set[str]) -> bool:
        """Whether such a gold denies a fact: then the item records whether the whole file denies it too."""
        return False

    def absent(self, said: Said, file: Facts) -> bool:
        """Whether no row of the file says what the item denies."""
        raise NotImplementedError

    def names_alone(self, line: ItemLine, said: Said) -> Iterable[str]:
        """Names that are asked about without a type, so that one node alone may have them."""
        return ()

    def option_names(self, line: ItemLine) -> Iterable[str]:
        """Names of nodes that stand in the options."""
        return ()

    def role_types(self, line: ItemLine, said: Said) -> Mapping[str, str]:
        """Role → the entity type it must have, for roles that the question names."""
        return self.types

    def entities(self, line: ItemLine, said: Said) -> Findings:
        """Whether the annotation has the entities that the question names, and no others."""
        roles = [entity.get("role", "") for entity in line.entities]
        if sorted(roles) != sorted(said.names):
            what = f"the question names {_listed(said.names)}; entities are {_listed(roles)}"
            yield Kind.ANNOTATION_WRONG, what

    def relation(self, line: ItemLine, said: Said, graph: Graph) -> str | None:
        """The relation that the annotation must have."""
        return None

    def triples(self, line: ItemLine, said: Said, graph: Graph) -> list[TripleKeys]:
        """The facts the question states and those that make its gold true."""
        return []

    def triples_problem(self, line: ItemLine, said: Said, graph: Graph) -> str:
        """What is wrong with the triples behind a gold that affirms; empty if nothing is."""
        expected = self.triples(line, said, graph)
        if list(line.triples) == expected:
            return ""
        return f"the question rests on {_in_words(expected)}; the item has {_in_words(line.triples)}"

    def details(self, line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
        """The details that follow from words and graph."""
        return iter(())

    def further(self, line: ItemLine, said: Said, reference: Reference) -> Findings:
        """What else must hold of an item of this family."""
        return iter(())

    def content(self, line: ItemLine) -> str:
        """What an item asks about, as text, by the keys of its nodes: it decides the place in the file."""
        return "|".join(line.keys.values())

    def stem_options(self, line: ItemLine) -> Iterable[str]:
        """Options that belong to the question, where the question alone is the same for many items."""
        return ()

    def halves(self, lines: Sequence[ItemLine]) -> Mapping[str, Sequence[ItemLine]]:
        """Groups of items by name; where the options are yes and no, half of each group must be yes."""
        return {"": lines}

    def answer(self, line: ItemLine) -> str:
        """What the gold says, where many items say the same: a type, a relation."""
        return " and ".join(sorted(line.gold_texts))


def _in_words(triples: Sequence[TripleKeys]) -> str:
    return "; ".join(f"{head} –{relation}→ {tail}" for head, relation, tail in triples) or "no triple"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
