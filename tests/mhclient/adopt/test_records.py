"""JSON by a fast parser as by Python's, and large logs in parts, read as when one reads the whole."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.folder import sha256_of
from cache import open_store
from mhclient.adopt import records
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS, LogUnusable
from mhclient.adopt.prepared import LogReader
from mhclient.adopt.records import parsed, parts_of, raw_lines_of
from tests.mhclient.adopt.test_formats import lm_eval_row

NUMBERS = st.one_of(st.integers(), st.integers(-(2**70), 2**70), st.floats())
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
ODD = [
    *("-0", "-0.0", "1e999", "[-1E400]", "NaN", '{"a": [Infinity, -Infinity]}', "0.1e1", "1.", ".5", "01"),
    *(str(2**63), str(2**63 - 1), str(-(2**63)), f"[{10**400}]", "1" * 5_000, "1e-999", "0.1234567891234567"),
    *('"\\ud800"', '"\\ud83d\\ude00"', '"\\udc00\\ud800"', '{"\\ud800": 1}', '"\\u0000"', '"\t"', '"\x7f"'),
    *('{"a": 1, "a": 2}', "[1, 2,]", '{"a": 1,}', "[1] 2", " \n[1]\r\n ", "", " ", "\ufeff1", "nul", "'a'"),
    *("[" * 150 + "]" * 150, "[" * 300 + "]" * 300, '{"a":' * 250 + "1" + "}" * 250, "[[1, 2]", "/**/1"),
    *("[" * 10**5, '"é\u2028"', '"\\x"'),
]  # fmt: skip


def outcome(parse, text):
    """What comes of it, types and signs of zeros too."""
    try:
        return repr(parse(text))
    except (ValueError, RecursionError) as error:
        return type(error) is not RecursionError


def same_as_pythons(text):
    return outcome(parsed, text) == outcome(records._parsed_slowly, text)


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_texts_are_read_as_by_pythons_parser(text):
    assert same_as_pythons(text)
    assert same_as_pythons(text.encode("utf-8", "surrogatepass"))


@given(VALUES, st.booleans(), st.integers(0), st.sampled_from(["", '"', ",", "1", "e", "}", "\\", "\0"]))
def test_any_text_whole_or_damaged_is_read_as_by_pythons_parser(value, ascii_only, place, put):
    text = json.dumps(value, ensure_ascii=ascii_only)
    place %= len(text)
    assert same_as_pythons(text)
    assert same_as_pythons(text[:place] + put + text[place + 1 :])
    assert same_as_pythons(text[:place].encode("utf-8", "replace"))


@pytest.mark.parametrize("text", ['{"a": [NaN, 1e999]}', '{"a": [18446744073709551616, Infinity]}'])
def test_numbers_that_a_store_cannot_hold_are_not_known(text):
    assert parsed(text) == {"a": [None, None]}


def test_ordinary_rows_never_reach_pythons_parser(monkeypatch):
    """It takes twice as long."""
    monkeypatch.setattr(records, "_parsed_slowly", None)
    row = {"doc": {"n": 1, "x": [0.5, None, True]}, "resps": [['Straße\n"B" 😀']]}
    assert parsed(json.dumps(row)) == parsed(json.dumps(row, ensure_ascii=False).encode()) == row


def test_bytes_that_are_no_text_say_so():
    with pytest.raises(UnicodeDecodeError):
        parsed(b'{"a": "\xff"}')


pytestmark = pytest.mark.slow

NAME = "samples_trees_2026-01-21T03-44-18.jsonl"


def rows(n, *filters):
    """Items with replies of their own, each in the rows of these filters: 80 rows are 8 MB, two parts."""
    sent = {"gen_args_0": {"arg_0": "Which tree? " * 8_000}}
    for number in range(n):
        for name in filters or ("strict-match",):
            said = [[f"It is {number}. Answer: B"]]
            yield lm_eval_row(number, filter=name, arguments=sent, resps=said)


@pytest.fixture
def log(tmp_path):
    path = tmp_path / NAME
    path.write_text("".join(json.dumps(row) + "\n" for row in rows(80)), encoding="utf-8")
    return path


@pytest.mark.parametrize("n_bytes", [1, 500, 2_000, 10**6])
@pytest.mark.parametrize("end", ["\n", ""])
def test_parts_have_every_line_of_the_file_once_under_its_number(tmp_path, n_bytes, end):
    path = tmp_path / "log.jsonl"
    lines = b"\n".join(b"%d" % number * 300 for number in range(9))
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\n' + lines + end.encode())
    digest, parts = parts_of(path, n_bytes)
    assert digest == sha256_of(path)
    assert [line for part in parts for line in raw_lines_of(path, part)] == list(raw_lines_of(path))
    assert (len(parts) > 1) == (n_bytes < 10**6)


def test_a_log_that_other_processes_read_is_kept_as_one_that_this_one_reads(tmp_path, log):
    kept = []
    for n_processes in (1, 2):
        with open_store(tmp_path / f"{n_processes}.sqlite3") as store:
            (adopted,) = keep_logs(store, [open_log(log, NO_FIELDS)], n_processes=n_processes)
            kept.append((adopted, list(store.results.read_records(adopted.run_id))))
    assert kept[0] == kept[1]
    assert kept[0][0].n_replies == 80


def test_a_log_whose_rows_belong_together_is_read_whole(tmp_path, log):
    opened = open_log(log, NO_FIELDS)
    assert opened.in_parts
    by_part = [reply for part in parts_of(log, 1)[1] for reply in opened.replies(part)]
    assert by_part == list(opened.replies())
    several = tmp_path / "samples_of_two.jsonl"
    of_two = rows(2, "strict-match", "flexible-extract")
    several.write_text("".join(json.dumps(row) + "\n" for row in of_two), encoding="utf-8")
    assert not open_log(several, NO_FIELDS).in_parts


def test_an_error_in_another_process_names_its_line_and_nothing_is_kept(tmp_path, log):
    with log.open("a") as file:
        file.write("{no JSON\n")
    with open_store(tmp_path / "s.sqlite3") as store:
        with pytest.raises(LogUnusable, match=rf"{NAME}, line 81: no JSON"):
            keep_logs(store, [open_log(log, NO_FIELDS)], n_processes=2)
        assert not store.runs.get_all()


def test_small_logs_are_read_by_this_process(log):
    with LogReader.open([open_log(log, NO_FIELDS)]) as reader:
        assert reader.pool is None
