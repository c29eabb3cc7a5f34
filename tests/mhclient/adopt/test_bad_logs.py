"""Bad logs: one line that says what and where, exit status 2, and nothing half adopted."""

import gzip
import json
import zipfile
import zlib

import polars
import pytest

from cache import Store
from mhclient.adopt import records
from mhclient.adopt.adopt import SomeRefused, adopt_logs
from mhclient.cli.main import main
from tests.mhclient.adopt.test_formats import document, helm_state, lines, lm_eval_row, own_record

FIELDS = ["--completion", "out", "--options", "opts", "--gold", "key", "--prompt", "ask", "--id", "n"]
GOOD = [own_record(n=number) for number in range(3)]


def cut_lines(folder):
    path = lines(folder / "log.jsonl", *GOOD)
    path.write_bytes(path.read_bytes()[:-20])
    return path


def cut_gzip(folder):
    path = folder / "log.jsonl.gz"
    text = "".join(json.dumps(record) + "\n" for record in GOOD * 200)
    path.write_bytes(gzip.compress(text.encode())[:-40])
    return path


def cut_gzip_of_lm_eval(folder):
    text = "".join(json.dumps(lm_eval_row(number)) + "\n" for number in range(200))
    path = folder / "samples_trees.jsonl.gz"
    path.write_bytes(gzip.compress(text.encode())[:-40])
    return path


def cut_zip(folder):
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w") as log:
        log.writestr("header.json", "{}")
    path.write_bytes(path.read_bytes()[:40])
    return path


def cut_parquet(folder):
    path = folder / "log.parquet"
    polars.DataFrame(GOOD).write_parquet(path)
    path.write_bytes(path.read_bytes()[:-30])
    return path


def two_texts(folder):
    return lines(folder / "log.jsonl", *GOOD, own_record(n=0, out="C"))


def no_options(folder):
    return lines(folder / "log.jsonl", *GOOD, own_record(n=9, opts=None))


def options_in_no_field(folder):
    row = lm_eval_row(1, doc={"text": "Which? A. oak B. birch"})
    return lines(folder / "samples_trees.jsonl", lm_eval_row(0), row)


def log_probs(folder):
    scores = [["-1.5", "False"], ["-2.5", "True"]]
    rows = [lm_eval_row(number, resps=scores, filtered_resps=scores) for number in (0, 1)]
    return lines(folder / "samples_trees.jsonl", *rows)


def no_reply_at_all(folder):
    return lines(folder / "samples_trees.jsonl", *(lm_eval_row(number, resps=[[None]]) for number in (0, 1)))


def no_such_field(folder):
    return lines(folder / "log.jsonl", *({**each, "out": None, "reply": "B"} for each in GOOD))


def each_option_by_itself(folder):
    adapter = {"method": "multiple_choice_separate_original", "model": "m"}
    state = {"adapter_spec": adapter, "request_states": [helm_state()]}
    return document(folder / "scenario_state.json", state)


def a_second_filters_row_is_cut(folder):
    path = lines(folder / "samples_trees.jsonl", lm_eval_row(0), lm_eval_row(0, "flexible"))
    path.write_bytes(path.read_bytes()[:-9])
    return path


def no_utf_8(folder):
    path = lines(folder / "log.jsonl", *GOOD)
    path.write_bytes(path.read_bytes() + b'{"n": 9, "out": "\xff\xfe"}\n')
    return path


def nothing(folder):
    return lines(folder / "log.jsonl")


def blank_lines(folder):
    path = folder / "log.jsonl"
    path.write_text("\n\n")
    return path


BAD = {
    cut_lines: "line 3: no JSON",
    cut_gzip: "log.jsonl.gz is damaged",
    cut_gzip_of_lm_eval: "samples_trees.jsonl.gz is damaged",
    cut_zip: "log.eval",  # inspect cannot read it, or is not installed
    cut_parquet: "is no Parquet file",
    two_texts: "line 4: item '0', epoch 1, has another reply before",
    no_options: "line 4: no options",
    options_in_no_field: "line 2: no options",
    log_probs: "line 1: no text of a reply",
    no_reply_at_all: "line 1: no text of a reply. Logs of tasks that compare log-probs hold none",
    no_such_field: "line 1: no text of a reply. Name its field with --completion FIELD. It has: n, ask",
    each_option_by_itself: "each option by itself",
    a_second_filters_row_is_cut: "line 2: no JSON",
    no_utf_8: "is damaged",
    nothing: "is empty",
    blank_lines: "holds no reply",
}


def refused(capsys, path, store) -> str:
    """What is said of a log that is refused, after a look at the store."""
    fields = FIELDS if path.name.startswith("log.") and path.suffix != ".eval" else []
    assert main(["adopt", str(path), *fields, "--store", str(store)]) == 2
    with Store.open(store, create=True) as opened:
        assert opened.runs.get_all() == []
    said: str = capsys.readouterr().err
    assert said.count("\n") == 1, said
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize(("make", "what"), BAD.items(), ids=[make.__name__ for make in BAD])
def test_a_bad_log_is_one_line_and_leaves_nothing(tmp_path, capsys, make, what):
    assert what in refused(capsys, make(tmp_path), tmp_path / "s.sqlite3")


def many(folder):
    """Two good logs, four bad ones, what a tool writes beside its logs, and what is no log by its name."""
    inner = folder / "inner"
    inner.mkdir(parents=True)
    lines(folder / "samples_good_2026-01-21T03-44-18.4.jsonl", lm_eval_row(0), lm_eval_row(1))
    document(folder / "results_2026-01-21T03-44-18.4.json", {"model_name": "m-1"})
    options_in_no_field(folder)
    a_second_filters_row_is_cut(inner)
    lines(inner / "samples_birds.jsonl", lm_eval_row(0))
    document(inner / "stats.json", [])
    document(inner / "other.json", {"a": 1})
    cut_gzip_of_lm_eval(inner)
    (folder / "tasks" / "data").mkdir(parents=True)  # beside samples that we have exported
    (folder / "tasks" / "ask.py").touch()
    lines(folder / "tasks" / "data" / "trees.jsonl", {"question": "Which?"})
    (folder / "README.md").write_text("Logs.")


@pytest.mark.parametrize("as_folder", [True, False])
def test_of_many_logs_those_that_can_be_are_adopted_and_the_others_named(tmp_path, capsys, as_folder):
    folder, store = tmp_path / "logs", tmp_path / "s.sqlite3"
    many(folder)
    files = [path for path in folder.rglob("*") if path.suffix in (".jsonl", ".gz") or path.stem == "other"]
    files = [path for path in files if "tasks" not in path.parts]
    given = [folder] if as_folder else files
    assert main(["adopt", *map(str, given), "--store", str(store)]) == 1
    said = capsys.readouterr()
    assert "m-1-lm-eval" in said.out
    assert "samples-birds-lm-eval" in said.out
    assert "Not adopted: 4 files." in said.err
    for reason in (
        "logs/samples_trees.jsonl, line 2: no options. Name their field with --options FIELD.",
        "logs/inner/samples_trees.jsonl, line 2: no JSON",
        "logs/inner/samples_trees.jsonl.gz is damaged",
        "logs/inner/other.json: no log that is known",
    ):
        assert said.err.count(reason) == 1, said.err
    with Store.open(store) as opened:
        assert len(opened.runs.get_all()) == 2
    assert [path.name for path in tmp_path.iterdir() if "sqlite3" not in path.name] == ["logs"]


def test_where_none_of_many_logs_can_be_adopted_that_is_said(tmp_path, capsys):
    logs = [str(options_in_no_field(tmp_path)), str(cut_gzip_of_lm_eval(tmp_path))]
    assert main(["adopt", *logs, "--store", str(tmp_path / "s.sqlite3")]) == 2
    assert "Nothing was adopted of 2 files." in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["adopt", str(tmp_path / "empty"), "--store", str(tmp_path / "s.sqlite3")]) == 2
    assert "empty holds no log" in capsys.readouterr().err


def test_in_python_what_could_not_be_adopted_is_an_error_that_names_what_was(tmp_path):
    good, bad = lines(tmp_path / "good.jsonl", *GOOD), two_texts(tmp_path)
    named = {"completion": "out", "options": "opts", "gold": "key", "prompt": "ask", "id": "n"}
    with Store.open(tmp_path / "s.sqlite3", create=True) as store:
        with pytest.raises(SomeRefused, match=r"1 log not adopted: .*has another reply before") as error:
            adopt_logs(store, [good, bad], fields=named)
        assert [run.run_id for run in store.runs.get_all()] == [each.run_id for each in error.value.adopted]
        assert list(error.value.refused) == [bad]


@pytest.mark.slow
def test_a_line_that_unpacks_to_gigabytes_is_refused_before_it_is_held(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(records, "RECORD_MAX", 1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(64)) + packer.flush()
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(packed)
    assert "log.jsonl.gz" in refused(capsys, path, tmp_path / "s.sqlite3")


def test_a_document_too_large_to_be_held_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(records, "DOCUMENT_MAX", 1_000)
    path = document(tmp_path / "log.json", GOOD * 20)
    assert "log.json" in refused(capsys, path, tmp_path / "s.sqlite3")


def test_a_file_of_a_few_kilobytes_is_not_millions_of_empty_lines(tmp_path, capsys):
    path = tmp_path / "samples_trees.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n" * (1 << 24)))
    assert main(["adopt", str(path), "--store", str(tmp_path / "s.sqlite3")]) == 2
    assert "cannot be read: more than 100,000 empty lines" in capsys.readouterr().err
