"""`mhclient adopt`: the replies of other tools' logs become runs."""

import argparse

from cache import Store
from mhclient.adopt.adopt import SomeRefused, adopt_logs
from mhclient.adopt.keep import Adopted
from mhclient.adopt.logged import Fields
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import out, plain, tell
from mhclient.run.adopted import scored_in_words
from mhclient.show.counts import counted


def execute(args: argparse.Namespace) -> int:
    """Adopt the logs, then say what was found and what is not known; 1 where some could not be adopted."""
    refused: list[Exception] = []
    fields = {name: getattr(args, name) for name in Fields._fields}
    with Store.open(args.store, create=True) as store:
        try:
            adopted = adopt_logs(
                store, args.logs, tool=args.tool, model=args.model, name=args.name, fields=fields
            )
        except SomeRefused as error:
            adopted, refused = error.adopted, list(error.refused.values())
        store.starts.add([each.run_id for each in adopted])  # so that @last names these
    for each in adopted:
        _say(each)
    if refused:
        n_files = counted(len(refused), "file")
        tell(f"Not adopted: {n_files}." if adopted else f"Nothing was adopted of {n_files}.")
    for reason in dict.fromkeys(map(str, refused)):
        tell(f"  {as_options(reason)}")
    if not adopted:
        return 2
    runs = " ".join(each.run_id for each in adopted)
    # Of what no tool has made anything there is no way from its score to ours.
    next_ = f"reread {runs} --published" if any(each.scored for each in adopted) else f"report {runs}"
    out.print(plain(f"Next: mhclient {next_} --store {args.store}"), soft_wrap=True)
    return 1 if refused else 0


def _say(adopted: Adopted) -> None:
    if adopted.known:
        found = "was adopted before; nothing changed"
    else:
        errors = f", {counted(adopted.n_errors, 'error')}" if adopted.n_errors else ""
        found = f"{counted(adopted.n_replies, 'reply')}{errors}"
    out.print(plain(f"{adopted.run_id}: {found}."), soft_wrap=True)
    if adopted.left_out:
        left = counted(len(adopted.left_out), "record")
        out.print(plain(f"{left} left out, which ask no question: {adopted.left_out[0]}"), soft_wrap=True)
    if len(adopted.scored) > 1:
        out.print(plain(scored_in_words(adopted.scored)), soft_wrap=True)
    for note in adopted.notes:
        out.print(plain(note), soft_wrap=True)
