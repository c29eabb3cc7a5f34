"""MentalBench (arXiv 2602.12871) as a benchmark: its released case files become items.

Each file maps keys to cases; keys are not unique (one key recurs in three files of a pair and in all three
generators), so an item's id is path and key. Options are one string, the answer is letters and names; both
must agree, or the file is refused. MentalKG, the release's `knowledge_graph/EN/`
(github.com/HoyunS/MentalBench), names the disorders of the items and gives the triples that coverage figures
are computed over.
"""

import csv
import hashlib
import io
import re
import tarfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from benchmark.build.graph import KnowledgeGraph, Node, Triple, triple_table
from benchmark.build.manifest import describe_items, manifest
from benchmark.errors import ItemFormatError
from benchmark.folder import Benchmark, check_folder, sha256_of, write_benchmark
from benchmark.item import Entity, Item, Mode
from benchmark.kinds import BenchmarkKind
from benchmark.untrusted import MB, MEMBER_MAX, parse_json, read_archive, read_gzip_file, read_regular_file

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


INDEX_MAX = 64 * MB  # unpacked; the release's has under 10 MB
# Cases per type in the release (1: chart, 2: self-report, 3: ambiguous, 4: unambiguous).
RELEASED = {"type1": 1_725, "type2": 3_450, "type3": 6_525, "type4": 13_050}
# Types 3 and 4 are asked alike: a prompt that told them apart would give the number of answers away.
MODES = {"type1": Mode.SINGLE, "type2": Mode.SINGLE, "type3": Mode.MULTI, "type4": Mode.MULTI}
# How the release asks each type, by the names of prompt variants; its third is "mentalbench-multiple".
VARIANTS = {
    "type1": "mentalbench-single",
    "type2": "mentalbench-single",
    "type3": "mentalbench-hybrid",
    "type4": "mentalbench-hybrid",
}
# The release has cases whose text was cut after a few words. They are kept, and named in the manifest.
SHORT = 100

_PATH = re.compile(
    r"(?:(?P<low>low)/D\d+|(?P<medium>medium)/D\d+|high/D\d+/D\d+/(?P<high>type[34]))"
    r"/(?:(?P<part>[ab])_)?main_(?P<generator>\w+)\.json"
)
_OPTION = re.compile(r"^\s*([A-Z])\. (.+?)\s*$", re.MULTILINE)
_ANSWER = re.compile(r"([A-Z](?: & [A-Z])*)\. (.+)")


def import_mentalbench(
    source: Path, out: Path, *, index: Path | None = None, force: bool = False
) -> Benchmark:
    """Read a download of MentalBench and write it as a benchmark folder.

    Args:
        source: the repository, its `resources` folder, or a folder with `dataset/` or `dataset.tar.xz`.
        index: a table with one row per item to check the items with; an index.csv.gz in the folder, or
        beside
            the archive, is found.

    Raises:
        ItemFormatError: no files are found, or one is not as released; names file and key.
    """
    check_folder(out, force=force)
    knowledge = _knowledge(source)
    digest = hashlib.sha256()
    items: list[Item] = []
    for path, data in _case_files(source):
        digest.update(f"{path}\n".encode() + data)
        try:
            items += _items(path, data, knowledge)
        except ItemFormatError as error:
            raise ItemFormatError(f"{source}: {error}") from error
    if not items:
        if any((source / level).is_dir() for level in ("low", "medium", "high")):
            raise ItemFormatError(
                f"{source} is the folder of the cases itself. Pass the one that holds it, where it must be "
                f"named 'dataset': {source.resolve().parent}."
            )
        raise ItemFormatError(
            f"{source} holds no MentalBench cases: expected dataset/low/D001/main_….json and so on."
        )
    beside = (source if source.is_dir() else source.parent) / "index.csv.gz"
    index = index or (beside if beside.is_file() else None)
    if index:
        _check_index(index, items)
    items.sort(key=_order)
    made = _manifest(items, knowledge, digest.hexdigest(), index)
    triples = triple_table(KnowledgeGraph(knowledge.triples)) if knowledge else None
    return write_benchmark(out, items, made, triples)


def _order(item: Item) -> tuple[str, str]:
    """By type, then as if shuffled: the files go disorder by disorder; a prefix should be a fair sample."""
    return item.task, hashlib.sha256(item.id.encode()).hexdigest()


def _knowledge(source: Path) -> MentalKG | None:
    for place in (source, source / "resources"):
        if (place / "knowledge_graph" / "EN").is_dir():
            return read_mentalkg(place / "knowledge_graph" / "EN")
    return None


def _case_files(source: Path) -> Iterator[tuple[str, bytes]]:
    """Path below `dataset/` and content of each case file, in the order of paths."""
    for place in (source, source / "resources"):
        if (place / "dataset").is_dir():
            yield from _from_folder(place / "dataset")
            return
    archive = source / "dataset.tar.xz" if source.is_dir() else source
    if archive.is_file():
        yield from _from_archive(archive)


def _from_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*.json")):
        relative = path.relative_to(folder).as_posix()
        if _PATH.fullmatch(relative):
            yield relative, read_regular_file(path, MEMBER_MAX)


def _from_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    def relative(name: str) -> str:
        return "/".join(PurePosixPath(name).parts[1:])

    try:
        members = read_archive(path, lambda name: _PATH.fullmatch(relative(name)) is not None)
        found = {relative(name): data for name, data in members}
    except (OSError, EOFError, tarfile.TarError) as error:
        raise ItemFormatError(f"{path} cannot be read as an archive: {error}.") from error
    yield from sorted(found.items())


def _items(path: str, data: bytes, knowledge: MentalKG | None) -> Iterator[Item]:
    match = _PATH.fullmatch(path)
    assert match, "only such paths are read"
    kind = match["high"] or ("type1" if match["low"] else "type2")
    details = {
        "type": kind,
        "part": match["part"],
        "generator": match["generator"],
        "path": f"dataset/{path}",
    }
    try:
        cases = parse_json(data, once=True)
    except ValueError as error:
        raise ItemFormatError(f"dataset/{path} is not valid JSON: {error}.") from error
    if not isinstance(cases, dict):
        raise ItemFormatError(f"dataset/{path} is not as released: it must map keys to cases.")
    for key, case in cases.items():
        try:
            yield _item(path, key, case, details, knowledge)
        except KeyError as error:
            raise ItemFormatError(f"dataset/{path}, key {key}: field {error} is missing.") from error
        except (ValueError, TypeError) as error:
            raise ItemFormatError(f"dataset/{path}, key {key}: {error}.") from error


def _item(
    path: str, key: str, case: Mapping[str, str], details: Mapping[str, Any], knowledge: MentalKG | None
) -> Item:
    if not isinstance(case["question"], str) or not case["question"].strip():
        raise ValueError("the question is empty")
    options = parse_options(case["options"])
    gold = parse_answer(case["answer"], options)
    return Item(
        id=f"{path.removesuffix('.json')}#{key}",
        task=details["type"],
        question=case["question"],
        options=options,
        gold=gold,
        mode=MODES[details["type"]],
        entities=tuple(_disorder(options[letter], knowledge) for letter in gold),
        details={
            **details,
            "key": key,
            "option_ids": {letter: _disorder(name, knowledge).id for letter, name in options.items()},
        },
    )


def _disorder(name: str, knowledge: MentalKG | None) -> Entity:
    node = knowledge.disorders.get(name) if knowledge else None
    if knowledge and node is None:
        raise ValueError(f"MentalKG has no disorder {name!r}")
    return node.as_entity("gold") if node else Entity("gold", "disorder", name)


def parse_options(text: str) -> dict[str, str]:
    """`"\\n    A. …\\n    B. …\\n"` as letter → name."""
    options = dict(_OPTION.findall(text))
    if list(options) != ["A", "B", "C", "D"] or len(set(options.values())) != 4:
        raise ValueError(f"expected four different options A to D, found {text.strip()[:80]!r}")
    return options


def parse_answer(text: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """`"B & A. Name & Name"` as letters in order; the names must be those of the letters."""
    match = _ANSWER.fullmatch(text.strip())
    letters = match[1].split(" & ") if match else []
    if (
        not match
        or not set(letters) <= set(options)
        or match[2] != " & ".join(options[letter] for letter in letters)
    ):
        raise ValueError(f"the answer {text.strip()[:80]!r} does not fit the options")
    return tuple(sorted(letters))


def _check_index(path: Path, items: Sequence[Item]) -> None:
    """Hold the items against a table of path, type, generator, key, options, gold and length, row by row."""
    noted = _read_index(path)
    found = {(item.details["path"], item.details["key"]): item for item in items}
    for where in sorted(noted.keys() ^ found.keys())[:1]:
        which = f"{path} has" if where in noted else "the files have"
        raise ItemFormatError(f"{where[0]}, key {where[1]}: only {which} this item.")
    for where, item in found.items():
        row = noted[where]
        expected = (row["type"], row["generator"], [row[f"option_{c}"] for c in "abcd"], sorted(row["gold"]))
        kind = item.task + (item.details["part"] or "")
        actual = (kind, item.details["generator"], list(item.options.values()), list(item.gold))
        if expected != actual or row["question_chars"] != str(len(item.question)):
            raise ItemFormatError(
                f"{where[0]}, key {where[1]}: not as {path} has it: {actual} instead of {expected}."
            )


_INDEX = ("path", "type", "generator", "key", "gold", "question_chars", *(f"option_{c}" for c in "abcd"))


def _read_index(path: Path) -> dict[tuple[str, str], dict[str, str]]:
    """(path, key) → row."""
    try:
        reader = csv.DictReader(io.StringIO(read_gzip_file(path, INDEX_MAX).decode(), newline=""), restval="")
        missing = [name for name in _INDEX if name not in (reader.fieldnames or ())]
        if missing:
            raise ItemFormatError(f"{path} is no index of MentalBench: no column {missing[0]!r}.")
        return {(row["path"], row["key"]): row for row in reader}
    except (OSError, EOFError, UnicodeDecodeError, csv.Error, zlib.error) as error:
        raise ItemFormatError(f"{path} cannot be read as an index: {error}.") from error


def _manifest(
    items: Sequence[Item], knowledge: MentalKG | None, digest: str, index: Path | None
) -> dict[str, Any]:
    counts = Counter(item.task for item in items)
    tasks = {
        kind: {
            "asked_for": released,
            **describe_items([item for item in items if item.task == kind]),
            "fewer_because": None if counts[kind] == released else "not all released files were given",
        }
        for kind, released in RELEASED.items()
    }
    return manifest(
        BenchmarkKind.MENTALBENCH,
        "MentalBench",
        inputs_sha256={"cases": digest, "index": sha256_of(index) if index else None},
        generators=dict(sorted(Counter(item.details["generator"] for item in items).items())),
        knowledge_graph=knowledge.counts if knowledge else None,
        variants=VARIANTS,
        questions_under_100_characters=sorted(item.id for item in items if len(item.question) < SHORT),
        tasks=tasks,
    )
