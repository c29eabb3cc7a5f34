"""Paths behind new options: each edge is a row of the file, the key is not entered, no node comes twice."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmark.verify.hardened.links import NameLinks
from benchmark.verify.hardened.options import HardenedCase
from benchmark.verify.hardened.origins import node_from
from benchmark.verify.violation import Kind, Violation

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
