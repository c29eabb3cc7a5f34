"""The blocks of a report: a topic is one file and a line of the list, and stands in every form."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from mhclient.cli.main import main
from mhclient.report import blocks
from mhclient.report.blocks import ENTRIES, TABLE_NAMES, Entry, Part, loop
from tests.support.asking import summaries_of
from tests.support.places import ROOT
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN

TOPIC = '''
"""How long the questions are: a topic that no report has."""

from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Dots, Point, Series
from mhclient.report.summary import Finding
from mhclient.report.wording.names import row_cell
from mhclient.report.table import Behind, Cell, Table


def longest(basis):
    return max(len(scored.item.question) for scored in basis.run.scored)


def table(summary):
    behind = Behind(summary.run_id, {"task": "RP"}, 4)
    cell = Cell(f"{summary.get(longest)} signs", behind)
    return Table("Length of questions", ("", "Longest"), [("all", cell)])


def across(summaries):
    rows = [(row_cell(summary, summaries), str(summary.get(longest))) for summary in summaries]
    return Table("Lengths side by side", ("Run", "Longest"), rows)


def charts(summaries):
    series = [
        Series("", [Point("long", 0.5, None, Behind(summary.run_id, {"task": "FC"}))], summary.run_id)
        for summary in summaries
    ]
    yield Chart("lengths", "Chart of lengths", "In signs.", Dots(series))


def findings(summary):
    yield Finding("long_questions", "overall", f"The longest question has {summary.get(longest)} signs.")


def document(summary):
    return {"longest_question": summary.get(longest)}


def of_set(figures):
    return {"n_twice": 2 * figures.accuracy.n}


BLOCK = Block(
    figures=(longest,),
    tables=(RunTable(table, usual=True),),
    across={"lengths": across},
    charts=charts,
    findings=findings,
    document=document,
    of_set=of_set,
)
'''


@pytest.fixture
def with_topic(monkeypatch, tmp_path):
    """A report with one more block: its file, and its line of the list."""
    (tmp_path / "lengths.py").write_text(TOPIC)
    monkeypatch.setattr(blocks, "__path__", [*blocks.__path__, str(tmp_path)])
    monkeypatch.setattr(loop, "ENTRIES", (*ENTRIES, Entry("lengths", Part.OUTCOMES, ("lengths",))))
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    loop.listed.cache_clear()
    loop.run_tables.cache_clear()


@pytest.fixture
def two_runs(worked, store):
    return [store_run(store, worked, answers, model=name) for name, answers in (("p", PLAIN), ("o", OTHER))]


def written(tmp_path: Path, runs: list[str], form: str) -> str:
    out = tmp_path / f"out.{form}"
    assert main(["report", *runs, "--format", form, "--out", str(out)]) == 0
    return out.read_text()


@pytest.mark.slow
@pytest.mark.usefixtures("with_topic")
def test_a_file_and_a_line_of_the_list_put_a_topic_into_every_form(two_runs, tmp_path):
    said = "The longest question has 37 signs."
    for form in ("terminal", "markdown", "html"):
        text = written(tmp_path, two_runs, form)
        assert text.count(said) == 2
        assert "Length of questions" in text
        assert "37 signs" in text
    assert "Lengths side by side" in written(tmp_path, two_runs, "markdown")
    assert r"\label{tab:mhclient-lengths}" in written(tmp_path, two_runs, "latex")
    document = json.loads(written(tmp_path, two_runs, "json"))
    assert [report["longest_question"] for report in document["reports"]] == [37, 37]
    overall = document["reports"][0]["overall"]
    assert overall["n_twice"] == 2 * overall["n"]
    assert list(document["reports"][0])[-1] == "longest_question"


@pytest.mark.usefixtures("with_topic")
def test_what_is_behind_a_cell_becomes_a_link_of_the_page(two_runs, tmp_path):
    page = written(tmp_path, two_runs, "html")
    outcomes = page.partition('id="outcomes">')[2].partition('class="fold"')[0]
    href = "out-items/run-1.html#task=RP&amp;asked=yes"
    assert re.search(rf'<a href="{re.escape(href)}" title="4 items">37 signs</a>', outcomes)
    assert 'id="chart-lengths"' in outcomes


def test_no_two_blocks_write_the_same_key_or_table(worked, store):
    (summary,) = summaries_of(store, store_run(store, worked, PLAIN))
    keys = Counter(key for block in loop.blocks() for key in block.document(summary))
    keys_of_set = Counter(key for block in loop.blocks() for key in block.of_set(summary.overall))
    names = Counter(name for entry in ENTRIES for name in entry.tables)
    across = Counter(name for block in loop.blocks() for name in block.across)
    for counts in (keys, keys_of_set, names, across):
        assert [name for name, n in counts.items() if n > 1] == []


def test_a_key_that_two_blocks_write_is_refused_and_none_is_lost():
    with pytest.raises(ValueError, match="two blocks of the report have 'answers'"):
        loop.merged([{"answers": 1}, {"letters": 2}, {"answers": 3}])


def test_blocks_that_show_something_stand_in_a_part_of_the_page():
    for entry, block in loop.listed():
        assert entry.part or not (block.tables or block.across), entry.file


def test_the_page_on_statistics_explains_every_table():
    text = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    across = [name for block in loop.blocks() for name in block.across]
    assert [name for name in (*TABLE_NAMES, *across) if f"`{name}`" not in text] == []


def rows_of_statistics() -> list[list[str]]:
    """The cells of each row of the page's tables of tables."""
    text = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    _, _, listed = text.partition("## Every table of a report")
    lines = [line for line in listed.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def test_each_table_has_its_keys_estimand_assumptions_source_and_simulation():
    rows = rows_of_statistics()
    assert len(rows) > 25
    assert [row[0] for row in rows if len(row) != 6 or not all(row)] == []


def test_the_page_on_statistics_has_every_key_of_the_json(worked, store):
    runs = [store_run(store, worked, replies) for replies in (PLAIN, {**PLAIN, "RP-1": "A"})]
    summaries = summaries_of(store, *runs)
    keys = {*loop.document_across(summaries), *loop.of_set(summaries[0].overall)}
    keys |= loop.document_of(summaries[0]).keys()
    described = (ROOT / "docs" / "report.md").read_text(encoding="utf-8").partition("| `findings` |")[2]
    lines = (line for line in described.partition("\n## ")[0].splitlines() if line.startswith("| `"))
    keys |= {key for line in lines for key in re.findall(r"`(\w+)`", line.split(" | ")[0])}
    in_json = " ".join(row[1] for row in rows_of_statistics())
    unnamed = {key for key in keys - {"run", "findings"} if f"`{key}`" not in in_json}
    assert {key for key in unnamed if not key.startswith("ci95_")} == set()
