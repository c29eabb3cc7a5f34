"""Choosing replies with a line of text, and lines that name what there is not."""

import re

import pytest

from mhclient.audit.filters import Filter, FilterError
from mhclient.cli.main import main
from mhclient.judge.judgements import Judgement, RaterVerdict
from tests.support.auditing import HOSTILE, case_of, cases_of, judging_by, store_all_kinds


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", 9),
        ("outcome:refusal", 2),
        ("outcome:refusal,empty", 3),
        ("outcome:refusal task:FC", 0),
        ("medical", 2),
        ('"advice about drug 3"', 1),
        ("relation:contraindication outcome:answer", 1),
        ("grade:strict,text", 2),
        ("judged:yes", 1),
        ("judged:no", 8),
        ('"no-such-field:x"', 0),
        ("said:B", 1),
        ("outcome:out_of_range", 0),
        ("outcome:refusal outcome:empty", 3),
        ('task:"FC"', 3),
        ("can't 12:30", 0),
        ('"Answer: B"', 1),
    ],
)
def test_a_line_of_text_chooses_cases(stored, line, found):
    judging_by(stored, "ann").judge(case_of(stored, "RP-00002"), Judgement(RaterVerdict.REFUSAL))
    cases = cases_of(stored)
    mine = judging_by(stored, "ann").mine(case.key for case in cases)
    assert len(Filter.parse(line).chosen(cases, mine)) == found


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("outcom:refusal", "no field 'outcom' to choose by, only outcome, grade,"),
        ("no-such-field:x", "no field 'no-such-field'"),
        ("Answer: B", "go in quotation marks"),
        ("outcome:refusl", "no 'outcome:refusl' here. There are: answer, ambiguous"),
        ("task:XX", "no 'task:xx' here. There are: FC, RP."),
        ("task:", "'task:' has no value"),
        ("judged:,", "'judged:' has no value. There are: yes, no."),
        ("judged:maybe", "There are: yes, no."),
        ('said:"Z"', "There are: ambiguous, "),
        ('"not sure', 'a quotation mark (") is never closed'),
        ('task:"FC', 'a quotation mark (") is never closed'),
        ("a " * 501, "a filter has at most 1,000 characters"),
    ],
)
def test_a_line_that_names_what_there_is_not_is_an_error_and_chooses_nothing(stored, line, why):
    with pytest.raises(FilterError, match=re.escape(why)):
        Filter.parse(line).chosen(cases_of(stored), {})


def test_an_unknown_filter_is_one_line_and_status_2(stored, capsys):
    command = ["audit", stored[1], "--store", str(stored[0]), "--filter", "outcome:refusl"]
    for more in (["--plain"], ["--export", "csv"]):
        assert main(command + more) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "There are: answer, ambiguous" in captured.err
        assert captured.err.count("\n") == 1


def test_a_hostile_task_does_nothing_in_the_message_that_names_it(stored):
    cases = [case._replace(task=HOSTILE) for case in cases_of(stored)]
    with pytest.raises(FilterError) as raised:
        Filter.parse("task:\x1b[31m").chosen(cases, {})
    assert not set(str(raised.value)) & {"\x1b", "\x07", "\u202e"}
