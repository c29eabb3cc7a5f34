"""Options of the verbs that look at replies and stores, and of those for trying out.

audit, serve, parse, reread, adopt and cache; demo, simulate and completion.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_csv_for, add_store, add_with_answers, amount, count, port, seed

SAMPLE_N, SAMPLE_SEED = 200, 42
AUDIT_ENDINGS = {"csv": (".csv",), "jsonl": (".jsonl", ".json"), "html": (".html", ".htm")}
EXPORTS = tuple(AUDIT_ENDINGS)
AUDIT_USAGE = """mhclient audit RUN… [--filter TEXT] [--rater NAME] [--plain | --export FORMAT [--out FILE]]
       mhclient audit sample RUN [--n 200] [--seed 42] [--rater NAME] [--settle RATER] [--plain]
       mhclient audit agreement RUN…
       mhclient audit decisions RUN… [--out FILE] [--settle RATER]
       mhclient audit ratings DIR --import FILE | --out FILE"""
AUDIT_LOOK = "look"
# What each action makes use of; the others are refused, not passed over.
AUDIT_OPTIONS = {
    AUDIT_LOOK: ("filter", "plain", "export", "out", "rater"),
    "sample": ("filter", "plain", "rater", "n", "seed", "settle"),
    "agreement": (),
    "decisions": ("out", "settle"),
    "ratings": ("import", "out"),
}
AUDIT_ACTIONS = tuple(action for action in AUDIT_OPTIONS if action != AUDIT_LOOK)


def add_audit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = AUDIT_USAGE
    parser.description = (
        "Look at replies and at how they were read: in a full-screen browser on a terminal, otherwise as an "
        "overview. Replies are never changed; your judgements are stored beside them. 'sample' draws "
        "replies at random to estimate how often the reader is wrong, 'agreement' compares raters, "
        "'decisions' writes what they agree on to a file for 'mhclient report --decisions', 'ratings' reads "
        "how people rate the cases of a folder, and says how far they agree."
    )
    parser.epilog = (
        "TEXT chooses replies by fields (outcome, grade, rule, task, relation, model, run, said, judged) "
        "with "
        'values, and by words in the reply: outcome:refusal,empty task:FC judged:no "not sure".'
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="[ACTION] RUN",
        help=f"run ids, and before them an action if any: {', '.join(AUDIT_ACTIONS)} (a run with such a name "
        "cannot come first among several)",
    )
    parser.add_argument("--filter", metavar="TEXT", help="show only these replies (see below)")
    parser.add_argument(
        "--plain",
        action="store_true",
        default=None,
        help="print the overview, or the figures of a sample, instead of opening the browser; draws no "
        "sample",
    )
    parser.add_argument(
        "--export", choices=EXPORTS, help="write the chosen replies, each with how it was read"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    parser.add_argument("--rater", metavar="NAME", help="who judges (default: the name of your account)")
    parser.add_argument(
        "--n", type=count, metavar="N", help=f"sample: number of replies (default: {SAMPLE_N})"
    )
    parser.add_argument(
        "--seed", type=seed, metavar="N", help=f"sample: seed of the random draw (default: {SAMPLE_SEED})"
    )
    parser.add_argument(
        "--settle",
        metavar="RATER",
        help="decisions, sample: the rater whose judgement counts where raters disagree",
    )
    parser.add_argument(
        "--import",
        type=Path,
        metavar="FILE",
        help="ratings: a CSV file with item_id,rater,naturalness,validity,realism, each 1 to 5 or empty; of "
        "a hardened benchmark the sheet that --out wrote, filled in",
    )
    add_csv_for(parser)
    add_store(parser)


DEFAULT_PORT = 8766


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show runs, reports and a queue of replies to judge in a web browser. Each rater gets a secret link "
        "and does not see other raters' judgements. A judgement is stored as soon as the page shows it. "
        "Stop the server with Ctrl-C."
    )
    parser.add_argument(
        "--rater",
        action="append",
        metavar="NAME",
        help="who judges; repeat it for each rater (default: the name of your account)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, for this machine only)"
    )
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name by which other machines may reach this one; may be repeated",
    )
    add_store(parser)


_EPILOG = """\
Each line of FILE is a JSON object:
  response       the completion's text; null for an empty one
  options        an object, letter to text, in the order shown; 1 to 26. If two options have
                 the same text, only their letters tell them apart
  id             copied to the output (default: the line's number)
  finish_reason  "stop", "length", "content_filter" (optional)
  mode           "single" (default) or "multi"
  answer_format  letter, letters, line, json or reasoning (optional): adds "compliance"

Exit status: 0 every line could be used, 1 some could not, 2 the file could not be opened.
"""


def add_parse_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="model answers as JSON lines; - for standard input")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the result here instead of to the terminal"
    )
    parser.add_argument(
        "--explain", action="store_true", help="show each answer with the deciding words marked"
    )


def add_reread_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read stored replies again with the reader in this version of the program. Shows which replies it "
        "reads differently from an earlier version, whose results stay in the store, and how far well-known "
        "public rules agree with it."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient runs' lists them")
    parser.add_argument(
        "--against", metavar="READER", help="the earlier version to compare with (default: the last one)"
    )
    parser.add_argument(
        "--published",
        action="store_true",
        help="of runs adopted from another tool's log: how much of its score is format, step by step",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_store(parser)


# As `mhclient.adopt.formats.TOOLS`, which takes longer to import; a test compares the two.
TOOLS = (
    "lm-eval", "helm", "eee", "lighteval", "promptfoo", "opencompass", "openai-evals", "fields", "inspect",
)  # fmt: skip


def add_adopt_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Take over the replies that another tool has kept, as a benchmark and a run for each model, so that "
        "they can be read, reported, audited and compared. Nothing is sent, and no run of yours ever uses "
        "such a reply. Adopting a log again changes nothing."
    )
    parser.add_argument(
        "logs",
        nargs="+",
        type=Path,
        metavar="LOG",
        help="logs of inspect_ai (.eval, .json), lm-evaluation-harness (samples_*.jsonl), HELM "
        "(scenario_state.json), Every Eval Ever, lighteval, OpenAI evals, promptfoo, OpenCompass, or a "
        "folder with them; or any .jsonl, .json, .csv or .parquet file whose fields you name below",
    )
    parser.add_argument(
        "--from",
        dest="tool",
        choices=TOOLS,
        metavar="TOOL",
        help=f"which tool: {', '.join(TOOLS)} (default: found out)",
    )
    parser.add_argument("--name", help="name of the benchmark (default: the first file's name)")
    names = parser.add_argument_group(
        "where a record has what",
        "Dots lead into objects, as in doc.choices; what a tool always writes is found.",
    )
    for name, what in (
        ("completion", "the text of the reply"),
        ("options", "the options: a list, an object of letters, or several fields as in A+B+C"),
        ("gold", "the right answer: a letter, an option's text or label, or (but as text) a number from 0"),
        ("prompt", "the prompt as sent"),
        ("question", "the question alone"),
        ("said", "the letter that the tool has read"),
        ("id", "the item's id"),
        ("task", "the item's task"),
        ("epoch", "the repetition's number, from 1"),
    ):
        names.add_argument(f"--{name}", metavar="FIELD", help=what)
    parser.add_argument("--model", metavar="NAME", help="the model's name, where the log does not say it")
    add_store(parser)


MERGE = (
    "Take over all that is in other stores: requests and replies, attempts and what they cost, batches, "
    "judgements and samples. Runs of one name become one run, if they ask the same. Merging again changes "
    "nothing. A store in which 'cache verify' finds anything wrong is refused."
)
MERGE_EXAMPLE = "Example: mhclient cache merge all.sqlite3 part-*.sqlite3"


def add_cache_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    _cache_action(actions, "stats", "count what is in the store")
    _cache_action(
        actions,
        "verify",
        "calculate every digest and key and read every reply again; exit status 1 if any is wrong",
    )
    explain = _cache_action(actions, "explain", "show which fields make two requests differ")
    explain.add_argument("keys", nargs=2, metavar="KEY", help="the key of a request, or its first digits")
    export = _cache_action(actions, "export", "write replies and their requests as JSON lines")
    export.add_argument("--run", metavar="RUN", help="only the replies of this run")
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    add_with_answers(export)
    read = _cache_action(actions, "read", "read the replies of runs, and keep what was read for SQL")
    read.add_argument("runs", nargs="*", metavar="RUN", help="default: all runs")
    merge = actions.add_parser(
        "merge", help="take over what is in other stores", description=MERGE, epilog=MERGE_EXAMPLE
    )
    merge.set_defaults(action="merge")
    merge.add_argument("store", type=Path, metavar="INTO", help="the store that takes over; made if need be")
    merge.add_argument(
        "others", nargs="+", type=Path, metavar="FROM", help="stores that are only read, as of shards"
    )
    prune = _cache_action(actions, "prune", "delete replies that no run uses")
    prune.add_argument("--run", action="append", default=[], metavar="RUN", help="delete this run first")
    prune.add_argument(
        "--yes", action="store_true", help="delete; without this option, only say what would be deleted"
    )


def _cache_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=summary, description=summary)
    parser.set_defaults(action=name)
    add_store(parser)
    return parser


DEMOS = ("mhgraphbench", "mentat")


def add_demo_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Try it out on simulated models, over HTTP, without a key or a download. mhgraphbench: build the "
        "sample benchmark, ask four models, and compare what they know with how they write it. mentat: from "
        "ratings of invented questions to whether a patient's gender changes what three models answer."
    )
    parser.add_argument("what", nargs="?", choices=DEMOS, default=DEMOS[0], help=f"default: {DEMOS[0]}")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="default: ./mhclient-demo, ./mhclient-demo-mentat"
    )


def add_simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Run a server with simulated models that understands the APIs of OpenAI and Anthropic, batches "
        'included (POST /simulator/clock {"advance_s": 3600} lets an hour pass for batches). The models read '
        "the options from the prompt; they know the answers in --answer-key, and guess without it. Settings "
        "may follow a model's name, as in sim-tidy:accuracy=0.7,refusal_rate=0.1."
    )
    parser.add_argument(
        "--answer-key",
        action="append",
        default=[],
        metavar="PATH",
        help="a benchmark's folder, or its items.jsonl, with the right answers; may be repeated",
    )
    parser.add_argument(
        "--port", type=port, default=8765, help="port on this machine, 0 for any (default: 8765)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of all random choices (default: 0)")
    parser.add_argument(
        "--latency",
        type=amount,
        metavar="SECONDS",
        default=0.0,
        help="time that each reply takes (default: 0)",
    )
    parser.add_argument(
        "--batch-time",
        type=amount,
        metavar="SECONDS",
        default=5.0,
        help="time that each batch takes (default: 5)",
    )
    parser.add_argument(
        "--batch-faults",
        type=_listed,
        metavar="NAME,…",
        default=(),
        help="faults of the first batches, one each; 'none' for a batch without a fault",
    )
    parser.add_argument(
        "--faults",
        type=_rates,
        metavar="NAME=RATE,…",
        default={},
        help="faults and how often they happen, as in reset=0.01,overloaded=0.05; '--list' names them",
    )
    parser.add_argument(
        "--list", action="store_true", help="list the models, their settings and the faults, and exit"
    )


def _listed(text: str) -> tuple[str, ...]:
    """Names separated by commas, each as often as it is given."""
    return tuple(name.strip() for name in text.split(","))


def _rates(text: str) -> dict[str, float]:
    rates = {name: amount(rate) for name, _, rate in (part.partition("=") for part in text.split(","))}
    if sum(rates.values()) > 1:
        raise argparse.ArgumentTypeError("the rates add up to more than 1")
    return rates


SHELLS = ("bash", "zsh", "fish")


def add_completion_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print a script with which a shell completes verbs, options, their values, models and runs. For "
        "bash: mhclient completion bash > ~/.local/share/bash-completion/completions/mhclient; for zsh: "
        "mhclient completion zsh > a folder of $fpath, as _mhclient; for fish: mhclient completion fish > "
        "~/.config/fish/completions/mhclient.fish. Then start the shell again."
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
