"""The kinds of benchmark: what made one, and all that is said or done differently because of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


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
