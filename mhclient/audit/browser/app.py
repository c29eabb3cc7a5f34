"""The browser's screens and keys. What they do is in `session.py`, what they show in `panes.py`."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from cache import CacheError
from mhclient.audit.browser.case_list import HEAD, CaseList
from mhclient.audit.browser.line import FieldSuggester, LineInput
from mhclient.audit.browser.panes import completion_text, question_text
from mhclient.audit.browser.session import RaterSession
from mhclient.audit.filters import values_of
from mhclient.errors import UsageError
from mhclient.judge.judgements import RaterVerdict
from mhclient.show.visible import visible

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
