"""The full-screen browser of replies (Textual): made for 80×24 over ssh, usable by keyboard alone.

What its keys do is in `session.py`; here is what it shows: a list of cases of which a line is drawn only
where it is seen, so that 14,000 open at once; the completion with its marks beside the question; and a line
at the bottom for a filter or a note.
"""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widgets import Input, Static

from cache import CacheError
from mhclient.audit.filters import values_of
from mhclient.audit.session import RaterSession
from mhclient.errors import UsageError
from mhclient.judge.judgements import Judgement, RaterVerdict
from mhclient.read.case import Case
from mhclient.read.highlights import Highlight, highlights_of, pieces, read_case
from mhclient.show.visible import one_line, visible


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


COLUMNS = "{:<12.12} {:<12.12} {:<8.8} {:<6.6} "
HEAD = COLUMNS.format("yours", "reader", "grade", "task") + "reply"
SELECTED = Style(reverse=True)
UNREAD = Style(color="yellow")
PLAIN = Style()


class CaseList(ScrollView, can_focus=False, inherit_bindings=False):
    """Shows a session's chosen cases."""

    def __init__(self, session: RaterSession) -> None:
        super().__init__(id="cases")
        self._session = session

    def show(self) -> None:
        """Draw again what the session holds now, and bring the case looked at into view."""
        self.virtual_size = Size(0, len(self._session.places))
        self.scroll_to_region(Region(0, self._session.at, 1, 1), animate=False, force=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if at >= len(self._session.places):
            return Strip.blank(width)
        case = self._session.chosen[at]
        shows_unread = not (case.read or self._session.blind)
        style = SELECTED if at == self._session.at else UNREAD if shows_unread else PLAIN
        line = self._line(case, width)
        return Strip([Segment(line, style)]).adjust_cell_length(width, style)

    def _line(self, case: Case, width: int) -> str:
        mine = self._session.mine.get(case.key)
        judged = "" if mine is None else mine.label.replace("_", " ")
        said = "?" if self._session.blind else case.said.replace("_", " ")
        grade = "" if self._session.blind else (case.reading.grade or "")
        head = COLUMNS.format(judged, said, grade, visible(case.task))
        return head + one_line(case.completion, max(8, width - len(head)))


MOST_MARKS = 40  # listed below the completion


def completion_text(case: Case | None, session: RaterSession) -> Text:
    """The completion as it is, and below it every place that names an option."""
    if case is None:
        return Text("No reply is chosen. Press / and change the filter.", style="dim")
    if session.blind:
        return _judgement_line(session, case).append(visible(case.shown))
    highlights = highlights_of(read_case(case))
    text = _reading_line(case).append_text(_judgement_line(session, case))
    for piece in pieces(case.completion, highlights):
        text.append(piece.text, piece.style)
    if not case.completion:
        text.append(visible(case.shown), "dim")
    return text.append_text(_highlight_lines(case, highlights))


def question_text(case: Case | None) -> Text:
    """What the model was asked.

    Neither the gold is shown nor the relation, which gives it away: who knows it reads it into the reply.
    """
    if case is None:
        return Text()
    text = Text(visible(case.question) + "\n\n")
    for label, option in case.options.items():
        text.append(f"{label}  ", "bold").append(f"{visible(option)}\n")
    if case.mode == "multi":
        text.append("\nSeveral letters may be right.", "dim")
    about = (case.model, case.task, case.name, case.run_id)
    return text.append("\n" + "\n".join(map(visible, about)), "dim")


def _reading_line(case: Case) -> Text:
    reading = case.reading
    parts = [case.said, reading.grade, reading.rule, case.finish_reason and f"ended by {case.finish_reason}"]
    return Text("reader: ", "dim").append(visible(" · ".join(part for part in parts if part)) + "\n", "bold")


def _judgement_line(session: RaterSession, case: Case) -> Text:
    mine: Judgement | None = session.mine.get(case.key)
    text = Text()
    if mine is not None:
        note = f" ({visible(mine.note)})" if mine.note else ""
        text.append("you: ", "dim").append(f"{mine.label}{note}\n", "bold")
    if session.picked:
        text.append(f"picked: {'&'.join(sorted(session.picked))}, Enter to judge\n", "bold reverse")
    return text.append("\n")


def _highlight_lines(case: Case, highlights: list[Highlight]) -> Text:
    text = Text("\n")
    for each in highlights[:MOST_MARKS]:
        quoted = visible(case.completion[slice(*each.span)])[:24].replace("\n", " ")
        text.append(f"\n{each.kind:8}", each.kind.style)
        text.append(f" {each.letters or '–'}  {each.reason}  ", "dim").append(f"“{quoted}”", "dim")
    if len(highlights) > MOST_MARKS:
        text.append(f"\n… and {len(highlights) - MOST_MARKS} more", "dim")
    return text


# Small letters up to h pick an option too; the rest of the alphabet is for commands.
SMALL = "abcdefgh"
KEYS = (
    "A-Z option · n no answer · r refusal · m ambiguous · l not listed · s not sure",
    "t note · u undo · / filter · ↑↓ move · ←→ scroll · x unjudged · ? guide · q quit",
)
GUIDE = """\
What did the reply answer?

Read the reply as its writer meant it. Do not ask whether the answer is right:
the right answer and what others judged are hidden on purpose.

  A-Z  this option, by its letter or by its words (small letters up to h, too).
       A later correction replaces an earlier answer.
  m    ambiguous: answers that disagree, and nothing says which counts
  n    no answer: "cannot be determined", a question back, other text
  r    refusal: it declines to answer; a warning before an answer is none
  l    not on the list: it settles on an answer that is not among the options
  s    not sure: you leave it open; it counts for nobody

  Enter  save several letters     u  undo          t  note
  ↑↓     move                     ←→ scroll        x  next unjudged
  /      filter, e.g. read:no     o  overview      q  quit

Was the reply cut off? Judge what is there. Every judgement is saved at once."""
VERDICTS = {
    "n": RaterVerdict.NONE,
    "r": RaterVerdict.REFUSAL,
    "m": RaterVerdict.AMBIGUOUS,
    "l": RaterVerdict.OUT_OF_RANGE,
    "s": RaterVerdict.SKIP,
}


class OverviewScreen(Screen[None]):
    """Counts and shapes; any of the usual keys goes on to the replies."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,o,space,question_mark", "app.pop_screen", "replies"),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(self, overview: RenderableType) -> None:
        super().__init__()
        self._overview = overview

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._overview)
        yield Static(Text("Enter: look at the replies · ↑↓ scroll · q quit", style="reverse"), id="keys")


class Browser(App[None]):
    """Look at replies and judge them."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #status, #keys { height: auto; }
    #status { background: $panel; }
    #keys { dock: bottom; color: $text-muted; }
    #cases { height: 1fr; min-height: 4; }
    #panes { height: 2fr; border-top: solid $panel; }
    #left { width: 3fr; padding-right: 1; }
    #right { width: 2fr; border-left: solid $panel; padding-left: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "move(-1000000000)", show=False),
        Binding("end", "move(1000000000)", show=False),
        Binding("left", "scroll_reply(-1)", show=False),
        Binding("right", "scroll_reply(1)", show=False),
        Binding("enter", "confirm", show=False),
        Binding("slash", "ask('filter')", show=False),
        Binding("t", "ask('note')", show=False),
        Binding("u", "undo", show=False),
        Binding("x", "next_unjudged", show=False),
        Binding("o", "overview", show=False),
        Binding("question_mark", "guide", show=False),
        Binding("q", "quit", show=False),
    ]

    def __init__(self, session: RaterSession, overview: RenderableType | None) -> None:
        super().__init__()
        self.session = session
        self._overview = overview

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        yield Static(Text(HEAD, style="dim", no_wrap=True), id="head")
        yield CaseList(self.session)
        with Horizontal(id="panes"):
            with VerticalScroll(id="left", can_focus=False):
                yield Static(id="completion")
            with VerticalScroll(id="right", can_focus=False):
                yield Static(id="question")
        yield Static(Text("\n".join(KEYS)), id="keys")
        suggester = FieldSuggester(values_of(self.session.cases, blind=self.session.blind))
        yield LineInput(suggester, self._written)

    def on_mount(self) -> None:
        self.query_one(LineInput).focus()
        self.call_after_refresh(self.show)
        if self._overview is not None:
            self.push_screen(OverviewScreen(self._overview))

    def show(self, message: str = "") -> None:
        """Draw everything anew; a message stands in the status line until the next key."""
        case = self.session.case
        self._main("#status").update(self._status(message))
        self._main("#completion").update(completion_text(case, self.session))
        self._main("#question").update(question_text(case))
        for pane in ("#left", "#right"):
            self.screen_stack[0].query_one(pane).scroll_home(animate=False)
        self.screen_stack[0].query_one(CaseList).show()

    def on_key(self, event: events.Key) -> None:
        """Letters judge, or are written while the line is open; everything else is a binding."""
        key = event.character or ""
        if len(self.screen_stack) > 1 or not key:
            return
        line = self.query_one(LineInput)
        if line.asks:
            if event.is_printable:
                event.prevent_default()
                line.insert_text_at_cursor(key)
        elif key in VERDICTS:
            self._do(lambda: self.session.judge(VERDICTS[key]))
        elif key in SMALL or "A" <= key <= "Z":
            self._pick(key.upper())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key is a command while a line is being written."""
        return len(self.screen_stack) > 1 or not self.query_one(LineInput).asks

    def _pick(self, letter: str) -> None:
        if self.session.case is not None and letter not in self.session.case.options:
            self.show(f"{letter} is no option of this item")
        else:
            self._do(lambda: self.session.pick(letter))

    def _do(self, work: Callable[[], object]) -> None:
        """Do something that may be refused; say so if it is, and go on."""
        try:
            work()
        except (UsageError, CacheError) as error:
            self.show(str(error))
        else:
            self.show()

    def action_move(self, by: int) -> None:
        self.session.look_at(self.session.at + by)
        self.show()

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(1, self.query_one(CaseList).size.height - 1))

    def action_scroll_reply(self, by: int) -> None:
        pane = self.query_one("#left")
        pane.scroll_relative(y=by * max(1, pane.size.height - 2), animate=False)

    def action_confirm(self) -> None:
        self._do(self.session.confirm)

    def action_undo(self) -> None:
        self._do(self.session.undo)

    def action_next_unjudged(self) -> None:
        self.session.go_to_unjudged()
        self.show()

    def action_overview(self) -> None:
        if self._overview is not None:
            self.push_screen(OverviewScreen(self._overview))

    def action_guide(self) -> None:
        self.push_screen(OverviewScreen(Text(GUIDE)))

    def action_ask(self, what: str) -> None:
        """Open the line at the bottom for a filter or a note."""
        line = self.query_one(LineInput)
        if what == "filter":
            line.ask(what, self.session.filter_text, "filter: fields and words, Tab completes")
        else:
            mine = self.session.mine.get(self.session.case.key) if self.session.case else None
            line.ask(what, mine.note if mine else "", "note")

    def _written(self, asked: str, text: str) -> None:
        self._do(partial(self.session.choose if asked == "filter" else self.session.note, text))

    def key_escape(self) -> None:
        self.query_one(LineInput).close()

    def _main(self, name: str) -> Static:
        return self.screen_stack[0].query_one(name, Static)

    def _status(self, message: str) -> Text:
        session = self.session
        at = session.at + 1 if session.places else 0
        text = Text(f"{at:,} of {len(session.places):,}", style="bold")
        text.append(f" · {session.n_judged:,} judged by {session.judging.rater}")
        if session.filter_text:
            text.append(f" · {visible(session.filter_text)}", "italic")
        if session.blind:
            text.append(" · blind", "italic")
        if message:
            text.append(" · ").append(visible(message), "bold reverse")
        return text
