"""Where the reply to this item ends, if the model went on with a question or a turn of its own.

Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

from parsers.claims.asked_inline import asked_inline
from parsers.claims.claims import DECLARED, STRONG, Claim, Completion
from parsers.claims.endings import SENTENCE_END
from parsers.claims.lists import foreign_list
from parsers.claims.questions_in_a_row import answers_in_a_row
from parsers.claims.scale_again import scale_again
from parsers.grammar.pattern import LABEL
from parsers.grammar.runons import (
    BEFORE_GLUED,
    BEFORE_NEXT,
    HEADED_BY,
    LINE_HEAD,
    NEXT_ON_LINE,
    NEXT_QUESTION,
    NEXT_QUESTION_ELSEWHERE,
    NEXT_TASK,
    NEXT_TURN,
    NUMBERED_ANSWER,
    OWN_TURN,
    REFERENCES,
    RESTATED_TASK,
    SOLVING,
    TITLES,
    below_break,
    heads_text,
)
from parsers.pattern import Pattern
from parsers.reading import SetAside
from parsers.text.folding import plain_lower
from parsers.text.latin import ascii_of

_BULLETS = " \n*-•#_"
# Words of which the announcement of a next task has one.
_GOING_ON = ("let's", "lets", "let us", "we can", "we will", "i will", "now")


def cut_run_on(reply: Completion) -> None:
    """Find where a run-on begins, and set the claims behind it aside.

    A marker at the head of the text is an echo of the prompt, and so is one that the item's own options
    follow before anything was answered. After a commitment every marker ends the reply.
    """
    reply.cut = len(reply.skeleton.text)
    committed = _committed(reply)
    end = min(_first_marker(reply, committed), _foreign_list(reply, committed))
    end = reply.cut if end < reply.cut and answers_in_a_row(reply) else end
    reply.cut = min(end, scale_again(reply))
    for claim in reply.claims:
        if claim.group.start >= reply.cut:
            claim.set_aside = SetAside.AFTER_RUN_ON
    if reply.skeleton.text.count(_ANSWER_IS) > _ECHOES:
        _set_echoes_aside(reply)


def _committed(reply: Completion) -> int | None:
    """Where the first commitment ends; a list of the options that restates the item is none."""
    strong = [claim for claim in reply.standing if claim.force >= STRONG]
    keyed = strong and strong[0].rule == "key-line"
    listed = _announced(strong) if keyed else _restated(strong, len(reply.options))
    return strong[listed].group.end if listed < len(strong) else None


def _restated(strong: list[Claim], n_options: int) -> int:
    """How many options are listed at the head: all of them in order, each on a separate line, or none."""
    if len(strong) < n_options:
        return 0
    listed = strong[:n_options]
    in_order = [claim.options for claim in listed] == [{number} for number in range(n_options)]
    alone = all(claim.rule == "alone" and claim.context.line_alone for claim in listed)
    return n_options if in_order and alone else 0


def _announced(strong: list[Claim]) -> int:
    """How many options are listed one below the other behind a key: "Chaguzi ni: / A. … / B. … / C. …"."""
    if not strong[0].context.before.rstrip(" -*•").endswith("\n"):
        return 0
    ordered = [claim.options == frozenset({at}) for at, claim in enumerate(strong)]
    n_listed = ordered.index(False) if False in ordered else len(ordered)
    alone = all(claim.rule == "alone" for claim in strong[1:n_listed])
    return n_listed if n_listed > 2 and alone else 0


_ANSWER_IS = "the answer is "
_ECHOES = 3  # lines that only give an answer, one below the other, are those of a prompt's examples
_REASONS = 60  # characters of reasons behind those lines, at the least
_ECHO = Pattern(rf"(?:(?:\A|(?<=\n)){_ANSWER_IS}{LABEL}\.?[ \t]*(?:\n+|\Z)){{{_ECHOES},}}")


def _set_echoes_aside(reply: Completion) -> None:
    """Set differing answers one below the other aside, where another one is given with its reasons."""
    for lines in _ECHO.finditer(reply.skeleton.text):
        inside = [claim for claim in reply.standing if lines.start() <= claim.group.start < lines.end()]
        start, end = lines.start(), lines.end() + _REASONS
        others = [claim for claim in reply.standing if not start <= claim.group.start < end]
        declared = any(claim.force is DECLARED for claim in others)
        if declared and len({claim.options for claim in inside}) > 1:
            for claim in inside:
                claim.set_aside = SetAside.AFTER_RUN_ON


def _foreign_list(reply: Completion, committed: int | None) -> int:
    """Where a list of another item's options begins behind the first commitment."""
    if committed is None:
        return reply.cut
    behind = [claim for claim in reply.claims if claim.group.start >= committed]
    start = foreign_list(reply, behind) if behind else None
    return min(asked_inline(reply, behind), reply.cut if start is None else start)


def _first_marker(reply: Completion, committed: int | None) -> int:
    """The first marker that ends the reply, in the skeleton.

    Markers are sought in the plain text: in the skeleton the Q of "Q:" is a mention.
    """
    low = plain_lower(reply.plain.text.value)
    behind = _behind_answers(reply, low) if committed is not None else []
    markers = _markers(low, committed is not None, behind)
    if not markers or _answers_by_number(reply):
        return reply.cut
    for number, (at, patterned) in enumerate(markers):
        position = reply.skeleton.at(at)
        if committed is not None and position >= committed:
            return position
        if number == 1 and heads_text(low, markers[0][0]) and OWN_TURN.match(low, at):
            continue  # "User: … / Assistant: …": the turn before it is an echo
        if _within_solution(reply, low, at, alone=len(markers) == 1):
            continue
        if patterned and low[:at].strip() and not _echoes_own_options(reply.claims, position):
            return position
    return reply.cut


def _within_solution(reply: Completion, low: str, at: int, *, alone: bool) -> bool:
    """Whether the marker heads a part of the solution; `alone` where it is the reply's only one."""
    if low[:at].rstrip(_BULLETS).endswith(":"):
        return True  # "here is a translation: / Question: …"
    if heads_text(low, at) and _answers_in_own_words(reply.claims, reply.skeleton.at(at)):
        return True
    return (alone and _heads_solution(reply, low, at)) or _illustrates(reply, low, at)


def _answers_by_number(reply: Completion) -> bool:
    """Whether the first commitment answers a numbered question: then the next one is no run-on either."""
    first = next((claim for claim in reply.standing if claim.force >= STRONG), None)
    return first is not None and NUMBERED_ANSWER.search(first.context.before) is not None


def _markers(low: str, committed: bool, behind: list[int]) -> list[tuple[int, bool]]:
    """Places of markers in order, and whether each is one before a commitment, too."""
    heads = "".join(LINE_HEAD.findall("\n" + low)) if "\n" in low else ""
    begun = {marker for marker, letters in HEADED_BY.items() if letters.search(heads)} if heads else ()
    found = [(at, True) for at in below_break(NEXT_QUESTION, low)] if NEXT_QUESTION in begun else []
    if NEXT_QUESTION_ELSEWHERE in begun:
        found += [(at, heads_text(low, at)) for at in below_break(NEXT_QUESTION_ELSEWHERE, low)]
    for marker in (NEXT_TURN, REFERENCES):
        found += [(match.start(), True) for match in marker.finditer(low)] if marker in begun else []
    if committed:
        found += [(at, False) for at in behind]
    if committed and any(map(ascii_of(low).__contains__, _GOING_ON)):
        found += [(at, False) for at in below_break(NEXT_TASK, low)]
    return sorted(found)


# "Respuesta inicial: A. Pregunta: ¿y si …? Respuesta final: C".
_FIRST_GUESS = Pattern(r"\b(?:ini[ct]ial\w*|prelimin\w*|provis\w*|tentativ\w*|vorlaufig\w*)\b[^.;\n]{0,20}\Z")


def _answer_lines(reply: Completion) -> list[int]:
    """Where the answers end that are given under a name: not "My first thought is A", but "Answer: A"."""
    given = [claim for claim in reply.standing if claim.rule in _GIVEN and claim.group.has_label]
    return [claim.group.mentions[-1].end for claim in given if not _FIRST_GUESS.search(claim.context.before)]


def _behind_answers(reply: Completion, low: str) -> list[int]:
    """Where a next question begins on the line of an answer, or is glued to the sentence of one declared."""
    declared = [claim for claim in reply.standing if claim.force is DECLARED and claim.group.has_label]
    breaks = [BEFORE_NEXT.match(low, end) for end in _answer_lines(reply)]
    breaks += [BEFORE_GLUED.match(low, claim.group.mentions[-1].end) for claim in declared]
    return [at for at in (between.end() for between in breaks if between) if NEXT_ON_LINE.match(low, at)]


_GIVEN = ("boxed", "key-line", "answer-line")  # rules by which a text is the answer as a label is
_INTRODUCTION = 200  # characters before the heading of a solution, at the most


def _heads_solution(reply: Completion, low: str, at: int) -> bool:
    """Whether a heading restates the item before it is solved: "Let's solve it. Problem: … Answer: B".

    It is the only one, the reply has so far said that it will solve the item, or given it a title, and
    declares an answer below.
    """
    opening = SOLVING.search(low, 0, at) or TITLES.fullmatch(low, 0, at)
    introduced = at < _INTRODUCTION and opening is not None
    if not introduced and RESTATED_TASK.match(low, at) is None:
        return False
    position = reply.skeleton.at(at)
    if any(claim.group.start < position for claim in reply.claims):
        return False
    declared = [claim for claim in reply.claims if claim.force is DECLARED]
    return any(claim.group.has_label or claim.rule in _GIVEN for claim in declared)


_EXAMPLE = Pattern(r"[\s>#*-]*(?:for )?example\s*:[\s*]*")
# What a reply that repeats how it is to answer says before an example of that.
_INSTRUCTED = Pattern(
    r"\b(?:answer with|respond|format\w*|only|letter|boxed|instructions?|please|do not|must|should be"
    r"|your (?:final )?(?:answer|response|reply))\b"
)


def _illustrates(reply: Completion, low: str, at: int) -> bool:
    """Whether "Example:" heads a part of the solution: a sentence of it, and then the answer."""
    heading = _EXAMPLE.match(low, at)
    if heading is None or _INSTRUCTED.search(low, 0, at):
        return False
    position = reply.skeleton.at(at)
    behind = [claim for claim in reply.standing if claim.group.start >= position and claim.group.has_label]
    if not behind or behind[0].force is not DECLARED:
        return False
    above = [claim for claim in reply.standing if claim.group.start < position]
    if any(claim.options != behind[0].options for claim in above):
        return False
    told = reply.skeleton.text[reply.skeleton.at(heading.end()) : behind[0].group.start]
    return "?" not in told and SENTENCE_END.search(told) is not None


def _answers_in_own_words(claims: list[Claim], at: int) -> bool:
    """Whether the first answer behind a place is a label of this item with its text: an echo is above it."""
    first = next((claim for claim in claims if claim.group.start >= at and claim.force >= STRONG), None)
    return first is not None and first.group.mentions[0].joined


def _echoes_own_options(claims: list[Claim], at: int) -> bool:
    """Whether at least two options are listed with their own texts behind a place."""
    listed: set[int] = set()
    for claim in claims:
        if claim.group.start >= at and any(mention.joined for mention in claim.group.mentions):
            listed |= claim.options
    return len(listed) >= 2
