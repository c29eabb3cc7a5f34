"""No question, answer or password of MENTAT gets into the repository, a log, or what commands print.

The real texts are not here to be looked for: `scripts/scan_for_texts.py CLONE` does that. What the commands
print on bad input is searched in `test_mentat_bad_input.py`.
"""

import pytest

from benchmark import read_benchmark
from mhclient.cli.main import main
from scripts.scan_for_texts import tracked
from tests.support.asking import serving, simulator_for
from tests.support.mentat import SECRET, write_release
from tests.support.places import ROOT

PASSWORD = "a-password-that-nobody-may-read"
# What the release keeps its texts in. Sound benchmarks and stores of tests are JSON and SQLite.
ENCRYPTED, ARROW = b"AES\x02", b"\xff\xff\xff\xff"


@pytest.fixture
def clone(tmp_path):
    return write_release(tmp_path / "clone")


def test_no_tracked_file_is_in_a_form_that_the_release_has():
    """Neither an encrypted file, nor an Arrow stream, nor a table with the question file's columns."""
    paths = [path for path in tracked(ROOT) if path.is_file()]
    assert len(paths) > 500
    for path in paths:
        data = path.read_bytes()
        assert not data.startswith((ENCRYPTED, ARROW)), path
        heading = data[:400].partition(b"\n")[0]
        assert b"creator_truth" not in heading, path
        assert b"question_order" not in heading, path


def test_a_run_logs_and_prints_no_question(clone, tmp_path, monkeypatch, capsys):
    """From the clone to a report, with a log: identifiers and counts, but no text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MHCLIENT_MENTAT_PASSWORD", PASSWORD)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    assert main(["labels", "fit", "clone", "--out", "labels.json", "--draws", "2"]) == 0
    assert main(["build", "mentat", "clone", "--out", "b", "--labels", "labels.json"]) == 0
    from_clone = ["run", "--provider", "openai", "--model", "sim-tidy", "--variant", "mentat-b"]
    with serving(simulator_for(read_benchmark(tmp_path / "b"))) as simulator:
        where = ["--benchmark", "b", "--base-url", simulator.openai_base_url, "--store", "s"]
        assert main([*from_clone, *where, "--limit", "5", "--json-log", "run.jsonl"]) == 0
    assert main(["report", "@last", "--store", "s"]) == 0
    printed = capsys.readouterr()
    everything = printed.out + printed.err + (tmp_path / "run.jsonl").read_text(encoding="utf-8")
    everything += (tmp_path / "labels.json").read_text() + (tmp_path / "b/manifest.json").read_text()
    assert len(everything) > 5_000
    for hidden in (SECRET, "invented matter", "Invented step", PASSWORD):
        assert hidden not in everything
