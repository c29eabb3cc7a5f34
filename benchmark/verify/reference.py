"""What items are checked against: the graph, the settings of the build, and the feature tables."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.verify.facts import Facts, Graph
from benchmark.verify.leaks import Texts


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
