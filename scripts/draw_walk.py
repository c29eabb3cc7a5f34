"""Draw the walk of one question as SVG, from the graph in the package: docs/harden-walk.svg.

python scripts/draw_walk.py [OUT.svg]
"""

import sys
from html import escape
from pathlib import Path

from benchmark import sample_paths
from benchmark.harden.harden import make_tools
from benchmark.harden.study import Studied, chosen_of, ends_as_candidates, study, with_verdicts
from benchmark.harden.verdicts import OptionVerdict
from benchmark.harden.walk import GraphPath, HardenSettings, WalkSettings
from benchmark.item import Item

OUT = Path(__file__).parents[1] / "docs" / "harden-walk.svg"
DISEASE, DRUG, OLDS = "bipolar disorder", "Lithium", ("Insulin", "Aspirin", "Penicillin")
COLUMN, ROW, BOX = 330, 34, 230
COLOURS = {
    OptionVerdict.USABLE: ("#1b7837", "an option"),
    OptionVerdict.TRUE_IN_GRAPH: ("#b2182b", "right by the graph: refused"),
    OptionVerdict.ALSO_USED: ("#b2182b", "right by the graph: refused"),
}
OTHER = ("#777777", "refused otherwise (another type, say)")


def studied_item() -> Studied:
    """One question on the sample graph, walked two steps wide and deep."""
    question = f"Which drug is indicated for {DISEASE}?"
    options = dict(zip("ABCD", (DRUG, *OLDS), strict=True))
    tools = make_tools(sample_paths().kg, HardenSettings(walk=WalkSettings(depth=2, beam=5)))
    return study(Item("drawn", "ES", question, options, ("A",)), tools)


def draw(studied: Studied) -> str:
    """The walk as SVG text: a column per step, each end in the colour of its verdict."""
    assert studied.context is not None
    candidates = with_verdicts(ends_as_candidates(studied), studied)
    verdicts = {each.node: each.verdict for each in candidates}
    taken = {each.node for each in chosen_of(candidates, studied)}
    rows = _rows(studied.paths)
    height = ROW * (max(len(column) for column in rows) + 3)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMN * len(rows)} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<text x="8" y="18" font-size="13">{escape(f"{studied.item.question} {studied.key}")}</text>',
    ]
    for path in studied.paths:
        (at, before), (to, node) = ((len(path.nodes) + by, path.nodes[by]) for by in (-2, -1))
        y1, y2 = (_y(rows[c].index(n)) for c, n in ((at, before), (to, node)))
        parts.append(f'<line x1="{COLUMN * at + BOX}" y1="{y1}" x2="{COLUMN * to}" y2="{y2}" stroke="#bbb"/>')
    for column, nodes in enumerate(rows):
        for row, node in enumerate(nodes):
            colour = (
                "#225ea8" if column == 0 else COLOURS.get(verdicts.get(node) or OptionVerdict.FORM, OTHER)[0]
            )
            score = max((p.scores[-1] for p in studied.paths if p.end == node), default=None)
            parts.append(_box(studied, node, (column, row), (colour, score, node in taken)))
    parts += [*_legend(height), "</svg>"]
    return "\n".join(parts) + "\n"


def _rows(paths: tuple[GraphPath, ...]) -> list[list[int]]:
    """Per step, the nodes that paths have come to, each once."""
    deepest = max(len(path.nodes) for path in paths)
    return [
        list(dict.fromkeys(p.nodes[step] for p in paths if len(p.nodes) > step)) for step in range(deepest)
    ]


def _y(row: int) -> int:
    return ROW * (row + 1) + ROW // 2


def _box(studied: Studied, node: int, place: tuple[int, int], said: tuple[str, float | None, bool]) -> str:
    assert studied.context is not None
    (column, row), (colour, score, is_taken) = place, said
    x, y = COLUMN * column, _y(row)
    name = studied.context.graph.name(node)
    shown = name if len(name) <= 26 else f"{name[:25]}…"
    number = "" if score is None else f"  {score:.2f}"
    weight = ' font-weight="bold"' if is_taken else ""
    return (
        f'<rect x="{x + 4}" y="{y - 12}" width="{BOX - 8}" height="24" rx="4" fill="white" stroke="{colour}" '
        f'stroke-width="{3 if is_taken else 1}"/><text x="{x + 12}" y="{y + 4}"{weight}>'
        f"{escape(shown)}{number}</text>"
    )


def _legend(height: int) -> list[str]:
    said = {OTHER[1]: OTHER[0], **{text: colour for colour, text in COLOURS.values()}}
    return [
        f'<text x="{8 + 250 * at}" y="{height - 10}" fill="{colour}">■ {escape(text)}</text>'
        for at, (text, colour) in enumerate(reversed(said.items()))
    ]


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    out.write_text(draw(studied_item()), encoding="utf-8")
    print(f"{out} written")
