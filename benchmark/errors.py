"""Errors of the benchmark package: what cannot be read, built or written, and what to do about it.

    BenchmarkError
    ├── GraphFormatError       kg.csv (or Parquet) cannot be read as PrimeKG's twelve columns
    ├── FeatureFormatError     a feature table cannot be read
    ├── SeedError              the seed list cannot be read, or names a node the graph has not
    ├── SettingsError          a task, size or option count nobody can build
    ├── NothingToAsk           tasks, sizes and graph leave no item at all
    ├── DiagnosisGraphError    a diagnosis graph such as MentalKG is incomplete, or contradicts itself
    ├── ItemFormatError        a line of an items file is not an item
    │   └── BadLines           every such line of a file, listed at once
    ├── AnnotationError        ratings of options cannot be read, or are not as expected
    ├── LabelError             labels cannot be read, or are no probabilities
    ├── PickleRefused          a pickle holds what is not admitted, or is damaged
    ├── NotABenchmark          a folder is not a benchmark, or is not the one its manifest describes
    └── OutputError            the output folder cannot be used

The command line prints the message as one line and ends with status 2.
"""

from collections.abc import Sequence
from pathlib import Path

LINES_SHOWN = 20  # of a file in which more are wrong


class BenchmarkError(Exception):
    """Base of this package's errors; the message says what happened, where, and what to do."""


class GraphFormatError(BenchmarkError):
    """The knowledge graph file cannot be read as PrimeKG's twelve columns."""


class FeatureFormatError(BenchmarkError):
    """A feature table cannot be read as PrimeKG's disease or drug features."""


class SeedError(BenchmarkError):
    """The seed list cannot be read, or names something the graph does not have."""


class SettingsError(BenchmarkError):
    """A task name, a size or an option count that cannot be built."""


class NothingToAsk(BenchmarkError):
    """The settings and the graph leave no item at all; the message has each task's reason."""


class DiagnosisGraphError(BenchmarkError):
    """A diagnosis graph is incomplete, malformed, or contradicts itself; the message names file and key."""


class ItemFormatError(BenchmarkError):
    """A line of an items file is not an item; the message names file and line."""


class AnnotationError(BenchmarkError):
    """Ratings of options cannot be read, or are not as expected; the message names file and row."""


class LabelError(BenchmarkError):
    """Labels cannot be read, are no probabilities, or cannot be fitted as asked."""


class PickleRefused(BenchmarkError):
    """A pickle holds a class that is not admitted, or is damaged."""


class NotABenchmark(BenchmarkError):
    """The folder holds no benchmark, or its files are not those its manifest describes."""


class OutputError(BenchmarkError):
    """The output folder cannot be written, or holds something that would be overwritten."""


def wrong_lines(path: Path, wrong: Sequence[tuple[int, str]]) -> str:
    """What is wrong with lines of a file, by their numbers: whoever mends one at a time has to try as often.

    >>> wrong_lines(Path("seeds.csv"), [(2, "no name"), (5, "no id")])
    'seeds.csv: 2 lines cannot be used: line 2: no name; line 5: no id.'
    """
    shown = [f"line {number}: {why}" for number, why in wrong[:LINES_SHOWN]]
    if len(wrong) == 1:
        return f"{path}, {shown[0]}."
    more = f"; and {len(wrong) - LINES_SHOWN:,} more" if len(wrong) > LINES_SHOWN else ""
    return f"{path}: {len(wrong):,} lines cannot be used: {'; '.join(shown)}{more}."


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
