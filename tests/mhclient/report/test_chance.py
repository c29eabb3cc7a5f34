"""Beyond chance: constants and shortcuts are seen for what they are, in every form of a report."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from benchmark import Entity, Item
from mhclient.cli.main import main
from tests.support.items import make_items
from tests.support.stored import store_run

RELATIONS = ("indication", "contraindication", "off-label use", "none")


@pytest.fixture
def items():
    """160 items with four relations, shuffled, of which a disease's usual one is right in five of six."""
    found = []
    for number, item in enumerate(make_items(160)):
        texts = RELATIONS[number % 4 :] + RELATIONS[: number % 4]
        usual = RELATIONS[number // 4 % 4]
        gold = RELATIONS[(number // 4 + 1) % 4] if number % 6 == 0 else usual
        found.append(
            replace(
                item,
                options=dict(zip("ABCD", texts, strict=True)),
                gold=("ABCD"[texts.index(gold)],),
                relation=None if gold == "none" else gold,
                entities=(
                    Entity("drug", "drug", f"drug {number}"),
                    Entity("disease", "disease", f"disorder {number // 4 % 4}"),
                ),
                details={"usual": usual},
            )
        )
    return found


def letter(item: Item, text: str) -> str:
    return next(letter for letter, option in item.options.items() if option == text)


def documents(run_id: str, capsys):
    assert main(["report", run_id, "--format", "json", "--entities", "fixed"]) == 0
    document = json.loads(capsys.readouterr().out)
    return document["labels"]["RP"], document["shortcuts"]["RP"]


def test_who_always_says_none_has_no_skill(items, make_benchmark, store, capsys):
    run_id = store_run(store, make_benchmark(items), {item.id: letter(item, "none") for item in items})
    labels, _ = documents(run_id, capsys)
    assert labels["kappa"] == 0.0
    assert labels["balanced_accuracy"] == pytest.approx(0.25)
    assert labels["skill"] <= 0
    assert labels["ci95_balanced_accuracy"] is None
    assert labels["ci95_kappa"] is None
    said = {answer["name"]: answer["said"]["share"] for answer in labels["answers"]}
    assert said == {"none": 1.0, "indication": 0.0, "contraindication": 0.0, "off-label use": 0.0}


@pytest.mark.parametrize("entities", ["sample", "fixed"])
def test_who_always_says_the_best_constant_has_0_without_an_interval(
    items, make_benchmark, store, capsys, entities
):
    """No items drawn would give another figure."""
    counts = Counter(item.options[item.gold[0]] for item in items)
    best = max(counts, key=counts.__getitem__)
    run_id = store_run(store, make_benchmark(items), {item.id: letter(item, best) for item in items})
    assert main(["report", run_id, "--format", "json", "--entities", entities]) == 0
    labels = json.loads(capsys.readouterr().out)["labels"]["RP"]
    assert (labels["skill"], labels["ci95_skill"]) == (0.0, None)
    assert (labels["kappa"], labels["ci95_kappa"]) == (0.0, None)


def test_who_goes_by_the_usual_answer_is_wrong_where_that_is(items, make_benchmark, store, capsys):
    usual = {item.id: letter(item, item.details["usual"]) for item in items}
    _, beside = documents(store_run(store, make_benchmark(items), usual), capsys)
    assert beside["shortcut"] == "usual answer for the disease"
    assert beside["guessed"] == pytest.approx(5 / 6, abs=0.02)
    assert (beside["accuracy_guessed"], beside["accuracy_not_guessed"]) == (1.0, 0.0)


def test_who_knows_is_right_where_nothing_can_be_guessed(items, make_benchmark, store, capsys):
    gold = {item.id: item.gold[0] for item in items}
    run_id = store_run(store, make_benchmark(items), gold)
    labels, beside = documents(run_id, capsys)
    assert (labels["skill"], labels["kappa"]) == (1.0, 1.0)
    assert beside["accuracy_not_guessed"] == 1.0
    assert main(["report", run_id]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Beyond chance, in %" in shown
    assert "Beside what can be guessed, in %" in shown


def test_the_minute_says_from_which_share_on_it_names_tasks(items, make_benchmark, store, tmp_path):
    """Others are guessed nearly as often, and are not named."""
    easier = [
        replace(item, gold=(letter(item, item.details["usual"]),)) if number % 12 else item
        for number, item in enumerate(items)
    ]
    run_id = store_run(store, make_benchmark(easier), {item.id: item.gold[0] for item in easier})
    assert main(["report", run_id, "--no-items", "--out", "page.html"]) == 0
    page = " ".join((tmp_path / "page.html").read_text(encoding="utf-8").split())
    assert "Care with" in page
    assert "a rule without facts is right in 85.0 % or more." in page
