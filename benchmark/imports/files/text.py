"""Bytes as text, whatever program wrote them: UTF-8 and UTF-16 with and without a mark, Windows-1252; and
text that was decoded in a code page that is not its own, found without knowing its language.

Two rules find such text. Text that is UTF-8 read as something else gives valid UTF-8 when it is written
back: "GrÃ¶ÃŸe". For other code pages, a reading is plausible where one language has all letters of its
words: "správná při" is Czech, and of its reading in Windows-1252, "správná pøi", no language has both á and
ø. A reading is wrong where another one is plausible and it is not. So names of several languages in one file
are no fault, since no other code page makes one language of them. It is less sure than the first rule: a
file that is UTF-8 is not refused for it (`sure`), and so a file that is refused wrongly can be saved as
UTF-8 and asked.
"""

import codecs
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, pairwise
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.untrusted import MB, TABLE_MAX, open_regular_bytes, read_regular_file

# The letters that a language's own words have beside a to z.
_WESTERN = (
    *("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "áâãàçéêíóôõúü", "àèéìíîòóù", "åäöéàü", "æøåéèäöô"),
    *("áéíóúýþæöð", "éèëïöüê", "àçèéíïòóúü", "áéíóú", "äöõüšž", "êëîïôûèé", "çë", "âêñôùü"),
)
# Yoruba and Faroese, whose letters would excuse much of what is misread.
_EXCUSING = ("àáèéìíòóùúǹńẹọṣ", "áíóúýæøð")
_CENTRAL = (
    "ąćęłńóśźżé",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "čšžćđ",
    "ăâîșțşţ",
    "çğıİöşüâîû",
    "äöüß",
)
_BALTIC = ("ąćęłńóśźżé", "ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž")
_SCRIPTS = {
    "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўђјљњћџѓќѕ",
    "greek": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    "hebrew": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "vietnamese": "àáâãèéêìíòóôõùúýăđĩũơư" + "".join(map(chr, range(0x1EA1, 0x1EFA, 2))),
    "hangul": "".join(map(chr, range(0xAC00, 0xD7A4))),
}
# Code pages and what is written in them. Others of several bytes a letter are seen otherwise (`text.py`).
_KOREAN, _VIETNAMESE = "euc_kr", "cp1258"
_JOINING = (_KOREAN, _VIETNAMESE)  # several signs become one letter
_PAGES: Sequence[tuple[str, Sequence[str]]] = (
    *(("iso8859_2", _CENTRAL), ("cp1250", _CENTRAL), ("cp852", _CENTRAL), ("mac_latin2", _CENTRAL)),
    *(("mac_roman", _WESTERN), ("cp850", _WESTERN), ("cp437", _WESTERN), ("cp1254", _CENTRAL)),
    *(("iso8859_9", _CENTRAL), ("cp1257", _BALTIC), ("iso8859_13", _BALTIC), ("iso8859_4", _BALTIC)),
    *((page, (_SCRIPTS["cyrillic"],)) for page in ("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic")),
    *((page, (_SCRIPTS["greek"],)) for page in ("cp1253", "iso8859_7", "cp737")),
    *((page, (_SCRIPTS["hebrew"],)) for page in ("cp1255", "iso8859_8")),
    (_KOREAN, (_SCRIPTS["hangul"],)),
    (_VIETNAMESE, (_SCRIPTS["vietnamese"],)),
)
_TWICE = ("cp1252", "latin_1", "cp1250", "cp1251", "mac_roman", "cp437", "cp850")
_UNITS = ("Å²", "Å³", "Å·")  # with Ångström, and UTF-8 of other letters by chance
_FOREIGN = re.compile(r"^[^\W\d_a-zA-Z]{2,}$")
_RUN = re.compile(r"[^\x00-\x7f]+")
# Marks that may stand in a word, or at its edge, of any language; others make it odd beside a letter.
_MARKS = frozenset("’‘“”„‚«»‹›–—…·•°²³¹ªº±×÷½¼¾µ™®†‡¿¡´ \xad−")
_EDGE = " \t\r\n.,;:!?()[]{}\"'/\\|=+*<>%&#@~^`$_-"
_SPLIT = re.compile(r"[\s\x00-\x40\[-`{-\x7f’‘“”„‚«»‹›–—…·•°²³¹ªº±×÷½¼¾™®†‡¿¡´§€£©\xa0\xad]+")
_WORDS_LOOKED_AT = 20_000
_PAIRED = 3  # words that no one language has, at least
_OTHERS, _OTHERS_SHARE = 3, 0.3  # words that another has not; fewer are names
_SHARE = 0.04  # of all words; of a text with foreign names fewer have a letter beside a to z


def misread(text: str, *, sure: bool = False) -> str | None:
    """A word of a text that was decoded wrongly, as it reads; None where nothing says so.

    Args:
        sure: leave out what unusual names, signs and spellings may explain as well.

    >>> misread("GrÃ¶ÃŸe der Ã„ngste"), misread("Která léèba je správná pøi úzkosti?")
    ('GrÃ¶ÃŸe', 'léèba')
    >>> misread("Größe, Zoë, crème, Ångström, 5 µg ± 3 °C, “naïve”, São Paulo")
    """
    if text.isascii():
        return None
    words = list(dict.fromkeys(_words(text)))[:_WORDS_LOOKED_AT]
    lost = [word for word in words if "\ufffd" in word]
    if 2 * len(lost) > len(words):
        return lost[0]
    return _twice_encoded(words) or _of_another_page(text, [word for word in words if len(word) > 1], sure)


def _twice_encoded(words: Sequence[str]) -> str | None:
    """A word that is UTF-8 read as something else, where most words with such letters are."""
    runs = [(word, run) for word in words for run in _RUN.findall(word)]
    for page in _TWICE:
        found = [(word, run) for word, run in runs if _as_utf8(run, page)]
        others = sum(any(char.isalpha() for char in run) for _, run in runs) - len(found)
        if len(found) > others and any(run not in _UNITS for _, run in found):
            return found[0][0]
    return None


def damaged_word(text: str) -> str | None:
    """A word with signs that stand beside each other in no language (Ã and ¶, â and €), or with a lost one.

    >>> damaged_word("Die GrÃ¶ÃŸe"), damaged_word("Gr\ufffdße"), damaged_word("MAÇÃ – «É»")
    ('GrÃ¶ÃŸe', 'Gr�ße', None)
    """
    return None if text.isascii() else next((word for word in _words(text) if _SURE.search(word)), None)


# Ã, Â and the like with what UTF-8 has after them, when that is no mark that may follow a word.
_SURE = re.compile(
    "(?!Å[²³·])[ÃÅÄÐÑ][\x80-\x9f¡-§©¬¯-¶¸¼-¾ŸžœšŒŠŽƒ€‚„†‡ˆ‰]|Â[°±²³µ·§½¼¾®©´]|â€[™œ\x9d“”˜¦¢\x93\x94]|\ufffd"
)


def _as_utf8(run: str, page: str) -> str | None:
    """What signs beyond ASCII are when written back; None where that is no text, or an unusual one."""
    try:
        read = bytes(_byte(char, page) for char in run).decode()
    except (UnicodeError, ValueError):
        return None
    return read if all(_is_usual(char) for char in read) else None


def _byte(char: str, page: str) -> int:
    """The byte of a sign; of the five that Windows-1252 has not, the control character that stands for it."""
    try:
        return char.encode(page)[0]
    except UnicodeEncodeError:
        if page == "cp1252" and "\x80" <= char <= "\x9f":
            return ord(char)
        raise


def _is_usual(char: str) -> bool:
    """Whether a sign is of a script that people write exams in, or a usual mark."""
    return (
        "\xa0" <= char <= "\u017f"
        or "\u0370" <= char <= "\u06ff"
        or "\u0900" <= char <= "\u0dff"
        or "\u1e00" <= char <= "\u1eff"
        or "\u2010" <= char <= "\u22ff"
        or "\u3000" <= char <= "\u9fff"
        or "\uac00" <= char <= "\ud7a3"
        or "\uff00" <= char <= "\uffef"
        or char == "\ufeff"
    )


def _words(text: str) -> Iterator[str]:
    """Words with a sign beyond ASCII, each once, without the marks around them."""
    for word in dict.fromkeys(re.findall(r"\S*[^\x00-\x7f]\S*", text)):
        yield word.strip(_EDGE)


def _of_another_page(text: str, words: Sequence[str], sure: bool) -> str | None:
    """A word that no language has with the others, where in another code page one language has all.

    It is sure of another script alone, which leaves most words without any letter from a to z.
    """
    if sure and sum(bool(_FOREIGN.search(word)) for word in words) < max(_PAIRED, len(words) / 2):
        return None
    known = (*_WESTERN, *_CENTRAL, *_BALTIC, *_EXCUSING)
    odd = next((word for word in words if not _plausible(word, known)), None)
    if odd is None and len(_languages(words, known)) < 2:
        return None
    try:
        raw = [word.encode("cp1252") for word in words]
    except UnicodeEncodeError:
        return None  # it has signs that this code page has not, and is no reading of it
    rare = len(words) < _PAIRED or len(words) < _SHARE * len(set(text.split()))
    first = _languages(words, _WESTERN)[:1]
    others = [word for word in words if not first or not _has(first[0], word)]
    if odd is None and (rare or len(others) < min(_OTHERS, _OTHERS_SHARE * len(words))):
        return None
    for page, languages in _PAGES:
        try:
            read = [unicodedata.normalize("NFC", each.decode(page)) for each in raw]
        except UnicodeDecodeError:
            continue
        if page == _KOREAN and max(map(len, read)) == 1:  # "¹²"
            continue
        if read == list(words) or (page not in _JOINING and _n_letters(read) < _n_letters(words)):
            continue
        if any(all(_has(language, word) and _well_formed(word) for word in read) for language in languages):
            changed = [word for word, other in zip(words, read, strict=True) if word != other]
            return odd or next((word for word in changed if word in others), changed[0])
    return None


def _n_letters(words: Iterable[str]) -> int:
    """How many letters beyond ASCII they have: a right reading has no fewer."""
    return sum(char.isalpha() and not char.isascii() for word in words for char in word)


def _languages(words: Sequence[str], languages: Sequence[str]) -> list[str]:
    """As few languages as have all the words that any has, the one with most first."""
    left, needed = [word for word in words if _plausible(word, languages)], list[str]()
    while left:
        best = max(languages, key=lambda language: sum(_has(language, word) for word in left))
        needed.append(best)
        left = [word for word in left if not _has(best, word)]
    return needed


def _plausible(word: str, languages: Iterable[str]) -> bool:
    """Whether some language has the letters of a word, and its letters and marks stand where they may."""
    return _well_formed(word) and any(_has(language, word) for language in languages)


_ODD_PLACE = re.compile(r"[^\W\d_][§€£¥¤¢¡©¶¬¦¹¾¼ªº¨¸‡ˆ‰˜][^\W\d_]|(?<!\w)[€£¤¥¹¾¼³²][^\W\d_]|[\x80-\x9f]")


def _well_formed(word: str) -> bool:
    """Whether no mark stands within letters, no capital after a small letter, and all are of one script."""
    if _ODD_PLACE.search(word) or any(_is_box_or_sign(char) for char in word):
        return False
    for part in _SPLIT.split(word):
        capital = any(a.islower() and b.isupper() and not (a + b).isascii() for a, b in pairwise(part))
        latin = any(char.isalpha() and char.isascii() for char in part)
        other = any(char.isalpha() and char >= "\u0370" and not "\u1e00" <= char <= "\u1eff" for char in part)
        if capital or (latin and other):
            return False
    return True


def _is_box_or_sign(char: str) -> bool:
    """What DOS and Macintosh have in place of letters: lines of boxes, signs of mathematics."""
    return (
        char > "\xff"
        and not char.isalpha()
        and char not in _MARKS
        and char not in "€ˆ˜‰"
        and not char.isspace()
    )


@cache
def _letters(language: str) -> frozenset[str]:
    return frozenset(language + language.upper())


def _has(language: str, word: str) -> bool:
    letters = _letters(language)
    return all(
        char in letters for char in word if char.isalpha() and not char.isascii() and char not in "µªº"
    )


# Longest first: the mark of UTF-32 begins with that of UTF-16.
_BYTE_ORDER_MARKS = (
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
    for mark, codec, name in _BYTE_ORDER_MARKS:
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
