"""`mhclient harden` killed in every stage and started again: no job is asked twice but what was under way.

So, too, while an API is asked for the vectors of names, which is a stage of lists of names.
"""

import json
import signal
from collections import Counter
from functools import partial

import pytest

from benchmark.verify import Inputs, verify
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import attempts_of, until
from tests.support.hardening import harden_arguments, make_exam, make_graph
from tests.support.killing import run_command_line
from tests.support.processes import finish, start, wait_for

pytestmark = pytest.mark.storm

# Of some 130 requests the first 18 find entities, the next 18 write; then they judge, write and judge again.
KILLED_AFTER = (9, 27, 60, 100)


async def killed_and_finished(simulator, words, folder, after):
    """Kill the command after so many requests, each time started again, and let it finish at last.

    Returns:
        How many requests were under way when it was killed.
    """

    def reached(n):
        return simulator.asked.total() >= n

    for n_requests in after:
        process = start(run_command_line, words)
        await until(partial(reached, n_requests))
        process.kill()
        assert await wait_for(process) == -signal.SIGKILL
        assert not (folder / "hard").exists()
    assert await finish(run_command_line, words) == 0
    return [state for state, _ in attempts_of(folder / "s.sqlite3")].count("unknown")


async def test_killed_in_every_stage_and_started_again(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
    kg, exam = make_graph(tmp_path / "kg.csv"), make_exam(tmp_path, n_diseases=6)
    async with Simulator(AnswerKey.from_file(str(exam / "items.jsonl")), latency_s=0.05) as simulator:

        def words(out, store):
            models = ("--writer", "openai:sim-writer:duplicate_rate=0.5", "--map-with", "openai:sim-writer",
                      "--judge", "openai:sim-writer:judge_false_yes=0.2")  # fmt: skip
            return harden_arguments(simulator, exam, kg, tmp_path / out, tmp_path / store, *models,
                                    "--concurrency", "2", "--no-preflight")  # fmt: skip

        unknown = await killed_and_finished(simulator, words("hard", "s.sqlite3"), tmp_path, KILLED_AFTER)
        repeated = simulator.asked.total() - len(simulator.asked)
        assert 0 <= repeated <= unknown <= 3 * len(KILLED_AFTER)
        asked_once = set(simulator.asked)
        assert await finish(run_command_line, words("straight", "other.sqlite3")) == 0
        assert set(simulator.asked) == asked_once  # killed or not, the same jobs
    for name in ("items.jsonl", "provenance.jsonl", "manifest.json"):
        killed, straight = (tmp_path / out / name for out in ("hard", "straight"))
        assert killed.read_bytes() == straight.read_bytes()
    assert not verify(tmp_path / "hard", Inputs(kg=kg, parent=exam)).violations


# The graph's names are six lists; then come misspelled names, the threshold's, and the texts of the items.
EMBEDDING_KILLED_AFTER = (1, 3, 5, 7)


async def test_killed_while_names_are_embedded_and_started_again(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
    kg, exam = make_graph(tmp_path / "kg.csv", n_more=2_900), make_exam(tmp_path, n_diseases=3)
    async with Simulator(AnswerKey.from_file(str(exam / "items.jsonl")), latency_s=0.1) as simulator:

        def words(out, store):
            return harden_arguments(
                simulator, exam, kg, tmp_path / out, tmp_path / store, "--method", "graph",
                "--guide", "api:openai:sim-embedder", "--concurrency", "1", "--no-preflight",
            )  # fmt: skip

        unknown = await killed_and_finished(
            simulator, words("hard", "s.sqlite3"), tmp_path, EMBEDDING_KILLED_AFTER
        )
        assert simulator.asked.total() - len(simulator.asked) <= unknown <= len(EMBEDDING_KILLED_AFTER)
        named = Counter(name for texts in simulator.asked for name in json.loads(texts))
        assert len(named) > 2_900
        assert named.most_common(1)[0][1] == 1  # no two lists share a name
        asked_once = set(simulator.asked)
        assert await finish(run_command_line, words("straight", "other.sqlite3")) == 0
        assert set(simulator.asked) == asked_once
    for name in ("items.jsonl", "provenance.jsonl", "triples.csv", "manifest.json"):
        killed, straight = (tmp_path / out / name for out in ("hard", "straight"))
        assert killed.read_bytes() == straight.read_bytes()
    assert not verify(tmp_path / "hard", Inputs(kg=kg, parent=exam)).violations
