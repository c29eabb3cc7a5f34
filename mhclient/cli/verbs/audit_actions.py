"""What `mhclient audit` works out from judgements: the reader's errors by a sample, agreement, decisions."""

from __future__ import annotations

import argparse

from cache import Store
from mhclient.audit.render import render_agreement, render_disagreements, render_reader_errors
from mhclient.cli.screen.console import err, out
from mhclient.cli.verbs.audit_raters import check_rater
from mhclient.cli.verbs.audit_screen import browse, on_terminal, write
from mhclient.errors import UsageError
from mhclient.judge.agreement import agreement as agreement_of
from mhclient.judge.decisions import decide
from mhclient.judge.judgements import all_standing
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
from mhclient.read.collect import Collected
from mhclient.show.counts import counted


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
