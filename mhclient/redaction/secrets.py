"""The secrets that this process knows, in every spelling in which they may come back, found and hidden.

Known are the keys it has used or made, and those that stand in its environment. A server that quotes a key
may escape it (JSON, percent once or twice, HTML), encode it (base64, hex, UTF-16), write it in other letter
case, with white space, line breaks or markup between its characters, or split it over parts of a reply; and
a bound may cut it. What is left of it in any of these spellings, from its beginning or to its end, goes too.
Bodies are looked at as they came and, where they are JSON, as what they say: values of one name, and thought
and answer, are read together, as a client joins them. A body in which nothing is found stays as it is.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote

from mhclient.redaction import has_user, is_key

TYPE_CHECKING = False  # the module of that name would slow every help
if TYPE_CHECKING:
    from typing import Any

HIDDEN = "[key]"
FRAGMENT = 8  # letters and digits at either end by which a body is worth a closer look
SHORTEST_CODE = 12  # characters of base64; fewer would be found in ordinary text
# Characters; a shorter secret may be part of an ordinary word, and is found as a word by itself alone.
WORD = 12
# So many characters of a longer secret, or half of it, are a piece that a cut has left. All keys of a
# provider may begin alike, as with `sk-ant-api03-`, which a reply may well explain.
LONGEST_PIECE = 16
REACH = 32  # characters before a piece in which the one before it is looked for
# Escapes of the characters that keys are made of; without any a body holds its text as it is.
ESCAPED = re.compile(rb"%[2-7][0-9A-Fa-f]|\\u00[02-7]|\\x[2-7]|&#[0-9xX]|\x00")
# What may stand between two characters: white space that shows or does not, a line break that is escaped, a
# tag of HTML, Markdown's marks; and what UTF-16 puts there.
GAP = r"(?:[\s\x00\u00ad\u200b-\u200f\u2060\ufeff*_`~]|\\{1,16}(?i:u0000|[nrtbf])|<[^<>]{0,40}>){0,12}?"
HEX_GAP = r"(?i:0x|[\s:,;-]|\\{1,16}[nrt]){0,4}?"
CODE_GAP = r"(?:\s|\\{1,16}[nr]){0,4}?"  # encoders break lines
TAG = re.compile(rb"<[^<>]{0,40}>")
NO_GAP = r"(?:\x00|\\{1,16}u0000)?"  # but for UTF-16
LONGEST_GAPS = 1 << 12  # bytes in which the sign of a secret stands, with what is between its characters
# Small letters and digits alone: what a body is looked through for, before any pattern is tried.
SMALL = bytes(range(256)).lower()
LEFT_OUT = bytes(code for code in range(256) if not bytes([code]).isalnum()) + b"nrtNRT"  # as in \\n
SPEECH = frozenset({"content", "reasoning", "reasoning_content", "thinking", "text", "refusal"})
# Where a word begins: behind anything but a letter or a digit, and behind an escape that ends in one.
BEGINS = (
    r"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\\x[0-9A-Fa-f]{2}))"
)
ENDS = r"(?![A-Za-z0-9])"
PIECE = 1 << 20  # characters of a text that are looked at together
ESCAPES = (b"%", b"\\u00", b"\\x", b"&#", b"\0")


class Redactor:
    """Redacts some secrets in texts and bodies."""

    def __init__(self, secrets: Collection[str]) -> None:
        self._secrets = sorted(secrets, key=len, reverse=True)  # one may be part of another
        codes = [code for secret in self._secrets for code in _base64_codes(secret)]
        hexes = (secret.encode().hex() for secret in self._secrets)
        squeezed = [_squeezed(text.encode()) for text in (*self._secrets, *hexes, *codes)]
        self._signs = tuple({end for text in squeezed for end in (text[:FRAGMENT], text[-FRAGMENT:])})

    def hide_in(self, text: str) -> str:
        """The text without any of the secrets."""
        return self.hide_in_decoded(text) if self.may_find(text) else text

    def may_find(self, text: str) -> bool:
        """Whether a text is worth a closer look: one look at many texts, joined by line breaks."""
        # In pieces, that overlap by a sign: of a text of 31 MB there would be a second one.
        return any(
            self._is_suspicious(text[at : at + PIECE + LONGEST_GAPS].encode("utf-8", "surrogatepass"))
            for at in range(0, len(text), PIECE)
        )

    def hide_in_body(self, body: bytes) -> bytes:
        """The body without any of the secrets; the same object where there is none."""
        if not self._is_suspicious(body):
            return body
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict | list) and self._hide_in_values(value):
            body = json.dumps(value).encode()
        text = body.decode("utf-8", "surrogateescape")
        hidden = self.hide_in_decoded(text)
        return body if hidden == text else hidden.encode("utf-8", "surrogateescape")

    def hide_in_file(self, data: bytes) -> bytes:
        """The content of a file without any of the secrets, otherwise as it is."""
        if not self._is_suspicious(data):
            return data
        hidden = self.hide_in_decoded(data.decode("utf-8", "surrogateescape"))
        return hidden.encode("utf-8", "surrogateescape")

    def hide_in_decoded(self, text: str) -> str:
        """As `hide_in`, without looking first whether it is worth it."""
        return _without(text, self._spans(text))

    def _is_suspicious(self, data: bytes) -> bool:
        for at in range(0, len(data), PIECE) if self._signs else ():
            piece = data if len(data) <= PIECE else data[at : at + PIECE + LONGEST_GAPS]
            if _has_one_of(self._signs, _squeezed(piece)):
                return True
        may_escape = bool(self._secrets) and _has_one_of(ESCAPES, data)
        return may_escape and ESCAPED.search(data) is not None

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets stand, whole or in pieces, in order; some may lie within others."""
        spellings = (spelling for secret in self._secrets for spelling in _spellings(secret))
        return sorted(span for spelling in spellings for span in spelling.spans(text))

    def _hide_in_values(self, value: Any) -> bool:
        """Redact what the texts under one name say together; returns whether anything was found."""
        by_name: dict[str | None, list[tuple[Any, Any]]] = {}
        for name, holder, key in _texts(value):
            by_name.setdefault(name, []).append((holder, key))
            if name in SPEECH:
                by_name.setdefault(None, []).append((holder, key))
        found = [self._hide_in_pieces(places) for places in by_name.values()]
        return any(found)

    def _hide_in_pieces(self, places: list[tuple[Any, Any]]) -> bool:
        joined = "".join(holder[key] for holder, key in places)
        spans = self._spans(joined)
        begin = 0
        for holder, key in places if spans else ():
            text = holder[key]
            holder[key] = _without(text, [(a - begin, b - begin) for a, b in spans])
            begin += len(text)
        return bool(spans)


@lru_cache(maxsize=16)
def redactor_of(secrets: frozenset[str]) -> Redactor:
    """The redactor of some secrets, made once."""
    return Redactor(secrets)


def _has_one_of(signs: Iterable[bytes], data: bytes) -> bool:
    for sign in signs:  # noqa: SIM110 - a generator costs more than the looking; three times a request
        if sign in data:
            return True
    return False


_compiled = lru_cache(maxsize=512)(re.compile)


class _Spelling:
    """A way in which a secret may be written, and what a cut may leave of it there.

    Args:
        characters: a pattern for each, in order.
        gap: one for what may stand between two.
        pieces: how many of them, from the first and to the last, are a piece; None if it has no pieces.
    """

    def __init__(self, characters: Sequence[str], gap: str, pieces: tuple[int, int] | None) -> None:
        self._whole = re.compile(gap.join(characters))
        self._first = self._last = None
        if pieces is not None:
            n_first, n_last = pieces
            self._first = re.compile(gap.join(characters[:n_first]))
            self._last = re.compile(gap.join(characters[-n_last:]))
            self._after = [gap + character for character in characters[n_first:]]
            # Never the letter of an escape: what is left of a key may stand behind a line break in JSON.
            self._before = [rf"(?<!\\){character}{gap}\Z" for character in reversed(characters[:-n_last])]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands; a piece is as long as the secret's characters go on."""
        whole = [match.span() for match in self._whole.finditer(text)]
        yield from whole
        if self._first is None or self._last is None:
            return
        starts, ends = ({span[side] for span in whole} for side in (0, 1))
        for match in self._first.finditer(text):
            end = match.end()
            for character in self._after if match.start() not in starts else ():
                if (more := _compiled(character).match(text, end)) is None:
                    break
                end = more.end()
            yield match.start(), end
        for match in self._last.finditer(text):
            start = match.start()
            for character in self._before if match.end() not in ends else ():
                if (more := _compiled(character).search(text, max(start - REACH, 0), start)) is None:
                    break
                start = more.start()
            yield start, match.end()


@lru_cache(maxsize=64)
def _spellings(secret: str) -> tuple[_Spelling, ...]:
    """The secret with any of its characters escaped and with what may stand between, in hex, and in base64.

    One that is short, or has no digit, may be part of ordinary text: it is found in its own letter case
    alone, with nothing between, or a reply would lose "correct horse battery" to a proxy's password. It has
    no pieces; nor has the path of a file, which shares its beginning with others.
    """
    is_loose = len(secret) >= WORD and _is_mixed(secret)
    has_pieces = is_loose and not secret.startswith(("/", "~/"))
    pieces = (_piece(secret), _piece(secret[::-1])) if has_pieces else None
    characters = _of_word([_character(each, is_loose) for each in secret], len(secret) < WORD)
    spelled = [_Spelling(characters, GAP if is_loose else NO_GAP, pieces)]
    if len(secret) >= WORD:
        spelled.append(_Spelling([f"(?i:{code:02x})" for code in secret.encode()], HEX_GAP, pieces))
    for code in _base64_codes(secret):
        pieces = (_piece(code), _piece(code[::-1])) if has_pieces else None
        characters = _of_word([re.escape(each) for each in code], len(code) < SHORTEST_CODE)
        spelled.append(_Spelling(characters, CODE_GAP, pieces))
    return tuple(spelled)


def _of_word(characters: list[str], is_word: bool) -> list[str]:
    """These patterns, found as a word by itself if it is to be one."""
    if is_word:
        characters[0] = BEGINS + characters[0]
        characters[-1] += ENDS
    return characters


def _piece(text: str) -> int:
    """How many characters from its beginning on are a piece: no ordinary text, and noticed by a sign."""
    n = min(LONGEST_PIECE, max(WORD, -(-len(text) // 2)))
    while n < len(text) and not (
        text[n - 1].isalnum() and _is_mixed(text[:n]) and len(_squeezed(text[:n].encode())) >= FRAGMENT
    ):
        n += 1
    return n


def _squeezed(data: bytes) -> bytes:
    """Its small letters and digits, without tags and the letters of escaped line breaks."""
    if b"<" in data:
        data = TAG.sub(b"", data)
    return data.translate(SMALL, LEFT_OUT)


def _character(character: str, any_case: bool) -> str:
    # Each alternative begins with one character, so that `re` passes over all others quickly. Texts that are
    # escaped four times have up to 15 backslashes; a model may write thousands, each a place to begin at.
    code, plain = ord(character), re.escape(character)
    bare = rf"{plain}|\\\\{{0,15}}{plain}"
    if character.isalnum():
        bare = "|".join({character.lower(), character.upper()}) if any_case else character
    return (
        rf"(?:{bare}|\\\\{{0,15}}(?i:u00|x)(?i:{code:02x})|%(?:25)*(?i:{code:02x})"
        rf"|&#(?:0*{code}|[xX]0*(?i:{code:x}));)"
    )


def _base64_codes(secret: str) -> list[str]:
    """What base64 makes of the secret wherever in a text it stands, but for a character at its ends.

    Of a short secret also what it makes of that alone: `Basic` and a user's name with a password, say.
    """
    alone = base64.b64encode(secret.encode()).decode().rstrip("=")
    found = [alone] if len(secret) < WORD else []
    for shift in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            code = encode(b"\0" * shift + secret.encode()).decode()
            whole = code[-(-8 * shift // 6) : 8 * (shift + len(secret)) // 6]
            if len(whole) >= SHORTEST_CODE:
                found.append(whole)
    return list(dict.fromkeys(found))


def _texts(value: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every text within a JSON value, in order: the name it stands under, what holds it, and its place."""
    waiting: list[tuple[str, Any, Any]] = [("", [value], 0)]
    while waiting:
        name, holder, key = waiting.pop()
        here = holder[key]
        if isinstance(here, str):
            yield name, holder, key
        elif isinstance(here, dict):
            waiting += reversed([(inner, here, inner) for inner in here])
        elif isinstance(here, list):
            waiting += reversed([(name, here, place) for place in range(len(here))])


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text without these spans, in order, which may begin before it and end behind it."""
    kept, done = [], 0
    for start, end in spans:
        if end > done and start < len(text):
            kept += [text[done : max(start, 0)], HIDDEN] if max(start, 0) >= done else []
            done = end
    return "".join((*kept, text[done:]))


# A secret of `WORD` characters goes wherever it stands; a shorter one may be found in ordinary replies, and
# redacting it would change what the model said. One with a letter and a digit is no ordinary word: from so
# many characters on it goes where it is a word by itself.
SHORTEST_MIXED = 8
# What a server or a proxy says of a failure is no reply: there any secret of so many goes, as a word.
# Shorter ones are dummies for a server of one's own ("x").
SHORTEST_HEARD = 4

# User and password before an address's host, be the address well formed or not.
IN_ADDRESS = re.compile(r"(\b[A-Za-z][A-Za-z0-9+.-]*://)[^/\s@'\"]*:[^/\s'\"]*@")

# Secrets this process has used, or made: keys, links of raters.
_known: set[str] = set()


def remember_secret(value: str) -> None:
    """From now on this is redacted of all that is shown."""
    _known.add(value)


def known_redactor(*more: str, environment: Mapping[str, str] = os.environ) -> Redactor:
    """What redacts every secret that this process has used or that its environment holds, and `more`."""
    return redactor_of(_long_enough({*more, *_known, *_in_environment(environment)}))


def heard_redactor(*more: str, environment: Mapping[str, str] = os.environ) -> Redactor:
    """As `known_redactor`, for what is said of a failure: short secrets go, too."""
    every = {*more, *_known, *_in_environment(environment)}
    return redactor_of(frozenset(value for value in every if len(value) >= SHORTEST_HEARD))


def results_redactor() -> Redactor:
    """What redacts every key that the environment holds: results are shown and written without them.

    A store that others made may hold one as a reply. Links of raters are results: whoever serves needs them.
    """
    return redactor_of(_long_enough(_in_environment(os.environ)))


def hide_keys(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """A message without any secret; users and passwords in addresses go too, whoever they belong to."""
    return IN_ADDRESS.sub(rf"\1{HIDDEN}@", known_redactor(environment=environment).hide_in(text))


def hide_heard(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """As `hide_keys`, for what a server or a proxy said of a failure: short secrets go, too."""
    return IN_ADDRESS.sub(rf"\1{HIDDEN}@", heard_redactor(environment=environment).hide_in(text))


def _long_enough(values: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(_is_no_word, values))


def _is_no_word(value: str) -> bool:
    return len(value) >= (SHORTEST_MIXED if _is_mixed(value) else WORD)


def _is_mixed(value: str) -> bool:
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def _in_environment(environment: Mapping[str, str]) -> Iterator[str]:
    """Keys, and the users and passwords of proxies' and other addresses, as written and as meant."""
    for name, value in environment.items():
        if is_key(name, value):
            yield value.strip()
        elif has_user(name, value):
            user_and_password = value.rpartition("@")[0].rpartition("//")[2]
            password = user_and_password.partition(":")[2]
            yield from (user_and_password, password, unquote(password))
