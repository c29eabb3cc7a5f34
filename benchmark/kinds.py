"""The kinds of benchmark: what made one, and all that is said or done differently because of it; and what
tasks are called and ask, for people: codes such as ET say little.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class BenchmarkKind(StrEnum):
    """A kind of benchmark, as `kind` in its manifest says it.

    Attributes:
        from_graph: whether its items were generated from a knowledge graph, which can be read again.
        golds: where its golds come from; figures measure agreement with that.
    """

    from_graph: bool
    golds: str

    MHGRAPHBENCH = "mhgraphbench", True, "a curated knowledge graph"
    MENTALBENCH = (
        "mentalbench",
        False,
        "the diagnoses of synthetic cases, which were generated from a curated knowledge graph",
    )
    MENTALKG = "mentalkg", False, "the criteria of a diagnosis graph, by which the cases were written"
    MENTAT = "mentat", False, "nine clinicians in the United States, not with a known truth"
    OWN = "own", False, "the answers that were given as right"
    ADOPTED = "adopted", False, "the answers that another tool's log has as right"

    HARDENED = "hardened", False, "those of the benchmark whose wrong options were replaced"

    def __new__(cls, name: str, from_graph: bool, golds: str) -> BenchmarkKind:
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.from_graph, kind.golds = from_graph, golds
        return kind

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> BenchmarkKind | None:
        """The kind that a manifest names; None for one that this version does not know.

        >>> BenchmarkKind.of({"kind": "own"}), BenchmarkKind.of({"kind": "another"})
        (<BenchmarkKind.OWN: 'own'>, None)
        """
        return next((kind for kind in cls if kind == manifest.get("kind")), None)


class TaskWords(NamedTuple):
    """A task in words.

    Attributes:
        name: without its code; "" where the code is the name.
        asks: what it asks, as a sentence; "" where nobody has said.
    """

    name: str = ""
    asks: str = ""


# Source: MHGraphBench, section 3.2.
MHGRAPHBENCH: Mapping[str, TaskWords] = {
    "ET": TaskWords("entity typing", "What kind of thing is this: disease, drug, gene, sign or exposure?"),
    "EC": TaskWords("entity clustering", "Which of several things is of a different kind from the others?"),
    "FC": TaskWords("fact checking", "Does the graph record this fact? Yes or no."),
    "RT": TaskWords("relation typing", "Which kinds of things does this relation link?"),
    "RP": TaskWords(
        "relation prediction",
        "How is this drug related to this disease: indicated, contraindicated, off-label or not at all?",
    ),
    "R1": TaskWords(
        "two-hop verification",
        "The drug is related to disease A, which is linked to disease B: is it related to B? Yes or no.",
    ),
    "R2": TaskWords("two-hop selection", "The same chain: how is the drug related to disease B?"),
    "R1+E": TaskWords(
        "two-hop verification with evidence",
        "R1 with descriptions of the drug and both diseases in the prompt.",
    ),
    "R2+E": TaskWords(
        "two-hop selection with evidence", "R2 with descriptions of the drug and both diseases in the prompt."
    ),
    # None of the paper's nine.
    "ES": TaskWords("entity selection", "Which of several drugs is indicated for this disease?"),
}
# Source: MentalBench, types of cases.
MENTALBENCH: Mapping[str, TaskWords] = {
    "type1": TaskWords("chart", "Which disorder does this clinical record show?"),
    "type2": TaskWords("self-report", "Which disorder does this patient's own account show?"),
    "type3": TaskWords("ambiguous case", "Which disorders fit a case in which something is left open?"),
    "type4": TaskWords("unambiguous case", "Which disorder fits once what was open is told?"),
}
_OF_KIND: Mapping[BenchmarkKind, Mapping[str, TaskWords]] = {
    BenchmarkKind.MHGRAPHBENCH: MHGRAPHBENCH,
    BenchmarkKind.HARDENED: MHGRAPHBENCH,
    BenchmarkKind.MENTALBENCH: MENTALBENCH,
    BenchmarkKind.MENTALKG: MENTALBENCH,
}


def task_words(manifest: Mapping[str, Any], task: str) -> TaskWords:
    """A task of a benchmark with this manifest, in words.

    >>> task_words({"kind": "mhgraphbench"}, "FC").name
    'fact checking'
    >>> task_words({"kind": "own"}, "cardiology")
    TaskWords(name='', asks='')
    """
    kind = BenchmarkKind.of(manifest)
    return _OF_KIND.get(kind, {}).get(task, TaskWords()) if kind is not None else TaskWords()


def task_name(manifest: Mapping[str, Any], task: str, called: str | None = None) -> str:
    """What people read for a task. Questions of a file without groups are one task, called as their file is.

    In items, requests and the store such a task is `own`, whatever the file is called.

    Args:
        called: the file's name, where it is another than the manifest's.

    >>> task_name({"kind": "own", "name": "exam"}, "own"), task_name({"kind": "own", "name": "exam"}, "heart")
    ('exam', 'heart')
    """
    if BenchmarkKind.of(manifest) is not BenchmarkKind.OWN or task != BenchmarkKind.OWN:
        return task
    return called or str(manifest.get("name") or task)
