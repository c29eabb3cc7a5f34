"""mhclient: find out what a language model knows, apart from how it formats its answers.

These are the names that an evaluation needs. Each is loaded when it is first used, so that `import mhclient`
costs next to nothing; `help(mhclient.ask_items)` has an example. All else that the command line does is in
`mhclient.more`: making benchmarks, batches, audits, other tools' logs.

    evaluate           the short road: a file of questions, models, one call, a ranked table
    aevaluate          the same, to be awaited
    load               stored runs as the same table, frames and report

    open_store         where replies are kept
    read_benchmark     what is asked
    find_model         whom to ask, and in which way
    make_spec          what one run asks: benchmark, model, prompt variant, parameters
    ask_items          ask what has no reply yet; ask_items_async inside an event loop
    load_runs          stored runs, with every reply read and scored
    summarise          the figures of runs
    compare            runs compared on the items they share
    write_report       a report as a file: .html, .json, .md, .tex, .xlsx, .csv, .parquet
    read_answer        what one completion says
    start_simulator    models of known behaviour on this machine, for trying things out

What `summarise` gives is read like this; figures are shares from 0 to 1:

    summary.overall.estimate.value     the accuracy over all items asked
    summary.overall.estimate.ci95      its interval, low and high; None where there is none
    summary.tasks["ET"].estimate       the same of one task
    summary.overall.accuracy           how many were asked, read and right
    summary.overall.accuracy.outcomes  how many replies were answers, refusals, cut, …: format failure
    summary.overall.accuracy.kept_format  how many kept to the form that was asked for
    summary.overall.letters.letters    of each letter how often it was right and said: letter bias
    summary.repetitions["all"]         of runs with epochs: variance, pass@k (`some`), pass^k (`every`), …

`except mhclient.ERRORS` catches every error of ours, those of the three packages below too, which are no
`MhclientError`; `mhclient.errors` draws the tree.

An open store counts, checks, exports and deletes (`store.upkeep`, `store.check`), and takes over what other
stores have (`store.take_over`). People's judgements are in `mhclient.judge`.

It stands on three packages that know nothing of it: `parsers` reads completions, `benchmark` makes items,
`cache` keeps replies.
"""

from importlib import import_module

from mhclient.front_door import load_name
from mhclient.hidden import check_not_hidden
from mhclient.version import __version__

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from benchmark import read_benchmark
    from cache import open_store
    from mhclient import errors, more
    from mhclient.ask.making import make_spec
    from mhclient.ask.run import ask_items, ask_items_async
    from mhclient.providers.registry import find_model
    from mhclient.report.compare.comparing import compare
    from mhclient.report.loading.load import load_runs
    from mhclient.report.summarise import summarise_all as summarise
    from mhclient.report.write import write_report
    from mhclient.show.errors import ERRORS
    from mhclient.simulator.server import start_simulator
    from mhclient.study.evaluate import aevaluate, evaluate, load
    from parsers import read_answer

__all__ = [
    "ERRORS",
    "__version__",
    "aevaluate",
    "ask_items",
    "ask_items_async",
    "compare",
    "errors",
    "evaluate",
    "find_model",
    "load",
    "load_runs",
    "make_spec",
    "more",
    "open_store",
    "read_answer",
    "read_benchmark",
    "start_simulator",
    "summarise",
    "write_report",
]

# name → (module, its name there); type checkers read the imports above, a test compares the two.
_WHERE = {
    "ERRORS": ("mhclient.show.errors", "ERRORS"),
    "aevaluate": ("mhclient.study.evaluate", "aevaluate"),
    "ask_items": ("mhclient.ask.run", "ask_items"),
    "ask_items_async": ("mhclient.ask.run", "ask_items_async"),
    "compare": ("mhclient.report.compare.comparing", "compare"),
    "evaluate": ("mhclient.study.evaluate", "evaluate"),
    "find_model": ("mhclient.providers.registry", "find_model"),
    "load": ("mhclient.study.evaluate", "load"),
    "load_runs": ("mhclient.report.loading.load", "load_runs"),
    "make_spec": ("mhclient.ask.making", "make_spec"),
    "open_store": ("cache", "open_store"),
    "read_answer": ("parsers", "read_answer"),
    "read_benchmark": ("benchmark", "read_benchmark"),
    "start_simulator": ("mhclient.simulator.server", "start_simulator"),
    "summarise": ("mhclient.report.summarise", "summarise_all"),
    "write_report": ("mhclient.report.write", "write_report"),
}
_MODULES = ("errors", "more")

check_not_hidden()


def __getattr__(name: str) -> object:
    if name in _MODULES:  # which sets it here, too
        return import_module(f"{__name__}.{name}")
    return load_name(name, globals(), _WHERE, or_else="mhclient.more")


def __dir__() -> list[str]:
    return list(__all__)
