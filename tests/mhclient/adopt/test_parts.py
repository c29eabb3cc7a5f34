"""Large logs are read in parts, by several processes: what is kept is as when one reads the whole."""

import json

import pytest

from benchmark.folder import sha256_of
from cache import open_store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS, LogUnusable
from mhclient.adopt.prepared import LogReader
from mhclient.adopt.records import parts_of, raw_lines_of
from tests.mhclient.adopt.test_formats import lm_eval_row

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
