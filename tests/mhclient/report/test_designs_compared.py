"""Runs of different paired designs are compared on the questions that have the same words in both."""

import json

import anyio

from benchmark import Benchmark, read_items
from benchmark.mentat.design import DesignSettings, QuestionPart, write_paired
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release
from mhclient.cli.main import main
from tests.support.asking import run, simulator_for
from tests.support.mentat import write_release


def test_two_designs_share_the_questions_with_the_same_words_whatever_their_ids(tmp_path, capsys):
    clone = write_release(tmp_path / "clone")
    labels = labels_for(clone, n_draws=0)

    async def ask(seed: int) -> tuple[str, Benchmark]:
        settings = DesignSettings(part=QuestionPart.SHOTS, seed=seed)
        benchmark = write_paired(Release(clone, lambda: ""), tmp_path / f"b{seed}", labels, settings)
        model = "sim-tidy" if seed == 42 else "sim-verbose"
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(benchmark, simulator, tmp_path / "store", model=model)
        return str(run_id), benchmark

    (one, first), (other, second) = (anyio.run(ask, seed) for seed in (42, 43))
    capsys.readouterr()
    assert main(["compare", one, other, "--store", str(tmp_path / "store"), "--format", "json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    words = [
        {item.id: item.question for item in read_items(benchmark.items_path)} for benchmark in (first, second)
    ]
    same = set(words[0].values()) & set(words[1].values())
    n_ids = len(words[0].keys() & words[1].keys())
    assert pair["overall"]["right"]["n"] == len(same) < n_ids
    assert 0 < pair["other_words"] <= n_ids - len(same)
