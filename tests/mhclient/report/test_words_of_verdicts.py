"""Sentences about verdicts say no more than the intervals beside them."""

import json

import pytest

from mhclient.cli.main import main
from mhclient.figures.confidence_intervals import DIFFERENCE, Estimate
from mhclient.figures.paired import Paired, judged
from mhclient.report.wording.verdicts import verdict_in_words
from tests.support.items import make_binary_items
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN

WRONG = {"A": "B", "B": "A"}
DECLINED = "I cannot answer that."


@pytest.mark.parametrize(("value", "se", "said"), [(0.019, 0.0062, False), (0.01, 0.004, True)])
def test_less_than_the_margin_is_said_where_the_whole_interval_is(value, se, said):
    """By hand: 1.9 ± 1.96 · 0.62 points reaches 3.1, 1.0 ± 1.96 · 0.4 ends at 1.8."""
    (found,) = judged([Estimate(value, se, 1e6, DIFFERENCE)], margin=0.03)
    words = verdict_in_words(Paired(0, 60, 41, 899, found, None), ("m-1", "m-2"), 0.03)
    assert "m-1 is" in words
    assert ("less than the margin of 3.0 points" in words) == said


def test_where_both_could_be_read_it_is_said_how_large_a_difference_may_still_be(
    make_benchmark, store, capsys
):
    """m-1 has 10 of 80 wrong; m-2 declines 40 and has 5 others wrong, 4 of which m-1 has not."""
    items = make_binary_items(80)
    first = {it.id: WRONG[it.gold[0]] if n < 10 else it.gold[0] for n, it in enumerate(items)}
    second = {
        it.id: DECLINED if n >= 40 else WRONG[it.gold[0]] if 9 <= n < 14 else it.gold[0]
        for n, it in enumerate(items)
    }
    runs = [
        store_run(store, make_benchmark(items), said, model=m)
        for m, said in (("m-1", first), ("m-2", second))
    ]
    assert main(["compare", *runs, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    code = "verdict_depends_on_reading"
    text = next(each["text"] for each in document["findings"] if each["code"] == code)
    assert "no difference can be shown" not in text
    assert "where both could be read, differences up to" in text
    assert "points cannot be excluded" in text


@pytest.mark.parametrize("verb", ["report", "compare"])
def test_the_help_says_that_better_goes_before_equivalent(verb, capsys):
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    assert "equivalent if they are shown to differ by less and neither is shown to be better" in " ".join(
        capsys.readouterr().out.split()
    )


def test_the_note_of_verdicts_says_it_too(worked, store, capsys):
    runs = [store_run(store, worked, said, model=name) for name, said in (("m", PLAIN), ("other", OTHER))]
    assert main(["report", *runs, "--format", "markdown"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "better and worse go before equivalent, however small the difference" in shown


def test_the_page_says_nothing_for_certain_and_by_which_rule_tasks_are_named(worked, store, tmp_path):
    run = store_run(store, worked, PLAIN)
    assert main(["report", run, "--no-items", "--out", "page.html"]) == 0
    assert "for certain" not in (tmp_path / "page.html").read_text(encoding="utf-8")
