"""Which reader made a reading: the version of the rules, and a digest of the code that holds them.

The version alone would do if nobody ever changed a rule without raising it.

Decision: docs/decisions/judge-audit.md, "Readings are kept, but only for auditing".
"""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from parsers import PARSER_VERSION

SHOWN_DIGITS = 8


@cache
def present_reader() -> str:
    """The reader of this program, such as `1+5f3a09bc`."""
    digest = hashlib.sha256()
    for name, text in sorted(_sources(files("parsers"), "")):
        digest.update(f"{name}\n{len(text)}\n".encode() + text)
    return f"{PARSER_VERSION}+{digest.hexdigest()[:SHOWN_DIGITS]}"


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            found.append((path + entry.name, entry.read_bytes()))
    return found
