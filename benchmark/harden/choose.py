"""From candidates to options: verdicts in the order of scores, the best of what is left, and the new item."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from benchmark.harden.forms import in_case_of
from benchmark.harden.mapping import bare_name
from benchmark.harden.settings import Arm, HardenSettings
from benchmark.harden.study import Studied
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict, verdict_on
from benchmark.harden.walk import DECIMALS, ends_of, text_of
from benchmark.item import Item

MOST_PER_END = 2  # new options that map to one node


def ends_as_candidates(studied: Studied) -> list[OptionCandidate]:
    """The names at the ends of an item's paths: what the graph alone can offer."""
    assert studied.context is not None
    graph, found = studied.context.graph, []
    for end, path in ends_of(studied.paths).items():
        text = in_case_of(studied.key, bare_name(graph.name(end)))
        found.append(OptionCandidate(text, end, path, path.scores[-1]))
    return found


def with_verdicts(
    candidates: Iterable[OptionCandidate], studied: Studied, earlier: Sequence[OptionCandidate] = ()
) -> list[OptionCandidate]:
    """The candidates, best first, each with what is said of it; a duplicate is one of a better candidate.

    Args:
        earlier: usable ones of earlier rounds.
    """
    assert studied.context is not None
    texts = [each.text for each in earlier]
    per_end = Counter(each.node for each in earlier if each.node is not None)
    found = []
    for candidate in sorted(candidates, key=_best_first(studied.item.id)):
        verdict, detail, flagged = verdict_on(candidate, studied.context, texts)
        if (
            verdict is OptionVerdict.USABLE
            and candidate.node is not None
            and per_end[candidate.node] >= MOST_PER_END
        ):
            verdict, detail, flagged = OptionVerdict.DUPLICATE, f"the {MOST_PER_END + 1}rd of one node", False
        found.append(replace(candidate, verdict=verdict, detail=detail, flagged=flagged))
        if verdict is OptionVerdict.USABLE:
            texts.append(candidate.text)
            per_end.update([candidate.node] if candidate.node is not None else [])
    return found


def _best_first(item_id: str) -> Any:
    return lambda each: (-round(each.score, DECIMALS), _hash("candidate", item_id, each.text))


def _hash(*parts: str) -> str:
    return hashlib.sha256("|".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def chosen_of(candidates: Iterable[OptionCandidate], studied: Studied) -> list[OptionCandidate]:
    """The best usable candidates, as many as the item has wrong options."""
    usable = [each for each in candidates if each.verdict is OptionVerdict.USABLE]
    return sorted(usable, key=_best_first(studied.item.id))[: len(studied.wrong_options)]


def hardened_item(studied: Studied, chosen: Sequence[OptionCandidate], settings: HardenSettings) -> Item:
    """The parent with new wrong options; the key keeps its letter, and what is kept of the old ones theirs.

    New texts take the other letters in the order of a hash of seed, item and text.
    """
    item = studied.item
    if not chosen:
        return replace(item, id=derived_id(item, item.options, settings.arm))
    letters = sorted(
        studied.wrong_options, key=lambda letter: _hash(str(settings.seed), item.id, "letter", letter)
    )
    texts = sorted(chosen, key=lambda each: _hash(str(settings.seed), item.id, each.text))
    placed = dict(zip(letters, texts, strict=False))
    options = {
        letter: placed[letter].text if letter in placed else text for letter, text in item.options.items()
    }
    return replace(
        item,
        id=derived_id(item, options, settings.arm),
        options=options,
        details={**item.details, "parent": item.id, "harden": _details(studied, placed, settings)},
    )


def derived_id(parent: Item, options: Mapping[str, str], arm: Arm) -> str:
    """The parent's id and a hash of all that is asked: "~" separates them, and the parent stands first."""
    asked = [arm.value, parent.question, dict(options), list(parent.gold)]
    return f"{parent.id}~{_hash(json.dumps(asked, ensure_ascii=False))[:8]}"


def _details(
    studied: Studied, placed: Mapping[str, OptionCandidate], settings: HardenSettings
) -> dict[str, Any]:
    assert studied.context is not None
    graph = studied.context.graph
    paths = {letter: text_of(graph, each.path) for letter, each in sorted(placed.items()) if each.path}
    details: dict[str, Any] = {
        "method": settings.arm.value,
        "replaced": f"{len(placed)} of {len(studied.wrong_options)}",
        "paths": paths,
        "request_keys": {
            letter: each.request_key for letter, each in sorted(placed.items()) if each.request_key
        },
    }
    if flagged := sorted(letter for letter, each in placed.items() if each.flagged):
        details["unverified"] = flagged
    return details
