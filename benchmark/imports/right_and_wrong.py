"""Files that have the right option in a column by itself, and wrong ones in others.

GPQA: `Correct Answer`, `Incorrect Answer 1` to `3`. SciQ: `correct_answer`, `distractor1` to `3`. A list of
wrong ones is read as well. The right option stands first in such files, so the order is shuffled: by question
and texts alone, so that the same file always gives the same items, and a row does not move another's options.

Decision: docs/decisions/benchmark.md, "Right and wrong options are shuffled by their own texts".
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.build.graph import fold
from benchmark.build.ranking import Ranker
from benchmark.errors import ItemFormatError
from benchmark.fixed_places import names_letters, speaks_of_others
from benchmark.imports.columns import WAYS, Columns, as_dict, is_wrong_list
from benchmark.imports.files.values import cell_text
from benchmark.imports.golds import Decided, GoldWay
from benchmark.imports.options import Options, is_empty, parsed, read_list

SEED = 0


def decide_by_right(columns: Columns, said: str | None) -> Decided:
    """The gold is the right option's text.

    Raises:
        ItemFormatError: the user says that it is written otherwise.
    """
    if said not in (None, GoldWay.TEXT.value):
        raise ItemFormatError(
            f"`columns={as_dict({WAYS: said or ''})}`: {columns.gold!r} is itself an option, so that the "
            f"gold is {GoldWay.TEXT.phrase}. Leave {WAYS} out, or name another gold."
        )
    return Decided(
        GoldWay.TEXT,
        f"The question is {columns.question!r}, the right option is in {columns.gold!r}, wrong ones are in "
        f"{_names(columns.wrong)}{f', the id is {columns.id!r}' if columns.id else ''}; options are put in "
        "an order shuffled with a fixed seed.",
    )


def check_lists(place: str, rows: Sequence[Mapping[str, Any]], columns: Columns) -> None:
    """Refuse once what is in every row: wrong options as one text, of which nothing says where each ends.

    Raises:
        ItemFormatError: names the column.
    """
    name = columns.wrong[0] if len(columns.wrong) == 1 else ""
    held = [row.get(name) for row in rows]
    if held and is_wrong_list(name) and all(isinstance(parsed(each), str) and each for each in held):
        said = as_dict({"gold": columns.gold, "options": f"{columns.gold}+COLUMN+COLUMN"})
        raise ItemFormatError(
            f'{place}: {name!r} must hold lists such as ["x", "y"], found {cell_text(held[0])[:60]!r}: '
            "nothing says where an option ends. Write lists, or a column for each wrong option: "
            f"`columns={said}`. Of TruthfulQA take mc_task.json, which is read as it is."
        )


def _names(names: tuple[str, ...]) -> str:
    return " and ".join(map(repr, names)) if len(names) < 3 else f"{names[0]!r} to {names[-1]!r}"


def read_right_and_wrong(cells: Mapping[str, Any], columns: Columns, question: str) -> tuple[Options, str]:
    """The options of a row in their order, and the text of the right one.

    Raises:
        ValueError: one is empty, or two read the same; names their columns.
    """
    right = _text(columns.gold, cells.get(columns.gold))
    named = [(columns.gold, right), *_wrong(columns, cells)]
    _check_different(named)
    shuffled = Ranker(SEED).shuffled([text for _, text in named], "options", question)
    return read_list(sorted(shuffled, key=_speaks)), right


def _speaks(text: str) -> bool:
    """Whether a text speaks of the other options, and stands after them: "None of the above"."""
    return speaks_of_others(text) or names_letters(text)


def _wrong(columns: Columns, cells: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The wrong options with their columns: each a text; a single column may hold a list of all of them."""
    alone = len(columns.wrong) == 1
    for name in columns.wrong:
        value = cells.get(name)
        listed = parsed(value) if alone else value
        if isinstance(listed, list) and listed:
            while listed and is_empty(listed[-1]):
                listed = listed[:-1]
            yield from ((name, _text(name, each)) for each in listed)
        elif is_wrong_list(name) and cell_text(value).strip():
            raise ValueError(f'{name!r} must be a list such as ["x", "y"], found {cell_text(value)!r:.40}')
        else:
            yield name, _text(name, value)


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is not None and not isinstance(value, str | int | float):
        raise ValueError(f"{name!r} must be a text, found {value!r:.40}")
    if not cell_text(value).strip():
        raise ValueError(f"{name!r} is empty")
    return cell_text(value).strip()  # in GPQA, white space at the end tells the right one from others


def _check_different(named: list[tuple[str, str]]) -> None:
    """Of two options that read the same, one would be right and wrong, or offered twice."""
    seen: dict[str, str] = {}
    for name, text in named:
        if (other := seen.get(fold(text))) is not None:
            both = f"two of {name!r}" if other == name else f"{other!r} and {name!r}"
            raise ValueError(f"{both} read the same: {text[:40]!r}")
        seen[fold(text)] = name
