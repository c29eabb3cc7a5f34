"""Words of the page that readers took for something else: what is best, what is left out, who was asked."""

import html
import re

import pytest

from mhclient.cli.main import main
from tests.support.comparing import DECLINED
from tests.support.items import make_binary_items
from tests.support.stored import CUT, store_run

WRONG = {"A": "B", "B": "A"}


@pytest.fixture
def reversed_runs(make_benchmark, store):
    """Of 80 items the first has 70 right and all read; the second is cut on 40, and has the others right."""
    items = make_binary_items(80)
    benchmark = make_benchmark(items)
    first = {it.id: WRONG[it.gold[0]] if n < 10 else it.gold[0] for n, it in enumerate(items)}
    second = {it.id: it.gold[0] if n < 40 else ("Let me think", CUT) for n, it in enumerate(items)}
    return [store_run(store, benchmark, said, model=name) for name, said in (("m-1", first), ("m-2", second))]


def page_of(runs, tmp_path, *options: str) -> str:
    assert main(["report", *runs, *options, "--no-items", "--out", "page.html"]) == 0
    return html.unescape((tmp_path / "page.html").read_text(encoding="utf-8"))


def minute_of(page: str) -> str:
    """The page's sentences for one minute: at most eight, each of at most 25 words."""
    said = page.partition("In one minute")[2].partition("</section>")[0]
    sentences = [re.sub("<[^>]+>", "", each) for each in re.findall(r"<li class=\"k-.*?</li>", said)]
    assert 0 < len(sentences) <= 8
    assert [each for each in sentences if len(each.split()) > 25] == []
    return said


def test_what_is_best_is_said_with_the_run_that_is_better_among_what_was_read(reversed_runs, tmp_path):
    said = minute_of(page_of(reversed_runs, tmp_path))
    assert "<b>m-1 is best:</b> 87.5 % right over all items (" in said
    assert "<b>Among readable replies</b> m-2 is right more often, 100.0 against 87.5 %; shown to be" in said


def test_of_runs_that_may_be_best_the_same_is_said(make_benchmark, store, tmp_path):
    """m-0 and m-1 have 68 and 70 of 80 right; m-2, cut on 40, has all others right."""
    items = make_binary_items(80)
    benchmark = make_benchmark(items)
    runs = [
        store_run(
            store,
            benchmark,
            {it.id: WRONG[it.gold[0]] if n < wrong else it.gold[0] for n, it in enumerate(items)},
            model=name,
        )
        for name, wrong in (("m-0", 12), ("m-1", 10))
    ]
    cut = {it.id: it.gold[0] if n < 40 else ("Let me think", CUT) for n, it in enumerate(items)}
    runs.append(store_run(store, benchmark, cut, model="m-2"))
    said = minute_of(page_of(runs, tmp_path))
    assert "<b>m-1 and m-0 may be best</b> (85.0 to 87.5 % right)" in said
    assert "m-2 is right more often, 100.0 against 87.5 %; " in said


def test_of_many_runs_that_may_be_best_four_are_named(make_benchmark, store, tmp_path):
    """Six of seven runs are equally right; the last is right once."""
    items = make_binary_items(40)
    benchmark = make_benchmark(items)
    right = {it.id: it.gold[0] for it in items}
    wrong = {it.id: WRONG[it.gold[0]] for it in items[1:]} | {items[0].id: items[0].gold[0]}
    runs = [
        store_run(store, benchmark, right | {items[n].id: WRONG[items[n].gold[0]]}, model=f"m-{n}")
        for n in range(6)
    ]
    runs.append(store_run(store, benchmark, wrong, model="m-6"))
    assert re.search("<b>m-., m-., m-., m-. and 2 more may be best</b>", minute_of(page_of(runs, tmp_path)))


def test_of_two_runs_the_minute_has_the_difference_with_its_interval(reversed_runs, tmp_path):
    """As the comparison's sentence has it; one verdict is no "1 of 1"."""
    page = page_of(reversed_runs, tmp_path)
    said, sentences = minute_of(page), page.partition('<details class="nums sentences">')[2]
    (told,) = re.findall(r"m-1 is 37.5 points better than m-2 \([^)]*\)\.", sentences.partition("</ul>")[0])
    assert told in re.sub("</?b>", "", said)
    assert "1 verdict depends on them, 1 turns round without them." in said
    assert "<summary>The comparison as a sentence</summary>" in page
    assert "not by whether intervals overlap" in page


def all_and_half_right(make_benchmark, store):
    """Two runs of which every reply can be read; the first has all right, the second every other."""
    items = make_binary_items(80)
    right = {it.id: it.gold[0] for it in items}
    half = {it.id: WRONG[it.gold[0]] if n % 2 else it.gold[0] for n, it in enumerate(items)}
    benchmark = make_benchmark(items)
    return [store_run(store, benchmark, said, model=name) for name, said in (("m-1", right), ("m-2", half))]


def test_where_the_order_among_replies_read_is_the_same_nothing_is_added(make_benchmark, store, tmp_path):
    said = minute_of(page_of(all_and_half_right(make_benchmark, store), tmp_path))
    assert "<b>m-1 is best:</b> 100.0 % right over all items (" in said
    assert "Among readable replies" not in said


def test_links_to_the_glossary_of_a_page_lead_to_a_word(format_alone, tmp_path):
    assert main(["report", *format_alone, "--no-items", "--out", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    wanted = set(re.findall(r'href="#(g-[^"]*)"', page))
    assert {"g-margin", "g-possible-ranks"} <= wanted
    assert wanted <= set(re.findall(r'<dt id="(g-[^"]*)"', page))


@pytest.fixture
def partly_depending(make_benchmark, store):
    """Of 80 items m-1 has all right, m-2 70; m-3 declines 20 and has the others right.

    By hand: unread as wrong, m-1 and m-2 differ on 10, m-1 and m-3 on 20 items. Where both could be read,
    m-1 and m-3 differ nowhere.
    """
    items = make_binary_items(80)
    benchmark = make_benchmark(items)
    gold = {it.id: it.gold[0] for it in items}
    some_wrong = gold | {it.id: WRONG[it.gold[0]] for it in items[:10]}
    declined = gold | {it.id: DECLINED for it in items[60:]}
    said = (("m-1", gold), ("m-2", some_wrong), ("m-3", declined))
    return [store_run(store, benchmark, replies, model=name) for name, replies in said]


def test_ranks_and_the_best_run_are_marked_where_they_depend_on_unread_replies(partly_depending, tmp_path):
    page = page_of(partly_depending, tmp_path)
    table = page.partition('<table class="rank"')[2].partition("</table>")[0]
    rows = [" ".join(re.sub("<[^>]+>", "", row).split()) for row in table.split("<tr")[2:]]
    assert "better than 2 others ◐ 1, 1 depends on unread replies" in rows[0]
    assert rows[2].count("◐") >= 2  # beside its ranks and beside its verdicts
    assert "◐ Depends on how unread replies are counted" in page
    assert "both could be read on,</b> 1 of the 2 verdicts on it changes." in minute_of(page)


def test_where_all_could_be_read_nothing_is_marked(make_benchmark, store, tmp_path):
    page = page_of(all_and_half_right(make_benchmark, store), tmp_path)
    assert "◐" not in page.partition('id="ranking"')[2].partition("</section>")[0]
    assert "could be read" not in minute_of(page)


def test_a_reversal_is_told_from_an_order_that_cannot_turn_round(reversed_runs, format_known, tmp_path):
    """70 of 80 right are 10 below to 30 above 40 of 40; 80 of 80 are 2 to 22 above 58 of 60."""
    sentences = page_of(reversed_runs, tmp_path).partition('<details class="nums sentences">')[2]
    said = sentences.partition("</ul>")[0]
    assert "counted: on the items that both could be read on it is the other way round." in said
    assert "cannot turn round" not in said
    sentences = page_of(format_known, tmp_path).partition('<details class="nums sentences">')[2]
    said = sentences.partition("</ul>")[0]
    assert "which has more right over all these items cannot turn round" in said
    assert "the other way round" not in said


@pytest.fixture
def format_known(make_benchmark, store):
    """Of 80 items the first has all right; the second is cut on 20, and has 2 of the others wrong."""
    items = make_binary_items(80)
    gold = {it.id: it.gold[0] for it in items}
    cut = gold | {it.id: ("Let me think", CUT) for it in items[60:]}
    cut |= {it.id: WRONG[it.gold[0]] for it in items[:2]}
    benchmark = make_benchmark(items)
    return [store_run(store, benchmark, said, model=name) for name, said in (("m-3", gold), ("m-4", cut))]
