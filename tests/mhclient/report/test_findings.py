"""Findings that warn: intervals that say little, replies that nobody could read or saw the end of."""

import json
import re
from dataclasses import replace

import pytest

from benchmark import Entity
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
    said = found(store, run_id)["few_clusters"]
    assert "7.0 in FC" in said
    assert "there are few items" in said
    assert "entities" not in said
    assert main(["report", run_id]) == 0
    shown = capsys.readouterr().out
    assert " †" in shown
    assert "†: rough" in " ".join(shown.split())
    assert "Wilson" not in shown


def test_ten_single_items_are_not_fewer_than_ten_clusters(asked, store):
    """The sum of ten equal weights may be a last bit less."""
    assert "few_clusters" not in found(store, asked(10, alternately))


def test_no_interval_is_given_of_too_few_clusters(asked, make_benchmark, store, capsys):
    disease = Entity("disease", "disease", "schizophrenia")
    items = [replace(item, entities=(disease,)) for item in make_binary_items(30)]
    run_id = store_run(
        store,
        make_benchmark(items),
        {item.id: alternately(item.gold[0], place) for place, item in enumerate(items)},
    )
    assert "1.0 in FC" in found(store, run_id)["too_few_clusters"]
    assert "--entities fixed gives an interval" in found(store, run_id)["too_few_clusters"]
    assert main(["report", run_id]) == 0
    assert "too few clusters" in capsys.readouterr().out
    tasks = []  # independent items have one rule, whether or not they have entities
    for arguments in ([run_id, "--entities", "fixed"], [asked(30, alternately)]):
        assert main(["report", *arguments, "--format", "json"]) == 0
        tasks.append(json.loads(capsys.readouterr().out)["tasks"]["FC"])
    assert tasks[0]["ci95"] == tasks[1]["ci95"] == pytest.approx([0.4770, 0.8143], abs=1e-4)


def test_a_column_of_imported_questions_can_be_the_cluster(make_benchmark, store, capsys):
    items = [
        replace(item, details={"patient": f"p{place % 12}"})
        for place, item in enumerate(make_binary_items(60))
    ]
    replies = {item.id: alternately(item.gold[0], place) for place, item in enumerate(items)}
    run_id = store_run(store, make_benchmark(items), replies)
    assert main(["report", run_id, "--cluster", "patient", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["intervals"]["cluster_by"] == "patient"
    assert document["tasks"]["FC"]["n_effective"] == pytest.approx(12)
    assert document["intervals"]["about"] == (
        "Intervals are about other values of “patient” like these: items that share one depend on each "
        "other, and items without any are independent."
    )
    assert main(["report", run_id, "--cluster", "ward"]) == 2
    assert "no item has such a column" in " ".join(capsys.readouterr().err.split())


def test_where_all_are_right_the_interval_says_that_it_is_not_certain(asked, store, capsys):
    """40 of 40 right, independent: by hand from 40/(40 + t²), with t of 39 degrees of freedom 2.0227."""
    assert main(["report", asked(40, lambda gold, _: gold)]) == 0
    assert "90.7–100.0" in capsys.readouterr().out


def test_many_clusters_that_differ_need_no_warning(asked, store, capsys):
    run_id = asked(40, alternately)
    assert not {"few_clusters", "too_few_clusters"} & set(found(store, run_id))
    assert main(["report", run_id]) == 0
    assert "†" not in capsys.readouterr().out


def test_runs_that_are_right_on_the_same_items_have_an_interval_of_their_difference(
    asked, make_benchmark, store, capsys
):
    """By hand: with one item more, half of it a win and half a loss, √(1/(40 · 41)) · 2.0227."""
    first = asked(40, alternately)
    items = make_binary_items(40)
    replies = {item.id: alternately(item.gold[0], place) for place, item in enumerate(items)}
    second = store_run(store, make_benchmark(items, "again"), replies, model="m-2")
    assert main(["compare", first, second]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "differences up to 5.0 points cannot be excluded" in shown
    assert "(−5.0 to +5.0)" in shown


def test_runs_that_differ_on_every_item_of_one_task_are_told_apart(make_benchmark, store, capsys):
    """One is right throughout, the other in the first task alone: no spread within either task."""
    items = [*make_binary_items(12, "FC"), *make_binary_items(12, "EC")]
    benchmark = make_benchmark(items)
    first = store_run(store, benchmark, {item.id: item.gold[0] for item in items})
    said = {item.id: item.gold[0] if item.task == "FC" else "Well." for item in items}
    second = store_run(store, benchmark, said, model="m-2")
    assert main(["compare", first, second]) == 0
    assert "m is 50.0 points better than m-2" in " ".join(capsys.readouterr().out.split())


def test_the_page_says_once_what_holds_for_all_runs_though_only_one_is_rough(
    asked, make_benchmark, store, tmp_path
):
    whole = asked(40, alternately)
    items = make_binary_items(40)
    replies = {item.id: alternately(item.gold[0], place) for place, item in enumerate(items[:7])}
    part = store_run(store, make_benchmark(items, "again"), replies, model="m-2")
    page = tmp_path / "page.html"
    assert main(["report", whole, part, "--format", "html", "--no-items", "--out", str(page)]) == 0
    notes = [line for line in page.read_text().splitlines() if "Format: replies in %" in line]
    assert len(notes) == 1
    assert notes[0].count("Clusters: effective") == notes[0].count("†: rough") == 1


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


@pytest.mark.parametrize(("entities", "told"), [("sample", False), ("fixed", True)])
def test_guessing_is_compared_with_both_counts_by_one_kind_of_interval(
    make_benchmark, store, capsys, entities, told
):
    """Ten items about each of four diseases: two known, one guessed, one declined. Over other diseases
    neither count is shown to beat guessing; about these alone, 25 of 30 does and 25 of 40 does not.
    """
    items = [
        replace(item, entities=(Entity("disease", "disease", f"disease {place // 10}", str(place // 10)),))
        for place, item in enumerate(make_binary_items(40))
    ]
    says = {
        item.id: DECLINED
        if place >= 30
        else {"A": "B", "B": "A"}[item.gold[0]]
        if place >= 25
        else item.gold[0]
        for place, item in enumerate(items)
    }
    run_id = store_run(store, make_benchmark(items), says)
    assert main(["report", run_id, "--entities", entities, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    findings = {finding["code"]: finding["text"] for finding in document["findings"]}
    assert ("chance_depends_on_unread" in findings) == told
    if told:
        assert (
            "with unread as wrong (62.5 %, 95 % interval 46.3–76.3) guessing cannot be excluded; among those "
            "read (83.3 %, 95 % interval 65.3–93.0) it is better than guessing. Each task is looked at by "
            "itself: nothing is adjusted over the tasks."
        ) in findings["chance_depends_on_unread"]
    low, high = document["tasks"]["FC"]["ci95_answered"]
    assert (low > 0.5) == told
    assert ([low, high] == pytest.approx([0.6527, 0.9301], abs=1e-4)) == told


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
    assert told.startswith(
        "RP: C is said in 75.0 % of the replies read and is the right answer to 25.0 % of these items"
    )
    assert "adjusted p <0.001" in told


@pytest.mark.parametrize(("n_as_a", "is_told"), [(13, False), (14, True)])
def test_a_preference_is_told_where_the_test_beside_it_shows_one(asked, store, n_as_a, is_told):
    """Of 20 A 5 are said to be B, of 20 B 13 or 14 to be A: (13 - 5)² / 18 gives p 0.059, 9² / 19 0.039."""
    flipped = {"A": 5, "B": n_as_a}

    def leaning(gold: str, place: int) -> str:
        return "BA"["AB".index(gold)] if place // 2 < flipped[gold] else gold

    assert ("letter_bias" in found(store, asked(40, leaning))) is is_told


@pytest.mark.parametrize(
    ("n_diseases", "wrong", "least"),
    [
        (6, (), "60.7"),
        (40, (), "92.8"),
        (240, (), ""),
        (6, (0,), "60.4"),
        (6, range(0, 240, 6), ""),  # of a whole disease: the interval itself is wide
        (6, range(4, 240, 10), "54.6"),
    ],
)
def test_how_low_accuracy_is_where_all_or_nothing_is_known_is_said_where_the_interval_does_not(
    make_benchmark, store, n_diseases, wrong, least
):
    """By hand, all of six diseases known: 0.05^(1/6) = .607; with one of 240 items wrong 239/240 of that."""
    diseases = [Entity("disease", "disease", f"disorder {n}") for n in range(n_diseases)]
    items = [
        replace(item, entities=(diseases[n % n_diseases],)) for n, item in enumerate(make_binary_items(240))
    ]
    other = {"A": "B", "B": "A"}
    replies = {item.id: other[item.gold[0]] if n in wrong else item.gold[0] for n, item in enumerate(items)}
    text = found(store, store_run(store, make_benchmark(items), replies)).get("all_or_nothing", "")
    assert (f"as low as {least} % cannot be excluded" in text) is bool(least)
    assert bool(text) is bool(least)
