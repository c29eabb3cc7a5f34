"""What the command line does besides asking and reporting: the names, each loaded when it is first used.

    mhclient.more.harden("bench", "bench-hard", …)      or: from mhclient import more

Benchmarks:

    build_benchmark    a knowledge graph becomes questions
    import_questions   a file of questions becomes a benchmark
    verify             a benchmark checked against what it was made from
    describe           a benchmark in numbers
    harden             wrong options replaced by ones nearer to the right one
    make_labels        clinicians' ratings become labels
    generate_cases     patients drawn from a diagnosis graph become cases that models write
    build_mentat       MENTAT's questions in versions that differ in one attribute of the patient
    import_mentat      MENTAT's released sets
    export_benchmark   its questions for another tool

Runs:

    evaluate_study     a study file, as `evaluate` does
    list_runs          the runs of a store, and how far each has come
    make_reask_spec    what asks items again whose replies were cut, empty, …
    submit_batches     requests in files, at about half the price; then `collect_batches`, `list_batches`,
                       and `cancel_batches`
    adopt_logs         other tools' logs become runs
    export_run         a run with its replies for another tool

Figures:

    report_figures     every figure of a report, under its name in JSON; `report_rows` a row per run and task
    comparison_figures  every figure of a comparison likewise; `compared_rows` a row per pair and task
    plan_comparison    how small a difference a comparison would find, by two runs of a pilot
    find_drift         whether a service moved, by the panels that `evaluate(…, panel=50)` asks
    summarise_letters  what the option letters' probabilities say
    reread             stored replies read again by the present reader, beside earlier readings

People:

    find_cases         replies with what was read in them, to be looked at
    draw_sample        replies of a run for people to judge, and
    estimate_reader_errors  what their judgements say of the reader
    serve_audit        the page in which people look and judge

Types, for annotations and editors: `Result` is what `evaluate` gives, `Summary` what `summarise` gives. The
arguments that `**` stands for are the keys of `GenerateOptions`, `HardenOptions`, `Limits`, `LogOptions`,
`ModelOptions`, `ParameterOptions`, `SimulatorOptions`, `StudyOptions` and `SubmitOptions`; `Settings` and
`Price` are the classes of other arguments, `MhclientError` is the root of most errors.
"""

from mhclient.front_door import load_name

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from benchmark import build_benchmark
    from benchmark.describe import describe
    from benchmark.imports import import_questions
    from benchmark.labels.label_file import make_labels
    from benchmark.mentat.released import build_mentat, import_mentat
    from benchmark.verify import verify
    from mhclient.adopt.adopt import LogOptions, adopt_logs
    from mhclient.ask.batches.run import (
        SubmitOptions,
        cancel_batches,
        collect_batches,
        list_batches,
        submit_batches,
    )
    from mhclient.ask.making import ParameterOptions
    from mhclient.ask.order import Limits
    from mhclient.audit.web.app import serve_audit
    from mhclient.compose.generate import GenerateOptions, generate_cases
    from mhclient.compose.harden import HardenOptions, harden
    from mhclient.errors import MhclientError
    from mhclient.judge.reread import reread
    from mhclient.judge.samples import draw_sample, estimate_reader_errors
    from mhclient.providers.ask_modes import ModelOptions
    from mhclient.read.asking_again import make_reask_spec
    from mhclient.read.collect import collect as find_cases
    from mhclient.report.drift_panels import find_series as find_drift
    from mhclient.report.exchange.export import export_benchmark, export_run
    from mhclient.report.letters import summarise_letters
    from mhclient.report.power import plan_comparison
    from mhclient.report.settings import Settings
    from mhclient.report.summary import Summary
    from mhclient.report.writers.text import compared_rows, comparison_figures, report_figures, report_rows
    from mhclient.run.prices import Price
    from mhclient.run.stored_runs import list_runs
    from mhclient.simulator.server import SimulatorOptions
    from mhclient.study.evaluate import evaluate_study
    from mhclient.study.planning import StudyOptions
    from mhclient.study.result import Result

__all__ = [
    "GenerateOptions",
    "HardenOptions",
    "Limits",
    "LogOptions",
    "MhclientError",
    "ModelOptions",
    "ParameterOptions",
    "Price",
    "Result",
    "Settings",
    "SimulatorOptions",
    "StudyOptions",
    "SubmitOptions",
    "Summary",
    "adopt_logs",
    "build_benchmark",
    "build_mentat",
    "cancel_batches",
    "collect_batches",
    "compared_rows",
    "comparison_figures",
    "describe",
    "draw_sample",
    "estimate_reader_errors",
    "evaluate_study",
    "export_benchmark",
    "export_run",
    "find_cases",
    "find_drift",
    "generate_cases",
    "harden",
    "import_mentat",
    "import_questions",
    "list_batches",
    "list_runs",
    "make_labels",
    "make_reask_spec",
    "plan_comparison",
    "report_figures",
    "report_rows",
    "reread",
    "serve_audit",
    "submit_batches",
    "summarise_letters",
    "verify",
]

# name → (module, its name there); type checkers read the imports above, a test compares the two.
_WHERE = {
    "GenerateOptions": ("mhclient.compose.generate", "GenerateOptions"),
    "HardenOptions": ("mhclient.compose.harden", "HardenOptions"),
    "Limits": ("mhclient.ask.order", "Limits"),
    "LogOptions": ("mhclient.adopt.adopt", "LogOptions"),
    "MhclientError": ("mhclient.errors", "MhclientError"),
    "ModelOptions": ("mhclient.providers.ask_modes", "ModelOptions"),
    "ParameterOptions": ("mhclient.ask.making", "ParameterOptions"),
    "Price": ("mhclient.run.prices", "Price"),
    "Result": ("mhclient.study.result", "Result"),
    "Settings": ("mhclient.report.settings", "Settings"),
    "SimulatorOptions": ("mhclient.simulator.server", "SimulatorOptions"),
    "StudyOptions": ("mhclient.study.planning", "StudyOptions"),
    "SubmitOptions": ("mhclient.ask.batches.run", "SubmitOptions"),
    "Summary": ("mhclient.report.summary", "Summary"),
    "adopt_logs": ("mhclient.adopt.adopt", "adopt_logs"),
    "build_benchmark": ("benchmark", "build_benchmark"),
    "build_mentat": ("benchmark.mentat.released", "build_mentat"),
    "cancel_batches": ("mhclient.ask.batches.run", "cancel_batches"),
    "collect_batches": ("mhclient.ask.batches.run", "collect_batches"),
    "compared_rows": ("mhclient.report.writers.text", "compared_rows"),
    "comparison_figures": ("mhclient.report.writers.text", "comparison_figures"),
    "describe": ("benchmark.describe", "describe"),
    "draw_sample": ("mhclient.judge.samples", "draw_sample"),
    "estimate_reader_errors": ("mhclient.judge.samples", "estimate_reader_errors"),
    "evaluate_study": ("mhclient.study.evaluate", "evaluate_study"),
    "export_benchmark": ("mhclient.report.exchange.export", "export_benchmark"),
    "export_run": ("mhclient.report.exchange.export", "export_run"),
    "find_cases": ("mhclient.read.collect", "collect"),
    "find_drift": ("mhclient.report.drift_panels", "find_series"),
    "generate_cases": ("mhclient.compose.generate", "generate_cases"),
    "harden": ("mhclient.compose.harden", "harden"),
    "import_mentat": ("benchmark.mentat.released", "import_mentat"),
    "import_questions": ("benchmark.imports", "import_questions"),
    "list_batches": ("mhclient.ask.batches.run", "list_batches"),
    "list_runs": ("mhclient.run.stored_runs", "list_runs"),
    "make_labels": ("benchmark.labels.label_file", "make_labels"),
    "make_reask_spec": ("mhclient.read.asking_again", "make_reask_spec"),
    "plan_comparison": ("mhclient.report.power", "plan_comparison"),
    "report_figures": ("mhclient.report.writers.text", "report_figures"),
    "report_rows": ("mhclient.report.writers.text", "report_rows"),
    "reread": ("mhclient.judge.reread", "reread"),
    "serve_audit": ("mhclient.audit.web.app", "serve_audit"),
    "submit_batches": ("mhclient.ask.batches.run", "submit_batches"),
    "summarise_letters": ("mhclient.report.letters", "summarise_letters"),
    "verify": ("benchmark.verify", "verify"),
}


def __getattr__(name: str) -> object:
    return load_name(name, globals(), _WHERE, or_else="mhclient")


def __dir__() -> list[str]:
    return list(__all__)
