"""Where `mhclient audit` shows what it has: the full screen, a file, or standard output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group

from cache import Store
from mhclient.audit.overview import overview
from mhclient.audit.render import render_overview, render_what_is_counted
from mhclient.audit.session import RaterSession
from mhclient.cli.verbs.audit_raters import rater_of
from mhclient.judge.judgements import Judging
from mhclient.loading import later
from mhclient.read.case import Case
from mhclient.read.collect import Collected
from mhclient.show.files import print_text, write_file

if TYPE_CHECKING:
    from mhclient.audit import browser
else:  # textual takes a third of a second, which only a full screen needs
    browser = later("mhclient.audit.browser")


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
