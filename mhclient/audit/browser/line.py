"""The line at the bottom, for a filter or a note.

Decision: docs/decisions/judge-audit.md, "Every key goes through one place".
"""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input


class FieldSuggester(Suggester):
    """Completes the last word of a filter: a field's name, or a value it has, begun in any case."""

    def __init__(self, values: dict[str, list[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = [f"{name}:" for name in values]
        self._words += [f"{name}:{_quoted(value)}" for name, known in values.items() for value in known]

    async def get_suggestion(self, value: str) -> str | None:
        name, colon, values = value.rpartition(" ")[2].partition(":")
        begun = f"{name}{colon}{values.rpartition(',')[2]}"
        found = next((word for word in self._words if begun and _begins(word, begun)), None)
        return None if found is None else value + found[len(begun) :]


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _begins(word: str, begun: str) -> bool:
    return word.casefold().startswith(begun.casefold())


class LineInput(Input):
    """The line; Tab takes the suggestion, as a shell would.

    It always has the focus, seen or not, and leaves every key to the application: so keys are taken one after
    the other, and what is typed before the line is drawn, or right after Enter, goes where it belongs.

    Args:
        submit: told what was asked for, and what was written.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "cursor_right", show=False)]
    DEFAULT_CSS = """
    LineInput, LineInput:focus { dock: bottom; height: 0; border: none; }
    LineInput.open, LineInput.open:focus { height: 3; border: tall $border; }
    """

    def __init__(self, suggester: Suggester, submit: Callable[[str, str], None]) -> None:
        super().__init__(id="line", suggester=suggester, select_on_focus=False)
        self.asks = ""  # for what; "" while it is closed
        self._submit = submit

    def ask(self, what: str, value: str, title: str) -> None:
        """Open for a text."""
        self.asks, self.value, self.border_title = what, value, title
        self.cursor_position = len(value)
        self.add_class("open")

    def close(self) -> None:
        """Close, whatever is written."""
        self.asks = ""
        self.remove_class("open")

    async def action_submit(self) -> None:
        """Close, and hand over what is written."""
        asked = self.asks
        self.close()
        self._submit(asked, self.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys move the cursor and delete while the line is open."""
        return bool(self.asks)

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Letters are commands while it is closed."""
        return bool(self.asks) and super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        event.prevent_default()

    def _on_paste(self, event: events.Paste) -> None:
        if not self.asks:
            event.prevent_default()
