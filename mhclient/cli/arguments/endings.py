"""In which form a file is written: as `--format` says, or as the end of its name does.

Decision: docs/decisions/cli.md, "The end of a file's name is its form".
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from mhclient.errors import UsageError

TERMINAL = "terminal"
NEUTRAL = ("", ".txt", ".log", ".out")  # such a file may hold any text
# Ends of names that promise a form, whether any verb writes it or not.
PROMISES = frozenset({
    ".html", ".htm", ".json", ".jsonl", ".csv", ".tsv", ".parquet", ".md", ".tex", ".xml", ".sqlite", ".db",
    ".xlsx", ".xls", ".ods", ".doc", ".docx", ".odt", ".pdf", ".pptx", ".rtf", ".zip", ".gz", ".png", ".svg",
})  # fmt: skip

JSON_LINES = {"jsonl": (".jsonl", ".json", ".ndjson")}


def check_json_lines(out: Path | None) -> None:
    """Refuse a file for JSON lines whose name promises something else.

    Raises:
        UsageError: it does.
    """
    form_of("jsonl", out, JSON_LINES)


def form_of(
    given: str | None, out: Path | None, endings: Mapping[str, Sequence[str]], option: str = "--format"
) -> str:
    """The form that is meant.

    >>> form_of(None, Path("r.html"), {"html": [".html"]}), form_of(None, None, {})
    ('html', 'terminal')

    Args:
        given: by `option`; None where it was left out.
        out: the file, if one is named.
        endings: form → how names of such files end, the first being the usual one.

    Raises:
        UsageError: the file's name promises another form, or one that is not written.
    """
    if out is None or (out.exists() and not out.is_file()):  # a folder, a pipe, /dev/stdout
        return given or TERMINAL
    ending = out.suffix.lower()
    if ending in NEUTRAL:
        return given or TERMINAL
    fitting = [form for form, of_form in endings.items() if ending in of_form]
    if given is None and fitting:
        return fitting[0]
    if given is not None and (given in fitting or ending not in PROMISES):
        return given
    if fitting:
        usual = _usual(endings.get(given or ""))
        raise UsageError(
            f"--out {out} says {option} {fitting[0]}, but {option} {given} is given. Leave {option} out, or "
            f"name {usual}."
        )
    known = ", ".join(dict.fromkeys(of_form[0] for of_form in endings.values() if of_form))
    raise UsageError(f"--out {out}: no {ending} is written here. Name a file that ends in {known}.")


def _usual(endings: Sequence[str] | None) -> str:
    return f"a file that ends in {endings[0]}" if endings else "a file that ends in .txt"
