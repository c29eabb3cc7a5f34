"""What makes a page complete in itself: style, script, packed data, and the rule that nothing else may run.

Data of items lies in the page compressed, in base64: nothing in it can end a script element or be taken for
markup. Words that a reader may not know are explained from the glossary.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from mhclient.redaction.secrets import Redactor, results_redactor
from mhclient.show.cells import interval, percent, points
from mhclient.show.glossary import GLOSSARY

# Fast and nearly as small as the best: pages of fifteen runs hold a quarter of a gigabyte.
LEVEL = 3


def packed(value: Any, redactor: Redactor | None = None) -> str:
    """A value as JSON, compressed, in base64; the script's `unpack` reads it.

    Args:
        redactor: that of results, where it is at hand.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate, which a reply may hold, has no UTF-8.
    return packed_bytes((redactor or results_redactor()).hide_in(text).encode("utf-8", "replace"))


def packed_bytes(data: bytes, level: int = LEVEL) -> str:
    """Bytes, compressed, in base64."""
    return base64.b64encode(zlib.compress(data, level)).decode("ascii")


@cache
def asset(name: str) -> str:
    """A file that goes into the page as it is."""
    return (files("mhclient.report.page") / "assets" / name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """The page's content security policy: no network, and no style or script but these.

    Whatever a model has written, it cannot run, even if it came to stand in the page as markup.
    """
    return (
        f"default-src 'none'; script-src 'sha256-{_hash(script)}'; style-src 'sha256-{_hash(style)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")


@cache
def template(name: str) -> Template:
    """A page's template. Everything put into it is escaped, unless it is marked as our own."""
    environment = Environment(
        loader=PackageLoader("mhclient.report.page", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "percent": percent,
        "points": points,
        "interval": interval,
        "breakable": breakable,
    }
    return environment.get_template(name)


def breakable(name: str) -> Markup:
    """A name that may be broken behind its marks: "sim-tidy:accuracy=0.7" not within "accuracy"."""
    return Markup("<wbr>").join(re.findall(r"[^:=,/_@·]*[:=,/_@·]+|[^:=,/_@·]+", name))


def frame(styles: Sequence[str], scripts: Sequence[str]) -> dict[str, Any]:
    """What every page's template needs: style, script and policy.

    Args:
        styles, scripts: names of the assets that are used, in this order.
    """
    style, script = ("\n".join(map(asset, names)) for names in (styles, scripts))
    return {"style": Markup(style), "script": Markup(script), "policy": policy(style, script)}


# In the order in which a reader of the page meets them.
WORDS = (
    *("run", "variant", "right", "unread", "truncated", "refusal", "ambiguous", "no answer", "out of range"),
    *("empty", "filtered", "error", "in format", "possible ranks", "equivalent within ±m", "undecided"),
    *("margin", "simultaneous interval", "family-adjusted p (adjusted p, p Holm)", "Holm", "two-hop"),
    *("effective clusters", "letter too often", "shortcut", "dangerous side", "for exactly these entities"),
    *("partial", "interval", "knowledge graph"),
)


def words_of_the_page() -> dict[str, str]:
    """Word → what it means, as a sentence."""
    return {word: f"{GLOSSARY[word][0].upper()}{GLOSSARY[word][1:]}." for word in WORDS}
