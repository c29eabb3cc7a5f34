"""The rows of a file of questions become items, and what was recognised becomes sentences.

Every row that is no question is named, not the first alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmark.build.assemble import item_id
from benchmark.build.graph import fold
from benchmark.checks import check_gold, check_mode
from benchmark.errors import BadLines, ItemFormatError
from benchmark.fixed_places import names_letters, speaking
from benchmark.imports.columns import (
    WAYS,
    Columns,
    as_dict,
    check_no_gap,
    closed_columns,
    find_columns,
    how_to_say,
    missing_fields,
)
from benchmark.imports.contexts import asked, contexts_said, is_beside, with_contexts
from benchmark.imports.files import Row, Rows
from benchmark.imports.files.rows import EXCEL_ERRORS, UNCALCULATED, FormattedCell, cell_text
from benchmark.imports.files.text import damaged_word, misread
from benchmark.imports.golds import (
    Decided,
    Gold,
    UndecidedGold,
    check_lists,
    check_names_options,
    decide,
    decide_by_right,
    disagreements,
    read_gold,
    read_right_and_wrong,
    unreadable,
)
from benchmark.imports.options import FILLERS, Options, read_list, read_options, without_labels
from benchmark.item import Item, Mode
from benchmark.same import copies_among

DEFAULT_TASK = "own"
SHOWN = 5  # questions that stand more than once, with their lines
HOW_TO_SKIP = "or leave such lines out with `skip_bad`."
ALIKE = 9  # questions; with more of one right letter, its place says which it is
# What stands before the sums at the end of a sheet.
_TOTALS = frozenset(
    (
        *("total", "totals", "sum", "subtotal", "grand total", "average", "mean", "summe", "gesamt"),
        *("gesamtsumme", "zwischensumme", "insgesamt", "mittelwert", "durchschnitt", "anzahl", "somme"),
        *("totaux", "moyenne", "suma", "promedio", "soma", "totale", "somma", "media", "média", "totaal"),
        *("gemiddelde", "summa", "medelvärde", "razem", "średnia", "toplam", "ortalama", "итого", "всего"),
        *("сумма", "合计", "合計", "总计", "總計", "平均", "count"),
    )
)


@dataclass(frozen=True, slots=True)
class _RowDraft:
    """A row whose fields are of the right kind; the gold is read when all of them are known."""

    where: str
    question: str
    options: Options
    gold: Any
    fields: Mapping[str, Any]
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadItems:
    """Items, how they were understood, and the lines that were left out: where, and why."""

    items: list[Item]
    found: tuple[str, ...]
    left_out: Sequence[tuple[str, str]] = ()


def items_of(path: Path, rows: Rows, mapping: Mapping[str, str], *, skip_bad: bool = False) -> ReadItems:
    """Items of the rows of a file.

    Args:
        skip_bad: leave out lines that are no questions. Of lines that ask the same with different golds all
            are left out, since nothing says which is right; of lines that are alike the first one stays.

    Where a question of a task has several right letters, all questions of that task without a `mode` of their
    own ask for one or more: a mode that changed from question to question would tell which have several.
    """
    columns = _columns_of(path, rows, mapping)
    drafts, bad = _drafts(rows, columns)
    misread_lines = list(_check_decoded(path, drafts))
    labelled = [(draft.where, draft.options) for draft in drafts]
    unlabelled, mixed, said_of_labels = without_labels(labelled, shuffled=bool(columns.wrong))
    drafts = [replace(draft, options=options) for draft, options in zip(drafts, unlabelled, strict=True)]
    bad = [*rows.bad, *bad, *mixed]
    if skip_bad and not drafts:
        raise BadLines(str(path), path.name, _in_order(bad))
    decided = _decided(path, rows, columns, drafts, bad, mapping)
    numbered, worse = _numbered_items(drafts, decided, columns)
    contradictions = list(_contradictions(numbered, columns, both=skip_bad))
    contradicted = {where for where, _ in contradictions} if skip_bad else ()
    repeated = _repeated_ids([each for each in numbered if each[0] not in contradicted])
    problems = _in_order([*bad, *worse, *contradictions, *repeated])
    without = {where for where, _ in problems}
    kept = [(where, item) for where, item in numbered if where not in without]
    items = [item for _, item in kept]
    if problems and not (skip_bad and items):
        raise BadLines(str(path), path.name, problems, "" if skip_bad else HOW_TO_SKIP)
    found = (
        *rows.found,
        *_said(rows, columns, decided),
        *said_of_labels,
        *_said_of_options(drafts),
        *_said_of_place(items),
        *_said_of_others(kept, columns),
        *_asked_twice(kept),
        *misread_lines,
    )
    return ReadItems(items, found, problems)


def _columns_of(path: Path, rows: Rows, mapping: Mapping[str, str]) -> Columns:
    """Which column is what.

    Raises:
        ItemFormatError: some is missing, or what is asked before a question is in doubt.
    """
    if not rows.rows and not rows.bad:
        raise ItemFormatError(f"{path} holds no question.")
    texts = {name: [cell_text(row.cells.get(name)).strip() for row in rows.rows] for name in rows.columns}
    columns = find_columns(rows.columns, mapping) or closed_columns(rows.columns, texts, mapping)
    if columns is None and rows.bad:
        raise BadLines(str(path), path.name, rows.bad)
    if columns is None:
        raise ItemFormatError(
            f"{path}, {rows.rows[0].where}: {missing_fields(rows.columns, mapping)}. Expected question, "
            f"options and gold, {how_to_say(rows.columns, mapping, texts)}."
        )
    if columns.options and "options" not in mapping:
        check_no_gap(str(path), rows.columns, columns)
    check_lists(str(path), [row.cells for row in rows.rows], columns)
    return with_contexts(str(path), rows, columns, mapping)


def _decided(
    path: Path,
    rows: Rows,
    columns: Columns,
    drafts: Sequence[_RowDraft],
    bad: Sequence[tuple[str, str]],
    mapping: Mapping[str, str],
) -> Decided:
    """How the golds of the file are written.

    Raises:
        ItemFormatError: they may be read in several ways; `BadLines` with the lines that are bad besides.
    """
    if columns.wrong:
        return decide_by_right(columns, mapping.get(WAYS))
    golds = [Gold(draft.where, draft.gold, draft.options) for draft in drafts]
    check_names_options(
        str(path), columns.gold, golds, {name: _golds_in(name, drafts) for name in columns.others}
    )
    try:
        return decide(str(path), columns.gold, golds, columns.gold in rows.evidence, mapping.get(WAYS))
    except UndecidedGold as error:
        worse = [*bad, *unreadable(golds), (error.where, error.why)]
        raise BadLines(str(path), path.name, _in_order(worse)) from None


def _check_decoded(path: Path, drafts: Sequence[_RowDraft]) -> Iterator[str]:
    """Refuse text that was decoded in a code page that is not its own, and saved so; say where some may be.

    Raises:
        ItemFormatError: most of it was; has a word of it.
    """
    texts = [(draft.where, "\n".join((draft.question, *draft.options.texts.values()))) for draft in drafts]
    whole = "\n".join(text for _, text in texts)
    if word := misread(whole, sure=True):
        raise ItemFormatError(
            f"{path} has text that was read in an encoding that is not its own, and saved so: {word!r:.40}. "
            "Save it again from the file that it came from, as UTF-8 (Excel: CSV UTF-8)."
        )
    if word := misread(whole):
        yield (
            f"Look at {word!r:.40}: no language has such words together, so the text may have been read in "
            "an encoding that is not its own before it was saved. It is asked as it stands."
        )
    damaged = [(where, word) for where, text in texts if (word := damaged_word(text))]
    if damaged:
        yield (
            f"{damaged[0][0]} has {damaged[0][1]!r:.40}, which was decoded wrongly before; so has text of "
            f"{len(damaged):,} question{'s' if len(damaged) > 1 else ''} in all: it is asked as it stands."
        )


def _golds_in(name: str, drafts: Iterable[_RowDraft]) -> list[Gold]:
    """What another column that may be the gold holds, of the rows where it holds something."""
    there = (draft for draft in drafts if name in draft.fields["others"])
    return [Gold(draft.where, draft.fields["others"][name], draft.options) for draft in there]


def _in_order(problems: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """As they stand in the file: by the number in "line 7", whatever found them."""
    return sorted(
        problems, key=lambda problem: int("".join(filter(str.isdigit, problem[0].split()[-1])) or 0)
    )


def _drafts(rows: Rows, columns: Columns) -> tuple[list[_RowDraft], list[tuple[str, str]]]:
    drafts: list[_RowDraft] = []
    bad: list[tuple[str, str]] = []
    for row in rows.rows:
        try:
            _refuse_totals(row, columns, table=rows.table)
            drafts.append(_draft(row, columns, table=rows.table))
        except ValueError as error:
            bad.append((row.where, str(error)))
    return drafts, bad


def _draft(row: Row, columns: Columns, *, table: bool) -> _RowDraft:
    """The row's fields, each of the right kind, the rest as details."""
    cells = {name: cell for name, cell in row.cells.items() if cell != ""} if table else row.cells
    for name in (columns.question, columns.gold):
        if name not in row.cells:
            raise ValueError(f"field {name!r} is missing")
    if table:
        _check_shown(cells, (*columns.contexts, columns.question, *columns.options, columns.gold))
        _check_formats({name: cells[name] for name in columns.options if name in cells})
    fields: dict[str, Any] = {}
    for field in ("id", "task", "mode"):
        if (name := getattr(columns, field)) in cells:
            fields[field] = (
                check_mode(cells[name]) if field == "mode" else _text(name, cells[name], field == "id")
            )
    used = columns.used
    question = asked(cells, columns, _text(columns.question, row.cells[columns.question]))
    gold = row.cells[columns.gold]
    if columns.wrong:
        options, gold = read_right_and_wrong(cells, columns, question)
    elif columns.answers:
        options, gold = read_list(columns.answers), cell_text(gold)
    else:
        options = read_options(cells, columns.options)
    return _RowDraft(
        row.where,
        question,
        options,
        gold,
        {**fields, "others": {name: cells[name] for name in columns.others if name in cells}},
        {name: cell for name, cell in cells.items() if name not in used},
    )


def _refuse_totals(row: Row, columns: Columns, *, table: bool) -> None:
    """A row of sums below the questions has a word for it in its first cell, and no gold."""
    first = next((cell for cell in row.cells.values() if cell_text(cell).strip()), "") if table else ""
    gold = cell_text(row.cells.get(columns.gold)).strip()
    if fold(cell_text(first)).strip(" :=∑") in _TOTALS and (not gold or gold.replace(".", "").isdigit()):
        raise ValueError(f"a row of totals ({cell_text(first).strip()[:40]!r}) and no question")


def _check_formats(options: Mapping[str, Any]) -> None:
    """Refuse a date among texts, nearly always Excel's doing, as of "1-2"; and values that show the same."""
    formatted = {name: cell for name, cell in options.items() if isinstance(cell, FormattedCell)}
    dates = [name for name, cell in formatted.items() if cell.is_date]
    others = [name for name in options if name not in dates]
    if dates and others:
        raise ValueError(
            f"{dates[0]!r} is a date or a time ({options[dates[0]]}), and {others[0]!r} is none: Excel makes "
            'them of texts such as "1-2", "1:2" and "MARCH1". Format the cell as text and type what it is to '
            "say"
        )
    for cell in formatted.values():
        same = [name for name in options if fold(cell_text(options[name])) == fold(cell)]
        held = [formatted[name].held if name in formatted else "" for name in same]
        if len({each.partition(" holds ")[2] for each in held}) > 1:
            raise ValueError(
                f"{' and '.join(map(repr, same))} both show {cell!s:.40}: {'; '.join(filter(None, held))}. "
                "Give the cells a format that shows the difference, or format them as text and type what "
                "they are to say"
            )


def _check_shown(cells: Mapping[str, Any], names: Sequence[str]) -> None:
    """A formula that failed leaves its error as the cell's text; what some formats show is not known."""
    for name in names:
        if isinstance(cell := cells.get(name), FormattedCell) and cell.unknown:
            raise ValueError(f"{name!r}: {cell.held}, {cell.unknown}")
        if isinstance(cell := cells.get(name), str) and cell.strip() in EXCEL_ERRORS:
            failed = "that failed"
            if cell.strip() == UNCALCULATED:
                failed = "that failed or was never calculated"
            raise ValueError(
                f"{name!r} is {cell.strip()}, the sign of a formula {failed}. Mend it in the spreadsheet"
            )


def _text(name: str, value: Any, number: bool = False) -> str:
    if number and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name!r} must be a non-empty text, found {value!r:.40}")
    return value


def _numbered_items(
    drafts: Sequence[_RowDraft], decided: Decided, columns: Columns
) -> tuple[list[tuple[str, Item]], list[tuple[str, str]]]:
    read: list[tuple[_RowDraft, tuple[str, ...]]] = []
    bad: list[tuple[str, str]] = []
    for draft in drafts:
        try:
            read.append((draft, _gold(draft, decided)))
        except ValueError as error:
            bad.append((draft.where, str(error)))
    bad.extend(_otherwise(read, columns))
    several = {_task(draft) for draft, gold in read if len(gold) > 1}
    return [(draft.where, _item(draft, gold, _task(draft) in several)) for draft, gold in read], bad


def _gold(draft: _RowDraft, decided: Decided) -> tuple[str, ...]:
    letters = read_gold(Gold(draft.where, draft.gold, draft.options), decided.way)
    return check_gold(list(letters), draft.options.texts, draft.fields.get("mode", Mode.MULTI))


def _otherwise(
    read: Sequence[tuple[_RowDraft, tuple[str, ...]]], columns: Columns
) -> Iterator[tuple[str, str]]:
    """Lines where another column that may be the gold names another option."""
    for name in columns.others:
        there = [(draft, gold) for draft, gold in read if name in draft.fields["others"]]
        held = _golds_in(name, [draft for draft, _ in there])
        yield from disagreements(columns.gold, name, held, [gold for _, gold in there])


def _task(draft: _RowDraft) -> str:
    return str(draft.fields.get("task", DEFAULT_TASK))


def _item(draft: _RowDraft, gold: tuple[str, ...], several: bool) -> Item:
    item = Item(
        id=draft.fields.get("id", ""),
        task=_task(draft),
        question=draft.question,
        options=draft.options.texts,
        gold=gold,
        mode=draft.fields.get("mode", Mode.MULTI if several else Mode.SINGLE),
        details=draft.details,
    )
    return item if item.id else replace(item, id=item_id(item))


def _contradictions(
    items: Sequence[tuple[str, Item]], columns: Columns, *, both: bool
) -> Iterator[tuple[str, str]]:
    """The same question with the same options has the same gold, whatever the order of options.

    Args:
        both: name the first of such lines, too.
    """
    known: dict[tuple[str, ...], tuple[str, Item, set[str]]] = {}
    named = set[str]()
    for where, item in items:
        texts = {letter: fold(text) for letter, text in item.options.items()}
        gold = {texts[letter] for letter in item.gold}
        key = fold(item.question), *sorted(texts.values())
        first, other, its_gold = known.setdefault(key, (where, item, gold))
        if gold != its_gold:
            why = _apart(item, other, columns)
            yield where, f"asks the same as {first} with another gold. {why}"
            if both and first not in named:
                named.add(first)
                yield first, f"asks the same as {where} with another gold. {why}"


def _apart(item: Item, other: Item, columns: Columns) -> str:
    """Why two rows that are asked alike may differ: in columns that may be part of the question."""
    apart: dict[str, int] = {}  # column → the length of its texts
    for name in {**item.details, **other.details}:
        one, two = (cell_text(each.details.get(name)).strip() for each in (item, other))
        if one != two and not (one + two).isdecimal() and not is_beside(name) and name not in columns.others:
            apart[name] = len(one + two)
    if not apart:
        return "One is wrong"
    join = "+".join((*columns.contexts, max(apart, key=apart.__getitem__), columns.question))
    return (
        f"They differ in {', '.join(map(repr, [*apart][:3]))}, which is not asked: "
        f"`columns={as_dict({'question': join})}` asks it before each question. Else one is wrong"
    )


def _repeated_ids(items: Sequence[tuple[str, Item]]) -> Iterator[tuple[str, str]]:
    known: dict[str, str] = {}
    for where, item in items:
        if (first := known.setdefault(item.id, where)) != where:
            yield (
                where,
                f"same id, or without ids the same question, as {first} ({item.id!r}). "
                "Give each question a different id",
            )


def _asked_twice(items: Sequence[tuple[str, Item]]) -> Iterator[str]:
    """Which rows ask one question: a model is right on all of them or on none."""
    where = {item.id: place for place, item in items}
    rows: dict[str, list[str]] = {}
    for own, first in copies_among(item for _, item in items).items():
        rows.setdefault(first, [where[first]]).append(where[own])
    if rows:
        listed = "; ".join(" and ".join(places) for places in [*rows.values()][:SHOWN])
        stand = "1 question stands" if len(rows) == 1 else f"{len(rows):,} questions stand"
        more = "; …" if len(rows) > SHOWN else ""
        yield f"{stand} more than once ({listed}{more}): each is one cluster in intervals and tests."


def _said(rows: Rows, columns: Columns, decided: Decided) -> Iterator[str]:
    """Which column is what, how the gold is written, and what is kept beside."""
    ids = f", the id is {columns.id!r}" if columns.id else ""
    if columns.answers:
        options = f"{', '.join(columns.answers[:-1])} and {columns.answers[-1]}"
        yield (
            f"The question is {columns.question!r}{ids}. No column holds options: they are {options}, as in "
            f"{columns.gold!r}."
        )
    elif not columns.wrong:
        options = " and ".join(map(repr, columns.options))
        if len(columns.options) > 2:
            options = f"{columns.options[0]!r} to {columns.options[-1]!r}"
        held = "in " if len(columns.options) == 1 else ""
        yield f"The question is {columns.question!r}, the options are {held}{options}{ids}."
    yield decided.said
    yield from contexts_said(rows, columns)
    kept = [name for name in rows.columns if name not in columns.used]
    if kept:
        yield f"Kept beside each question: {', '.join(kept[:20])}{', …' if len(kept) > 20 else ''}."
    commas = [
        name for name in kept if rows.table and _decimal_commas([row.cells.get(name) for row in rows.rows])
    ]
    if commas:
        yield f"Numbers with a decimal comma are kept as they are written: {', '.join(commas)}."


def _said_of_options(drafts: Sequence[_RowDraft]) -> Iterator[str]:
    """What fills lists of options up and is none; and what may do so, and was kept."""
    filled = [draft for draft in drafts if any(draft.options.padding)]
    if filled:
        what = next(text for text in filled[0].options.padding if text)
        yield (
            f"{_n_questions(filled)} options that only say {what[:20]!r} at the end, first in "
            f"{filled[0].where}: these are left out."
        )
    last = [(draft, [*draft.options.texts.values()][-1]) for draft in drafts]
    kept = [draft for draft, text in last if fold(text) in FILLERS and len(text) > 1]
    if kept:
        text = [*kept[0].options.texts.values()][-1]
        yield f"{_n_questions(kept)} {text!r} as the last option, first in {kept[0].where}: it is kept."


def _said_of_place(items: Sequence[Item]) -> Iterator[str]:
    """Where all golds have one place, whoever always names it would be right: TruthfulQA's `mc1_targets`."""
    if len(items) > ALIKE and len({item.gold for item in items}) == 1:
        right = ", ".join(items[0].gold)
        yield (
            f"{right} is right in every question: ask with options in other orders, too "
            "(`variant=letter-only:option_order=shuffled`)."
        )


def _n_questions(found: Sequence[object]) -> str:
    return f"{len(found):,} question{' has' if len(found) == 1 else 's have'}"


def _decimal_commas(values: Sequence[Any]) -> bool:
    texts = [cell_text(value).strip() for value in values if value not in (None, "")]
    whole = [text.lstrip("-").replace(",", "", 1) for text in texts]
    return any("," in text for text in texts) and all(text.isascii() and text.isdigit() for text in whole)


def _said_of_others(items: Sequence[tuple[str, Item]], columns: Columns) -> Iterator[str]:
    """How many questions have options that speak of others; and of letters, where options have none."""
    lettered = [
        (where, text)
        for where, item in items
        for text in item.options.values()
        if columns.wrong and names_letters(text)
    ]
    if lettered:
        where, text = lettered[0]
        n = "1 option names" if len(lettered) == 1 else f"{len(lettered):,} options name"
        yield (
            f"{n} others by letter ({text!r} in {where}), but options of this file have no letters: nobody "
            "can tell which are meant. Leave such questions out, or write what these options say."
        )
    if fixed := [where for where, item in items if speaking(item.options)]:
        yield (
            f"{_n_questions(fixed)} options that speak of other options (“All of the above”), first in "
            f"{fixed[0]}: these keep their places when options are moved."
        )
