"""Several questions that a reply asks and answers, one after the other: which of them is the item.

A prompt shows examples before the item, and the reply answers those too.

Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
Decision: docs/decisions/parsers.md, "A third draw of held-out replies".
"""

from collections.abc import Iterable
from itertools import pairwise

from parsers.claims.claims import DECLARED, STRONG, Claim, Completion
from parsers.grammar.runons import (
    FIRST_QUESTION,
    NEXT_QUESTION,
    NUMBERED_LINE,
    NUMBERED_QUESTION,
    SECOND_QUESTION,
    below_break,
    heads_text,
)
from parsers.pattern import Pattern
from parsers.reading import SetAside
from parsers.text.folding import plain_lower

_QUESTIONS = 2  # in a reply; the item may be the last of so many
_EXAMPLES = 3  # numbered questions, behind which the last is the item, whatever texts occur
_MOST = 9  # of them: a model that answers more has gone on behind the item with its own
_SHOWN = 5  # the same without that word
_CLOSING = Pattern(r"[\s.*_]*(?:\n|\Z)")  # behind the answer to one of them
_ASKED = 60  # characters of a question and its answer, at the least; "Question 1: B" is neither
_OWN_OPTIONS = 2  # of the item, whose texts below a question show that it is the item's


def keep_own_question(reply: Completion) -> None:
    """Set aside what answers the other questions, where one of them must be the item.

    "Question 1: … The answer is (I). Question 2: … the lateral muscle. The answer is (H)", where H is that.
    """
    if not reply.single or len(_declared(reply.standing)) < _QUESTIONS:
        return
    low = plain_lower(reply.plain.text.value)
    sections, own = _item(reply, low)
    for section in sections if own else []:
        for claim in section if section is not own else []:
            claim.set_aside = claim.set_aside or SetAside.AFTER_RUN_ON


def _item(reply: Completion, low: str) -> tuple[list[list[Claim]], list[Claim] | None]:
    """The claims below each question, and of these the item's; None where no headings tell.

    A bare number may head a step of one solution, an opinion or a case: it heads a question where each of
    many ends in its answer, in brackets as the examples have it.
    """
    for places, numbered in (
        (_in_order(NUMBERED_QUESTION, low), True),
        (below_break(NEXT_QUESTION, low), False),
    ):
        sections = _sections(reply, places)
        own = _own(sections, numbered=numbered)
        if own is not None:
            return sections, own
    steps = _sections(reply, _in_order(NUMBERED_LINE, low))
    in_a_row = len(steps) >= _SHOWN and all(map(_ends_in_answer, steps))
    return steps, _own(steps, numbered=True) if in_a_row else None


def _ends_in_answer(section: list[Claim]) -> bool:
    """Whether the last claim below a number is an answer in brackets, and ends its line."""
    last = section[-1] if section else None
    if last is None or not (last.stands and last.force is DECLARED):
        return False
    label = last.group.mentions[-1]
    bracketed = last.group.closed and label.start < label.core[0]
    return bracketed and _CLOSING.match(last.context.after) is not None


def _in_order(heading: Pattern, low: str) -> list[int]:
    """Where the headings begin, if they are numbered from 1 on; [] otherwise."""
    found = list(heading.finditer("\n" + low))
    in_order = [int(match["number"]) for match in found] == list(range(1, len(found) + 1))
    return [max(0, match.start() - 1) for match in found] if in_order else []


def _sections(reply: Completion, places: list[int]) -> list[list[Claim]]:
    """The claims below each heading; [] where one of them heads too little."""
    starts = [reply.skeleton.at(place) for place in places]
    ends = [*starts[1:], len(reply.skeleton.text)]
    if len(starts) < _QUESTIONS or any(end - start < _ASKED for start, end in pairwise([*starts, ends[-1]])):
        return []
    return [
        [claim for claim in reply.claims if start <= claim.group.start < end]
        for start, end in zip(starts, ends, strict=True)
    ]


def _own(sections: list[list[Claim]], *, numbered: bool) -> list[Claim] | None:
    """The claims below the item's question: alone with texts of the options, or the last of a row."""
    if not sections or not _declared(sections[-1]):
        return None
    last = sections[-1]
    if last[-1].set_aside is SetAside.NEGATED and last[-1].options in _declared(last):
        return None
    if len(set().union(*map(_declared_in_words, sections))) > 1:
        return None  # each asks for another of the same options
    written = [section for section in sections if any(map(_writes_out, section))]
    if len(written) == 1:
        return written[0] if written[0] is last or _answers_in_words(written[0]) else None
    in_a_row = numbered and _EXAMPLES <= len(sections) <= _MOST and all(map(_declared, sections))
    return last if in_a_row and last in (written or sections) else None


def _declared(section: Iterable[Claim]) -> set[frozenset[int]]:
    """What is declared the answer there."""
    return {claim.options for claim in section if claim.stands and claim.force is DECLARED}


def _declared_in_words(section: Iterable[Claim]) -> set[frozenset[int]]:
    """What is declared there with its own text."""
    return _declared(claim for claim in section if _writes_out(claim) or claim.group.mentions[0].word)


def _answers_in_words(section: list[Claim]) -> bool:
    """Whether one option alone is declared the answer there, and its text occurs."""
    declared = _declared(section)
    return len(declared) == 1 and declared <= {claim.options for claim in section if _names_text(claim)}


def answers_in_a_row(reply: Completion) -> bool:
    """Whether several questions are asked and answered, of which the first need not be the item.

    "Question 1:" heads the first commitment, and "Question 2:" follows; or a question without a number does,
    in which no option of the item occurs, and those occur below the next one.
    """
    first = next((claim for claim in reply.standing if claim.force >= STRONG), None)
    if first is None:
        return False
    low = plain_lower(reply.plain.text.value)
    head = FIRST_QUESTION.search("\n" + low)
    if head is not None and SECOND_QUESTION.search(low, head.end() - 2) is not None:
        return reply.skeleton.at(max(0, head.start() - 1)) <= first.group.start
    return "question" in low and _asks_another_first(reply, low)


def _asks_another_first(reply: Completion, low: str) -> bool:
    """Whether the reply opens with a question of its own, and comes to the item's options in a later one."""
    asked = below_break(NEXT_QUESTION, low)
    if len(asked) < _QUESTIONS or not heads_text(low, asked[0]):
        return False
    second = reply.skeleton.at(asked[1])
    named = [claim for claim in reply.claims if _names_text(claim)]
    if any(claim.group.start < second for claim in named):
        return False
    return len({option for claim in named for option in claim.options}) >= _OWN_OPTIONS


def _names_text(claim: Claim) -> bool:
    """Whether it has an option's text, alone or beside its label."""
    return not claim.group.has_label or any(mention.joined for mention in claim.group.mentions)


def _writes_out(claim: Claim) -> bool:
    """Whether it has an option's text in words: a number may stand anywhere."""
    return _names_text(claim) and not claim.group.weak
