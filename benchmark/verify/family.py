"""What verification knows of one task family: `Family`, whose subclasses are in `families.py`, and what it
is given: the graph, the settings of the build, the feature tables, and what a question says.

A family says how its question is worded (the English of the templates, written a second time), what the
graph makes right, and what an item's annotation must be. The checks (`checks.py`, `across.py`) are the same
for all and name no family. A question that does not fit its pattern is a violation, since nobody checked
what it then asks. Evidence is looked at again: is an answer left in it, and is it what the feature tables
say?
"""

import csv
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from benchmark.errors import FeatureFormatError
from benchmark.parquet import ParquetError, text_rows
from benchmark.untrusted import TABLE_MAX, read_regular_file
from benchmark.verify.lines import ItemLine, Kind, TripleKeys
from benchmark.verify.reading import Facts, Graph

GRAPH = "the PrimeKG knowledge graph"
_EVIDENCE = "\n\nEvidence:\n\n"

# The relation a question is about, None where its words name it or there is none → the pattern of its words.
Patterns = Mapping[str | None, str]


@dataclass(frozen=True, slots=True)
class Said:
    """What the words say.

    Attributes:
        names: role → name, the roles being those of the items' entities.
        relation: the relation named (FC, RT), or that of the first hop (R1, R2).
        evidence: the text after the question, or None.
    """

    names: Mapping[str, str]
    relation: str | None
    evidence: str | None


def read_words(
    patterns: Patterns, question: str, names: Mapping[str, str], *, has_evidence: bool
) -> Said | None:
    """What a question says, or None if it is not in the words of one of the patterns.

    Args:
        names: role → name to try first. A name may hold quotation marks and even the template's own words;
            with the right names at hand the question has one reading, and with wrong ones it is read without
            them.
    """
    asked, mark, evidence = question.partition(_EVIDENCE)
    if has_evidence != bool(mark):
        return None
    for known in (names, None) if names else (None,):
        for relation, pattern in patterns.items():
            found = _read(pattern, asked, known)
            if found is not None:
                said = found.pop("relation", relation)
                return Said(found, said, evidence if has_evidence else None)
    return None


def _read(pattern: str, asked: str, known: Mapping[str, str] | None) -> dict[str, str] | None:
    """The names in a question of this pattern; where some are known, only with these in their places."""
    match = _compiled(pattern).fullmatch(asked)
    if match is None and not (known and "" in known.values()):
        return None  # any name but an empty one fits the pattern
    if match is None or (known and not _agrees(match, known)):
        # A pattern with the names in it takes as long to compile as hundreds of questions take to read.
        for role, name in (known or {}).items():
            pattern = pattern.replace(f"(?P<{role}>.+)", f"(?P<{role}>{re.escape(name)})")
        match = re.fullmatch(pattern, asked, re.DOTALL)
    return match.groupdict() if match else None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def _agrees(match: re.Match[str], known: Mapping[str, str]) -> bool:
    found = match.groupdict()
    return all(found[role] == name for role, name in known.items() if role in found)


# Label → column, per block (paper, appendix D.2).
_DRUG = {
    "Description": "description",
    "Clinical use": "indication",
    "Mechanism of action": "mechanism_of_action",
    "Pharmacodynamics": "pharmacodynamics",
    "Half-life": "half_life",
    "State": "state",
    "Category": "category",
}
_DISEASE = {
    "Name": "mondo_name",
    "Definition": "mondo_definition",
    "Description": "umls_description",
    "Clinical description": "orphanet_clinical_description",
    "Symptoms": "mayo_symptoms",
    "Causes": "mayo_causes",
    "Risk factors": "mayo_risk_factors",
    "Management and treatment": "orphanet_management_and_treatment",
}
BLOCKS = (("Drug", "drug", _DRUG), ("Disease A", "disease_a", _DISEASE), ("Disease B", "disease_b", _DISEASE))
LIMIT, MASK = 220, "[REL]"

Texts = Mapping[str, Mapping[str, str]]  # node index → column → first text


def answers_left(evidence: str) -> list[str]:
    """Words of the evidence that still say indication, contraindication or off-label.

    Hyphens and invisible characters are taken out and letters folded first: a second way to look, and a wider
    one than the mask's own.
    """
    plain = unicodedata.normalize("NFKD", evidence).casefold().replace("ı", "i")
    bare = "".join(char for char in plain if unicodedata.category(char) not in ("Cf", "Mn"))
    joined = re.sub(r"[-\u2010-\u2015\u2212]\s*", "", bare)
    return re.findall(
        r"\w*indicat\w*|\bin\s+dicat\w*|contra\s*ind\w*"
        r"|off[^\w\n]{0,3}(?:the[^\w\n]{0,3})?label\w*|unlabell?ed[^\w\n]{0,3}us(?:e|age)\w*",
        joined,
    )


def blocks_of(evidence: str) -> list[tuple[str, str, dict[str, str]]] | None:
    """(block title, name, label → text) of each block, or None if it is not laid out as evidence."""
    blocks = []
    for block in evidence.split("\n\n"):
        first, *lines = block.split("\n")
        title, colon, name = first.partition(": ")
        fields = dict(
            line[2:].partition(": ")[::2] for line in lines if line.startswith("- ") and ": " in line
        )
        if not colon or (len(fields) != len(lines) and lines != ["- No text available."]):
            return None
        blocks.append((title, name, fields))
    return blocks


def field_complaint(shown: str, source: str) -> str:
    """What is wrong with a field as shown, given its text in the feature table; empty if nothing is."""
    if len(shown) > LIMIT:
        return f"{len(shown)} characters, at most {LIMIT} are allowed"
    visible = "".join(c for c in unicodedata.normalize("NFKC", source) if unicodedata.category(c) != "Cf")
    plain = " ".join(visible.split())
    # A mask stands for a word or two; everything else must be there literally.
    pattern = r".{1,40}?".join(map(re.escape, shown.split(MASK)))
    whole = re.fullmatch(pattern, plain, re.DOTALL)
    start = re.match(pattern, plain, re.DOTALL) if len(shown) >= LIMIT - len(MASK) else None
    return "" if whole or start else "not the text of the feature table, or not cut at 220 characters"


def read_texts(path: Path, columns: Collection[str], indexes: Collection[str]) -> Texts:
    """Node index → column → first text that is not empty, for the nodes asked for."""
    texts: dict[str, dict[str, str]] = {}
    for row in _table(path, columns):
        index = row.get("node_index", "")
        if index in indexes:
            mine = texts.setdefault(index, {})
            for column in columns:
                if row.get(column, "").strip():
                    mine.setdefault(column, row[column])
    return texts


def _table(path: Path, columns: Collection[str]) -> Iterator[dict[str, str]]:
    csv.field_size_limit(1 << 24)
    try:
        if path.suffix == ".parquet":
            rows = text_rows(path, ("node_index", *columns))
            held = next(rows)
            yield from (dict(zip(held, row, strict=True)) for row in rows)
        elif path.suffix in (".tab", ".tsv"):
            lines = read_regular_file(path, TABLE_MAX).decode("utf-8-sig").split("\n")
            header = lines[0].rstrip("\r").split("\t")
            for line in filter(None, lines[1:]):
                yield dict(zip(header, map(_bare, line.rstrip("\r").split("\t")), strict=False))
        else:
            with path.open(encoding="utf-8-sig", newline="") as file:
                yield from csv.DictReader(file, restval="")
    except (OSError, UnicodeDecodeError, csv.Error, ParquetError) as error:
        raise FeatureFormatError(f"{path} cannot be read as a table: {error}.") from error


def _bare(cell: str) -> str:
    if not re.fullmatch(r'".*"', cell, re.DOTALL):
        return cell
    return re.sub(r'\\(["nt])', lambda match: {'"': '"', "n": "\n", "t": "\t"}[match[1]], cell[1:-1])


@dataclass(frozen=True, slots=True)
class ItemShape:
    """What the settings say about the form of items.

    Attributes:
        options: task → number of options, for tasks that have a free number.
        several: pairs in several usage relations are asked, and RP and R2 for one or more.
    """

    options: Mapping[str, int]
    several: bool


@dataclass(frozen=True, slots=True)
class Reference:
    """What items are checked against.

    Attributes:
        graph: the file and the slice.
        scope: the part in which a denied fact must be absent: the file, or the slice by the paper's rule.
        shape: what the settings say about options and modes.
        generic: what the settings say of second diseases without a usage edge: keep, mark, leave-out.
        used_diseases: names of diseases with such an edge to a drug that is called as a node of the slice is.
        drug_texts, disease_texts: the feature tables, or None where they were not given.
    """

    graph: Graph
    scope: Facts
    shape: ItemShape
    generic: str = "keep"
    used_diseases: frozenset[str] = frozenset()
    drug_texts: Texts | None = None
    disease_texts: Texts | None = None


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
