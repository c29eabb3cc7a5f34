"""Bytes as text, whatever program wrote them: UTF-8 and UTF-16 with and without a mark, Windows-1252."""

import codecs
import os
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.imports.files.mojibake import misread
from benchmark.untrusted import MB, TABLE_MAX, open_regular_bytes, read_regular_file

# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
# What no word of Western Europe has, but words do that were written in another encoding: "Gr”áe" (DOS),
# "PrŸfung" (Macintosh), "by³o" (Polish), "doðru" (Turkish), "Âîïðîñ" (Russian), and what Chinese becomes.
_ODD = re.compile(
    r"[a-zà-ÿ][„”ƒˆ™§€¤¥ŒŠŽŸ³¹¼¾ðþ][a-zà-ÿ]"
    r"|(?:[¡-¿×÷]?[À-ÖØ-öø-ÿ]){5,}"
    r"|(?:[¡-ÿ‚„‡‰ŠŒŽ˜™šœžŸƒˆ][¡-ÿ‚„‡‰ŠŒŽ˜™šœžŸƒˆ@-~]){5,}"
)
LONGEST_LINE = 64 * MB  # in whatever encoding; a cell has at most four million characters
_DIFFERENT = 2  # signs, at least: a row of dots to be filled in is no word
_SAMPLE = 4096  # bytes looked at for UTF-16 without a mark


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, and its encoding as people call it."""

    text: str
    encoding: str


def read_text(path: Path, *, in_lines: bool = True) -> Decoded:
    """The text of a file.

    Args:
        in_lines: whether it is a table or has a value on each line, none of which may be endless.

    Raises:
        ItemFormatError: it cannot be read, is no text, or has a line that is far too long.
    """
    try:
        if in_lines:
            _check_lines(path)
        data = read_regular_file(path, TABLE_MAX)
    except OSError as error:
        raise ItemFormatError(f"{path} cannot be read: {error.strerror}.") from error
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return Decoded(_decoded(path, data, codec, name), name)
    if wide := _utf16_without_mark(data[:_SAMPLE]):
        return Decoded(_decoded(path, data, wide, "UTF-16"), "UTF-16 without a byte order mark")
    try:
        return Decoded(data.decode(), "UTF-8")
    except UnicodeDecodeError as error:
        text = _windows(path, data, error)
        return Decoded(text, f"taken to be Windows-1252{_if_wrong(text)}")


def _check_lines(path: Path) -> None:
    """Refuse an endless line before it is read: what is made of one takes six times as much memory."""
    with open_regular_bytes(path) as file:
        if os.fstat(file.fileno()).st_size <= LONGEST_LINE:
            return
        for number in count(1):
            line = file.readline(LONGEST_LINE)
            if not line:
                return
            if len(line) == LONGEST_LINE and b"\r" not in line:
                raise ItemFormatError(f"{path}, line {number}: it has more than {LONGEST_LINE // MB} MB.")


def _decoded(path: Path, data: bytes, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise ItemFormatError(
            f"{path} is not {name.partition(' ')[0]} text, as its first bytes say ({error.reason} at byte "
            f"{error.start}). Save it again as UTF-8."
        ) from error


def _utf16_without_mark(sample: bytes) -> str | None:
    """Western text in UTF-16 has a zero in every second byte."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if len(sample) < 4 or max(even, odd) < len(sample) * 0.3:
        return None
    if even and odd and min(even, odd) > max(even, odd) * 0.1:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _windows(path: Path, data: bytes, error: UnicodeDecodeError) -> str:
    """What Excel writes as "CSV" in Western Europe; a control character there means that it is no text."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = "\x00"
    if any(char < " " and char not in "\t\n\r\f\v" for char in text):
        raise ItemFormatError(
            f"{path} is not UTF-8 text ({error.reason} at byte {error.start}), nor UTF-16 or Windows-1252. "
            "Save it again as UTF-8."
        ) from error
    if odd := _odd_word(text) or misread(text):
        raise ItemFormatError(
            f"{path} is neither UTF-8 nor Windows-1252: it would read {odd!r:.40}. Save it again as UTF-8 "
            "(Excel: CSV UTF-8)."
        ) from error
    return text


def _if_wrong(text: str) -> str:
    """A few words do not tell a code page: those that would be others in another, and what to do then."""
    words = dict.fromkeys(re.findall(r"[^\W_]*[^\W\x00-\x7f][^\W_]*", text[:MB]))
    shown = ", ".join(f"{word!r:.40}" for word in sorted(words, key=len, reverse=True)[:3])
    return shown and f" (with the words {shown}; where these are wrong, save the file again as UTF-8)"


def _odd_word(text: str) -> str | None:
    """
    >>> _odd_word("Die Gr”áe"), _odd_word("Größe: ···············")
    ('Gr”áe', None)
    """
    for match in _ODD.finditer(text):
        if len(set(match[0])) > _DIFFERENT:
            before = re.split(r"\W", text[max(0, match.start() - 20) : match.start()])[-1]
            return before + match[0] + re.split(r"\W", text[match.end() : match.end() + 20])[0]
    return None
