"""One case as the page gets it, and a judgement as the page sends it: JSON-ready values."""

from collections.abc import Mapping
from typing import Any

from mhclient.judge.judgements import Judgement, JudgementError, RaterVerdict
from mhclient.read.case import Case
from mhclient.read.highlights import Piece, highlights_of, pieces, read_case
from mhclient.show.visible import one_line, visible

LINE = 120  # characters of a reply in a list
MOST_MARKS = 40  # listed below a completion
# Notes and withdrawals have requests of their own.
JUDGED_AS = tuple(
    verdict for verdict in RaterVerdict if verdict not in (RaterVerdict.NOTE, RaterVerdict.WITHDRAWN)
)


def judgement_from(said: Mapping[str, Any]) -> Judgement:
    """The judgement a request describes.

    Raises:
        JudgementError: it describes none.
    """
    letters, note = said.get("letters", []), said.get("note", "")
    if not isinstance(letters, list) or not all(isinstance(letter, str) for letter in letters):
        raise JudgementError("'letters' must be a list of letters.")
    if not isinstance(note, str):
        raise JudgementError("'note' must be text.")
    verdict = said.get("verdict")
    if verdict not in JUDGED_AS:
        raise JudgementError("'verdict' must be answer, none, refusal, ambiguous, out_of_range or skip.")
    return Judgement(RaterVerdict(str(verdict)), frozenset(letters), note)


def line_of(case: Case, mine: Judgement | None, blind: bool) -> dict[str, Any]:
    """A reply as a line of the list."""
    return {
        "item": case.name,
        "task": visible(case.task),
        "said": "" if blind else case.said,
        "grade": "" if blind else case.reading.grade or "",
        "read": blind or case.read,
        "mine": "" if mine is None else mine.label,
        "judged": mine is not None and mine.is_verdict,
        "line": one_line(case.shown, LINE),
    }


def judgement_told(mine: Judgement | None) -> dict[str, Any] | None:
    """Somebody's judgement; None where there is none."""
    if mine is None:
        return None
    return {
        "label": mine.label,
        "verdict": mine.verdict.value,
        "judged": mine.is_verdict,
        "letters": sorted(mine.letters),
        "note": visible(mine.note),
    }


def hidden(case: Case) -> dict[str, Any]:
    """A case whose reading nobody is to see: its completion in one piece."""
    return {"reading": None, "said": None, "pieces": [[visible(case.shown), "", ""]], "marks": []}


def as_read(case: Case) -> dict[str, Any]:
    """A case as it was read: the completion in pieces (text, kind of mark or "", reason), and its marks."""
    highlights = highlights_of(read_case(case))
    listed = (Piece(visible(case.completion[slice(*each.span)]), each) for each in highlights[:MOST_MARKS])
    return {
        "reading": case.reading._asdict(),
        "said": case.said,
        "pieces": [_piece(each) for each in pieces(case.completion, highlights)]
        or [[visible(case.shown), "", ""]],
        "marks": [_piece(each) for each in listed],
    }


def _piece(piece: Piece) -> list[str]:
    return [piece.text, piece.kind, piece.tip]
