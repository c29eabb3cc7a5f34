"""Findings that warn: intervals that say little, replies that nobody could read or saw the end of."""

import re

import pytest

from mhclient.cli.main import main
from mhclient.report.blocks.loop import findings
from tests.support.asking import summaries_of
from tests.support.items import make_binary_items, make_items
from tests.support.stored import rows_of, store_run

DECLINED = "I'm sorry, but I can't help with that."


def found(store, run_id: str) -> dict[str, str]:
    (summary,) = summaries_of(store, run_id)
    return {finding.code: finding.text for finding in findings(summary)}


@pytest.fixture
def asked(make_benchmark, store):
    """Stores a run of FC; `says` gives each reply from the item's gold and place."""

    def ask(n: int, says) -> str:
        items = make_binary_items(n)
        replies = {item.id: says(item.gold[0], place) for place, item in enumerate(items)}
        return store_run(store, make_benchmark(items), replies)

    return ask


def alternately(gold: str, place: int) -> str:
    return gold if place % 3 else {"A": "B", "B": "A"}[gold]


def test_few_clusters_are_warned_of_even_where_items_are_as_few(asked, store, capsys):
    run_id = asked(7, alternately)
    assert "FC (7)" in found(store, run_id)["few_clusters"]
    assert main(["report", run_id]) == 0
    shown = capsys.readouterr().out
    assert " †" in shown
    assert "†: rough" in " ".join(shown.split())


def test_an_interval_without_width_is_no_certainty(asked, store, capsys):
    run_id = asked(40, lambda gold, _: gold)
    assert "no width" in found(store, run_id)["no_width"]
    assert main(["report", run_id]) == 0
    assert "100.0–100.0 †" in capsys.readouterr().out


def test_many_clusters_that_differ_need_no_warning(asked, store, capsys):
    run_id = asked(40, alternately)
    assert not {"few_clusters", "no_width"} & set(found(store, run_id))
    assert main(["report", run_id]) == 0
    assert "†" not in capsys.readouterr().out


def test_identical_runs_have_a_rough_difference(asked, make_benchmark, store, capsys):
    first = asked(40, alternately)
    items = make_binary_items(40)
    replies = {item.id: alternately(item.gold[0], place) for place, item in enumerate(items)}
    second = store_run(store, make_benchmark(items, "again"), replies, model="m-2")
    assert main(["compare", first, second]) == 0
    assert "0.0 to +0.0) †" in capsys.readouterr().out


def test_the_page_says_once_what_holds_for_all_runs_though_only_one_is_rough(
    asked, make_benchmark, store, tmp_path
):
    whole = asked(40, alternately)
    items = make_binary_items(40)
    replies = {item.id: alternately(item.gold[0], place) for place, item in enumerate(items[:7])}
    part = store_run(store, make_benchmark(items, "again"), replies, model="m-2")
    page = tmp_path / "page.html"
    assert main(["report", whole, part, "--format", "html", "--no-items", "--out", str(page)]) == 0
    notes = [line for line in page.read_text().splitlines() if "95 % CI: Wilson" in line]
    assert len(notes) == 1
    assert notes[0].count("95 % CI: Wilson") == notes[0].count("†: rough") == 1


@pytest.mark.parametrize(("n_prose", "mark"), [(20, ""), (21, " †")])
def test_what_reading_adds_to_bias_is_marked_where_few_replies_are_explicit(
    asked, store, capsys, n_prose, mark
):
    """Every reply is right, so that nothing is said more often than it is gold."""
    prose = "{}, because it fits."
    run_id = asked(40, lambda gold, place: prose.format(gold) if place < n_prose else gold)
    assert main(["report", run_id, "--show", "letters", "--format", "terminal"]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("FC"))
    assert re.split(r"  +", row)[3] == f"+0.0{mark}"


def test_where_nothing_was_read_nothing_is_said_of_what_was(asked, store):
    told = found(store, asked(30, lambda *_: DECLINED))
    assert "none was read" in told["unread"]
    assert "chance_depends_on_unread" not in told


def test_replies_whose_end_nobody_knows_count_and_are_told(asked, store):
    run_id = asked(6, lambda gold, place: (gold, None) if place < 2 else gold)
    assert rows_of(store, "SELECT count(*) FROM responses WHERE admission = 'unfinished'") == [(2,)]
    (summary,) = summaries_of(store, run_id)
    assert summary.overall.accuracy.correct.count == 6
    assert found(store, run_id)["unfinished"].startswith("For 2 replies")


def test_a_preferred_letter_is_told_for_tasks_of_any_number_of_options(make_benchmark, store):
    """Of 40 items with four options each letter is right in ten. C is said for all but the ten of D."""
    items = make_items(40)
    replies = {item.id: "D" if item.gold == ("D",) else "C" for item in items}
    told = found(store, store_run(store, make_benchmark(items), replies))["letter_bias"]
    assert told.startswith("RP: C is said in 75.0 % of the replies read and is right in 25.0 % of them")
    assert "p Holm <0.001" in told


@pytest.mark.parametrize(("n_as_a", "is_told"), [(13, False), (14, True)])
def test_a_preference_is_told_where_the_test_beside_it_shows_one(asked, store, n_as_a, is_told):
    """Of 20 A 5 are said to be B, of 20 B 13 or 14 to be A: (13 - 5)² / 18 gives p 0.059, 9² / 19 0.039."""
    flipped = {"A": 5, "B": n_as_a}

    def leaning(gold: str, place: int) -> str:
        return "BA"["AB".index(gold)] if place // 2 < flipped[gold] else gold

    assert ("letter_bias" in found(store, asked(40, leaning))) is is_told
