"""Contraindication, indication, off-label use: what counts for each, which way answers err, in every form."""

import json
from dataclasses import replace

import pytest

from benchmark import Entity, Item
from benchmark.item import Mode
from mhclient.cli.main import main
from mhclient.figures.drug_use import HowAsked, asked_usage
from mhclient.figures.proportion_intervals import proportion_interval
from tests.support.items import make_items
from tests.support.stored import store_run

WARNING, USE, OFF_LABEL, NONE = "contraindication", "indication", "off-label use", "none"
YES_OR_NO = {"A": "yes", "B": "no"}
ENTITIES = (Entity("drug", "drug", "lithium"), Entity("disease", "disease", "mania"))


def about_pairs(n: int, *, disease: str = "disorder {}", task: str = "RP") -> list[Item]:
    """Items that ask for the relation of a drug and a disease, of each of the four answers n."""
    return [
        replace(
            item,
            entities=(
                Entity("drug", "drug", f"drug {number} of {task}"),
                Entity("disease", "disease", disease.format(f"{number} of {task}")),
            ),
        )
        for number, item in enumerate(make_items(4 * n, task))
    ]


def statements(n: int, relation: str) -> list[Item]:
    """Items that state the relation of a drug and a disease, half of them truly."""
    return [
        Item(
            id=f"FC-{relation[:2]}{number:03d}",
            task="FC",
            question=f"Is it recorded that drug {number} has a {relation} for disorder {number}?",
            options=YES_OR_NO,
            gold=("AB"[number % 2],),
            relation=relation,
            entities=(
                Entity("head", "drug", f"{relation} drug {number}"),
                Entity("tail", "disease", f"{relation} disorder {number}"),
            ),
        )
        for number in range(n)
    ]


def letter(item: Item, text: str) -> str:
    return next(letter for letter, option in item.options.items() if option == text)


def answers(items: list[Item], said: dict[str, list[str]]) -> dict[str, str]:
    """The right answer to each item; to the first that ask for a relation these, "" for nothing readable."""
    left = {right: iter(texts) for right, texts in said.items()}
    found = {}
    for item in items:
        right = item.options[item.gold[0]]
        text = next(left.get(right, iter(())), right)
        found[item.id] = letter(item, text) if text else "It depends."
    return found


def document(capsys, *run_ids: str, options: tuple[str, ...] = ()):
    assert main(["report", *run_ids, "--format", "json", *options]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("change", "asked", "counts_for"),
    [
        ({"relation": USE}, HowAsked.RELATION, (USE,)),
        ({"gold": ("A", "B"), "mode": Mode.MULTI, "relation": None}, HowAsked.RELATION, (WARNING, USE)),
        ({"gold": ("D",), "relation": None}, HowAsked.RELATION, ()),
        ({"details": {"base_item": "RP-1"}}, None, ()),
        ({"options": {"A": "Yes", "B": "No"}, "relation": OFF_LABEL}, HowAsked.STATEMENT, (OFF_LABEL,)),
        ({"options": YES_OR_NO, "relation": USE, "entities": (*ENTITIES, *ENTITIES[1:])}, None, ()),
        ({"options": {"A": "drug → disease", "B": "drug → drug"}, "relation": USE, "entities": ()}, None, ()),
    ],
)
def test_an_item_counts_for_a_relation_that_it_asks_for_or_states(change, asked, counts_for):
    item = replace(make_items(1)[0], **{"entities": ENTITIES, **change})
    found = asked_usage(item)
    assert (found.how, found.counts_for) == (asked, counts_for)


def test_right_answers_and_wrong_ways_are_those_counted_by_hand(make_benchmark, store, capsys):
    items = about_pairs(10) + statements(8, WARNING) + statements(4, USE)
    said = {WARNING: [USE, USE, OFF_LABEL, NONE, ""], USE: [WARNING], NONE: [USE, USE], "yes": ["no"]}
    found = document(capsys, store_run(store, make_benchmark(items), answers(items, said)))["usage"]
    right = {each["relation"]: (each["count"], each["n_items"]) for each in found["right"]}
    # Of 10 contraindications 5 are right, of 8 statements on them all but the first, which was denied.
    assert right == {WARNING: (12, 18), USE: (9 + 4, 10 + 4), OFF_LABEL: (10, 10)}
    wrong = {each["way"]: (each["count"], each["n_items"]) for each in found["wrong"]}
    assert wrong == {
        "called_a_use": (3, 10),
        "called_none": (1, 10),
        "denied": (1, 4),
        "use_called_contraindication": (1, 20),
        "none_called_a_use": (2, 10),
        "false_use_affirmed": (0, 2),
    }
    (called,) = (each for each in found["wrong"] if each["way"] == "called_a_use")
    # Three of ten independent items, 3.5 of 11: n* = .2169/(.21/9 + (.2169 − .21)/10), t of 9 degrees.
    assert called["ci95"] == pytest.approx(proportion_interval(0.3, 9.0289, 2.2622), abs=1e-4)
    assert called["n_effective"] == 10
    assert {each["said"]: each["n"] for each in found["said"] if each["right"] == WARNING} == {
        **{WARNING: 5, USE: 2, OFF_LABEL: 1, NONE: 1},
        **{"several of them": 0, "unread": 1},
    }


def test_what_is_right_among_the_replies_read_and_by_guessing_stands_beside_all(
    make_benchmark, store, capsys
):
    """Of 4 contraindications two could not be read, one is wrong: 1 of 4, and 1 of the 2 read."""
    items = about_pairs(4)
    run_id = store_run(store, make_benchmark(items), answers(items, {WARNING: ["", "", USE]}))
    assert main(["report", run_id, "--format", "markdown"]) == 0
    rows = [[cell.strip() for cell in line.split("|")] for line in capsys.readouterr().out.splitlines()]
    row = next(row for row in rows if row[1:3] == [WARNING, "4"])
    # Four options: a guess is right in a quarter.
    assert (row[3], row[-4:-1]) == ("25.0", ["2", "50.0", "25.0"])


def test_an_option_that_is_no_relation_is_counted_as_another(make_benchmark, store, capsys):
    """Of somebody's own question, or of a store that was changed; it was an internal error."""
    items = [replace(item, options={**item.options, "D": "neither"}) for item in about_pairs(10)]
    said = {WARNING: ["neither", "neither", USE]}
    found = document(capsys, store_run(store, make_benchmark(items), answers(items, said)))["usage"]
    counts = {(each["right"], each["said"]): each["n"] for each in found["said"]}
    assert (counts[WARNING, "another option"], counts[WARNING, USE], counts[WARNING, WARNING]) == (2, 1, 7)
    assert counts["neither", "another option"] == 10


def test_items_about_one_disease_have_no_interval(make_benchmark, store, capsys):
    items = about_pairs(6, disease="mania")
    run_id = store_run(store, make_benchmark(items), answers(items, {WARNING: [USE]}))
    found = document(capsys, run_id)["usage"]["right"][0]
    assert (found["share"], found["ci95"], found["n_effective"]) == (pytest.approx(5 / 6), None, 1.0)
    independent = document(capsys, run_id, options=("--entities", "fixed"))["usage"]["right"][0]
    assert independent["ci95"] == pytest.approx([0.3096, 0.9824], abs=1e-4)  # t of 5 degrees of freedom


def test_the_same_items_with_evidence_count_in_their_task_alone(make_benchmark, store, capsys):
    items = about_pairs(4)
    twins = [
        replace(item, id=f"R2+E-{item.id}", task="R2+E", details={"base_item": item.id}) for item in items
    ]
    run_id = store_run(store, make_benchmark(items + twins), answers(items + twins, {}))
    found = document(capsys, run_id)["usage"]
    assert found["right"][0]["n_items"] == 4
    by_task = {each["task"]: each["n_items"] for each in found["by_task"] if each["relation"] == WARNING}
    assert by_task == {"RP": 4, "R2+E": 4}


def test_runs_are_compared_on_each_relation_and_on_the_dangerous_side(make_benchmark, store, capsys):
    items = about_pairs(30)
    benchmark = make_benchmark(items)
    safe = store_run(store, benchmark, answers(items, {USE: [NONE] * 3}), model="m-safe")
    risky = store_run(store, benchmark, answers(items, {WARNING: [USE] * 25}), model="m-risky")
    found = document(capsys, safe, risky)["usage_verdicts"]
    verdicts = {each["on"]: each["verdict"] for each in found}
    assert verdicts == {
        **{WARNING: "better", USE: "undecided", OFF_LABEL: "undecided"},
        "contraindication called a use": "less often",
    }
    by_relation = {each["on"]: each for each in found}
    # Off-label use is right in both throughout: its p is 1, and it is one of a family of three.
    assert by_relation[USE]["p_holm"] == pytest.approx(2 * by_relation[USE]["p"])
    assert by_relation[WARNING]["p_holm"] == pytest.approx(3 * by_relation[WARNING]["p"])
    called = by_relation["contraindication called a use"]
    assert called["p_holm"] == pytest.approx(called["p"])  # a family of its own
    assert called["difference"] == pytest.approx(-25 / 30)


@pytest.mark.slow
def test_every_form_shows_it_and_says_that_it_is_no_measure_of_safety(make_benchmark, store, tmp_path):
    items = about_pairs(12)
    benchmark = make_benchmark(items)
    runs = [store_run(store, benchmark, answers(items, {WARNING: [USE] * n}), model=f"m-{n}") for n in (2, 6)]

    def written(form: str) -> str:
        assert main(["report", *runs, "--format", form, "--out", str(tmp_path / f"out.{form}")]) == 0
        return " ".join((tmp_path / f"out.{form}").read_text(encoding="utf-8").split())

    not_safe = "Nothing here measures clinical safety or fitness for use with patients."
    for form in ("terminal", "markdown", "latex", "html"):
        text = written(form)
        assert "Contraindications called a use" in text
        assert "Which run is better on which usage relation?" in text
        assert not_safe in text
        assert ("less often" in text) == ("more often" not in text)
    assert r"\label{tab:mhclient-usage-verdicts}" in written("latex")
    page = written("html")
    assert 'id="usage"' in page
    # By hand, in one minute and among the findings: of 12 contraindications m-2 calls 2 a use, m-6 6.
    assert "m-2 has most right, 83.3 % of 12 items (" in page
    assert "m-6 most often says a use, in 50.0 % (" in page
    assert [f"</span>{cell}</a>" in page for cell in ("2 of 12", "6 of 12")] == [True, True]
    said = "Dangerous side: 6 of 12 replies to items whose right answer is contraindication say indication"
    assert said in written("terminal")


def test_the_minute_names_all_runs_that_have_as_many(make_benchmark, store, tmp_path):
    """By hand: of 12 contraindications m-0 and m-1 call 3 a use, m-2 six."""
    items = about_pairs(12)
    benchmark = make_benchmark(items)
    runs = [
        store_run(store, benchmark, answers(items, {WARNING: [USE] * n}), model=f"m-{place}")
        for place, n in enumerate((3, 3, 6))
    ]

    def minute(*some: str) -> str:
        assert main(["report", *some, "--no-items", "--out", "page.html"]) == 0
        page: str = (tmp_path / "page.html").read_text(encoding="utf-8")
        return page.partition("Contraindications:")[2]

    said = minute(*runs)
    assert "m-0 and m-1 have most right, 75.0 % of 12 items (" in said
    assert "; m-2 fewest, 50.0 %." in said
    assert "<b>Where contraindication is right,</b> m-2 most often says a use, in 50.0 % (" in said
    assert "<b>No difference between runs</b> is shown there" in said
    assert "an interval that holds for all 3 comparisons together</a>" in said
    alike = minute(*runs[:2])
    assert "all runs have the same share right, 75.0 % of 12 items (" in alike
    assert "all runs as often say a use, in 25.0 % (" in alike


def test_questions_about_other_things_have_no_such_part(make_benchmark, store, capsys):
    items = [
        replace(item, options={"A": "red", "B": "blue"}, gold=("A",), relation=None) for item in make_items(8)
    ]
    run_id = store_run(store, make_benchmark(items), answers(items, {}))
    found = document(capsys, run_id)
    assert "usage" not in found
    assert found["usage_verdicts"] == []
    assert main(["report", run_id, "--show", "usage"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "--show usage: none of these runs has anything to show there." in said
