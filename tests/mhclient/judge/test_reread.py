"""Reading stored replies again: what changed, and what public rules would have read."""

import json
import re

import pytest

from cache import ReadingRow, Store
from mhclient.cli.main import main
from mhclient.judge.reread import PUBLISHED_EXTRACTORS, last_letter, rule_agreements
from mhclient.read.collect import case_end, collect
from mhclient.read.reading import present_reader
from parsers import PARSER_VERSION
from tests.support.items import make_binary_items
from tests.support.stored import store_run

OLD = "0+00000000"


@pytest.fixture
def stored(make_benchmark, tmp_path):
    """Four A/B items: gold A, B, A, B."""
    items = make_binary_items(4)
    replies = ("A", "Answer: B", "A patient asks. The answer is B.", "I cannot say.")
    store = tmp_path / "s.sqlite3"
    answers = {item.id: reply for item, reply in zip(items, replies, strict=True)}
    return store, store_run(store, make_benchmark(items), answers)


# By hand, from the rules' published patterns.
BY_HAND = {
    "whole text": "A...",
    "first character": "AAA.",  # the A of "Answer" is taken for a label
    "first letter": "ABA.",
    "last letter": "ABB.",
    "Answer: X": ".B..",
    "answer is X": "..B.",
    "MMLU-Pro": "ABB.",
    "MHGraphBench": "ABB.",
}


@pytest.mark.parametrize("name", PUBLISHED_EXTRACTORS)
def test_public_rules_read_what_their_patterns_say(stored, name):
    cases = collect(Store.open(stored[0]), [stored[1]]).cases
    read = "".join(PUBLISHED_EXTRACTORS[name](case.completion, case.options) or "." for case in cases)
    assert read == BY_HAND[name]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("(B) since A is wrong. Answer: (C)", "C"),  # what is explicit comes first, wherever it stands
        ("**Answer: D**", "D"),
        ("The answer is **B**.", "B"),
        ("(B) since A is wrong", "B"),  # then what leads
        ("A patient with B", "A"),  # an article is taken for a letter, as such a cascade does
        ("I would say C, not D", "C"),  # then what comes in the text
        ("Answer: Because of this", None),
        ("no idea", None),
    ],
)
def test_the_papers_cascade_takes_what_is_explicit_then_what_leads_then_what_comes(text, read):
    assert PUBLISHED_EXTRACTORS["MHGraphBench"](text, "ABCD") == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Answer: A then answer: B\nAnswer: C",
        "no\nanswer: \n B and Answer: C",
        "Answer:\nAnswer: A Answer: x B",
        "answer: D answer: a Answer: B\n" * 3,
    ],
)
def test_mmlu_pros_second_rule_is_its_published_pattern(text):
    published = re.search(r".*[aA]nswer:\s*([ABCD])", text)
    assert PUBLISHED_EXTRACTORS["MMLU-Pro"](text, "ABCD") == (
        published.group(1) if published else last_letter(text, "ABCD")
    )


def test_the_table_holds_each_rule_against_the_reader(stored):
    cases = collect(Store.open(stored[0]), [stored[1]]).cases
    ours, *others = rule_agreements(cases)
    assert (ours.name, ours.read.count, ours.same.count, ours.correct.count) == ("this reader", 3, 4, 2)
    first = next(rule for rule in others if rule.name == "first letter")
    assert (first.same.count, first.other.count, first.correct.count) == (3, 1, 3)
    assert (first.a_rate.count, first.a_rate.n) == (2, 3)
    again = [case._replace(repetition=number) for case in cases for number in (1, 2, 3)]
    (_, *thrice) = rule_agreements(again)  # three replies to an item say no more than one
    for name in ("read", "same", "other", "correct", "a_rate"):
        for one, three in zip(others, thrice, strict=True):
            assert getattr(three, name).ci95 == pytest.approx(getattr(one, name).ci95), name


def test_changes_against_an_earlier_reader_are_shown_and_both_are_kept(stored, capsys):
    connection = Store.open(stored[0])
    cases = collect(connection, [stored[1]]).cases
    old = {case_end(case): case.reading for case in cases}
    old[case_end(cases[2])] = ReadingRow("ambiguous", "", None, "two-statements", None, None)
    with connection.transaction():
        connection.readings.keep(old.items(), OLD)
    assert main(["reread", stored[1], "--store", str(stored[0]), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["before"], document["n_read_by_both"]) == (OLD, 4)
    (change,) = document["changes"]
    assert (change["outcome_before"], change["outcome_now"], change["n"]) == ("ambiguous", "answer", 1)
    keys = [case.key for case in cases]
    assert connection.readings.find(keys, OLD) == old
    assert len(connection.readings.find(keys, present_reader())) == 4


def test_nothing_to_compare_with_is_said(stored, capsys):
    assert main(["reread", stored[1], "--store", str(stored[0])]) == 0
    printed = capsys.readouterr().out
    assert "No other reader" in printed
    assert "MMLU-Pro" in printed
    assert main(["reread", stored[1], "--store", str(stored[0]), "--against", "x"]) == 2


def test_the_reader_is_named_by_its_version_and_its_code():
    version, _, digest = present_reader().partition("+")
    assert version == PARSER_VERSION
    assert len(digest) == 8
