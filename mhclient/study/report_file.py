"""The report that a study file asks for; what forbids to write it is found before anything is asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmark import Benchmark
from mhclient.loading import later
from mhclient.report.own_files import refuse_to_replace
from mhclient.report.questions_kept import refuse_questions
from mhclient.run.stored_items import refuse_answers
from mhclient.show.files import check_out
from mhclient.study.own_words import own_words
from mhclient.study.result import Result

if TYPE_CHECKING:
    from mhclient.report import write as forms
else:  # it brings what makes pages, for which other studies do not wait
    forms = later("mhclient.report.write")


@dataclass(frozen=True, slots=True)
class ReportFile:
    """Where the report goes.

    Attributes:
        with_answers: it may hold golds item by item of a benchmark whose makers ask not to pass them on.
    """

    path: Path
    with_answers: bool = False

    def check(self, benchmarks: Iterable[Benchmark]) -> None:
        """Refuse what the report would refuse of these once they are asked.

        Raises:
            UsageError: it would hold answers that nobody said may leave, or lies over the questions or
                another file that is no report.
        """
        asked = list(benchmarks)
        refuse_questions(self.path, [each.manifest for each in asked])
        refuse_to_replace(self.path)
        if self.path.suffix in forms.WITH_ITEMS:
            for each in asked:
                with own_words():
                    refuse_answers(
                        each.manifest,
                        f"'report': {each.directory}",
                        with_answers=self.with_answers,
                        otherwise=forms.FIGURES_ALONE,
                    )

    def write(self, result: Result) -> Path:
        """Write it."""
        return result.report(self.path, with_answers=self.with_answers)


def report_file(folder: Path, said: Mapping[str, Any]) -> ReportFile | None:
    """The file that a study file names, beside it; None where it names none.

    Raises:
        UsageError: its name says no form of a report, or it could not be written.
    """
    if "report" not in said:
        return None
    path: Path = folder / said["report"]
    forms.check_ending(path)
    check_out(path)
    return ReportFile(path, said.get("with_answers", False))
