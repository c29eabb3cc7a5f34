"""Runs of different paired designs are not compared."""

import anyio

from benchmark.mentat.build import write_paired
from benchmark.mentat.design import DesignSettings, QuestionPart
from benchmark.mentat.labels import labels_for
from benchmark.mentat.source import Release
from mhclient.cli.main import main
from tests.support.asking import run, simulator_for
from tests.support.mentat import write_release


def test_comparing_runs_of_different_designs_is_one_line_and_status_2(tmp_path, capsys):
    clone = write_release(tmp_path / "clone")
    labels = labels_for(clone, n_draws=0)

    async def ask(seed: int) -> str:
        settings = DesignSettings(part=QuestionPart.SHOTS, seed=seed)
        benchmark = write_paired(Release(clone, lambda: ""), tmp_path / f"b{seed}", labels, settings)
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(benchmark, simulator, tmp_path / "store")
        return str(run_id)

    both = [anyio.run(ask, seed) for seed in (42, 43)]
    capsys.readouterr()
    assert main(["compare", *both, "--store", str(tmp_path / "store")]) == 0
    printed = capsys.readouterr()
    assert "the same id and other words: not compared" in " ".join(printed.err.split())
    assert "Traceback" not in printed.err
    assert not printed.out
