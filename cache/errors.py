"""Errors of the store, one class per cause.

CacheError                      base: the message says what happened, where, and what to do
├── StoreUnusable               the file cannot be opened, written or trusted as a store
│   ├── StoreVersionError       it was written by a newer mhclient
│   └── StoreCorrupt            SQLite finds the file damaged
├── StoreMoved                  the name of an open store leads to another file by now, or to none
├── StoreFull                   the disk or the quota is full; nothing committed is lost
├── RunMismatch                 a run id exists already and was made with another specification
├── UnknownRun                  no run of that id is in the store
├── UnknownRequest              no request, or more than one, has a key that begins so
├── RunAtWork                   a process works on what was to be deleted or merged
├── OpenBatches                 a run has batches whose results have not been collected
└── UnreadableBody              a reply's body is none that can be read
"""


class CacheError(Exception):
    """Base of this package's errors; the message says what happened, where, and what to do."""

    exit_status = 2


class StoreUnusable(CacheError):
    """The file cannot be opened, written or trusted as a store."""


class StoreVersionError(StoreUnusable):
    """The store was written by a newer version of the program than this one."""


class StoreCorrupt(StoreUnusable):
    """SQLite finds the file damaged."""


class StoreMoved(CacheError):
    """The name of an open store leads to another file by now, or to none."""

    exit_status = 1


class StoreFull(CacheError):
    """The disk or the quota is full. What was committed before stays."""

    exit_status = 1


class RunMismatch(CacheError):
    """A run of that id is in the store, made with another specification."""


class UnknownRun(CacheError):
    """No run of that id is in the store."""


class RunAtWork(CacheError):
    """A process is working on a run that was to be deleted or merged."""


class UnknownRequest(CacheError):
    """No request, or more than one, has a key that begins so."""


class OpenBatches(CacheError):
    """A run has batches whose results have not been collected."""


class UnreadableBody(CacheError):
    """A reply's body is none that can be read; raised by the readers that a check is given."""
