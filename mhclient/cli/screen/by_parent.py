"""How `compare --by parent` is shown: tables for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.table import Table

from mhclient.cli.screen.console import out, plain
from mhclient.figures.item_analysis import LEAST_MODELS, LEAST_RUNS
from mhclient.report.by_parent import ByParent, Cue, Discrimination

WRITER_NOTE = "* the model has written these options itself"
CAUTION = (
    "A drop says that models answer fewer items as the key says. Whether options are more tempting or items "
    "have become ambiguous, it does not say; options that more than half choose are to be looked at first."
)
HEADINGS = (
    "Model",
    "Arm",
    "Items",
    "n",
    "Before",
    "After",
    "Drop",
    "95 %",
    "Lost",
    "Won",
    "p",
    "p Holm",
    "Unread",
)


def write_by_parent(found: ByParent, form: str) -> str:
    """The comparison in one of the forms of `compare`."""
    if form == "json":
        return json.dumps(_document(found), ensure_ascii=False, indent=2) + "\n"
    if form == "markdown":
        return _markdown(found)
    return _terminal(found)


def _document(found: ByParent) -> dict[str, object]:
    drops = [asdict(each) | {"drop": asdict(each.drop) | {"drop": each.drop.drop}} for each in found.drops]
    return {
        "by": "parent",
        "drops": drops,
        "distractors": [
            asdict(sheet) | {"origins": [asdict(each) | {"share": each.share} for each in sheet.origins]}
            for sheet in found.sheets
        ],
        "panels": {
            arm: panel and asdict(panel) | {"by_ambiguity": panel.by_ambiguity}
            for arm, panel in found.panels.items()
        },
        "cues": {arm: [asdict(each) for each in of_arm] for arm, of_arm in found.cues.items()},
        "discrimination": {arm: asdict(each) for arm, each in found.tells_apart.items()},
    }


def _rows(found: ByParent) -> list[list[str]]:
    rows = []
    for each in found.drops:
        drop, (low, high) = each.drop, each.drop.ci95
        mark = " *" if each.wrote_it else ""
        rows.append(
            [
                *(each.model + mark, each.arm, each.items, f"{drop.n:,}"),
                *map(_points, (drop.before, drop.after, drop.drop)),
                *(f"{_points(low)} to {_points(high)}", f"{drop.lost:,}", f"{drop.won:,}"),
                *(_p(drop.p), _p(each.p_holm), _points(drop.read_drop)),
            ]
        )
    return rows


def _points(share: float) -> str:
    return f"{100 * share:.1f}"


def _p(p: float | None) -> str:
    return "–" if p is None else f"{p:.4f}"


def _notes(found: ByParent) -> list[str]:
    notes = [WRITER_NOTE] if any(each.wrote_it for each in found.drops) else []
    for sheet in found.sheets:
        share = f"{sheet.functioning:,} of {sheet.n:,}"
        notes.append(f"Arm {sheet.arm}: {share} new options are chosen in at least 5 % of readings.")
        origins = ", ".join(
            f"{each.origin} {_points(each.share)} ({each.n_shown:,} shown)" for each in sheet.origins
        )
        notes.append(f"Arm {sheet.arm}, of 100 times that an option was shown it was chosen: {origins}.")
        notes += [
            f"Suspect: “{text}” of {item} takes {100 * share:.0f} % of the readings."
            for item, text, share in sheet.suspects[:10]
        ]
        if sheet.unverified:
            notes.append(f"Arm {sheet.arm}: no graph has checked {sheet.unverified:,} options.")
        notes += [*_panel_notes(sheet.arm, found), _apart_note(sheet.arm, found.tells_apart[sheet.arm])]
        notes += _cue_notes(sheet.arm, found.cues[sheet.arm])
    return [*notes, CAUTION]


def _panel_notes(arm: str, found: ByParent) -> list[str]:
    """What a panel calls into question, and what that contributes to its drop."""
    panel = found.panels[arm]
    if panel is None:
        return [
            f"Arm {arm}: no panel. It takes {LEAST_MODELS} models, neither writer nor judge, asked "
            "before and after, each in two orders of the options."
        ]
    low, high = panel.drop.ci95
    notes = [
        f"Arm {arm}, panel of {len(panel.models)} models: accuracy falls by {_points(panel.drop.drop)} "
        f"points ({_points(low)} to {_points(high)}). Of {panel.drop.n:,} items {panel.suspect_before:,} "
        f"were suspect before and {panel.suspect_after:,} are now."
    ]
    if panel.drop_sound is not None and panel.by_ambiguity is not None:
        notes.append(
            f"Arm {arm}, on the {panel.drop_sound.n:,} items that are not suspect it falls by "
            f"{_points(panel.drop_sound.drop)} points: suspect items contribute "
            f"{_points(panel.by_ambiguity)}."
        )
    return [*notes, *(f"Suspect by the panel: {item}: “{why}”." for item, why in panel.suspects[:10])]


def _cue_notes(arm: str, found: Sequence[Cue]) -> list[str]:
    """The best way of guessing, and each that has more than five points above chance."""
    told = [each for each in found if each.gives_away]
    notes = []
    for each in sorted(told, key=lambda each: -(each.after or 0)):
        before = "–" if each.before is None else _points(each.before)
        notes.append(
            f"Arm {arm}: “{each.shortcut}” has {_points(each.after or 0)} % right ({before} before; "
            f"{_points(each.chance)} by chance): the options give the key away."
        )
    none = f"Arm {arm}: none of {len(found)} ways of guessing has more than 5 points above chance."
    return notes or ([none] if found else [])


def _apart_note(arm: str, found: Discrimination) -> str:
    """Item–total correlations and the order of the models, or why there are none."""
    tau = "too few models" if found.tau is None else f"{found.tau:.2f}"
    if found.before is None or found.after is None:
        old, new = found.n_runs
        total = f"too few runs ({old:,} and {new:,}; it takes {LEAST_RUNS})"
    else:
        total = f"median {found.before:.2f} before, {found.after:.2f} after"
    return (
        f"Arm {arm}: item–total correlation: {total}. Order of the models before and after "
        f"(Kendall's tau): {tau}."
    )


def _terminal(found: ByParent) -> str:
    table = Table(*HEADINGS, box=None, pad_edge=False)
    for column in table.columns[3:]:
        column.justify = "right"
    for row in _rows(found):
        table.add_row(*map(plain, row))
    with out.capture() as captured:
        out.print(table)
        for note in _notes(found):
            out.print(plain(note), soft_wrap=True)
    return captured.get()


def _markdown(found: ByParent) -> str:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    rule = line(["---"] * 3 + ["---:"] * (len(HEADINGS) - 3))
    table = [line(HEADINGS), rule, *map(line, _rows(found))]
    return "\n".join([*table, "", *(f"- {note}" for note in _notes(found))]) + "\n"
