"""A benchmark in numbers: checked against counts worked out from the items, in every format."""

import csv
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser
from math import log10

import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, Item, build_benchmark, read_items, sample_paths
from benchmark.describe import Description, Sheet, as_csv, describe, to_html, to_json, to_latex, to_markdown
from benchmark.describe.forms import escape, number_columns
from benchmark.folder import write_benchmark

GUESSED = "What can be guessed"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    settings = BuildSettings(sizes=SAMPLE_SIZES)
    return build_benchmark(sample_paths(), settings, tmp_path_factory.mktemp("describe") / "b")


@pytest.fixture(scope="module")
def described(made):
    return describe(made.directory)


def sheet(described, title):
    return next(sheet for sheet in described.sheets if sheet.title == title)


def test_items_are_counted_by_task(made, described):
    counts = Counter(item.task for item in read_items(made.items_path))
    rows = sheet(described, "Items by task").rows
    assert {row[0]: row[1] for row in rows[:-1]} == counts
    assert rows[-1][:2] == ("all", counts.total())


def test_the_seeds_are_listed_with_their_triples(made, described):
    listed = sheet(described, "Seeds").rows
    nodes = {tuple(node) for node in made.manifest["seeds"]["nodes"]}
    assert {(name, node_id) for name, node_id, n in listed if n} == nodes
    top = {
        name: n
        for name, kind, n in sheet(described, "Entities of highest incidence").rows
        if kind == "disease"
    }
    assert top.items() <= {name: n for name, _, n in listed}.items()


def test_slice_and_entities_are_counted(described):
    assert ("Triples", 289) in sheet(described, "Slice").rows
    assert sum(row[1] for row in sheet(described, "Triples by relation").rows) == 289
    assert sum(row[2] for row in sheet(described, "Entities by type").rows) == pytest.approx(1)
    top = sheet(described, "Entities of highest incidence").rows
    assert len(top) == 15
    assert top[0] == ("major depressive disorder", "disease", 24)
    assert sum(described.degrees) == 2 * 289


def test_gold_positions_and_labels_are_counted(made, described):
    items = [item for item in read_items(made.items_path) if item.task == "RP"]
    letters = Counter(item.gold[0] for item in items)
    assert next(row for row in sheet(described, "Gold positions").rows if row[0] == "RP")[1:5] == tuple(
        letters[letter] for letter in "ABCD"
    )
    texts = Counter(item.options[item.gold[0]] for item in items)
    labels = {row[1]: row[2] for row in sheet(described, "Label balance").rows if row[0] == "RP"}
    assert labels == texts


def test_lengths_are_of_questions_with_evidence(made, described):
    lengths = [len(item.question) for item in read_items(made.items_path) if item.task == "R1+E"]
    row = next(row for row in sheet(described, "Length of questions in characters").rows if row[0] == "R1+E")
    assert (row[1], row[5]) == (min(lengths), max(lengths))
    assert min(lengths) <= row[2] <= row[4] <= max(lengths)


def test_markdown_has_every_row_of_every_sheet(described):
    text = to_markdown(described)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == sum(len(sheet.rows) + 2 for sheet in described.sheets)
    assert "disease\\_phenotype\\_positive" in text


def test_latex_has_a_table_per_sheet_with_as_many_cells_as_columns(described):
    tables = to_latex(described).split(r"\begin{table}")[1:]
    assert len(tables) == len(described.sheets)
    for table, found in zip(tables, described.sheets, strict=True):
        columns = re.search(r"\\begin\{tabular\}\{((?:[lr]|p\{0\.45\\textwidth\})+)\}", table)
        assert columns
        assert len(re.sub(r"p\{[^}]*\}", "p", columns[1])) == len(found.header)
        lines = [line for line in table.splitlines() if line.endswith(r" \\")]
        assert len(lines) == 1 + len(found.rows)
        assert all(len(re.findall(r"(?<!\\)&", line)) == len(found.header) - 1 for line in lines)


def test_latex_shows_special_characters_as_they_are():
    assert escape(r"50 % of a_b & {c} \ ^ ~ # $ <→>") == (
        r"50 \% of a\_b \& \{c\} \textbackslash{} \textasciicircum{} \textasciitilde{} \# \$ "
        r"\textless{}$\rightarrow$\textgreater{}"
    )


class Page(HTMLParser):
    """Collects what a browser would have to fetch, and the text of tables."""

    def __init__(self):
        super().__init__()
        self.fetched, self.cells, self.open = [], [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.fetched += [value for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)


def test_the_page_needs_nothing_else_and_is_the_same_each_time(described):
    html = to_html(described)
    page = Page()
    page.feed(html)
    assert page.fetched == []
    assert "major depressive disorder" in page.cells
    assert html == to_html(described)
    assert len(html) < 400_000


def test_the_page_runs_no_script_and_reaches_nothing(described):
    html = to_html(described)
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy.startswith("default-src 'none'; style-src")
    assert "<script" not in html


def charts(html):
    """Title of the section → name of each bar → its drawing; of a curve the points."""
    found = re.findall(r"<h2>([^<]*)</h2>\n<figure>(.*?)</figure>", html, re.DOTALL)
    bar = r'<div class="bar"><span>([^<]*)</span><svg[^>]*>(.*?)</svg></div>'
    return {
        title: dict(re.findall(bar, drawn)) or re.findall(r'points="([^"]+)"', drawn)[0].split()
        for title, drawn in found
    }


def widths(marks):
    return [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)%"', marks)]


def test_the_page_draws_what_is_better_seen_than_read(described):
    found = charts(to_html(described))
    assert list(found) == [
        "Entities by type", "Triples by relation", "Entities of highest incidence", "Items by task",
        "Label balance", "Gold positions", "Length of questions in characters",
    ]  # fmt: skip
    counts = found["Items by task"]
    assert counts["FC"].endswith(">84</text>")
    (width,) = widths(counts["FC"])  # the axis ends at twice the longest bar
    assert width == pytest.approx(100 * log10(84) / log10(2 * 84), abs=0.01)
    for title in ("Label balance", "Gold positions"):
        for marks in found[title].values():
            assert sum(widths(marks)) == pytest.approx(100, abs=0.1)
    assert len(found["Entities of highest incidence"]) == len(described.degrees)


def test_the_box_of_a_task_lies_between_its_quartiles():
    lengths = {"short": [10, 20, 30, 40, 50], "one": [1000]}
    title = "Length of questions in characters"
    described = Description("n", "s", (Sheet(title, ("a",), ((1,),)),), lengths, {}, [])
    boxes = charts(to_html(described))[title]
    (place,) = re.findall(r'<rect x="([\d.]+)%"', boxes["short"])
    assert float(place) == pytest.approx(100 * log10(2) / 2, abs=0.01)  # 20 on an axis from 10 to 1,000
    assert widths(boxes["short"]) == [pytest.approx(100 * log10(2) / 2, abs=0.02)]  # from 20 to 40
    assert widths(boxes["one"]) == [0]


def test_the_page_fits_a_narrow_window(described):
    html = to_html(described)
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in html
    assert html.count('<div class="wide"><table>') == html.count("<table>") == len(described.sheets)


def test_what_a_benchmark_was_made_from_is_described(made, described):
    rows = dict(sheet(described, "Made from").rows)
    assert rows["Seed"] == "42"
    assert rows["Denied facts are absent from the"] == "graph"
    assert rows["Graph, SHA-256"] == made.manifest["inputs_sha256"]["kg"][:12] + "…"
    assert rows["Version of generator"] == made.manifest["versions"]["generator"]


def test_what_can_be_guessed_is_said_for_all_nine_tasks_the_best_first(described):
    rows = sheet(described, "What can be guessed").rows
    assert ",".join(dict.fromkeys(row[0] for row in rows)) == "ET,EC,FC,RT,RP,R1,R2,R1+E,R2+E"
    for task in {row[0] for row in rows}:
        shares = [row[3] for row in rows if row[0] == task]
        assert shares == sorted(shares, reverse=True)
        assert all(0 <= share <= 1 for share in shares)


def test_how_often_the_evidence_names_the_disease_is_said_by_gold(made, described):
    items = [item for item in read_items(made.items_path) if item.task == "R1+E"]
    named = [item.details["drug_text_names_disease_b"] for item in items if item.gold == ("A",)]
    rows = sheet(described, "Evidence that names the disease asked about").rows
    assert ("R1+E", "yes", len(named), sum(named) / len(named)) in rows


def test_a_task_with_many_golds_is_in_the_label_balance_too(described):
    (row,) = (row for row in sheet(described, "Label balance").rows if row[0] == "EC")
    assert row[1].endswith("different texts")
    assert row[2:] == (60, 1.0)


def test_a_column_of_numbers_stays_one_where_all_are_asked_for():
    rows = ((1, "all", "", "x"), (2, 4000, "", ""))
    assert number_columns(rows) == [True, True, False, False]


def test_latex_sets_long_columns_as_paragraphs_and_guards_what_begins_a_row():
    rows = (("[18F]FDG", "so long a reason that it would run off the page of any paper"), ("*α", "漢"))
    text = to_latex(Description("n", "s", (Sheet("t", ("a", "b"), rows),), {}, {}, []))
    assert r"\begin{tabular}{lp{0.45\textwidth}}" in text
    assert "{[}18F{]}FDG & " in text
    assert r"{*}$\alpha$ & 漢" in text
    assert text.splitlines()[1] == "% Needs LuaLaTeX or XeLaTeX, with a font that has 漢"


def test_names_cannot_write_into_page_or_table():
    nasty = '<script>alert("x")</script> | `a`'
    rows = ((nasty, 1),)
    described = Description(nasty, nasty, (Sheet("t", ("a", "b"), rows),), {"ET": [1]}, {"ET": {"A": 1}}, [1])
    assert "<script>alert" not in to_html(described)
    assert re.search(r"^\| \\<script\\>.*\\\| \\`a\\` \| 1 \|$", to_markdown(described), re.MULTILINE)


def test_a_benchmark_without_a_graph_is_described_by_its_items(tmp_path):
    items = [Item(f"q{n}", "own", "?" * (n + 1), {"A": "a", "B": "b"}, ("A",)) for n in range(3)]
    write_benchmark(tmp_path, items, {"format": "mhclient-benchmark/1", "kind": "own", "name": "Mine"})
    described = describe(tmp_path)
    assert [sheet.title for sheet in described.sheets] == [
        "Items by task", "Label balance", "Gold positions", "Length of questions in characters",
            "What can be guessed",
    ]  # fmt: skip
    assert to_html(described)
    assert to_latex(described)


def test_an_empty_benchmark_is_described_as_such(tmp_path):
    write_benchmark(tmp_path, [], {"format": "mhclient-benchmark/1", "kind": "own", "name": "None"})
    assert [sheet.title for sheet in describe(tmp_path).sheets] == ["Items by task"]


def test_json_has_every_sheet_with_its_numbers(described):
    document = json.loads(to_json(described))
    assert document["schema"] == "mhclient-description/1"
    found = {each["title"]: each for each in document["sheets"]}
    assert list(found) == [each.title for each in described.sheets]
    guessed = sheet(described, GUESSED)
    assert [tuple(row.values()) for row in found[GUESSED]["rows"]] == list(guessed.rows)
    assert found[GUESSED]["note"] == guessed.note


def test_csv_has_a_row_per_cell_that_names_no_row(described):
    rows = list(csv.DictReader(io.StringIO(as_csv(described))))
    assert len(rows) == sum(len(row) - 1 for each in described.sheets for row in each.rows)
    guessed = sheet(described, GUESSED)
    of_sheet = [row for row in rows if row["sheet"] == GUESSED]
    assert [row["value"] for row in of_sheet if row["row"] == "1"] == [str(v) for v in guessed.rows[0][1:]]
    assert {row["column"] for row in of_sheet} == set(guessed.header[1:])
