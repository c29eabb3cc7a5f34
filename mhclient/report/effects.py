"""What changed between two versions of a run's figures: every number of the document that is not the same."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_CHIEF = re.compile(
    r"(tasks\.[^.]+|overall)\."
    r"(n_answered|accuracy|accuracy_answered|compliance|prediction_a_rate|balanced_accuracy|kappa|mcc)"
    r"|overall\.outcomes\.\w+|averages\..+|coverage\.cov_\w+"
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One figure, by its path in the document, before and after; None where undefined."""

    figure: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float | None:
        """After minus before."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def is_chief(self) -> bool:
        """Whether it is one of the figures a reader looks for first."""
        return _CHIEF.fullmatch(self.figure) is not None


def changed_figures(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Effect]:
    """The figures of two documents that differ.

    >>> changed_figures({"n": 3, "FC": {"accuracy": 0.5}}, {"n": 3, "FC": {"accuracy": 0.6}})
    [Effect(figure='FC.accuracy', before=0.5, after=0.6)]
    """
    old, new = dict(_numbers(before, "")), dict(_numbers(after, ""))
    names = dict.fromkeys([*new, *old])
    return [Effect(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)]


def _numbers(value: Any, path: str) -> Iterator[tuple[str, float | None]]:
    """Every number with its path; parts of a list go by their name where they have one."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _numbers(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            name = part.get("key") or part.get("name") if isinstance(part, Mapping) else None
            yield from _numbers(part, f"{path}.{name or place}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value
