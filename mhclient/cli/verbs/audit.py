"""`mhclient audit`: see what could not be read and why, and what people's judgements say.

On the full screen, in a file, or as an overview. `sample` estimates the reader's errors, `agreement` compares
raters, `decisions` writes what they agree on, and `ratings` shows how people rate cases.
"""

from __future__ import annotations

import argparse
import getpass
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group

from benchmark import Item, read_benchmark, read_items
from benchmark.item import new_letters
from benchmark.kinds import BenchmarkKind
from cache import Store
from mhclient.audit.case_files import WRITERS, as_csv
from mhclient.audit.filters import Filter
from mhclient.audit.overview import overview
from mhclient.audit.render import (
    render_agreement,
    render_disagreements,
    render_overview,
    render_reader_errors,
    render_what_is_counted,
)
from mhclient.audit.session import RaterSession
from mhclient.cli.arguments.options import TERMINAL, form_of
from mhclient.cli.arguments.replies import AUDIT_ACTIONS, AUDIT_ENDINGS, AUDIT_LOOK, AUDIT_OPTIONS
from mhclient.cli.screen.console import err, out, plain, print_table, tell
from mhclient.cli.selecting import RATINGS
from mhclient.errors import UsageError
from mhclient.judge.agreement import agreement as agreement_of
from mhclient.judge.decisions import decide
from mhclient.judge.judgements import Judging, all_standing, check_has_judged, rater_named
from mhclient.judge.ratings import (
    DIMENSIONS,
    OPTION_DIMENSIONS,
    CaseRating,
    Estimated,
    rating_agreement,
    rating_sheet,
    read_option_ratings,
    read_ratings,
    unit_of,
)
from mhclient.judge.samples import (
    SAMPLE_N,
    SAMPLE_SEED,
    Sample,
    drawn_of,
    estimate_reader_errors,
    find_or_draw,
    find_sample,
    names_of_samples,
)
from mhclient.loading import later
from mhclient.read.case import Case
from mhclient.read.collect import Collected, cases_at, collect, collect_stored
from mhclient.show.counts import counted
from mhclient.show.csv_cells import Cells, CsvFor, csv_cells
from mhclient.show.files import check_out, print_text, write_file

if TYPE_CHECKING:
    from mhclient.audit import browser
else:  # textual takes a third of a second, which only a full screen needs
    browser = later("mhclient.audit.browser")


def rater_of(args: argparse.Namespace) -> str:
    """The rater's name as given, or the account's."""
    return rater_named(account_name() if args.rater is None else args.rater)


def account_name() -> str:
    """The name of the account.

    Raises:
        UsageError: it has none.
    """
    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:
        raise UsageError("this account has no name: say who judges with --rater NAME.") from error


def check_rater(args: argparse.Namespace, store: Store, collected: Collected) -> None:
    """Refuse a rater who has judged nothing, where nobody can begin to judge.

    Raises:
        UsageError: there is no judgement of that rater.
    """
    if args.rater is not None:
        judged = all_standing(store, {case.key for case in collected.cases})
        check_has_judged("--rater", rater_of(args), judged)


def on_terminal() -> bool:
    """Whether somebody sits at a terminal: only then is there a browser to open."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def browse(
    args: argparse.Namespace,
    store: Store,
    collected: Collected,
    drawn: Sequence[Case] | None = None,
) -> None:
    """Open the browser: with an overview, or blind over the replies of a sample."""
    judging = Judging(store, rater_of(args), collected.reader, blind=drawn is not None)
    session = RaterSession.begin(collected.cases if drawn is None else drawn, judging, args.filter)
    first = Group(
        *render_what_is_counted(collected), render_overview(overview(collected.cases), collected.marks)
    )
    browser.Browser(session, first if drawn is None else None).run()


def write(out: Path | None, text: str) -> None:
    """Write to a file, else to standard output; a terminal gets no character that does something to it."""
    if out:
        write_file(out, text.encode("utf-8", "replace"))
    else:
        print_text(text)


def sample(args: argparse.Namespace, store: Store, collected: Collected) -> int:
    """Judge a random sample, and say from it how good the reader is."""
    if len(collected.without_reply) != 1:
        raise UsageError("'audit sample' draws from one run.")
    drawn = drawn_of(store, collected, _sample(args, store, collected))
    if not args.plain and on_terminal():
        browse(args, store, collected, drawn.cases)
    else:
        check_rater(args, store, collected)
    found = estimate_reader_errors(store, drawn, args.settle)
    out.print(render_reader_errors(found.errors, drawn.sample, found.judged, found.n_open))
    return 0


def _sample(args: argparse.Namespace, store: Store, collected: Collected) -> Sample:
    """The sample asked for, which is drawn where there is none, but not to be looked at alone.

    Raises:
        UsageError: there is none, or it cannot be drawn.
    """
    n = SAMPLE_N if args.n is None else args.n
    seed = SAMPLE_SEED if args.seed is None else args.seed
    if not args.plain:
        return find_or_draw(store, collected, n, seed)
    found = find_sample(store, collected, n, seed, of_any_reader=True)
    if found is None:
        others = names_of_samples(store, collected.without_reply) or "none"
        raise UsageError(
            f"no sample with --n {n} --seed {seed} has been drawn; drawn so far: {others}. The same without "
            "--plain draws it."
        )
    if found.row.reader != collected.reader:
        err.print(
            f"It estimates the errors of {found.row.reader}. For the present reader, "
            f"{collected.reader}, draw one without --plain.",
            soft_wrap=True,
        )
    return found


def agreement(args: argparse.Namespace, store: Store, collected: Collected) -> int:
    """How far raters agree; status 1 if there is a disagreement."""
    cases = {case.key: case for case in collected.cases}
    judged = all_standing(store, cases)
    found = agreement_of(judged)
    out.print(render_agreement(found, len(cases)))
    out.print(render_disagreements([(cases[key], judged[key]) for key in found.disagreements]))
    return 1 if found.disagreements else 0


def decisions(args: argparse.Namespace, store: Store, collected: Collected) -> int:
    """Write what raters agree on, for `report --decisions`; status 1 if something is left open."""
    judged = all_standing(store, {case.key for case in collected.cases})
    decided = decide(judged, settle=args.settle)
    write(args.out, decided.to_json())
    err.print(
        f"{counted(len(decided.decisions), 'decision')}; {counted(len(decided.open), 'reply')} left "
        "open, on which raters disagree.",
        soft_wrap=True,
    )
    return 1 if decided.open else 0


ACTIONS_OF = {"sample": sample, "agreement": agreement, "decisions": decisions}


_NOTE = (
    "Intervals: 95 %, by drawing cases again. Kappa is low where nearly all ratings are the same, however "
    "well raters agree; AC2 is not."
)


def show_ratings(folders: Sequence[str], path: Path | None, sheet: Path | None, cells: Cells) -> int:
    """Write the sheet that raters of hardened items fill in; or print means and agreement of ratings."""
    if len(folders) != 1 or (path is None) == (sheet is None):
        raise UsageError(
            "Name one folder and a file: mhclient audit ratings DIR --import FILE (or --out FILE, for the "
            "sheet that raters of a hardened benchmark fill in)."
        )
    benchmark = read_benchmark(folders[0])
    items = {item.id: item for item in read_items(benchmark.items_path)}
    hardened = BenchmarkKind.of(benchmark.manifest) is BenchmarkKind.HARDENED
    if sheet is not None:
        return _write_sheet(folders[0], items, sheet, cells if hardened else None)
    assert path is not None, "one of both is given"
    dimensions = OPTION_DIMENSIONS if hardened else DIMENSIONS
    units = _options_by_kind(items) if hardened else {key: item.task for key, item in items.items()}
    ratings = read_option_ratings(path, items) if hardened else read_ratings(path, units)
    if not ratings:
        raise UsageError(f"{path} has no rating.")
    _show_means(ratings, units, dimensions)
    out.print()
    _show_agreement(ratings, dimensions)
    raters = {rating.rater for rating in ratings}
    rated = {rating.item_id for rating in ratings}
    unit = "option" if hardened else "case"
    many = counted(len(ratings), "rating"), counted(len(rated), unit), counted(len(raters), "rater")
    if hardened:
        out.print("Correct: yes counts as 5, no as 1.")
    out.print(plain("{} of {} by {}. {}".format(*many, _NOTE)), soft_wrap=True)
    return 0


def _write_sheet(folder: str, items: Mapping[str, Item], sheet: Path, cells: Cells | None) -> int:
    if cells is None:
        raise UsageError(f"{folder} is no hardened benchmark: only its options are rated on a sheet.")
    write_file(sheet, rating_sheet(items.values(), cells).encode())
    n = sum(len(item.options) for item in items.values())
    tell(f"{counted(n, 'option')} to be rated in {sheet}; the key is not marked. Read it with --import.")
    if changed := cells.what_changed():
        tell(changed)
    return 0


def _options_by_kind(items: Mapping[str, Item]) -> dict[str, str]:
    """Option → whether it is the key, new, or the parent's."""
    return {
        unit_of(item.id, letter): "key"
        if letter in item.gold
        else "new option"
        if letter in new_letters(item)
        else "old option"
        for item in items.values()
        for letter in item.options
    }


def _show_means(ratings: Sequence[CaseRating], tasks: Mapping[str, str], dimensions: Sequence[str]) -> None:
    values: dict[tuple[str, str], list[int]] = defaultdict(list)
    for rating in ratings:
        values[tasks[rating.item_id], rating.dimension].append(rating.value)
    rows = []
    for task in sorted({task for task, _ in values}):
        rated = (values[task, dimension] for dimension in dimensions)
        rows.append((task, *(f"{sum(of) / len(of):.2f} (n {len(of)})" if of else "–" for of in rated)))
    print_table(("Task", *dimensions), rows)


def _show_agreement(ratings: Sequence[CaseRating], dimensions: Sequence[str]) -> None:
    columns = ("Dimension", "Mean", "Cases rated twice", "Same rating", "Quadratic kappa", "Gwet's AC2")
    rows = []
    for dimension, found in rating_agreement(ratings, dimensions).items():
        cells = (_shown(found.percent, percent=True), _shown(found.kappa), _shown(found.ac2))
        rows.append((dimension, f"{found.mean:.2f}", f"{found.n_shared:,}", *cells))
    print_table(columns, rows)


def _shown(found: Estimated, *, percent: bool = False) -> str:
    def one(value: float) -> str:
        return f"{100 * value:.1f} %" if percent else f"{value:.3f}"

    if found.value is None:
        return "–"
    if found.low is None or found.high is None:
        return one(found.value)
    return f"{one(found.value)} ({one(found.low)} to {one(found.high)})"


def execute_audit(args: argparse.Namespace) -> int:
    if args.runs[0] == RATINGS:
        _check_options(args, RATINGS)
        cells = Cells(CsvFor(args.csv_for))
        return show_ratings(args.runs[1:], getattr(args, "import"), args.out, cells)
    with Store.open(args.store) as store:
        action, run_ids = _action(store, args.runs)
        _check_options(args, action)
        if args.out:
            check_out(args.out)
        if action == AUDIT_LOOK:
            return _look(args, store, collect_stored(store, run_ids, tell=err.print))
        return ACTIONS_OF[action](args, store, collect(store, run_ids, tell=err.print))


def _action(store: Store, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """What to do, and with which runs.

    Raises:
        UsageError: an action without a run.
    """
    first, *runs = words
    if first not in AUDIT_ACTIONS:
        return AUDIT_LOOK, words
    if runs:
        return first, runs
    if first in {run.run_id for run in store.runs.get_all()}:
        return AUDIT_LOOK, words
    raise UsageError(f"'audit {first}' needs a run. 'mhclient runs' lists them.")


def _check_options(args: argparse.Namespace, action: str) -> None:
    every = dict.fromkeys(option for options in AUDIT_OPTIONS.values() for option in options)
    for option in every:
        if option not in AUDIT_OPTIONS[action] and getattr(args, option) is not None:
            said = "mhclient audit RUN" if action == AUDIT_LOOK else f"mhclient audit {action}"
            raise UsageError(f"'{said}' does not use --{option}.")


def _look(args: argparse.Namespace, store: Store, collected: Collected) -> int:
    if args.out and (form := form_of(args.export, args.out, AUDIT_ENDINGS, "--export")) != TERMINAL:
        args.export = form
    if args.out and not args.export:
        raise UsageError("--out needs --export csv, jsonl or html.")
    if not args.export and not args.plain and on_terminal():
        browse(args, store, collected)
        return 0
    check_rater(args, store, collected)
    chosen: Sequence[Case] = collected.cases
    if args.filter:
        judging = Judging(store, rater_of(args), collected.reader)
        mine = judging.mine(case.key for case in collected.cases)
        chosen = list(cases_at(chosen, Filter.parse(args.filter).chosen(chosen, mine)))
    if args.export == "csv":
        with csv_cells(args.csv_for, tell) as cells:
            write(args.out, as_csv(chosen, cells))
    elif args.export:
        write(args.out, WRITERS[args.export](chosen))
    else:
        out.print(render_overview(overview(chosen), collected.marks))
        for line in render_what_is_counted(collected):
            out.print(line)
    return 0
