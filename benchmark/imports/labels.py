"""Labels that the texts of options bear themselves: "B. zinc" under A, "(a) lithium" in a list.

A prompt puts letters before options, so that such labels would stand there twice, or say another letter. They
are labels where all options of a question bear one, in one form, and together they are the first signs of an
alphabet: "E. coli" beside "B. subtilis" is none, nor is one "B: 12". Those that agree with the places are
left out; where they do not, nobody can tell which option a gold means.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.build.graph import fold
from benchmark.imports.header_names import CYRILLIC
from benchmark.imports.options import Options
from benchmark.item import LETTERS

_LABEL = re.compile(
    r"\s*(?:(?P<open>[(\[（【])\s*(?P<inside>\w{1,4})\s*(?P<shut>[)\]）】])"
    r"|(?P<circled>[①-⑳Ⓐ-ⓩ])"
    r"|(?P<sign>[^\W\d_]{1,4}|\d{1,2})\s?(?P<mark>[)）、．：]|[.:](?!\d)|\s[-–—](?=\s)))"
    r"\s*(?P<rest>\S.*)",
    re.DOTALL,
)
_SERIES: tuple[Sequence[str], ...] = (
    LETTERS.lower(),
    *(tuple(str(n) for n in range(first, 30)) for first in (1, 0)),
    CYRILLIC,
    *(
        "αβγδεζηθικ",
        "アイウエオカキクケコ",
        "イロハニホヘトチリヌ",
        "가나다라마바사아자차",
        "甲乙丙丁戊己庚辛",
    ),
    *("אבגדהוזחטי", "ابجدهوزحطي", "กขคงจฉชซ", "अबसदइफ"),
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"),
)
_SAME = str.maketrans("أإآه", "اااه")
# After "B." these name a species, however many of them there are and in whatever order.
_SPECIES = frozenset(
    (
        *("thaliana", "subtilis", "difficile", "melanogaster", "coli", "fumigatus"),
        *("elegans", "albicans", "aureus", "pneumoniae", "anthracis", "cereus"),
        *("burgdorferi", "pertussis", "henselae", "abortus", "melitensis", "fragilis"),
        *("botulinum", "tetani", "perfringens", "diphtheriae", "trachomatis", "psittaci"),
        *("jejuni", "neoformans", "immitis", "dermatitidis", "capsulatum", "faecalis"),
        *("faecium", "niger", "flavus", "baumannii", "duodenale", "lumbricoides"),
        *("bovis", "gallus", "sapiens", "musculus", "rerio", "cerevisiae"),
        *("falciparum", "vivax", "aegypti", "gambiae", "indica", "sativa"),
        *("sativus", "annuus", "officinalis"),
    )
)
MOST = 0.8  # of a file's questions, where a label that one option lacks is a slip


@dataclass(frozen=True, slots=True)
class _Found:
    """A label: its form, its sign, and the text without it."""

    form: str
    sign: str
    rest: str


def without_labels(
    rows: Sequence[tuple[str, Options]], *, shuffled: bool
) -> tuple[list[Options], list[tuple[str, str]], tuple[str, ...]]:
    """Options without labels that agree with their places; lines where they do not; and what is said.

    Args:
        rows: where each question stands, and its options.
        shuffled: their order is none of the file's, so that no label disagrees with it.
    """
    labels = [{letter: _label(text) for letter, text in options.texts.items()} for _, options in rows]
    places = [_places(found) for found in labels]
    most = sum(of is not None for of in places) >= MOST * len(rows)
    read, bad, n = [], list[tuple[str, str]](), 0
    first: tuple[str, str] | None = None
    for (where, options), found, of in zip(rows, labels, places, strict=True):
        if of is None and most:
            of = _own_places(found)
        bare = None if of is None else _without(options, found, of)
        if (
            of
            and not shuffled
            and (wrong := next((one for one in of if list(found).index(one) != of[one]), None))
        ):
            bad.append((where, _disagrees(wrong, options.texts[wrong])))
        elif bare is not None:
            letter = next(iter(of or found))
            first = first or (options.texts[letter], bare.texts[letter])
            n += 1
        read.append(bare or options)
    return read, bad, tuple(_said(n, first))


def _label(text: str) -> _Found | None:
    match = _LABEL.fullmatch(text)
    if match is None:
        return None
    sign = match["inside"] or match["circled"] or match["sign"]
    plain = unicodedata.normalize("NFKC", sign).casefold().translate(_SAME)
    form = unicodedata.normalize(
        "NFKC", f"{match['open'] or ''}{'①' if match['circled'] else match['shut'] or match['mark']}"
    )
    return _Found(form.strip() + ("A" if sign.isupper() else ""), plain, match["rest"])


def _places(found: Mapping[str, _Found | None]) -> dict[str, int] | None:
    """Letter → the place that its label says, from 0, where all options have one; else None."""
    labels = [label for label in found.values() if label is not None]
    if len(labels) < len(found) or len({label.form for label in labels}) > 1 or len(labels) < 2:
        return None
    if len({fold(label.rest) for label in labels}) < len(labels):  # "1. Mai" and "2. Mai"
        return None
    if 2 * sum(label.rest.split()[0].strip(".,").casefold() in _SPECIES for label in labels) >= len(labels):
        return None
    signs = [label.sign for label in labels]
    for series in _SERIES:
        if set(signs) == set(series[: len(signs)]):
            return {letter: series.index(sign) for letter, sign in zip(found, signs, strict=True)}
    return None


def _own_places(found: Mapping[str, _Found | None]) -> dict[str, int] | None:
    """The same of the options that have a label, where others of the question lack theirs."""
    signs = {letter: label.sign for letter, label in found.items() if label is not None}
    for series in _SERIES:
        if signs and 2 * len(signs) >= len(found) and set(signs.values()) <= set(series[: len(found)]):
            return {letter: series.index(sign) for letter, sign in signs.items()}
    return None


def _without(
    options: Options, found: Mapping[str, _Found | None], places: Mapping[str, int]
) -> Options | None:
    """The options without labels; a gold may be the whole text or the label. None: two read the same."""
    bare = {letter: label.rest for letter, label in found.items() if label is not None and letter in places}
    texts = {**options.texts, **bare}
    if len(set(map(fold, texts.values()))) < len(texts):
        return None
    whole = {fold(options.texts[letter]): letter for letter in bare}
    signs = {label.sign: letter for letter, label in found.items() if label is not None and letter in places}
    return replace(options, texts=texts, labels={**signs, **whole, **options.labels})


def _disagrees(letter: str, text: str) -> str:
    return (
        f"option {letter} is {text.strip()[:40]!r}: letters within the options are not those of their "
        "places, so that a gold may mean either. Order the options by their letters, or take the letters "
        "out; initials of names can stand behind them (Knuth, D.)"
    )


def _said(n: int, first: tuple[str, str] | None) -> Iterator[str]:
    if first is not None:
        questions = "1 question bear" if n == 1 else f"{n:,} questions bear"
        read_as = f"{first[0]!r:.40} is read as {first[1]!r:.40}"
        names = "; initials of names are kept behind them (Smith, A.)" if first[1][:1].isupper() else ""
        yield f"The options of {questions} labels, which are left out: {read_as}{names}."
