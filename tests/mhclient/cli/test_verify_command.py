"""`mhclient verify` as a user types it."""

import json

import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, sample_paths
from mhclient.cli.main import main


@pytest.fixture
def made(tmp_path):
    return build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), tmp_path / "b").directory


def run(capsys, *arguments):
    status = main(["verify", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, " ".join(printed.out.split()), " ".join(printed.err.split())


def test_a_sound_benchmark_is_status_0(made, capsys):
    status, shown, _ = run(capsys, made, "--sample")
    assert (status, "Checked 431 items against 598 rows of the graph: no violation." in shown) == (0, True)


def test_a_violation_is_shown_by_item_counted_written_and_status_1(made, capsys, tmp_path):
    path = made / "items.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = json.loads(lines[0])
    wrong["gold"] = [letter for letter in wrong["options"] if letter not in wrong["gold"]][:1]
    path.write_text("\n".join([json.dumps(wrong), *lines[1:]]) + "\n", encoding="utf-8")
    for _ in range(2):
        status, shown, _ = run(capsys, made, "--sample", "--violations", tmp_path / "found.jsonl")
    assert status == 1
    assert f"{wrong['id']}: gold unsupported: the graph does not make" in shown
    assert "manifest hash mismatch 1" in shown
    found = [json.loads(line) for line in (tmp_path / "found.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {"where", "kind", "what"} == set(found[0])
    assert wrong["id"] in {violation["where"] for violation in found}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere"], "nowhere is not a folder"),
        (["{made}"], "was made from a graph: pass it with --kg"),
        (["{made}", "--kg", "nowhere.csv"], "nowhere.csv cannot be read"),
        (["{made}", "--sample", "--kg", "kg.csv"], "--sample brings its own files"),
        (["{made}", "--sample", "--drug-features", "x.tab"], "--sample brings its own files"),
        (["{made}", "--sample", "--violations", "{made}"], "cannot be written"),
    ],
)
def test_what_cannot_be_checked_is_one_line_and_status_2(made, capsys, arguments, complaint):
    status, _, said = run(capsys, *(argument.format(made=made) for argument in arguments))
    assert (status, complaint in said) == (2, True)


def test_evidence_that_was_not_held_against_its_source_is_said(made, capsys):
    status, shown, _ = run(capsys, made, "--kg", sample_paths().kg)
    assert (status, "Not checked: evidence against the feature tables" in shown) == (0, True)


@pytest.mark.parametrize(
    ("form", "first", "step"),
    [
        ("parquet", ".", "polars.read_parquet"),
        ("hf", "README.md", "datasets.load_dataset"),
        ("inspect", "mhgraphbench.py", "inspect eval"),
        ("lm-eval", "mhgraphbench.yaml", "lm_eval --include_path"),
    ],
)
def test_each_format_is_written_and_the_next_step_named(made, tmp_path, capsys, form, first, step):
    assert main(["export", str(made), "--to", form, "--out", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / first).exists()
    assert step in capsys.readouterr().out


def test_a_folder_that_is_taken_is_one_line_and_status_2(made, capsys):
    assert main(["export", str(made), "--to", "hf", "--out", str(made)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_a_folder_that_is_no_benchmark_is_one_line_and_status_2(tmp_path, capsys):
    assert main(["export", str(tmp_path), "--to", "hf", "--out", str(tmp_path / "out")]) == 2
    assert "is not a benchmark" in capsys.readouterr().err
