"""What the library calls parameters, as the options that the command line has for them.

The library's messages name a parameter as Python does, in backquotes, with its value where there is one:
`base_url`, `ask=logprobs`. Whoever typed a command reads --base-url and --ask logprobs. Other words in
backquotes stay, and so does what a message quotes: it is a value of a file's or a model's own words. (What
servers say has no backquotes left when it becomes part of a message: `providers/faults.py`.)
"""

import json
import re
import shlex

from mhclient.errors import with_names

# Those that the command line calls otherwise.
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
# Those that it calls alike, but for the dashes.
ALIKE = frozenset(
    {
        *("ages", "anchor", "answer_key", "ask", "base_url", "batch", "batch_size", "by"),
        *("checker", "checks", "classify_rules", "cluster", "completion", "decisions", "design"),
        *("device_map", "discordant", "disease_features", "drug_features", "dtype", "effort"),
        *("endpoint_name", "engine", "epochs", "force", "form", "forms", "gold", "guide"),
        *("gpus_per_seat", "judge", "kg", "labels", "limit", "map_with", "margin"),
        *(
            "matched",
            "max_length",
            "max_requests",
            "max_tokens",
            "max_total_tokens",
            "mentalkg",
            "model",
        ),
        *("multi_usage", "n", "on", "options", "out", "panel", "panel_only", "port", "price"),
        *("prior_sd", "prompt", "provider", "question", "queued_tokens", "revision", "route"),
        *("rules", "run_id", "sample", "seed", "seeds", "settle", "sheet", "size"),
        *("skip_bad", "skip_missing_seeds", "store", "store_anyway", "tasks", "temperature", "thinking"),
        *("tier", "to", "tokenizer", "top_logprobs", "trust_remote_code", "types"),
        *("variant", "where", "with_answers", "writer"),
    }
)
# What a shell does not take as it stands; letters with accents it does.
_FOR_SHELL = re.compile(r"[\s'\"\\`$&|;<>()*?!#\[\]{}~]")


def as_options(message: str) -> str:
    """A message of the library in the words of the command line.

    >>> as_options("`ask=write` needs no `max_cost_usd`; see `logit_bias`.")
    '--ask write needs no --max-cost; see `logit_bias`.'
    """
    return with_names(message, _option)


def _option(name: str, value: str | None) -> str | None:
    if whole := RENAMED.get(f"{name}={value}"):
        return whole
    option = RENAMED.get(name) or (f"--{name.replace('_', '-')}" if name in ALIKE else None)
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
