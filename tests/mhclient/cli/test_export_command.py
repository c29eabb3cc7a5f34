"""`mhclient export` as a user types it."""

import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, sample_paths
from mhclient.cli.main import main


@pytest.fixture
def made(tmp_path):
    return build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), tmp_path / "b").directory


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
