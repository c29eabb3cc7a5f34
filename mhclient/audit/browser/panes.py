"""What is shown of one case: the completion with its marks, and the question beside it.

Decision: docs/decisions/judge-audit.md, "Raters do not see the gold".
"""

from rich.text import Text

from mhclient.audit.browser.session import RaterSession
from mhclient.judge.judgements import Judgement
from mhclient.read.case import Case
from mhclient.read.highlights import Highlight, highlights_of, pieces, read_case
from mhclient.show.visible import visible

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
