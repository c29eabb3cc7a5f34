"""A run exported for another tool and adopted again: what of it has to be the same."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from cache import Store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS
from mhclient.report.exchange import run_exporter
from mhclient.report.exchange.replies import RunExport
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from tests.support.auditing import store_all_kinds
from tests.support.several_answers import REPLIES, write_several_answers
from tests.support.stored import FAILED, LETTER_ONLY, Answer, store_run

SHUFFLED = replace(LETTER_ONLY, name="shuffled", option_order="shuffled", seed=3)
KEPT = replace(LETTER_ONLY, name="kept", option_order="reversed", keep_letters=True)


def store_kinds_of_runs(make_benchmark, tmp_path) -> tuple[Path, list[str]]:
    """A run with a reply of every kind, two with options moved, and one with several right answers."""
    store, plain = store_all_kinds(make_benchmark, tmp_path)
    with Store.open(store, read_only=True) as opened:
        (run,) = load_runs(opened, plain)
        texts = opened.results.read_texts(run.response_ids)
        replies: dict[str, Answer] = {
            scored.item.id: FAILED if text.completion is None else (text.completion, text.finish_reason)
            for scored, text in zip(run.scored, texts, strict=True)
        }
    benchmark = make_benchmark([scored.item for scored in run.scored])
    moved = [store_run(store, benchmark, replies, variant=variant) for variant in (SHUFFLED, KEPT)]
    several = store_run(store, write_several_answers(tmp_path / "several"), REPLIES)
    return store, [plain, *moved, several]


def export(store: Path, run_id: str, to: str, out: Path) -> Path:
    """The run, written for another tool; the file to look at first."""
    with Store.open(store, read_only=True) as opened:
        return run_exporter(to).write(RunExport(opened, run_id), out)


def adopt(paths: list[Path], store: Path) -> str:
    """Logs that are one model's, adopted into a store; the run's id."""
    with Store.open(store, create=True) as opened:
        (adopted,) = keep_logs(opened, [open_log(path, NO_FIELDS) for path in paths])
    return adopted.run_id


def what_was_read(
    store: Path, run_id: str, *, errors: bool = True, tokens: bool = True
) -> dict[tuple[str, int], Any]:
    """Item and repetition → reading, gold, completion and why that ended.

    Args:
        errors: items without a reply, too.
        tokens: how many there were, too.
    """
    with Store.open(store, read_only=True) as opened:
        (run,) = load_runs(opened, run_id)
        texts = list(opened.results.read_texts(run.response_ids))
    rows = zip(run.scored, run.repetitions, texts, strict=True)
    return {
        (scored.item.id, repetition): (
            *(scored.ending, scored.said, scored.gold, scored.grade, scored.rule, scored.span),
            *(scored.kept_format, scored.item.mode, scored.task),
            *(text.completion, text.finish_reason),
            *((text.prompt_tokens, text.completion_tokens) if tokens else ()),
        )
        for scored, repetition, text in rows
        if scored.asked and (errors or text.completion is not None)
    }


def accuracy_of(store: Path, run_id: str) -> Any:
    """Every figure of accuracy over all items that were asked: a log does not say which were not."""
    with Store.open(store, read_only=True) as opened:
        (summary,) = summarise_all(load_runs(opened, run_id))
    accuracy = summary.overall.accuracy
    return replace(accuracy, n_planned=accuracy.n)
