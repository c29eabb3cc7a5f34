"""From the files of other tools to runs in a store, in one call."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict, Unpack

from cache import Store
from mhclient.adopt.formats import Log, open_log
from mhclient.adopt.keep import Adopted, keep_logs
from mhclient.adopt.logged import Fields
from mhclient.run.given import check_names

LogPath: TypeAlias = str | os.PathLike[str]


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
        logs: the files.
        options: see `LogOptions`.

    Raises:
        UsageError: an option is not known; or `LogUnusable`: a log cannot be used, and nothing is kept then.
        MissingPackage: a log is inspect's, and inspect_ai is not installed.

    Example:
        >>> import glob
        >>> _ = export_run(store, spec.run_id(), "lm-eval", "logs")
        >>> (adopted,) = adopt_logs(store, glob.glob("logs/**/samples_*.jsonl", recursive=True))
        >>> adopted.n_replies, adopted.n_errors
        (20, 0)
    """
    check_names(LogOptions.__annotations__, options)
    fields = options.get("fields") or {}
    check_names(Fields._fields, fields)
    listed = [logs] if isinstance(logs, str | os.PathLike) else logs
    opened = [open_log(Path(path), Fields(**fields), options.get("tool")) for path in listed]
    return keep_logs(store, [_named(log, options.get("model")) for log in opened], options.get("name"))


def _named(log: Log, model: str | None) -> Log:
    return log if model is None or log.head.model else log._replace(head=log.head._replace(model=model))
