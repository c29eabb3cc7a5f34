"""Wherever the program says how many there are, the words agree with the number: of one as of none."""

import re
import sqlite3

import pytest

from benchmark import read_items
from cache import Store
from mhclient.cli.main import main
from mhclient.cli.screen.console import out
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
from tests.support.asking import run_command, serving, simulator_for
from tests.support.auditing import cases_of
from tests.support.items import make_items
from tests.support.stored import FAILED, Answer, store_run

NOUNS = (
    *("items", "tests", "disagreements", "runs", "batches", "replies", "requests", "tokens", "triples"),
    *("entities", "relations", "lines", "decisions", "errors", "pairs", "figures", "benchmarks", "prompts"),
    *("rows", "options", "tasks", "points", "clusters", "violations"),
)
# A lone 1, also as the whole of a part ("0 of 1 items"); not the end of a longer figure. Or one of the verbs.
WRONG = re.compile(
    rf"(?<![\d.,–/−+-])1 (?:of the |of them |[a-z]+ )?(?:{'|'.join(NOUNS)})\b|(?<![\d.,])1 (?:have|are|were) "
)


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """In a narrow terminal cells break, and a 1 may come to stand before a word of another line."""
    monkeypatch.setattr(out, "width", 200)


def check(capsys, *lines: list[str]) -> str:
    """What the commands print, in one piece, with each count looked at."""
    said = []
    for line in lines:
        assert main(line) in (0, 1), line
        captured = capsys.readouterr()
        said.append(" ".join((captured.out + captured.err).split()))
        found = WRONG.search(said[-1])
        assert not found, (line, found and said[-1][max(0, found.start() - 60) : found.end() + 30])
    return "\n".join(said)


@pytest.fixture
def one(make_benchmark, store):
    """A benchmark of one item, and three runs of it: answered, refused, failed."""
    benchmark = make_benchmark(make_items(1))
    (item,) = read_items(benchmark.items_path)
    replies: dict[str, Answer] = {"right": "A", "refusing": "I cannot help with that.", "failing": FAILED}
    return benchmark, [store_run(store, benchmark, {item.id: said}, model=m) for m, said in replies.items()]


def test_a_report_and_a_comparison_of_one_item(one, store, capsys):
    benchmark, runs = one
    for form in ("terminal", "markdown", "latex"):
        check(capsys, ["report", *runs, "--format", form])
    for form in ("terminal", "markdown"):
        said = check(capsys, ["compare", *runs, "--format", form])
    assert "of 1 shared item right" in said
    said = check(capsys, ["power", "--benchmark", str(benchmark.directory), "--discordant", "0.5"])
    assert "one test, which needs no adjustment" in said


def test_a_page_of_one_item(one, store, tmp_path):
    assert main(["report", *one[1], "--format", "html", "--out", str(tmp_path / "r.html")]) == 0
    for path in (tmp_path / "r.html", *(tmp_path / "r-items").iterdir()):
        text = re.sub(
            r"<script.*?</script>|<style.*?</style>|<[^>]+>", " ", path.read_text(), flags=re.DOTALL
        )
        assert not WRONG.search(text), (path, WRONG.findall(text))
    card = re.sub("<[^>]+>", "", (tmp_path / "r.html").read_text())
    assert "1 item in one task" in card


def test_what_is_missing_of_one_item(make_benchmark, store, capsys):
    benchmark = make_benchmark(make_items(1))
    partial = store_run(store, benchmark, {})
    said = check(capsys, ["report", partial], ["runs"])
    assert "1 of 1 item has not been asked" in said


@pytest.mark.slow
def test_an_audit_of_one_reply(one, store, tmp_path, capsys):
    run = one[1][1]
    said = check(capsys, ["audit", run, "--plain"], ["audit", "agreement", run], ["reread", run])
    assert "1 reply, 0 read, 1 not read" in said
    (case,) = cases_of((store, run))
    for rater, verdict in (("ann", RaterVerdict.REFUSAL), ("bob", RaterVerdict.NONE)):
        Judging(Store.open(store), rater, "1+test").judge(case, Judgement(verdict))
    said = check(
        capsys,
        ["audit", "agreement", run],
        ["audit", "decisions", run, "--settle", "ann", "--out", str(tmp_path / "d.json")],
        ["report", run],
        ["report", run, "--decisions", str(tmp_path / "d.json")],
        ["audit", run, "--export", "html"],
    )
    for words in ("1 disagreement", "1 decision;", "<h1>1 reply</h1>"):
        assert words in said


def test_the_store_and_a_dry_run_of_one_item(one, store, tmp_path, capsys):
    benchmark, runs = one
    with sqlite3.connect(store) as connection:  # this process, which stored the runs, works on them no more
        connection.execute("UPDATE sessions SET ended_at = started_at")
    connection.close()
    ask = ["run", "--provider", "openai", "--benchmark", str(benchmark.directory), "--dry-run"]
    said = check(
        capsys,
        ["cache", "verify"],
        ["cache", "prune", "--run", runs[0]],
        [*ask, "--model", "gpt-4o"],
        [*ask, "--model", "gpt-4o", "--batch"],
        [*ask, "--model", "gpt-4o", "--batch", "--no-preflight"],
    )
    for words in ("1 run, ", "1 item, 0 of them", "1 request to send", "In 1 batch,"):
        assert words in said
    assert "In 0 batches" not in said


@pytest.mark.slow
def test_thousands_are_written_alike_all_over_a_run_s_summary(make_benchmark, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    benchmark, store = make_benchmark(make_items(1_100)), tmp_path / "s.sqlite3"
    with serving(simulator_for(benchmark)) as simulator:
        command = run_command(simulator, benchmark, store)[3:]
        assert main([*command, "--max-requests", "1", "--run-id", "capped"]) == 1
        capped = capsys.readouterr().err
        assert main(command) == 0
        capsys.readouterr()
        assert main([*command, "--run-id", "stored"]) == 0
        stored = capsys.readouterr().err
    assert "1 of 1,100 items has a reply (0 reused from the store" in capped
    assert "0 errors, 1,099 not asked.\nMissing: RP 1,099 of 1,100.\n" in capped
    assert "1,100 of 1,100 items have a reply (1,100 reused from the store)" in stored
    assert not re.search(r"\b(1100|1099)\b", (capped + stored).partition("Next:")[0])
