"""The commands that the documentation shows, typed in turn in a folder such as each page assumes."""

import json
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import mhclient
from benchmark import sample_paths
from mhclient.cli.main import main
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
from mhclient.read.collect import collect
from mhclient.simulator.server import Simulator
from tests.support.asking import in_place_of_services
from tests.support.diagnosis_graph import write_graph
from tests.support.hardening import make_exam, make_graph
from tests.support.logs import LM_EVAL, TREES
from tests.support.mentat import write_release, write_sets
from tests.support.places import ROOT
from tests.test_docs import commands_in

pytestmark = pytest.mark.slow

# Models that pages name are not on this machine.
SIMULATED = {
    "openai:gpt-5-mini": "openai:sim-checker",
    "openai:gpt-5": "openai:sim-tidy",
    "anthropic:claude-sonnet-5": "anthropic:sim-verbose",
    "--model gpt-5": "--model sim-tidy",
    "--model MODEL": "--model sim-tidy",
    "openai:M ": "openai:sim-tidy ",
    "http://127.0.0.1:8765/v1": "URL",
}
KLAUSUR = """Aufgabe;A;B;C;Musterlösung;Fach;Jahr
Welcher Baum?;Eiche;Birke;Esche;B;Bäume;2024
Welches Tier?;Hund;Katze;Maus;A;Tiere;2024
"""
SERVERS = ("mhclient simulate", "mhclient serve")  # go on until they are stopped
CAPPED = ("run", "harden", "generate", "reask")  # a simulated model has no list price, and a cap needs one


@dataclass(frozen=True)
class Session:
    """What a page assumes.

    Attributes:
        prepare: makes what lies in the folder.
        instead: text of a command → what is typed instead of it.
        left_out: beginnings of commands that are not typed, each with its reason.
        fail: beginnings of commands → the exit status they end with.
    """

    prepare: Callable[[Simulator], None] = lambda simulator: None
    instead: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    statuses: Mapping[str, int] = field(default_factory=dict)


def type_in(line: str) -> int:
    """What a command ends with."""
    words = shlex.split(line)[1:]
    if words[0] in CAPPED and "--max-cost" in words and "--price" not in words:
        words += ["--price", "1,4"]
    return main(words)


def exam(_: Simulator) -> None:
    """A file of questions, and a column of the reader's own."""
    shutil.copy(ROOT / "tests" / "fixtures" / "questions" / "libreoffice.xlsx", "exam.xlsx")
    Path("klausur.csv").write_text(KLAUSUR, encoding="utf-8")


def replies(_: Simulator) -> None:
    """Replies from elsewhere, a line each."""
    line = {"response": "The answer is **B**, not A.", "options": {"A": "oak", "B": "birch"}}
    Path("replies.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")


def sample(_: Simulator) -> None:
    """The packaged benchmark, and the graph it is made from."""
    assert type_in("mhclient build --sample --out bench") == 0
    shutil.copytree("bench", "sample")
    shutil.copytree(
        sample_paths().kg.parent, ".", ignore=shutil.ignore_patterns("*.py", "*.md"), dirs_exist_ok=True
    )


def exam_and_sample(simulator: Simulator) -> None:
    exam(simulator)
    sample(simulator)


def asked(simulator: Simulator) -> None:
    """Three runs; replies of one are not all read, and one is of the reader's own questions."""
    exam_and_sample(simulator)
    for model in ("sim-reasoning", "sim-tidy"):
        assert type_in(f"mhclient run bench --model openai:{model} --limit 40 --run-id {model}") == 0
    assert type_in("mhclient import klausur.csv --map question=Aufgabe,gold=Musterlösung --out own") == 0
    assert type_in("mhclient run own --model openai:sim-tidy --run-id own") == 0


def judged(simulator: Simulator) -> None:
    """A run of which two people have judged some replies, and do not agree."""
    asked(simulator)
    with mhclient.open_store("mhclient.sqlite3") as store:
        cases = collect(store, ["sim-reasoning"]).cases[:3]
        for rater, letter in (("ann", "A"), ("bob", "B")):
            for case in cases:
                said = Judgement(RaterVerdict.ANSWER, frozenset(letter))
                Judging(store, rater, "1+test").judge(case, said)


def annotated(_: Simulator) -> None:
    """A clone of MENTAT with invented questions, labels of it from few draws, and a design of it."""
    write_sets(write_release(Path("mentat-clone")))
    assert type_in("mhclient labels fit mentat-clone --out drawn.json --draws 3") == 0
    assert type_in("mhclient build mentat mentat-clone --design base --out base --labels drawn.json") == 0


def graph_and_exam(_: Simulator) -> None:
    """A graph of made-up drugs, and an exam on it."""
    make_graph(Path("kg.csv"))
    make_exam(Path(), 3)


def diagnoses(_: Simulator) -> None:
    """Three invented disorders where a clone of MentalKG has its own."""
    write_graph(Path("knowledge_graph/EN"))


def with_a_model(simulator: Simulator) -> None:
    """The packaged benchmark, and a tiny model of random weights."""
    # Here: torch takes a while.
    from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

    sample(simulator)
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    saved(Path("tiny").absolute(), random_model("llama", len(tokenizer)), tokenizer)


def studied(simulator: Simulator) -> None:
    """A study of one model."""
    sample(simulator)
    said = ['benchmarks = ["sample"]', "limit = 12", "[[models]]", 'name = "openai:sim-tidy"']
    Path("study.toml").write_text("\n".join(said), encoding="utf-8")


def logged(simulator: Simulator) -> None:
    """A run, and logs as other tools write them."""
    asked(simulator)
    for name in ("samples_mmlu_2026-01-21T03-44-18.jsonl", "samples_exam.jsonl"):
        Path(name).write_text(json.dumps(LM_EVAL) + "\n", encoding="utf-8")
    said = {"question": "Which?", "output": "It is B", "choices": TREES, "answer": "B", "pred": "B"}
    Path("answers.jsonl").write_text(json.dumps(said) + "\n", encoding="utf-8")
    names = {"completion": "It is B", "options": TREES, "gold": "B", "said": "B", "question": "Which?"}
    Path("differ.jsonl").write_text(json.dumps({**names, "id": "1", "task": "t"}) + "\n", encoding="utf-8")
    assert type_in("mhclient adopt samples_mmlu_2026-01-21T03-44-18.jsonl --store adopted.sqlite3") == 0


SESSIONS: Mapping[str, Session] = {
    "README": Session(exam, {"sim-verbose-letter-only-b1be379e": "@last", "--epochs 3": "--limit 4"}),
    "first-run": Session(
        exam,
        {"sim-verbose-letter-only-b1be379e": "@last", "--max-cost 10": "--max-cost 10 --limit 40"},
        left_out={"mhclient demo": "long; test_command_line.py, test_demo_mentat.py in tests/mhclient/cli"},
    ),
    "own-questions": Session(
        exam_and_sample,
        {"exam.xlsx --out exam": "exam.xlsx --out exam --force"},
        left_out={"mhclient import mentalbench": "its cases are a download; tests/benchmark/mentalbench"},
    ),
    "batches": Session(
        sample,
        {"--batch": "--batch --limit 9", "--cancel BATCH": "", "mhclient collect": "mhclient collect --wait"},
    ),
    "benchmarks": Session(
        sample, {"psychiatric-42": "seeds.csv", "--sample --out sample": "--sample --out sample --force"}
    ),
    "drift": Session(exam, {"--panel 50": "--panel 4", "--panel 100": "--panel 4"}),
    "auditing": Session(
        judged,
        {"RUN": "sim-reasoning", "[--against READER] [--json]": ""},
        statuses={"mhclient audit agreement": 1, "mhclient audit decisions": 0},
    ),
    "from-other-tools": Session(
        asked,
        {"gpt-5-letter-only": "sim-tidy", "run exam.xlsx": "run sample --limit 27"},
        left_out={"mhclient adopt": "inspect_ai's logs need its package; tests/mhclient/adopt"},
    ),
    "prompts": Session(left_out={"mhclient run --benchmark mb": "MentalBench's cases are a download"}),
    "reading": Session(replies),
    "reports": Session(
        asked,
        {
            "model=gpt-5": "own",
            "@last": "sim-tidy",
            "RUN RUN RUN": "sim-reasoning sim-tidy sim-reasoning",
            "RUN RUN": "sim-reasoning sim-tidy",
            "RUN": "sim-tidy",
        },
    ),
    "local-models": Session(
        with_a_model,
        {
            "--model PATH_OR_ID --benchmark bench": "--model ./tiny --benchmark bench --tasks ET --limit 9",
            "--benchmark bench --ask logprobs": "--benchmark bench --tasks ET --limit 9 --ask logprobs",
            "--ask generate": "--ask generate --max-tokens 4",
            "letters RUN WRITTEN": "letters *forced* *generate*",
            "letters RUN": "letters @last",
        },
        left_out={
            "mhclient run --provider compatible": "a server that echoes; tests/mhclient/providers/local",
            "mhclient letters RUN --orders": "four runs; tests/mhclient/report",
        },
    ),
    "several-machines": Session(
        studied,
        left_out={"mhclient run exam.xlsx --model local": "needs machines; tests/mhclient/providers/local"},
    ),
    "mentat": Session(
        annotated,
        left_out={
            "mhclient report RUN --labels released": "needs the release's own analysis",
            "mhclient report RUN --show free --bleu": "needs the extra text",
        },
        instead={
            # `import mentat` draws its labels a thousand times; for the other commands few draws will do.
            "--set released": "--order released --draws 3",
            "mentat-clone --out labels.json": "mentat-clone --out labels.json --draws 3",
            "--design gender --null 1": "--design gender --null 1 --labels drawn.json",
            "RUN": "@last",
            "deberta-xlarge-mnli:layer=40,baseline=0.5150192": "x",
        },
    ),
    "mentalkg": Session(
        diagnoses,
        {
            "--writer openai:gpt-5 --writer anthropic:claude-sonnet-5": "--writer openai:sim-writer",
            "D013-p1-2": "D901-p1-2",
            "D013,D020": "D901,D902",
        },
        left_out={"mhclient audit ratings": "people's ratings; tests/mhclient/judge/test_ratings.py"},
    ),
    "harden": Session(
        graph_and_exam,
        {
            "--writer openai:MODEL": "--writer openai:sim-writer",
            "--judge anthropic:MODEL": "--judge openai:sim-writer",
            "text-embedding-3-small": "sim-embedder",
            "RUN_EXAM RUN_WALK": "variant=letter* @last",
            "RUN_WALK": "@last",
            "ITEM": "own-e15adca70e551785",
        },
    ),
    "other-logs": Session(
        logged,
        {
            "reread RUN": "reread @last",
            "RUN": "sim-tidy",
            "out/*/samples_*.jsonl": "samples_mmlu_2026-01-21T03-44-18.jsonl",
        },
        left_out={
            "mhclient adopt logs": "inspect_ai's logs need its package; tests/mhclient/adopt",
            "mhclient adopt runs": "HELM's are two files; tests/mhclient/adopt",
        },
    ),
}

PAGES = {page.stem: page for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))}
ELSEWHERE = {"command-line": "a reference", "store": "shells and SQL; tests/cache"}


def test_every_page_with_commands_is_typed():
    with_commands = {name for name, page in PAGES.items() if any(commands_in(page))}
    assert with_commands - set(ELSEWHERE) == set(SESSIONS)


@pytest.fixture
def simulator(tmp_path, monkeypatch) -> Iterator[Simulator]:
    monkeypatch.chdir(tmp_path)
    with in_place_of_services(monkeypatch) as running:
        yield running


def as_typed(command: str, session: Session, url: str) -> str:
    """A command with what stands for what is not here."""
    for shown, typed in {**session.instead, **SIMULATED, "URL": url}.items():
        command = command.replace(shown, typed)
    return command


LOAD_TORCH = {"local-models": pytest.mark.torch}


@pytest.mark.parametrize("page", [pytest.param(page, marks=LOAD_TORCH.get(page, ())) for page in SESSIONS])
def test_a_pages_commands_run_one_after_the_other(page, simulator, capsys):
    session = SESSIONS[page]
    session.prepare(simulator)
    for command in commands_in(PAGES[page]):
        if command.startswith((*SERVERS, *session.left_out)):
            continue
        status = type_in(as_typed(command, session, simulator.openai_base_url))
        expected = next((end for begins, end in session.statuses.items() if command.startswith(begins)), 0)
        assert status == expected, f"{command}\n{capsys.readouterr().err}"
