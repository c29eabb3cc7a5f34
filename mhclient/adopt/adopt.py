"""From the files of other tools to runs in a store, in one call."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict, Unpack

from cache import Store
from mhclient.adopt.formats import Log, logs_in, open_logs
from mhclient.adopt.keep import Adopted, keep_logs
from mhclient.adopt.logged import Fields, LogUnusable
from mhclient.errors import MissingPackage
from mhclient.run.checks import check
from mhclient.run.given import check_names
from mhclient.show.counts import counted

LogPath: TypeAlias = str | os.PathLike[str]


class SomeRefused(LogUnusable):
    """Of several logs some are adopted, and some cannot be.

    Attributes:
        adopted: what became of those that are.
        refused: the others, each with the reason.
    """

    def __init__(self, adopted: list[Adopted], refused: Mapping[Path, Exception]) -> None:
        self.adopted, self.refused = adopted, dict(refused)
        n, each = counted(len(refused), "log"), "; ".join(dict.fromkeys(map(str, refused.values())))
        super().__init__(f"{n} not adopted: {each}")


class LogOptions(TypedDict, total=False):
    """What can be said of logs that they do not say themselves; None and what is left out mean: find out.

    Keys:
        tool: whose form they have, as in `mhclient.adopt.formats.TOOLS`.
        model: the model's name, where a log names none.
        name: of the benchmark of all their items (default: the first file's).
        fields: field (prompt, completion, question, options, gold, said, id, task, epoch) → the name that the
            records have for it, in a file of no known form; dots lead into objects.
    """

    tool: str | None
    model: str | None
    name: str | None
    fields: Mapping[str, str | None] | None


def adopt_logs(
    store: Store, logs: LogPath | Sequence[LogPath], **options: Unpack[LogOptions]
) -> list[Adopted]:
    """Keep the replies of other tools' logs: one benchmark of all their items, and a run for each model.

    A log that was adopted before changes nothing.

    Args:
        store: an open store.
        logs: the files, or folders with them.
        options: see `LogOptions`.

    Raises:
        UsageError: an option is not known.
        LogUnusable: the only log cannot be used; or `SomeRefused`: one of several cannot, and the others, if
            any can, are adopted.
        MissingPackage: the only log is inspect's, and inspect_ai is not installed.

    Example:
        >>> import glob
        >>> _ = export_run(store, spec.run_id(), "lm-eval", "logs")
        >>> (adopted,) = adopt_logs(store, glob.glob("logs/**/samples_*.jsonl", recursive=True))
        >>> adopted.n_replies, adopted.n_errors
        (20, 0)
    """
    check(LogOptions, options)
    fields = options.get("fields") or {}
    check_names(Fields._fields, fields)
    given = [Path(path) for path in ([logs] if isinstance(logs, str | os.PathLike) else logs)]
    files = [file for path in given for file in (logs_in(path) if path.is_dir() else [path])]
    opened: list[Log] = []
    refused: dict[Path, Exception] = {}
    for file in files:
        try:
            found = open_logs(file, Fields(**fields), options.get("tool"))
        except (LogUnusable, MissingPackage) as error:
            if len(files) == 1:
                raise
            refused[file] = error
        else:
            opened += (_named(log, options.get("model")) for log in found)
    name = options.get("name") or (given[0].resolve().name if given[0].is_dir() else None)
    adopted = _keep_what_can_be(store, opened, name, refused) if len(files) > 1 else None
    if adopted is None:
        return keep_logs(store, opened, name)
    if refused:
        raise SomeRefused(adopted, refused)
    return adopted


def _keep_what_can_be(
    store: Store, logs: list[Log], name: str | None, refused: dict[Path, Exception]
) -> list[Adopted]:
    """Keep those of several logs that can be; enters the others among those that are refused."""
    read_alone = False
    while logs:
        try:
            return keep_logs(store, logs, name)
        except LogUnusable as error:
            if error.path is None:  # none of them holds a reply
                refused |= {log.path: error for log in logs}
                return []
            refused[error.path] = error
        if not read_alone:  # all that are bad in themselves at once, not with all others read again for each
            refused |= dict(filter(None, map(_problem, logs)))
            read_alone = True
        logs = [log for log in logs if log.path not in refused]
    return []


def _problem(log: Log) -> tuple[Path, Exception] | None:
    try:
        for _ in log.replies():
            pass
    except LogUnusable as error:
        return log.path, error
    return None


def _named(log: Log, model: str | None) -> Log:
    return log if model is None or log.head.model else log._replace(head=log.head._replace(model=model))
