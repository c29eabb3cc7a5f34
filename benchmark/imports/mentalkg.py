"""MentalKG, the knowledge behind MentalBench: disorders, their symptoms, and which disorders are told apart.

Read from `knowledge_graph/EN/` of the release (github.com/HoyunS/MentalBench); it names the disorders of the
items and gives the triples that coverage figures are computed over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.build.graph import Node, Triple
from benchmark.errors import ItemFormatError
from benchmark.json_text import parse_json
from benchmark.untrusted import MEMBER_MAX, read_regular_file

SOURCE = "MentalKG"


@dataclass(frozen=True, slots=True)
class MentalKG:
    """Disorder name → its node, and the triples between disorders and symptoms."""

    disorders: Mapping[str, Node]
    triples: tuple[Triple, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Disorders, symptoms and triples by relation."""
        relations = [triple.relation for triple in self.triples]
        symptoms = {triple.tail for triple in self.triples if triple.relation == "symptom"}
        return {
            "disorders": len(self.disorders),
            "symptoms_of_a_disorder": len(symptoms),
            "symptom_triples": relations.count("symptom"),
            "differential_diagnosis_triples": relations.count("differential_diagnosis"),
        }


def read_mentalkg(folder: Path) -> MentalKG:
    """Read the graph from its folder of JSON files.

    Raises:
        ItemFormatError: a file is missing or not as released.
    """
    try:
        names = {key: str(entry["name"]) for key, entry in _read(folder / "disorder.json").items()}
        disorders = {name: Node("disorder", name, key, SOURCE) for key, name in names.items()}
        symptoms = {
            key: Node("symptom", str(entry["name"]), key, SOURCE)
            for path in sorted((folder / "symptom").glob("*.json"))
            for key, entry in _read(path).items()
        }
        triples = {
            *_symptom_triples(_read(folder / "diagnostic_criteria.json"), names, disorders, symptoms),
            *_differential_triples(folder / "differential_diagnosis", names, disorders),
        }
    except (KeyError, TypeError, AttributeError) as error:
        raise ItemFormatError(
            f"{folder} is not MentalKG as released: {type(error).__name__} {error}."
        ) from error
    return MentalKG(disorders, tuple(sorted(triples)))


def _read(path: Path) -> dict[str, Any]:
    try:
        value = parse_json(read_regular_file(path, MEMBER_MAX))
    except (OSError, ValueError) as error:
        raise ItemFormatError(f"{path} cannot be read: {error}. Is the download complete?") from error
    if not isinstance(value, dict):
        raise ItemFormatError(f"{path} is not MentalKG as released: no object.")
    return value


def _symptom_triples(
    criteria: Mapping[str, Any],
    names: Mapping[str, str],
    disorders: Mapping[str, Node],
    symptoms: Mapping[str, Node],
) -> Iterator[Triple]:
    for key, entry in criteria.items():
        for symptom in _pooled(entry):
            yield Triple("symptom", disorders[names[key]], symptoms[symptom])


def _pooled(value: object) -> Iterator[str]:
    """Every symptom in a `symptom_pool`, at whatever depth the criteria have it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "symptom_pool":
                yield from inner
            else:
                yield from _pooled(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _pooled(inner)


def _differential_triples(
    folder: Path, names: Mapping[str, str], disorders: Mapping[str, Node]
) -> Iterator[Triple]:
    for path in sorted(folder.glob("*.json")):
        for key, entries in _read(path).items():
            for entry in entries:
                other = disorders[names[entry["differential_diagnosis"]]]
                yield Triple("differential_diagnosis", disorders[names[key]], other)
