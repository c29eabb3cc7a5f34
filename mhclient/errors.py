"""Every error of the program, one class per cause.

    MhclientError                 carries the exit status the command line ends with
    └── UsageError                what was asked for cannot be done as asked           (2)

The leaf packages draw their own trees (`BenchmarkError`, `CacheError`); the command line catches all of them
at one place (`mhclient.cli.main`) and prints one line. A message says what happened, where, and what to do.
"""


class MhclientError(Exception):
    """Base of the program's own errors; `exit_status` is what the command line ends with."""

    exit_status = 1


class UsageError(MhclientError):
    """The command line, a configuration or an input file cannot be used as given."""

    exit_status = 2
