"""The options of a row, in each of the shapes that data sets have them, with the labels they bear there.

MMLU: `choices`, a list. MedQA: `options`, letters and texts, or a list of `key` and `value`. ARC: `choices`,
an object with `text` and `label`. Tables: a column per option, or one with a list written as text, or with
`A) x B) y`, or a line each.

Texts of options may bear labels themselves ("B. zinc" under A): a prompt puts letters before options, so
that such labels would stand there twice, or say another letter. They are labels where all options of a
question bear one, in one form, and together they are the first signs of an alphabet: "E. coli" beside "B.
subtilis" is none, nor is one "B: 12". Those that agree with the places are left out; where they do not,
nobody can tell which option a gold means.
"""

import ast
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmark.build.graph import fold
from benchmark.checks import check_options
from benchmark.imports.files.rows import cell_text
from benchmark.imports.header_names import CYRILLIC
from benchmark.item import LETTERS

_SIGN = re.compile(rf"[0-9]+$|\b[{CYRILLIC}]$")

FILLERS = frozenset(("n/a", "na", "<na>", "nan", "null", "none", "nil", "-", "--", "–", "—", "."))
_FIRST_LABEL = re.compile(r"\s*(\(?)([Aa])([).:])(?=\s)")


@dataclass(frozen=True, slots=True)
class Options:
    """Letter → text, and the letter that each label of the file stands for.

    Attributes:
        padding: what stood after the last option and is none: nothing, or "N/A" twice or more.
    """

    texts: dict[str, str]
    labels: Mapping[str, str]
    padding: tuple[str, ...] = ()


def read_options(cells: Mapping[str, Any], columns: Sequence[str]) -> Options:
    """The options of a row.

    Raises:
        ValueError: there are fewer than two, one is empty, or two read the same.
    """
    if len(columns) > 1:
        options = _options([cell_text(cells.get(name)) for name in columns])
        return Options(options.texts, _names(columns, options.texts), options.padding)
    if columns[0] not in cells:
        raise ValueError(f"field {columns[0]!r} is missing")
    return _options(parsed(cells[columns[0]]))


def read_list(texts: Sequence[str]) -> Options:
    """Texts lettered in this order.

    Raises:
        ValueError: see `read_options`.
    """
    return _options(list(texts))


def _names(columns: Sequence[str], texts: Mapping[str, str]) -> dict[str, str]:
    """A gold may be the name of the column, or the sign that ends it: 2 of `Antwort 2`, Б of `Вариант Б`."""
    labels = {fold(name): letter for name, letter in zip(columns, texts, strict=False)}
    signs = {
        fold(match[0]): letter
        for name, letter in zip(columns, texts, strict=False)
        if (match := _SIGN.search(name.strip().casefold()))
    }
    return {**signs, **labels}


def _without_padding(values: Sequence[Any]) -> tuple[list[Any], tuple[str, ...]]:
    """Options without what only fills the list up, and that.

    >>> _without_padding(["x", "y", "N/A", "N/A"]), _without_padding(["x", "N/A", None])
    ((['x', 'y'], ('N/A', 'N/A')), (['x', 'N/A'], ('',)))
    """
    end = len(values)
    while end and is_empty(values[end - 1]):
        end -= 1
    last = values[end - 1] if end else None
    start = end
    while start and isinstance(last, str) and fold(last) in FILLERS and values[start - 1] == last:
        start -= 1
    end = start if end - start > 1 else end
    return list(values[:end]), tuple("" if is_empty(value) else str(value) for value in values[end:])


def is_empty(value: Any) -> bool:
    """Whether nothing stands there: null, no text, or the number that stands for none."""
    return value is None or value != value or (isinstance(value, str) and not value.strip())


def parsed(value: Any) -> Any:
    """A list that a table holds as text, as JSON or as Python writes it."""
    if not isinstance(value, str) or value.strip()[:1] not in ("[", "{"):
        return value
    for parse in (json.loads, ast.literal_eval):
        try:
            return parse(value.strip())
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return value


def _options(value: Any) -> Options:
    labels, texts = _labelled(value)
    padding: tuple[str, ...] = ()
    if isinstance(texts, list):
        texts, padding = _without_padding(texts)
        _refuse_gap(texts)
    if len(texts) > len(LETTERS):
        raise ValueError(f"{len(texts)} options; at most {len(LETTERS)} can be lettered")
    if not isinstance(texts, list):
        check_options(texts)
    lettered = dict(zip(LETTERS, [_text(text) for text in texts], strict=False))
    options = _different(check_options(lettered))
    named = {fold(label): letter for label, letter in zip(labels, options, strict=False)}
    return Options(options, named, padding)


def _refuse_gap(texts: Sequence[Any]) -> None:
    """An option that is empty before others may be a slip, and moves the letters of all after it."""
    for letter, text in zip(LETTERS, texts, strict=False):
        if is_empty(text):
            raise ValueError(f"option {letter} must be a non-empty text: it is empty, and others follow it")


def _labelled(value: Any) -> tuple[list[str], Any]:
    """Labels and texts; without labels a list of texts, and what is no list as it is."""
    if isinstance(value, dict) and set(value) >= {"text", "label"} and isinstance(value["text"], list):
        return [cell_text(label) for label in value["label"]], list(value["text"])
    if isinstance(value, dict):
        return _mapping(value)
    objects = isinstance(value, list) and value and all(isinstance(each, dict) for each in value)
    if objects and (names := _label_and_text(value)):
        label, text = names
        return [cell_text(each[label]) for each in value], [each.get(text) for each in value]
    return [], value if isinstance(value, list) else _no_list(value)


def _label_and_text(value: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    """What labels and texts are called in a list of objects: as is usual, or by what they hold.

    >>> _label_and_text([{"letter": "A", "content": "x"}, {"letter": "B", "content": "y"}])
    ('letter', 'content')
    """
    names = [name for name in value[0] if all(name in each for each in value)]
    for label, text in (("key", "value"), ("label", "text"), ("id", "text")):
        if label in names and text in value[0]:  # Parquet has no field where its value is null
            return label, text
    labels = [name for name in names if _are_labels([cell_text(each[name]).strip() for each in value])]
    texts = [
        name for name in names if name not in labels and all(isinstance(each[name], str) for each in value)
    ]
    return (labels[0], texts[0]) if len(labels) == len(texts) == 1 else None


def _are_labels(signs: Sequence[str]) -> bool:
    return any([sign.upper() for sign in signs] == list(series[: len(signs)]) for series in _SERIES)


_SERIES = (LETTERS, "0123456789", "123456789")


def _mapping(value: Mapping[str, Any]) -> tuple[list[str], Any]:
    """Letters of either case in order become capital letters; else it is no set of options."""
    given = [str(label).strip() for label in value]
    if _are_labels(given):
        return given, list(value.values())
    check_options(value)
    return given, list(value.values())


def _no_list(value: Any) -> Any:
    if isinstance(value, str) and value.strip():
        return _in_one_text(value)
    check_options(value)
    return value


def _in_one_text(text: str) -> list[str]:
    """Options of one cell: `A) x B) y`, lettered in order, or a line each.

    >>> _in_one_text("a) 5 mg b) 10 mg (e. g.) c) none"), _in_one_text("yes\\nno")
    (['5 mg', '10 mg (e. g.)', 'none'], ['yes', 'no'])

    Raises:
        ValueError: it is neither.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = _lettered_parts(text) if _FIRST_LABEL.match(text) else lines if len(lines) > 1 else []
    if not found:
        raise ValueError(
            f"the options are one text, {text.strip()[:40]!r}: write A) x B) y, a line each, or a list such "
            'as ["x", "y"]'
        )
    return found


def _lettered_parts(text: str) -> list[str]:
    """What follows each of A), B), C), …; nothing where such letters stand elsewhere, too ("vitamin C.").

    Where lines begin with them, only these count.
    """
    if (first := _FIRST_LABEL.match(text)) is None:
        return []
    sign = "[A-Z]" if first[2].isupper() else "[a-z]"
    label = rf"{re.escape(first[1])}({sign}){re.escape(first[3])}(?=\s|$)"
    for before in ("^[ \t]*", r"(?:^|(?<=\s))"):
        found = list(re.finditer(before + label, text, re.MULTILINE))
        if len(found) > 1 and [match[1].upper() for match in found] == list(LETTERS[: len(found)]):
            ends = [*(match.start() for match in found[1:]), len(text)]
            return [text[match.end() : end].strip() for match, end in zip(found, ends, strict=True)]
    return []


def _text(value: Any) -> Any:
    """Numbers and truth values as text; anything else is for the check to refuse."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return cell_text(value) if isinstance(value, int | float) else value


def _different(options: dict[str, str]) -> dict[str, str]:
    """Of two options that read the same, both would be right or the gold could not be told."""
    seen: dict[str, str] = {}
    for letter, text in options.items():
        if (same := seen.setdefault(fold(text), letter)) != letter:
            raise ValueError(f"options {same} and {letter} read the same: {text[:40]!r}")
    return options


_LABEL = re.compile(
    r"\s*(?:(?P<open>[(\[（【])\s*(?P<inside>\w{1,4})\s*(?P<shut>[)\]）】])"
    r"|(?P<circled>[①-⑳Ⓐ-ⓩ])"
    r"|(?P<sign>[^\W\d_]{1,4}|\d{1,2})\s?(?P<mark>[)）、．：]|[.:](?!\d)|\s[-–—](?=\s)))"
    r"\s*(?P<rest>\S.*)",
    re.DOTALL,
)
_LABEL_SERIES: tuple[Sequence[str], ...] = (
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
    for series in _LABEL_SERIES:
        if set(signs) == set(series[: len(signs)]):
            return {letter: series.index(sign) for letter, sign in zip(found, signs, strict=True)}
    return None


def _own_places(found: Mapping[str, _Found | None]) -> dict[str, int] | None:
    """The same of the options that have a label, where others of the question lack theirs."""
    signs = {letter: label.sign for letter, label in found.items() if label is not None}
    for series in _LABEL_SERIES:
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
