"""The line at the bottom, for a filter or a note."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input


class FieldSuggester(Suggester):
    """Completes the last word of a filter: a field's name, or a value it has."""

    def __init__(self, values: dict[str, list[str]]) -> None:
        super().__init__(use_cache=False)
        self._words = [f"{name}:" for name in values]
        self._words += [f"{name}:{value}" for name, known in values.items() for value in known]

    async def get_suggestion(self, value: str) -> str | None:
        head, _, last = value.rpartition(" ")
        found = next((word for word in self._words if last and word.startswith(last)), None)
        return None if found is None else f"{head} {found}".lstrip()


class Line(Input):
    """The line at the bottom; Tab takes the suggestion, as a shell would."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "cursor_right", show=False)]
