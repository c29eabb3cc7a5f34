"""A hardened benchmark checked against parent, graph and store, with code that shares nothing with
`harden/`.

provenance.jsonl is plain JSON lines, checked by hand. What the whole graph file says of the names in it
decides about each new option and about the paths behind it: each edge is a row of the file, the key is not
entered, no node comes twice. The manifest's figures are counted again.
"""

import csv
import hashlib
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmark.errors import BenchmarkError, GraphFormatError
from benchmark.untrusted import parse_json, read_regular_file
from benchmark.verify.across import check_without_graph
from benchmark.verify.lines import ItemLine, Kind, Violation, read_lines
from benchmark.verify.reading import are_twins, folded, graph_rows, says_which

NamedNode = tuple[str, str]  # type, name

_TYPE_REMARK = re.compile(r"\s*\(disease\)$")


def called(name: str) -> str:
    """A name as it is compared: folded, without a closing "(disease)"."""
    return _TYPE_REMARK.sub("", folded(name))


@dataclass(slots=True)
class NameLinks:
    """The nodes of some names and the rows among them.

    Attributes:
        bearers: compared name → its nodes.
        relations: unordered pair of nodes → its relations; the direction of a row says nothing.
        same: node by one of several names → the node that stands for all of them.
    """

    bearers: dict[str, set[NamedNode]] = field(default_factory=lambda: defaultdict(set))
    relations: dict[frozenset[NamedNode], set[str]] = field(default_factory=lambda: defaultdict(set))
    same: dict[NamedNode, NamedNode] = field(default_factory=dict)
    n_rows: int = 0

    def one(self, node: NamedNode) -> NamedNode:
        """The node that stands for all names of a node."""
        return self.same.get(node, node)

    def named_as(self, nodes: Iterable[NamedNode]) -> set[NamedNode]:
        """These and all nodes that bear their names, of whatever type."""
        return {bearer for node in nodes for bearer in self.bearers[called(node[1])]}

    def between(self, one: NamedNode, other: NamedNode) -> set[str]:
        """The relations of a pair."""
        return self.relations.get(frozenset((self.one(one), self.one(other))), set())


def read_links(path: Path, names: Collection[str]) -> NameLinks:
    """Go through the file twice, row by row: for the names that nodes have, then for what links them.

    Args:
        names: those that matter, as they stand.

    Raises:
        GraphFormatError: it cannot be read, or a row is cut short; names the line.
    """
    wanted = {called(name) for name in names}
    try:
        first: dict[tuple[str, str, str], str] = {}
        several: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
        for _, *ends in graph_rows(path):
            for kind, source, node_id, name, _ in ends:
                if (known := first.setdefault((kind, source, node_id), name)) != name:
                    several[kind, source, node_id] |= {known, name}
        same = _same_nodes(several)
        of_wanted = {one for (_, name), one in same.items() if called(name) in wanted}
        wanted |= {called(name) for (_, name), one in same.items() if one in of_wanted}
        return _read(path, wanted, same)
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {error}.") from error


def _read(path: Path, wanted: Collection[str], same: dict[NamedNode, NamedNode]) -> NameLinks:
    found = NameLinks(same=same)
    matters: dict[str, bool] = {}
    for relation, x, y in graph_rows(path):
        found.n_rows += 1
        ends = [(node[0], node[3]) for node in (x, y)]
        for end in ends:
            if end[1] not in matters:
                matters[end[1]] = called(end[1]) in wanted
            if matters[end[1]]:
                found.bearers[called(end[1])].add(found.one(end))
        if matters[ends[0][1]] and matters[ends[1][1]]:
            found.relations[frozenset(map(found.one, ends))].add(relation)
    return found


def _same_nodes(several: Mapping[tuple[str, str, str], Collection[str]]) -> dict[NamedNode, NamedNode]:
    """Node by one of several names → the one that stands for them; names that share one are one, too."""
    same: dict[NamedNode, NamedNode] = {}
    groups: dict[NamedNode, set[NamedNode]] = {}
    for (kind, _, node_id), names in several.items():
        if says_which(node_id, names):
            nodes = {(kind, name) for name in names}
            for one in {same[node] for node in nodes if node in same}:
                nodes |= groups.pop(one)
            groups[min(nodes)] = nodes
            same |= dict.fromkeys(nodes, min(nodes))
    return same


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the options of one item come from, as the folder says.

    Attributes:
        question, key: the nodes of question and key.
        candidates: the objects of the line, whose fields are looked at where they are used.
    """

    item: str | None
    parent: str
    state: str
    alone: str | None
    question: tuple[Mapping[str, Any], ...]
    key: tuple[Mapping[str, Any], ...]
    candidates: tuple[Mapping[str, Any], ...]

    @property
    def chosen(self) -> list[Mapping[str, Any]]:
        return [each for each in self.candidates if each.get("chosen")]

    def nodes(self, mapped: tuple[Mapping[str, Any], ...]) -> set[NamedNode]:
        """The nodes that mentions were mapped to."""
        return {node_from(node) for each in mapped for node in each.get("nodes", ())}


def node_from(text: str) -> NamedNode:
    """A node as the file writes it: type, a bar, name."""
    kind, _, name = str(text).partition("|")
    return kind, name


def read_origins(path: Path) -> Iterator[Origin | Violation]:
    """Every line, or that it is not one."""
    if not path.is_file():
        yield Violation(path.name, Kind.MALFORMED, "the file is missing")
        return
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            try:
                yield _origin(parse_json(raw.decode()))
            except (ValueError, KeyError, TypeError) as error:
                what = f"{type(error).__name__}: {error}"
                yield Violation(f"{path.name}, line {number}", Kind.MALFORMED, what)


def _origin(value: Any) -> Origin:
    question, key, candidates = (value[part] for part in ("question", "key", "candidates"))
    for part in (question, key, candidates):
        if not isinstance(part, list) or not all(isinstance(each, dict) for each in part):
            raise TypeError("a list of objects was expected")
    return Origin(
        value["item"], str(value["parent"]), str(value["state"]), value["alone"],
        tuple(question), tuple(key), tuple(candidates),
    )  # fmt: skip


INDICATED, OFF_LABEL = "indication", "off-label use"


@dataclass(frozen=True, slots=True)
class HardenedCase:
    """An item, its parent, and where its options come from."""

    line: ItemLine
    parent: ItemLine
    origin: Origin

    @property
    def key(self) -> str:
        return self.parent.options[self.parent.gold[0]]

    @property
    def new(self) -> dict[str, str]:
        """Letter → text of the options that the parent does not have there."""
        return {at: text for at, text in self.line.options.items() if self.parent.options.get(at) != text}


def check_parent(case: HardenedCase) -> Iterator[Violation]:
    """Question, key, its letter and the number of options are the parent's; left alone, all of it is."""
    line, parent = case.line, case.parent
    same = ("task", "question", "gold", "mode", "entities", "relation", "triples")
    for name in same:
        if getattr(line, name) != getattr(parent, name):
            yield _changed(line, f"its {name} is not that of {parent.id}")
    if list(line.options) != list(parent.options):
        yield _changed(line, f"{len(line.options)} options, {parent.id} has {len(parent.options)}")
    elif [line.options[letter] for letter in parent.gold] != [case.key]:
        yield _changed(line, f"the key of {parent.id} was {case.key!r}")
    if "harden" not in line.details and (line.options, line.details) != (parent.options, parent.details):
        yield _changed(line, "it is marked as unchanged, but differs from its parent")


def _changed(line: ItemLine, what: str) -> Violation:
    return Violation(line.id, Kind.PARENT_CHANGED, what)


def check_texts(case: HardenedCase) -> Iterator[Violation]:
    """New options are no twins of others, and have the key's form."""
    for letter, text in case.new.items():
        for other, beside in case.line.options.items():
            once = other < letter or other not in case.new
            if other != letter and once and (folded(beside) == folded(text) or are_twins(beside, text)):
                what = f"option {letter} {text!r} is too like {other} {beside!r}"
                yield Violation(case.line.id, Kind.TWIN_OPTION, what)
        if (fault := _other_form(text, case.key)) is not None:
            yield Violation(case.line.id, Kind.FORM_DIFFERS, f"option {letter} {text!r}: {fault}")
        if f" {_spaced(text)} " in f" {_spaced(case.line.question)} ":
            yield Violation(
                case.line.id, Kind.FORM_DIFFERS, f"option {letter} {text!r} appears in the question"
            )


def _spaced(text: str) -> str:
    return " ".join(re.findall(r"\w+", folded(text)))


def _other_form(text: str, key: str) -> str | None:
    many, key_many = len(text.split()), len(key.split())
    if 2 * many < key_many or many > 2 * key_many + 1:
        return "it is much longer or shorter than the right answer"
    banned = ("all of the above", "none of the above", "both of the above", "neither of the above")
    words = re.findall(r"\w+", folded(text))
    if any(phrase in folded(text) for phrase in banned) or {"not", "except"} & set(words) - set(
        re.findall(r"\w+", folded(key))
    ):
        return "it says 'not', 'except', or names other options"
    if re.match(r"\(?[A-Za-z][.):]\s", text):
        return "it begins with a letter label"
    signs = [
        (each.rstrip()[-1:] == ".", any(char.isdigit() for char in each), _large(each))
        for each in (text, key)
    ]
    names = ("a final period", "a number", "the case of its first letter")
    differing = [name for name, one, other in zip(names, *signs, strict=True) if one != other]
    return f"it differs from the right answer in {differing[0]}" if differing else None


def _large(text: str) -> int:
    letters = "".join(char for char in text if char.isalpha())
    return 2 if len(letters) > 1 and letters.isupper() else int(letters[:1].isupper())


def check_truth(case: HardenedCase, links: NameLinks) -> Iterator[Violation]:
    """No wrong option of an item with new ones is a right answer by any row of the file."""
    asked = _asked(case, links)
    mapped = {each["text"]: each.get("node") for each in case.origin.chosen}
    for letter, text in case.line.options.items():
        if letter in case.line.gold or "harden" not in case.line.details:
            continue
        named = set(links.bearers[called(text)])
        if (noted := mapped.get(text)) is not None:
            named |= links.named_as([node_from(noted)])
        for node in sorted(named):
            for bearer, wanted in asked.items():
                for relation in sorted(wanted & links.between(bearer, node)):
                    what = f"option {letter} {text!r}: {node[1]} –{relation}– {bearer[1]}"
                    yield Violation(case.line.id, Kind.DISTRACTOR_TRUE, what)


def _asked(case: HardenedCase, links: NameLinks) -> dict[NamedNode, set[str]]:
    """Node of the question → the relations by which something would be a right answer."""
    keys = links.named_as(case.origin.nodes(case.origin.key)) | set(links.bearers[called(case.key)])
    of_question = links.named_as(case.origin.nodes(case.origin.question)) - keys
    said = case.line.details.get("asks")
    asked: dict[NamedNode, set[str]] = {}
    if isinstance(said, dict):
        anchor = str(said.get("anchor", "")).split("|")[-1]
        asked = {node: {str(said.get("relation"))} for node in links.bearers[called(anchor)]}
    else:
        for node in of_question:
            asked[node] = {relation for key in keys for relation in links.between(node, key)}
    return {node: wanted | ({OFF_LABEL} if INDICATED in wanted else set()) for node, wanted in asked.items()}


# Request key → the completions that were kept under it, each with its SHA-256.
CompletionsOf = Callable[[str], Sequence[tuple[str, str]]]


def check_paths(case: HardenedCase, links: NameLinks) -> Iterator[Violation]:
    """Every chosen option's path, where it has one."""
    keys = links.named_as(case.origin.nodes(case.origin.key))
    starts = links.named_as(case.origin.nodes(case.origin.question))
    for each in case.origin.chosen:
        path = each.get("path")
        if path is not None and (what := _broken(each, path, (starts, keys), links)):
            yield Violation(case.line.id, Kind.PATH_BROKEN, f"{each.get('text')!r}: {what}")


def _broken(
    candidate: Mapping[str, Any], path: Mapping[str, Any], ends: tuple[set[Any], set[Any]], links: NameLinks
) -> str | None:
    nodes = [links.one(node_from(node)) for node in path.get("nodes", ())]
    steps = path.get("relations", ())
    if len(nodes) < 2 or len(steps) != len(nodes) - 1 or not all(isinstance(step, list) for step in steps):
        return "it needs one step between each node and the next"
    if nodes[0] not in ends[0]:
        return f"it begins at {nodes[0][1]}, which the question does not name"
    if len(set(nodes)) < len(nodes):
        return "it visits a node twice"
    if entered := ends[1].intersection(nodes):
        return f"it passes through the right answer ({min(entered)[1]})"
    if candidate.get("node") is not None and links.one(node_from(candidate["node"])) not in nodes:
        return "it does not pass through the node that the option names"
    for one, relations, other in zip(nodes, steps, nodes[1:], strict=False):
        if missing := sorted(set(relations) - links.between(one, other)) or (not relations and ["nothing"]):
            return f"no row of the file says {one[1]} –{missing[0]}– {other[1]}"
    return None


def check_origin(case: HardenedCase, arm: str, completions_of: CompletionsOf | None) -> Iterator[Violation]:
    """New options are those that the folder says were chosen, and stand in the writer's own words."""
    chosen = {str(each.get("text")): each for each in case.origin.chosen}
    for letter, text in case.new.items():
        if (origin := chosen.get(text)) is None:
            what = f"option {letter} {text!r} is not among the candidates that were chosen"
            yield Violation(case.line.id, Kind.NOT_THE_WRITERS, what)
        elif arm != "graph" and (foreign := _foreign(text, origin, completions_of)):
            yield Violation(case.line.id, Kind.NOT_THE_WRITERS, f"option {letter} {text!r}: {foreign}")
    for text in chosen.keys() - set(case.new.values()):
        what = f"{text!r} was chosen, but is not an option of the item"
        yield Violation(case.line.id, Kind.NOT_THE_WRITERS, what)


def _foreign(text: str, origin: Mapping[str, Any], completions_of: CompletionsOf | None) -> str | None:
    key, noted = origin.get("request_key"), origin.get("completion_sha256")
    if not key or not noted:
        return "provenance.jsonl names no reply that contains it"
    if completions_of is None:
        return None
    same = [completion for completion, sha256 in completions_of(key) if sha256 == noted]
    if not same:
        return f"the store has no reply {key[:12]}… with the hash {noted[:12]}…"
    return (
        None
        if any(_as_json(text) in completion or text in completion for completion in same)
        else ("the reply does not hold these words")
    )


def _as_json(text: str) -> str:
    """The words as JSON may write them: with escapes."""
    return text.encode("ascii", "backslashreplace").decode().replace('"', '\\"')


def check_counts(
    manifest: Mapping[str, Any], origins: Sequence[Origin], lines: Sequence[ItemLine]
) -> Iterator[Violation]:
    """Counts by state, reason, verdict and stage; and the items that are there."""
    noted = manifest.get("counts")
    counted = _counted(origins)
    for name, figure in counted.items():
        said = noted.get(name) if isinstance(noted, dict) else None
        if said != figure:
            what = f"{name} is {said!r}, the provenance gives {figure!r}"
            yield Violation("counts", Kind.MANIFEST_WRONG, what)
    there = {origin.item for origin in origins if origin.item is not None}
    if there != {line.id for line in lines}:
        yield Violation("provenance.jsonl", Kind.MANIFEST_WRONG, "its items are not those of items.jsonl")
    of_item = {origin.item: origin for origin in origins}
    for line in lines:
        if line.id in of_item:
            yield from _replaced(line, of_item[line.id])


def _replaced(line: ItemLine, origin: Origin) -> Iterator[Violation]:
    """What the item says of how many options are new."""
    harden = line.details.get("harden")
    said = harden.get("replaced") if isinstance(harden, dict) else None
    n, wrong = len(origin.chosen), len(line.options) - len(line.gold)
    if said != (f"{n} of {wrong}" if n else None):
        what = f"'replaced' is {said!r}, {n} of {wrong} options were chosen"
        yield Violation(line.id, Kind.MANIFEST_WRONG, what)


def _counted(origins: Sequence[Origin]) -> dict[str, Any]:
    states = Counter(origin.state for origin in origins)
    return {
        "items": {state: states[state] for state in ("hardened", "partly", "left alone")},
        "left_out": sum(origin.item is None for origin in origins),
        "left_alone_because": dict(Counter(origin.alone for origin in origins if origin.alone is not None)),
        "candidates": dict(Counter(each.get("verdict") for origin in origins for each in origin.candidates)),
        "unverified_options": sum(
            bool(each.get("unverified")) for origin in origins for each in origin.chosen
        ),
        "mapped": dict(Counter(each.get("stage") for one in origins for each in (*one.question, *one.key))),
    }


@dataclass(frozen=True, slots=True)
class HardenedInputs:
    """What a hardened benchmark was made from, as far as it is at hand.

    Attributes:
        completions_of: the replies of a store by request key; None without a store.
    """

    kg: Path | None
    parent: Path | None
    completions_of: CompletionsOf | None = None


@dataclass(frozen=True, slots=True)
class HardenedFindings:
    """What was found, and how much was looked at."""

    violations: tuple[Violation, ...]
    n_rows: int
    unchecked: tuple[str, ...]


def check_hardened(
    directory: Path, manifest: Mapping[str, Any], lines: Sequence[ItemLine], given: HardenedInputs
) -> HardenedFindings:
    """Check every item against its parent, the graph and the store.

    Raises:
        BenchmarkError: parent or graph was not given, or cannot be read.
    """
    if given.kg is None or given.parent is None:
        raise BenchmarkError(
            f"{directory} is a hardened benchmark: pass its graph with --kg and the benchmark that it was "
            "made from with --parent; --store checks the writer's texts, too."
        )
    found = list(_check_files(directory, manifest, given.kg, given.parent))
    read = list(read_origins(directory / "provenance.jsonl"))
    origins = [each for each in read if isinstance(each, Origin)]
    found += [each for each in read if isinstance(each, Violation)]
    parents = {line.id: line for line in _parent_lines(given.parent)}
    cases, orphans = _cases(lines, parents, origins)
    links = read_links(given.kg, set(_names(cases)))
    settings = manifest.get("settings") if isinstance(manifest.get("settings"), dict) else {}
    arm = str((settings or {}).get("arm"))
    found += orphans
    for case in cases:
        found += [*check_parent(case), *check_texts(case), *check_truth(case, links)]
        found += [*check_paths(case, links), *check_origin(case, arm, given.completions_of)]
        found += _unverified(case, (settings or {}).get("unverified") == "flag")
    found += [*check_counts(manifest, origins, lines), *check_without_graph(lines)]
    return HardenedFindings(tuple(found), links.n_rows, tuple(_unchecked(cases, arm, given)))


def _check_files(directory: Path, manifest: Mapping[str, Any], kg: Path, parent: Path) -> Iterator[Violation]:
    noted = {
        "provenance.jsonl": (manifest.get("provenance"), directory / "provenance.jsonl"),
        "parent": ({"sha256": _in(manifest, "parent", "items_sha256")}, parent / "items.jsonl"),
        "kg": ({"sha256": _in(manifest, "inputs_sha256", "kg")}, kg),
    }
    for name, (entry, path) in noted.items():
        said = entry.get("sha256") if isinstance(entry, dict) else None
        if said != (has := _sha256(path)):
            what = f"the manifest says {str(said)[:12]}…, the file has {has[:12]}…"
            yield Violation(name, Kind.HASH_MISMATCH, what)


def _in(manifest: Mapping[str, Any], part: str, name: str) -> Any:
    held = manifest.get(part)
    return held.get(name) if isinstance(held, dict) else None


def _sha256(path: Path) -> str:
    if not path.is_file():
        return "missing"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _parent_lines(directory: Path) -> Iterator[ItemLine]:
    try:
        if not isinstance(parse_json(read_regular_file(directory / "manifest.json")), dict):
            raise ValueError("its manifest.json must be a JSON object")
        yield from (line for line in read_lines(directory / "items.jsonl") if isinstance(line, ItemLine))
    except (OSError, ValueError) as error:
        raise BenchmarkError(f"--parent {directory} is not a benchmark: {error}.") from error


def _cases(
    lines: Sequence[ItemLine], parents: Mapping[str, ItemLine], origins: Sequence[Origin]
) -> tuple[list[HardenedCase], list[Violation]]:
    of_item = {origin.item: origin for origin in origins}
    cases, orphans = [], []
    for line in lines:
        parent, origin = parents.get(_parent_of(line)), of_item.get(line.id)
        if parent is None:
            orphans.append(Violation(line.id, Kind.PARENT_CHANGED, "no item of the parent has its id"))
        elif origin is None or origin.parent != parent.id:
            what = "provenance.jsonl has no entry for it, or names another parent"
            orphans.append(Violation(line.id, Kind.NOT_THE_WRITERS, what))
        else:
            cases.append(HardenedCase(line, parent, origin))
    return cases, orphans


def _parent_of(line: ItemLine) -> str:
    """The parent's id: noted where options are new, else what stands before the hash in the item's own."""
    noted = line.details.get("parent") if "harden" in line.details else None
    return noted if isinstance(noted, str) else line.id.rpartition("~")[0]


def _names(cases: Sequence[HardenedCase]) -> Iterator[str]:
    """Every name of which the file's rows must be known."""
    for case in cases:
        yield from case.line.options.values()
        asks = case.line.details.get("asks")
        if isinstance(asks, dict):
            yield str(asks.get("anchor", "")).split("|")[-1]
        for node in case.origin.nodes(case.origin.question) | case.origin.nodes(case.origin.key):
            yield node[1]
        for each in case.origin.chosen:
            path = each.get("path") or {}
            yield from (node_from(node)[1] for node in path.get("nodes", ()))
            yield from [node_from(each["node"])[1]] if each.get("node") else []


def _unverified(case: HardenedCase, flags: bool) -> Iterator[Violation]:
    for each in case.origin.chosen:
        if (each.get("node") is None or each.get("unverified")) and not flags:
            what = f"{each.get('text')!r}: the graph cannot tell whether it is wrong, so it had to be refused"
            yield Violation(case.line.id, Kind.UNVERIFIED_OPTION, what)


def _unchecked(cases: Sequence[HardenedCase], arm: str, given: HardenedInputs) -> Iterator[str]:
    flagged = sum(bool(each.get("unverified")) for case in cases for each in case.origin.chosen)
    if flagged:
        yield f"whether {flagged} unverified options are wrong (--unverified flag)"
    if arm != "graph" and given.completions_of is None:
        yield "whether the texts are the writer's (pass --store)"
