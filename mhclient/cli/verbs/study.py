"""`mhclient study init`: an example of a study file, to begin with."""

import argparse
import shlex

from mhclient.cli.screen.console import tell
from mhclient.errors import UsageError
from mhclient.show.files import write_file
from mhclient.study.file import ENDING, EXAMPLE


def execute(args: argparse.Namespace) -> int:
    if args.file.suffix != ENDING:
        raise UsageError(f"{args.file}: a study file ends in {ENDING}.")
    if args.file.exists():
        raise UsageError(f"{args.file} is there already; name another file, or edit it.")
    write_file(args.file, EXAMPLE.encode())
    dry_run = shlex.join(["mhclient", "run", str(args.file), "--dry-run"])
    tell(f"Written: {args.file}. Edit it, then: {dry_run}")
    return 0
