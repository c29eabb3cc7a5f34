"""Options of the verbs that make and check benchmarks.

build, import, verify, describe, export, labels, harden and generate.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from benchmark.exchange import FORMATS
from mhclient.cli.arguments.options import (
    CASE_TYPES,
    DESCRIPTION_FORMATS,
    GENERATORS,
    GENERIC_DISEASES,
    LABEL_MODELS,
    LABEL_ORDERS,
    LABEL_SETS,
    MENTAT_PARTS,
    MULTI_USAGES,
    SCOPES,
    SEED_LISTS,
    add_batch_arguments,
    add_csv_for,
    add_pace_arguments,
    add_reading,
    add_store,
    add_with_answers,
    ages,
    amount,
    amount_or_none,
    count,
    count_or_zero,
    names,
    seed,
)
from mhclient.report.exchange import RUN_FORMATS
from mhclient.show.counts import join_names
from mhclient.show.glossary import TASK_NAMES

BUILD_TASKS = "tasks:\n" + "\n".join(
    f"  {code:<5} {task.name}: {task.asks}" for code, task in TASK_NAMES.items()
)


def add_build_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = BUILD_TASKS
    parser.add_argument(
        "benchmark", nargs="?", choices=("mentat",), help="a benchmark with designs instead of a graph's"
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a clone of MENTAT")
    _add_input_files(parser.add_argument_group("input files"))
    what = parser.add_argument_group("what to make")
    _add_sizes(what)
    _add_choice_of_facts(what)
    what.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")
    _add_mentat(parser.add_argument_group("MENTAT (mhclient build mentat PATH --out DIR)"))


def _add_input_files(source: argparse._ArgumentGroup) -> None:
    source.add_argument(
        "--sample", action="store_true", help="use the small sample graph in the package; no download"
    )
    source.add_argument("--kg", type=Path, metavar="FILE", help="PrimeKG's kg.csv (also .csv.gz, .parquet)")
    source.add_argument(
        "--seeds",
        metavar="FILE",
        help=f"CSV with a column 'name' or 'id', or a list in the package: {', '.join(SEED_LISTS)}",
    )
    source.add_argument(
        "--disease-features",
        type=Path,
        metavar="FILE",
        help="PrimeKG's disease_features.tab or .csv: texts for the tasks with evidence, R1+E and R2+E",
    )
    source.add_argument("--drug-features", type=Path, metavar="FILE", help="the same for drugs")
    source.add_argument(
        "--skip-missing-seeds", action="store_true", help="leave out seeds that are not in the graph"
    )


def _add_sizes(what: argparse._ArgumentGroup) -> None:
    """Where to, and how many items of which tasks."""
    what.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    what.add_argument(
        "--seed",
        type=int,
        default=42,
        help="of the choice of items, negatives and option orders (default: 42)",
    )
    what.add_argument(
        "--tasks",
        metavar="ET,EC,…",
        help="only these tasks (default: the paper's nine; ES if it is named)",
    )
    what.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="FC=400",
        help="number of items of a task (default: as in the paper); may be repeated",
    )
    what.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="EC=5",
        help="number of options per item of ET, EC, RT or ES; may be repeated",
    )


def _add_choice_of_facts(what: argparse._ArgumentGroup) -> None:
    """Which facts are asked about, and what counts as false."""
    what.add_argument(
        "--absent-from", choices=SCOPES, default="graph", metavar="graph|slice",
        help="a fact counts as false if it is absent from the whole file (graph, the default) or only from "
        "the part around the seeds, as in the paper (slice)",
    )  # fmt: skip
    what.add_argument(
        "--multi-usage", choices=MULTI_USAGES, default="exclude", metavar="exclude|ask",
        help="drug-disease pairs with several relations, as indication and off-label use: leave them out "
        "(default), or let RP and R2 ask for one or more answers",
    )  # fmt: skip
    what.add_argument(
        "--generic-diseases", choices=GENERIC_DISEASES, default="keep", metavar="keep|mark|leave-out",
        help="in R1 and R2, second diseases that no drug has a usage edge to, as 'mental disorder', of which "
        "the answer is always no: ask about them (default), mark such items in their details, or leave "
        "them out",
    )  # fmt: skip
    what.add_argument(
        "--matched",
        action="store_true",
        help="a second, harder benchmark: items of each answer are alike in what could give the answer away, "
        "and fewer; without ET and RT, which cannot be matched",
    )


def _add_mentat(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--design",
        metavar="NAME",
        help="what varies within a question: gender (default), nationality, age, crossed (all three), base "
        "(nothing); or replay:base|gender|nat|age, the released draws",
    )
    group.add_argument(
        "--split",
        choices=MENTAT_PARTS,
        default="eval",
        help="which questions (default: eval, without those held out)",
    )
    group.add_argument(
        "--ages",
        type=ages,
        metavar="N,N,…",
        help="ages asked where age varies: --design age or crossed (default: 25,41,57)",
    )
    group.add_argument(
        "--null",
        type=count_or_zero,
        default=0,
        metavar="N",
        help="versions more that differ from the first in the order of options alone: the noise floor",
    )
    group.add_argument(
        "--labels", type=Path, metavar="FILE", help="golds by these labels (default: experts, fitted)"
    )


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="mentalbench|mentat|FILE",
        help="a file with questions of your own (.csv, .tsv, .jsonl, .json, .xlsx, .parquet), the folder "
        "of a Hugging Face dataset, or one of the words mentalbench and mentat (then PATH)",
    )
    parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="PATH",
        help="the download: MentalBench's folder or archive, or a clone of MENTAT",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    add_reading(parser)
    parser.add_argument("--name", help="name of the benchmark (default: the file's name)")
    parser.add_argument(
        "--index", type=Path, metavar="FILE", help="check MentalBench's items against this index.csv.gz"
    )
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="MENTAT's golds by these labels (default: experts, fitted)",
    )
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")


def add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument("--kg", type=Path, metavar="FILE", help="the graph from which the benchmark was made")
    parser.add_argument(
        "--seeds",
        metavar="FILE",
        help="check that its seeds are those of this list (a file, or a list in the package)",
    )
    parser.add_argument(
        "--disease-features", type=Path, metavar="FILE", help="check the evidence texts against this file"
    )
    parser.add_argument(
        "--drug-features", type=Path, metavar="FILE", help="check the evidence texts against this file"
    )
    parser.add_argument(
        "--parent",
        type=Path,
        metavar="DIR",
        help="for a hardened benchmark: the benchmark that it was made from",
    )
    parser.add_argument(
        "--mentalkg",
        type=Path,
        metavar="DIR",
        help="for generated cases: the diagnosis graph that they were made from",
    )
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="check that the models' texts are in their stored replies",
    )
    parser.add_argument(
        "--sample", action="store_true", help="the benchmark was made from the sample graph in the package"
    )
    parser.add_argument(
        "--violations", type=Path, metavar="FILE", help="write every violation found as a JSON line"
    )


DESCRIBE_ENDINGS = {
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "html": (".html", ".htm"),
    "json": (".json",),
    "csv": (".csv",),
}


def add_describe_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument(
        "--format",
        choices=["terminal", *DESCRIPTION_FORMATS],
        help="csv: a row per cell of each table (default: as the name of --out ends, else terminal)",
    )
    add_csv_for(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")


EXPORT_FORMATS = tuple(dict.fromkeys([*FORMATS, *RUN_FORMATS]))


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a benchmark's items, so that another tool asks them, or a run with its replies and how they "
        "were read, so that another tool shows them. 'mhclient adopt' reads such a run again."
    )
    parser.add_argument(
        "source",
        metavar="DIR|RUN",
        help="a folder made by build or import, or a run of the store",
    )
    parser.add_argument(
        "--to",
        required=True,
        choices=EXPORT_FORMATS,
        help=f"of a benchmark: {_formats(FORMATS)}; of a run: {_formats(RUN_FORMATS)}",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="PATH",
        help="a file (parquet; a run's inspect) or a new folder (all others)",
    )
    add_with_answers(parser)
    add_store(parser)


def _formats(formats: Mapping[str, tuple[str, str]]) -> str:
    return join_names((f"{name} ({written})" for name, (_, written) in formats.items()), "or")


def add_labels_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    check = _labels_action(
        actions, "check", "compare raters with themselves and with each other, in each order of options"
    )
    _add_annotations(check)
    check.add_argument("--format", choices=("terminal", "json"), default="terminal")
    _add_fit(_labels_action(actions, "fit", "fit labels to ratings, with their uncertainty"))
    compare = _labels_action(actions, "compare", "show the golds that differ between two sets of labels")
    compare.add_argument("files", nargs=2, type=Path, metavar="LABELS", help="what 'labels fit' wrote")
    compare.add_argument("--format", choices=("terminal", "json"), default="terminal")


def _labels_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=summary, description=summary)
    parser.set_defaults(action=name)
    return parser


def _add_annotations(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "annotations",
        type=Path,
        metavar="ANNOTATIONS",
        help="a clone of MENTAT, its folder of annotations, or a table of their numbers",
    )


def _add_fit(parser: argparse.ArgumentParser) -> None:
    _add_annotations(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the labels, as JSON")
    parser.add_argument(
        "--set", choices=LABEL_SETS, help="settings by name (default: experts); the options below change them"
    )
    parser.add_argument(
        "--order",
        choices=LABEL_ORDERS,
        help="how ratings are put back into the original order of the options",
    )
    parser.add_argument(
        "--author", action=argparse.BooleanOptionalAction, help="count the author's answer as a rating"
    )
    parser.add_argument(
        "--offset", action=argparse.BooleanOptionalAction, help="give each rater an offset, as released"
    )
    parser.add_argument(
        "--prior-sd",
        type=amount_or_none,
        default=argparse.SUPPRESS,
        metavar="SD",
        help="standard deviation of the prior on strengths, or none",
    )
    parser.add_argument("--model", choices=LABEL_MODELS, help="hierarchical, or Bradley-Terry per question")
    parser.add_argument(
        "--author-from",
        type=Path,
        metavar="FILE",
        help="the released analysis (upstream's pickle, or its JSON), from which author rows are worked out",
    )
    parser.add_argument(
        "--zero-listed-wrong",
        type=Path,
        metavar="FILE",
        help="set the options to 0 that upstream's config_params.py lists as wrong, and rescale",
    )
    parser.add_argument(
        "--draws",
        type=count_or_zero,
        default=1000,
        metavar="N",
        help="refits on resampled raters (default: 1000)",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="of the draws (default: 0)")
    parser.add_argument("--force", action="store_true", help="replace the file")


def add_harden_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Replace the wrong options of a benchmark by ones that lie near the right one in a knowledge graph, "
        "and check each against the whole graph: an option that the graph calls right is refused. Question, "
        "right option and its letter stay. Without a model (--method graph) the options are names of the "
        "graph; with --writer a model writes them along paths. The same command again asks only what is "
        "missing."
    )
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="the benchmark whose items are hardened")
    parser.add_argument(
        "--kg", type=Path, metavar="FILE", help="PrimeKG's kg.csv, also gzipped or as Parquet"
    )
    parser.add_argument(
        "--sample", action="store_true", help="use the small sample graph in the package; no download"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the hardened benchmark")
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in --out")
    parser.add_argument(
        "--show",
        metavar="ITEM",
        help="show one item: what it maps to, its paths, and what becomes of each name",
    )
    _add_how(parser.add_argument_group("how"))
    _add_harden_models(parser.add_argument_group("models"))
    _add_which(parser.add_argument_group("which items"))
    add_pace_arguments(parser)
    add_batch_arguments(parser)
    add_store(parser)


def _add_how(how: argparse._ArgumentGroup) -> None:
    how.add_argument(
        "--method",
        choices=("graph", "walk", "direct"),
        help="graph: names at the ends of paths, no model; walk: a writer is shown the paths; direct: the "
        "same writer without them, as a control (default: walk with --writer)",
    )
    how.add_argument(
        "--depth", type=count, default=3, metavar="L", help="longest path, in steps (default: 3)"
    )
    how.add_argument(
        "--beam", type=count, default=5, metavar="K", help="next nodes kept per path (default: 5)"
    )
    how.add_argument(
        "--guide",
        default="lexical",
        metavar="GUIDE",
        help="how names are compared with a question: lexical (shared letters), encoder:FOLDER_OR_ID, "
        "which needs the extra 'local', or api:PROVIDER:MODEL, vectors by an API, kept in the store "
        "(default: lexical)",
    )
    how.add_argument(
        "--threshold",
        type=amount,
        metavar="COSINE",
        help="lowest score at which the nearest name counts as a match (default: the guide's own)",
    )
    how.add_argument(
        "--unverified",
        choices=("refuse", "flag"),
        default="refuse",
        help="what to do with options that the graph can neither confirm nor rule out (default: refuse)",
    )
    how.add_argument(
        "--short",
        choices=("fill", "drop"),
        default="fill",
        help="items with too few new options: fill keeps old ones, drop leaves the item out (default: fill)",
    )
    how.add_argument(
        "--pool", type=Path, metavar="FILE", help="use only the names in this file, one per line"
    )
    how.add_argument("--seed", type=int, default=0, help="seed for the order of the options (default: 0)")


def _add_harden_models(models: argparse._ArgumentGroup) -> None:
    models.add_argument("--writer", metavar="PROVIDER:NAME", help="the model that writes options")
    models.add_argument(
        "--judge",
        metavar="PROVIDER:NAME",
        help="a model that is also asked whether each option is right",
    )
    models.add_argument(
        "--map-with",
        metavar="PROVIDER:NAME",
        help="the model that finds entities and picks nodes (default: none)",
    )
    models.add_argument("--base-url", metavar="URL", help="ask this server instead of the providers' own")
    models.add_argument(
        "--temperature",
        type=amount_or_none,
        default=0.7,
        metavar="T",
        help="of the writer; 'none' sends none (default: 0.7); mapping and judging are asked at 0",
    )
    models.add_argument(
        "--max-tokens",
        type=count,
        default=1000,
        metavar="N",
        help="longest reply of the writer (default: 1000)",
    )
    models.add_argument(
        "--rounds",
        type=count,
        default=3,
        metavar="N",
        help="the most rounds in which the writer is asked (default: 3)",
    )


def _add_which(which: argparse._ArgumentGroup) -> None:
    which.add_argument("--tasks", type=names, metavar="NAME,…", help="only these tasks (default: all)")
    which.add_argument(
        "--limit", type=count, metavar="N", help="at most N items in all, spread evenly over the tasks"
    )


def add_generate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "generator", choices=GENERATORS, metavar="mentalkg", help="what to make: cases from a diagnosis graph"
    )
    parser.add_argument(
        "kg", type=Path, metavar="KG", help="the graph's folder, such as knowledge_graph/EN of MentalBench"
    )
    parser.add_argument(
        "--check", action="store_true", help="show the graph in figures, or everything wrong with it"
    )
    parser.add_argument(
        "--profiles-only", action="store_true", help="draw profiles and patients; no model is asked"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for what is made")
    parser.add_argument("--seed", type=int, default=0, help="what every draw depends on (default: 0)")
    parser.add_argument(
        "--types",
        type=_types,
        default=CASE_TYPES,
        metavar="1,2,3,4",
        help="1 charts, 2 self-reports, 3 ambiguous, 4 clear cases of a differential (default: all)",
    )
    parser.add_argument(
        "--disorders", type=_names, metavar="ID,ID", help="these disorders alone, and what tells them apart"
    )
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="FILE",
        help="which criteria each rule claims are met: a corrected DIR/rules.csv (default: by its words)",
    )
    parser.add_argument(
        "--classify-rules", action="store_true", help="ask the checker what each rule claims, once"
    )
    _add_case_models(parser.add_argument_group("who writes, and who checks"))
    add_pace_arguments(parser)
    add_batch_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--show", metavar="PATIENT", help="show one patient, such as D013-p1-2; nothing is written"
    )


def _add_case_models(whom: argparse._ArgumentGroup) -> None:
    whom.add_argument(
        "--writer",
        action="append",
        metavar="PROVIDER:NAME",
        help="a model that writes a case for every patient; repeat it for several",
    )
    whom.add_argument(
        "--checker",
        metavar="PROVIDER:NAME",
        help="a model that is no writer, and says what each text tells (default: checks without a model)",
    )
    whom.add_argument("--base-url", metavar="URL", help="ask this server instead of the providers' own")
    whom.add_argument(
        "--limit", type=count, metavar="N", help="write for N patients of each type alone, a fair sample"
    )


def _types(text: str) -> tuple[str, ...]:
    chosen = tuple(f"type{number}" for number in _names(text))
    for each in chosen:
        if each not in CASE_TYPES:
            raise argparse.ArgumentTypeError(f"{text!r}: types are 1, 2, 3 and 4, such as --types 1,2")
    return tuple(kind for kind in CASE_TYPES if kind in chosen)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
