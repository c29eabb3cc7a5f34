"""What makes a page complete in itself: packed data, the scripts, and the rule that no other script may run.

Data lies in the page compressed, in base64: nothing in it can end a script element or be taken for markup.

Decision: docs/decisions/report.md, "One page, packed".
"""

import base64
import hashlib
import json
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from mhclient.blotting.known import results_blotter

# Fast and nearly as small as the best: pages of fifteen runs hold a quarter of a gigabyte.
LEVEL = 3


def packed(value: Any) -> str:
    """A value as JSON, compressed, in base64; the script's `unpack` reads it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate, which a reply may hold, has no UTF-8.
    return packed_bytes(results_blotter().hide_in(text).encode("utf-8", "replace"))


def packed_bytes(data: bytes, level: int = LEVEL) -> str:
    """Bytes, compressed, in base64."""
    return base64.b64encode(zlib.compress(data, level)).decode("ascii")


@cache
def asset(name: str) -> str:
    """A file that goes into the page as it is."""
    return (files("mhclient.report.page") / "assets" / name).read_text(encoding="utf-8")


@cache
def packed_charts() -> tuple[str, str]:
    """The chart library, packed, and its hash for the page's policy."""
    from plotly.offline import get_plotlyjs  # here: only a page needs it

    script = get_plotlyjs()
    return packed_bytes(script.encode(), level=9), _hash(script)


def policy(*scripts: str) -> str:
    """The page's content security policy: no network, and no script but those of these hashes.

    Whatever a model has written, it cannot run, even if it came to stand in the page as markup.
    """
    allowed = " ".join(f"'sha256-{script}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
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
    return environment.get_template(name)


def frame(*scripts: str, charts: bool = False) -> dict[str, Any]:
    """What every page's template needs: style, scripts and policy.

    Args:
        scripts: names of the assets that are run, in this order.
    """
    code = "\n".join(asset(name) for name in scripts)
    hashes = [_hash(code)]
    made: dict[str, Any] = {"style": Markup(asset("page.css")), "script": Markup(code)}
    if charts:
        library, library_hash = packed_charts()
        made["library"] = library
        hashes.append(library_hash)
    return made | {"policy": policy(*hashes)}
