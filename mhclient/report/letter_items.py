"""A run's letters item by item, for programs: a table, or JSON lines with all that was scored or shown."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mhclient.figures.letter_probabilities import choice_figures
from mhclient.providers.letter_choice import LetterScores, Rule
from mhclient.providers.local.wire import ForcedChoice
from mhclient.providers.top_tokens import TopLetters
from mhclient.report.letter_runs import LetterItem, LetterRun
from mhclient.show.csv_cells import Cells, csv_of

HEAD = ("item", "task", "gold", "choice", "margin", "mass", "sure", "written", "outcome", "error")


def as_csv(run: LetterRun, writing: LetterRun | None, cells: Cells | None = None) -> str:
    """One line per item: gold, choice, what was written, and how sure the choice is."""
    return csv_of(HEAD, (row for _, row in _rows(run, writing)), cells)


def as_json_lines(run: LetterRun, writing: LetterRun | None) -> str:
    """As the table, with every form's log-prob and every rule's score, or every letter's bounds."""
    lines = (json.dumps(row | _letters(item), ensure_ascii=False) for item, row in _rows(run, writing))
    return "".join(f"{line}\n" for line in lines)


def _rows(run: LetterRun, writing: LetterRun | None) -> Iterator[tuple[LetterItem, dict[str, Any]]]:
    written = {item.item_id: item for item in (writing or run).items}
    near_ties = set(choice_figures(run.chosen()).near_ties)
    for item in run.items:
        other, scores = written.get(item.item_id), item.forced.scores if item.forced else None
        sure = item.item_id not in near_ties if item.forced else item.top.certain() if item.top else None
        yield (
            item,
            {
                "item": item.item_id,
                "task": item.task,
                "gold": item.gold,
                "choice": item.choice,
                "margin": _rounded(scores.margin()) if scores else None,
                "mass": _rounded(scores.mass()) if scores else None,
                "sure": sure,
                "written": other.written if other else None,
                "outcome": other.outcome if other else None,
                "error": item.error,
            },
        )


def _letters(item: LetterItem) -> dict[str, Any]:
    if item.forced is not None:
        return _forced(item.forced, item.shown)
    return _top(item.top, item.shown) if item.top is not None else {}


def _forced(forced: ForcedChoice, shown: Mapping[str, str]) -> dict[str, Any]:
    """What a forced choice rests on, by the item's own letters."""
    choices = forced.scores.choices()
    return {
        "way": forced.way,
        "choices": {rule: None if label is None else shown[label] for rule, label in choices.items()},
        "letters": {letter: _scored(forced, label) for label, letter in shown.items()},
        "checks": {
            name: {"choice": shown[check.choice], "shift": check.shift}
            for name, check in forced.checks.items()
        },
    }


def _scored(forced: ForcedChoice, label: str) -> dict[str, Any]:
    scores: LetterScores = forced.scores
    log_probs = (form.log_prob for form in scores.by_letter[label])
    return {
        "forms": dict(zip(forced.forms.of(label), log_probs, strict=True)),
        "scores": {rule.value: _finite(scores.score(label, rule)) for rule in Rule},
    }


def _top(top: TopLetters, shown: Mapping[str, str]) -> dict[str, Any]:
    """Each letter's least and most probability where the answer was written, by the item's own letters."""
    return {
        "position": top.index,
        "hidden": _rounded(top.hidden),
        "opening": _rounded(top.opening),
        "other": _rounded(top.other),
        "letters": {
            letter: [_rounded(bound) for bound in top.bounds(label)] for label, letter in shown.items()
        },
    }


def _finite(score: float) -> float | None:
    """JSON knows no infinity: a rule without a form of its kind scores nothing."""
    return None if score == float("-inf") else _rounded(score)


def _rounded(value: float | None) -> float | None:
    """To the six digits that log-probs are kept with."""
    return None if value is None else round(value, 6)
