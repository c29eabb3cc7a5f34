"""Cases by writer, by pair of disorders, and how many answers are named: worked out by hand."""

import pytest

from benchmark import Item, read_benchmark
from benchmark.folder import write_benchmark
from benchmark.item import Entity, Mode
from benchmark.mentalkg.cases import NOTICE
from benchmark.shortcuts import BOTH, MOST_SHARED, case_baselines
from cache import Store
from mhclient.audit.web.api import PageReports
from mhclient.report.blocks.cases import (
    baselines_table,
    cardinality_of,
    cardinality_table,
    pairs_of,
    pairs_table,
    writers_of,
    writers_table,
)
from mhclient.report.table import Table
from mhclient.report.writers.text import document
from mhclient.run.variant import load_variant
from tests.support.asking import summaries_of
from tests.support.stored import store_run

NAMES = {"D1": "Depression", "D2": "Bipolar", "D3": "Phobia", "D4": "Tics"}
OPTIONS = {"A": "D1", "B": "D2", "C": "D3", "D": "D4"}


def case(name: str, writer: str, task: str = "type4", gold: str = "A", **details) -> Item:
    return Item(
        id=f"{name}/{writer}",
        task=task,
        question=f"I am {name}, told by {writer}.",
        options={letter: NAMES[key] for letter, key in OPTIONS.items()},
        gold=tuple(gold),
        mode=Mode.MULTI,
        entities=tuple(
            Entity("gold", "disorder", NAMES[OPTIONS[letter]], OPTIONS[letter], "x") for letter in gold
        ),
        details={
            "generator": writer,
            "patient": name,
            "differential": "D1-D2",
            "option_ids": OPTIONS,
            **details,
        },
    )


def texts_of(table: Table | None) -> list[list[str]]:
    assert table is not None
    return table.texts


@pytest.fixture
def ask(make_benchmark, store):
    """Stores a run of clear cases and of ambiguous ones; summaries of all runs so far."""
    clear = [case(f"p{n}", writer) for n in range(1, 5) for writer in ("x:one", "two", "three")]
    open_ = [case(f"o{n}", "two", "type3", "AB") for n in range(1, 4)]
    benchmark = make_benchmark(clear + open_)
    runs = []

    def answer(said, model="one", variant="mentalbench-hybrid"):
        answers = {item.id: said(item) for item in clear + open_}
        runs.append(store_run(store, benchmark, answers, model=model, variant=load_variant(variant)))
        return summaries_of(store, *runs)

    return answer


def own_alone(item: Item) -> str:
    """Right on its own cases, and on those of the second writer in half of the patients."""
    right = "& ".join(item.gold)
    number, writer = int(item.id[1]), item.details["generator"]
    return right if writer == "x:one" or (writer == "two" and number > 2) else "A & B"


def test_a_writer_is_compared_with_the_others_on_the_same_patients(ask):
    (summary,) = ask(own_alone)
    found = {(row.task, row.writer): row for row in summary.get(writers_of)}
    assert {writer: found["type4", writer].accuracy.value for writer in ("x:one", "two", "three")} == {
        "x:one": 1.0,
        "two": 0.5,
        "three": 0.0,
    }
    # Of patients 1 and 2 the others have nothing right, of 3 and 4 the half: 1, 1, ½, ½.
    assert found["type4", "x:one"].difference.value == 0.75
    assert found["type4", "two"].difference.value == pytest.approx((-0.5 - 0.5 + 0.5 + 0.5) / 4)
    assert found["type3", "two"].difference is None  # no other writer has these patients
    assert found["type4", "x:one"].own
    assert not found["type4", "two"].own


def test_both_said_is_told_from_right_and_always_both_from_both(ask):
    (summary,) = ask(lambda item: "A & B & C" if item.task == "type4" else "A & B")
    clear, open_ = summary.get(pairs_of)
    assert (clear.both.value, clear.correct.value, clear.always_both.value) == (1.0, 0.0, 0.0)
    assert (open_.both.value, open_.correct.value, open_.always_both.value) == (1.0, 1.0, 1.0)
    assert clear.names == ("Depression", "Bipolar")
    assert [row[:3] for row in texts_of(pairs_table(summary))] == [
        ["type4", "Depression", "Bipolar"],
        ["type3", "Depression", "Bipolar"],
    ]


def test_the_same_cases_asked_in_three_ways_stand_below_each_other(ask):
    ask(lambda item: "A", variant="mentalbench-single")
    ask(lambda item: "A & B", variant="mentalbench-hybrid")
    summaries = ask(lambda item: "I do not know.", variant="mentalbench-multiple")
    rows = [row[1:] for row in texts_of(cardinality_table(summaries)) if row[1] == "type4"]
    assert rows == [
        ["type4", "mentalbench-single", "100.0", "0.0", "0.0", "0.0", "100.0 (12/12)"],
        ["type4", "mentalbench-hybrid", "0.0", "100.0", "0.0", "0.0", "0.0 (0/12)"],
        ["type4", "mentalbench-multiple", "0.0", "0.0", "0.0", "100.0", "0.0 (0/12)"],
    ]
    assert summaries[1].get(cardinality_of)[1].correct.value == 1.0


def test_all_of_it_is_in_the_document(ask):
    (run,) = document(ask(own_alone))["reports"]
    writer = next(row for row in run["writers"] if row["writer"] == "x:one" and row["task"] == "type4")
    assert (writer["count"], writer["n"], writer["own"]) == (4, 4, True)
    assert writer["difference"]["value"] == 0.75
    assert {row["task"] for row in run["pairs"]} == {"type3", "type4"}
    assert run["cardinality"][0]["named"]["two"]["count"] == 6


def test_released_cases_have_their_pair_in_the_path_and_no_patient(make_benchmark, store):
    path = "dataset/high/D1/D2/type4/a_main_gemini.json"
    cases = [
        case(f"p{n}", writer, path=path, differential=None, patient=None)
        for n in range(3)
        for writer in ("gemini", "gpt5")
    ]
    benchmark = make_benchmark(cases)
    run = store_run(store, benchmark, {item.id: "A & B" for item in cases})
    (summary,) = summaries_of(store, run)
    assert [row.pair for row in summary.get(pairs_of)] == ["D1-D2"]
    assert [row[-1] for row in texts_of(writers_table(summary))] == ["–", "–"]


def test_other_benchmarks_have_none_of_it(two_runs):
    store, *runs = two_runs
    for summary in summaries_of(store, *runs):
        assert writers_table(summary) is None
        assert pairs_table(summary) is None
    assert cardinality_table(summaries_of(store, *runs)) is None


def test_raters_are_warned_of_what_cases_speak_of(make_benchmark, store, tmp_path):
    items = [case("p1", "one")]
    manifest = {"format": "mhclient-benchmark/1", "kind": "mentalkg", "notice": NOTICE}
    write_benchmark(tmp_path / "warned", items, manifest)
    run = store_run(store, read_benchmark(tmp_path / "warned"), {items[0].id: "A"})
    with Store.open(store) as opened:
        shown = PageReports(opened).report(run)["caveat"]
    assert shown.startswith(NOTICE)
    assert shown.endswith("use with patients.")


def test_a_run_stands_beside_answers_that_read_no_case(ask):
    """By hand: nobody has both right in the 12 clear cases, everybody in the 3 ambiguous ones."""
    (summary,) = ask(own_alone)
    table = texts_of(baselines_table(summary))
    assert table == [
        ["type4", BOTH, "12", "0.0", "50.0 (6/12)"],
        ["type3", BOTH, "3", "100.0", "100.0 (3/3)"],
    ]
    assert [one["value"] for one in document([summary])["reports"][0]["baselines"]] == [0.0, 1.0]


def test_the_option_that_shares_most_symptoms_counts_ties_in_part():
    """Three clear cases: alone and right, one of two, alone and wrong: (1 + 1/2 + 0) / 3."""
    shared = ({"D1": 3, "D2": 1}, {"D1": 2, "D2": 2}, {"D1": 1, "D2": 2})
    cases = [case(f"p{n}", "one", shared_symptoms=each) for n, each in enumerate(shared)]
    (both, most) = case_baselines("type4", cases)
    assert (both.answer, both.right) == (BOTH, 0.0)
    assert (most.answer, most.n, most.right) == (MOST_SHARED, 3, 0.5)
    open_ = case("o", "one", "type3", "AB", shared_symptoms=shared[1])
    assert [one.right for one in case_baselines("type3", [open_])] == [1.0, 0.0]
