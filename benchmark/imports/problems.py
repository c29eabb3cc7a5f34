"""Every line that is no question, listed at once."""

from collections.abc import Sequence

from benchmark.errors import ItemFormatError

SHOWN = 50


class BadLines(ItemFormatError):
    """Lines of a file are no questions; the message lists the first of them, `every_line` all.

    Attributes:
        file_name: the file's own name, without its folder.
    """

    def __init__(
        self, place: str, file_name: str, problems: Sequence[tuple[str, str]], advice: str = ""
    ) -> None:
        self.file_name = file_name
        self.every_line = tuple(f"{where}: {_sentence(why)}" for where, why in problems)
        super().__init__(_message(place, problems, self.every_line, advice))


def _message(place: str, problems: Sequence[tuple[str, str]], lines: Sequence[str], advice: str) -> str:
    if len(problems) == 1:
        return f"{place}, {lines[0]}{advice and f' Mend it, {advice}'}"
    shown = "".join(f"\n  {line}" for line in lines[:SHOWN])
    more = f"\n  … and {len(lines) - SHOWN:,} more." if len(lines) > SHOWN else ""
    end = advice and f"\nMend them, {advice}"
    return f"{place}: {len(lines):,} lines are no questions, and nothing was imported:{shown}{more}{end}"


def _sentence(why: str) -> str:
    return why if why.endswith((".", "?", "!")) else f"{why}."
