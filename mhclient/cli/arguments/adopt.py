"""Arguments of `mhclient adopt`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_store

# As `mhclient.adopt.formats.TOOLS`, which takes longer to import; a test compares the two.
TOOLS = (
    "lm-eval", "helm", "eee", "lighteval", "promptfoo", "opencompass", "openai-evals", "fields", "inspect",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
