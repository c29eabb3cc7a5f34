"""The list of cases: one line each, drawn only where it is seen, so that 14,000 open at once."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from mhclient.audit.browser.session import RaterSession
from mhclient.read.case import Case
from mhclient.show.visible import one_line, visible

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
        case = self._session.cases[self._session.places[at]]
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
