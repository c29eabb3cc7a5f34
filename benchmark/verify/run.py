"""The whole check of a benchmark folder: files, slice, every item, all items together."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.errors import BenchmarkError
from benchmark.kinds import BenchmarkKind
from benchmark.untrusted import check_regular_file
from benchmark.verify.across import check_across, check_coverage, check_without_graph
from benchmark.verify.checks import check_item
from benchmark.verify.families import family_of
from benchmark.verify.family import BLOCKS, ItemShape, Reference, Texts, read_texts
from benchmark.verify.files import (
    NO_INPUTS,
    Inputs,
    check_files,
    check_inputs,
    check_seeds,
    check_settings,
    check_slice,
    check_tasks,
    check_triples,
    missing_parts,
    read_manifest,
    triple_rows,
)
from benchmark.verify.generated import check_generated
from benchmark.verify.hardened import CompletionsOf, HardenedInputs, check_hardened
from benchmark.verify.lines import ItemLine, Kind, Violation, read_lines
from benchmark.verify.matched import check_matched
from benchmark.verify.reading import Graph, read_graph


@dataclass(frozen=True, slots=True)
class Verification:
    """What a verification found.

    Attributes:
        kind: what the benchmark is; None if the manifest names no kind that is known.
        n_items: the items that could be read.
        n_rows: the rows of the graph file, or None if there is no graph to check against.
        violations: in the order of the items file, then those about several items.
        unchecked: what could not be checked, and what to pass so that it can.
    """

    kind: BenchmarkKind | None
    n_items: int
    n_rows: int | None
    violations: tuple[Violation, ...]
    unchecked: tuple[str, ...]

    def by_kind(self) -> dict[Kind, int]:
        """How many violations of each kind were found, in the order of `Kind`."""
        counts = Counter(violation.kind for violation in self.violations)
        return {kind: counts[kind] for kind in Kind if counts[kind]}


def _check_given(path: Path | None) -> None:
    try:
        if path is not None and path.exists():  # who reads it says best what is missing
            check_regular_file(path)
    except OSError as error:
        raise BenchmarkError(f"{path} cannot be read: {error.strerror}.") from error


def _refuse_what_does_not_belong(
    directory: Path, kind: BenchmarkKind | None, given: Inputs, *, with_store: bool
) -> None:
    """Refuse a benchmark without what it was made from, and what it was not made from."""
    hardened, generated = kind is BenchmarkKind.HARDENED, kind is BenchmarkKind.MENTALKG
    if kind is not None and kind.from_graph and given.kg is None:
        raise BenchmarkError(
            f"{directory} was made from a graph: pass it with `kg` (or `sample` for the sample)."
        )
    if generated and given.mentalkg is None:
        raise BenchmarkError(f"{directory} was made from a diagnosis graph: pass its folder with `mentalkg`.")
    if not generated and given.mentalkg is not None:
        raise BenchmarkError(f"{directory} was not made from a diagnosis graph: leave out `mentalkg`.")
    if not hardened and (given.parent is not None or (with_store and not generated)):
        raise BenchmarkError(f"{directory} is no hardened benchmark: leave out `parent` and `store`.")
    if kind is not None and not (kind.from_graph or hardened) and given.kg is not None:
        raise BenchmarkError(
            f"{directory} was not made from a graph but is of kind '{kind}': leave out `kg`."
        )


def verify(
    directory: str | os.PathLike[str], given: Inputs = NO_INPUTS, completions_of: CompletionsOf | None = None
) -> Verification:
    """Check a benchmark folder; a benchmark made from a graph needs that graph.

    Args:
        directory: the folder, or the benchmark as `read_benchmark` gives it.
        given: the files that the benchmark was made from.
        completions_of: of a hardened benchmark, the replies of a store by request key.

    Raises:
        NotABenchmark: the folder has no manifest or no items.
        BenchmarkError: a file given cannot be read, the graph was not given, or given where none belongs.

    Example:
        >>> from benchmark import sample_paths
        >>> from benchmark.verify import Inputs
        >>> sample = sample_paths()
        >>> verify("bench", Inputs(sample.kg, sample.seeds)).violations
        ()
    """
    directory = Path(directory)
    if not isinstance(given, Inputs):
        raise BenchmarkError(f"given is {given!r:.80}: write Inputs(kg=…), from benchmark.verify.")
    for path in given.by_name().values():
        _check_given(path)
    manifest = read_manifest(directory)
    read = list(read_lines(directory / "items.jsonl"))
    lines = [line for line in read if isinstance(line, ItemLine)]
    found = [line for line in read if isinstance(line, Violation)]
    if not read:
        found.append(Violation("items.jsonl", Kind.MALFORMED, "the file holds no item"))
    broken = missing_parts(manifest)
    found += [Violation("manifest.json", Kind.MANIFEST_WRONG, what) for what in broken]
    found += check_files(directory, manifest)
    kind = BenchmarkKind.of(manifest)
    _refuse_what_does_not_belong(directory, kind, given, with_store=completions_of is not None)
    if broken:
        unchecked = ("the items, since the manifest does not say what they were made from",)
        return Verification(kind, len(lines), None, tuple(found), unchecked)
    found += check_tasks(manifest, lines)
    rest = _of_kind(directory, manifest, lines, given, completions_of)
    return Verification(kind, len(lines), rest.n_rows, (*found, *rest.violations), rest.unchecked)


class _Rest(NamedTuple):
    """What is checked of a kind of benchmark alone; as in `Verification`."""

    n_rows: int | None
    violations: Sequence[Violation]
    unchecked: tuple[str, ...]


def _of_kind(
    directory: Path,
    manifest: Mapping[str, Any],
    lines: list[ItemLine],
    given: Inputs,
    completions_of: CompletionsOf | None,
) -> _Rest:
    if BenchmarkKind.of(manifest) is BenchmarkKind.HARDENED:
        inputs = HardenedInputs(given.kg, given.parent, completions_of)
        hardened = check_hardened(directory, manifest, lines, inputs)
        return _Rest(hardened.n_rows, hardened.violations, hardened.unchecked)
    if given.mentalkg is not None:
        found = list(check_generated(directory, manifest, lines, given.mentalkg, completions_of))
        unread = () if completions_of else ("the replies that texts were taken from: pass `store`",)
        return _Rest(None, found, unread)
    if given.kg is None:
        return _Rest(None, list(check_without_graph(lines)), ("no graph is behind this benchmark",))
    graph = read_graph(given.kg, _seeds(manifest), set(_names(directory, lines)))
    found = list(_against_graph(directory, manifest, lines, given, graph))
    return _Rest(graph.n_rows, found, _unchecked(lines, given))


def _against_graph(
    directory: Path, manifest: Mapping[str, Any], lines: list[ItemLine], given: Inputs, graph: Graph
) -> Iterator[Violation]:
    reference = _reference(manifest, graph, given)
    yield from check_inputs(manifest, given)
    yield from check_settings(manifest)
    yield from check_slice(manifest, graph)
    yield from check_triples(directory, graph)
    if given.seeds is not None:
        yield from check_seeds(given.seeds, _seeds(manifest), graph.diseases)
    for line in lines:
        yield from check_item(line, reference)
    yield from check_across(lines, manifest["seed"])
    yield from check_coverage(lines, graph, reference.scope, manifest)
    if manifest["settings"].get("matched"):
        yield from check_matched(directory)


def _reference(manifest: Mapping[str, Any], graph: Graph, given: Inputs) -> Reference:
    settings = manifest["settings"]
    return Reference(
        graph,
        graph.slice if settings["absent_from"] == "slice" else graph.file,
        ItemShape(settings["options"], settings["multi_usage"] == "ask"),
        settings.get("generic_diseases", "keep"),
        graph.file.used_diseases({name for _, _, _, name in graph.nodes.values()}),
        _texts(graph, "drug", given.drug_features),
        _texts(graph, "disease", given.disease_features),
    )


def _seeds(manifest: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(name, node_id) for name, node_id in manifest["seeds"]["nodes"]}


def _names(directory: Path, lines: Sequence[ItemLine]) -> Iterator[str]:
    """Every name whose bearers matter: those of items and of the slice."""
    for line in lines:
        family = family_of(line.task)
        said = family.read(line)
        yield from said.names.values() if said else ()
        yield from family.option_names(line)
    for row in triple_rows(directory):
        yield from (row["head_name"], row["tail_name"])


def _texts(graph: Graph, kind: str, path: Path | None) -> Texts | None:
    if path is None:
        return None
    indexes = {graph.indexes[node] for node in graph.nodes.values() if node[0] == kind} - {""}
    columns = next(columns for _, role, columns in BLOCKS if role.startswith(kind))
    return read_texts(path, columns.values(), indexes)


def _unchecked(lines: Sequence[ItemLine], given: Inputs) -> tuple[str, ...]:
    has_evidence = any(line.task.endswith("+E") for line in lines)
    tables = {"`drug_features`": given.drug_features, "`disease_features`": given.disease_features}
    missing = [flag for flag, path in tables.items() if has_evidence and path is None]
    found = [f"evidence against the feature tables (pass {' and '.join(missing)})"] if missing else []
    return (*found, *(["the seeds against their list (pass `seeds`)"] if given.seeds is None else []))
