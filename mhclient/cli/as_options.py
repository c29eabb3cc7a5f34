"""What the library calls parameters, as the options that the command line has for them.

The library's messages name a parameter as Python does, in backquotes, with its value where there is one:
`base_url`, `ask=logprobs`. Whoever typed a command reads --base-url and --ask logprobs. Other words in
backquotes stay, and so does what a message quotes: it is a value of a file's or a model's own words. (What
servers say has no backquotes left when it becomes part of a message: `providers/faults.py`.)
"""

import argparse
import json
import re
import shlex
from collections.abc import Iterator
from functools import cache

from mhclient.cli.parser import VERBS, verb_parser
from mhclient.errors import with_names

# Parameters that the command line calls otherwise; others it calls alike, but for the dashes.
RENAMED = {
    "adapt": "--adapt-parameters",
    "columns": "--map",
    "max_cost_usd": "--max-cost",
    "n_null": "--null",
    "parameters": "--set",
    "preflight=False": "--no-preflight",
    "reply_bytes": "--max-reply-mb",
    "tool": "--from",
}
# What a shell does not take as it stands; letters with accents it does.
_FOR_SHELL = re.compile(r"[\s'\"\\`$&|;<>()*?!#\[\]{}~]")


def as_options(message: str) -> str:
    """A message of the library in the words of the command line.

    >>> as_options("`ask=write` needs no `max_cost_usd`; see `logit_bias`.")
    '--ask write needs no --max-cost; see `logit_bias`.'
    """
    return with_names(message, _option)


@cache
def _options() -> dict[str, str]:
    """Parameter → option, of all verbs: what a message is about may be typed with another verb."""
    typed = {option for verb in VERBS for option in _typed_in(verb_parser(verb))} - {*RENAMED.values()}
    return {option.lstrip("-").replace("-", "_"): option for option in typed} | RENAMED


def _typed_in(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):  # 'labels fit', 'cache merge'
            for inner in action.choices.values():
                yield from _typed_in(inner)


def _option(name: str, value: str | None) -> str | None:
    if whole := RENAMED.get(f"{name}={value}"):
        return whole
    option = _options().get(name)
    if option is not None and value is not None:
        return f"{option} {_as_pairs(value) if name == 'columns' else value}"
    return option


def _as_pairs(columns: str) -> str:
    """What `--map` takes for a dictionary of columns; a name that breaks its notation leaves it as it is.

    >>> _as_pairs('{"question": "Frage", "gold": "Lösung"}')
    'question=Frage,gold=Lösung'
    >>> print(_as_pairs('{"gold": "Richtige Antwort"}'))
    'gold=Richtige Antwort'
    """
    try:
        pairs = ",".join(f"{field}={column}" for field, column in json.loads(columns).items())
    except (ValueError, AttributeError):
        return columns
    return shlex.quote(pairs) if _FOR_SHELL.search(pairs) else pairs
