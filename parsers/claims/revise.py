"""What a reply takes back: corrections, retractions, conclusions that outrank what was said on the way.

Later statements replace earlier ones only where the reply says so; otherwise both stand and
`verdict/resolve.py` sees a conflict.

Decision: docs/decisions/parsers.md, "What 204 replies of seven new stores taught the reader".
Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
"""

from functools import lru_cache

from parsers.claims.claims import ASSERTED, DECLARED, STRONG, Claim, Completion, Context, is_alone
from parsers.claims.closing import close
from parsers.claims.corrected import correction_before
from parsers.claims.left_over import without_left
from parsers.claims.unmeant import none_right
from parsers.grammar import asides, beside, doubts, revisions
from parsers.grammar.refusals import ABSTENTION
from parsers.grammar.speech import SPEAKS
from parsers.grammar.stand_ins import spoken_key, yes_and_no
from parsers.reading import AnswerMode, SetAside

_REST = 600  # a retraction is within so many characters after the last statement
_SIGNS = " \n.*"  # behind the last option of many replies, these alone: they take nothing back


def supersede(reply: Completion) -> None:
    """Set aside commitments that the reply itself takes back or replaces."""
    strong = [claim for claim in reply.standing if claim.force >= ASSERTED]
    strong = without_left(reply, strong)
    if reply.single:
        strong = _without_former(strong)
    if reply.single and len(strong) > 1:
        close(reply, strong)
    for number, later in enumerate(strong[1:], start=1):
        others = [claim for claim in strong[:number] if claim.stands and claim.options != later.options]
        announced = _announcement(reply, later) if others else -1
        for earlier in others:
            if _replaces(earlier, later, announced, reply):
                earlier.set_aside = SetAside.SUPERSEDED
    _take_back_denied(reply, strong)
    if reply.single and strong:
        _set_refuted_aside(strong[0], strong[1:], reply.skeleton.text)
    if standing := [claim for claim in strong if claim.stands]:
        _set_given_up_aside(reply, standing)


def _set_given_up_aside(reply: Completion, standing: list[Claim]) -> None:
    """Set aside all that still stands where what follows the last of it takes it back."""
    rest = reply.skeleton.text[standing[-1].group.end : reply.cut]
    if _given_up(standing, _without_reason(reply, standing[-1], rest)):
        for claim in standing:
            claim.set_aside = SetAside.SUPERSEDED


def _take_back_denied(reply: Completion, strong: list[Claim]) -> None:
    """Set aside what the reply denies later on, where another answer is declared behind the denial."""
    declared = [claim for claim in strong if claim.stands and claim.force is DECLARED]
    if len(declared) < 2:
        return
    last = declared.pop()
    for denial in filter(_denies_answer, reply.claims):
        for claim in declared:
            between = claim.group.end < denial.group.start <= last.group.start
            if between and claim.options == denial.options != last.options:
                claim.set_aside = SetAside.SUPERSEDED


def _without_former(strong: list[Claim]) -> list[Claim]:
    """The claims without what was chosen before another one: "C: pine. (The previous choice was A.)"."""
    for claim in strong[1:]:
        if claim.options != strong[0].options and _is_former(claim) and not _is_of_another(strong[0]):
            claim.set_aside = SetAside.SUPERSEDED
    return [claim for claim in strong if claim.stands]


def _is_former(claim: Claim) -> bool:
    """Whether it was chosen before, and nothing around it says that this holds."""
    before, after = claim.context.before, claim.context.after
    if revisions.BEFORE_FORMER.search(before) is None:
        return False
    return not (revisions.UPHELD.search(before) or revisions.UPHELD.search(after))


def _is_of_another(claim: Claim) -> bool:
    """Whether it is what somebody else chose: "I understand that you think the answer is C"."""
    return revisions.OTHERS_CHOICE.search(claim.context.before) is not None


def _set_refuted_aside(first: Claim, others: list[Claim], text: str) -> None:
    """Set aside what heads the reply and is judged wrong at once, where another answer is declared below.

    "D) elm. This is incorrect. The correct answer is A."
    """
    heads = first.context.lead is not None and not first.context.lead.strip()
    if not heads or first.force is DECLARED or not first.stands:
        return
    if first.group.mentions[0].joined and revisions.MYTH_AT_ONCE.match(text, first.group.end):
        first.set_aside = SetAside.NEGATED
        return
    below = [claim for claim in others if claim.stands and claim.force is DECLARED]
    differ = any(claim.options != first.options for claim in below)
    if differ and revisions.WRONG_AT_ONCE.match(text, first.group.end):
        first.set_aside = SetAside.NEGATED


def _denies_answer(claim: Claim) -> bool:
    """Whether a label is called not the answer, and not just denied something: "the answer is not E"."""
    if claim.set_aside is not SetAside.NEGATED or not claim.group.has_label:
        return False
    return revisions.NOT_THE_ANSWER.search(claim.context.before) is not None


def _announcement(reply: Completion, later: Claim) -> int:
    """Where the last word of correction before a claim begins; -1 where there is none."""
    if beside.AFTER_INSTEAD.match(later.context.after):
        return later.group.start
    whole = is_alone(later.context.after) or later.context.follow.startswith((". ", ": "))
    if whole and revisions.PREFERRING.search(later.context.before):
        return later.group.start
    return correction_before(reply.skeleton.text, later)


def _replaces(earlier: Claim, later: Claim, announced: int, reply: Completion) -> bool:
    """Whether a later claim takes the place of an earlier one; `announced`: see `_announcement`."""
    corrected = announced >= earlier.group.end
    if reply.mode is AnswerMode.MULTI and revisions.ADDING.search(later.context.before):
        return False
    if later.force < STRONG and earlier.force > later.force:
        return corrected and _objects(earlier)
    if later.final and not earlier.final and not _just_declared(earlier, later, reply):
        return True
    if len(earlier.options) > 1 and {reply.options.unions.get(earlier.options)} == later.options:
        return True  # "A and B, so C", where C is "both"
    if later.options < earlier.options and (
        earlier.group.alternatives or _narrows(earlier, later, reply.mode)
    ):
        return True
    if _none_but(earlier, later, reply):
        return True
    return corrected or _on_the_way(earlier, later) or _questioned(earlier, later)


_ADJACENT = 60  # characters between an answer and a "final answer" that says another one


def _just_declared(earlier: Claim, later: Claim, reply: Completion) -> bool:
    """Whether the sentence before a final answer declares a label: "The answer is A. Final answer: B"."""
    if earlier.force is not DECLARED or earlier.rule == "pick" or _is_tentative(earlier.context.before):
        return False
    if not earlier.group.named_by_label or earlier.group.alternatives:
        return False
    return later.group.start - earlier.group.end < _ADJACENT and is_alone(earlier.context.after)


def _none_but(earlier: Claim, later: Claim, reply: Completion) -> bool:
    """Whether "none fits" is followed by a choice: "None of these is ideal. I'd go with B"."""
    nothing = reply.options.none_option
    if nothing is None or earlier.options != {nothing} or earlier.group.named_by_label:
        return False
    return earlier.force < DECLARED and later.force is DECLARED and later.group.has_label


def _questioned(earlier: Claim, later: Claim) -> bool:
    """Whether the earlier one was put to the question and the later one answered: "A? Risky. C? Yes."."""
    return earlier.context.follow.startswith("?") and later.rule == "predicate"


def _objects(earlier: Claim) -> bool:
    """Whether the very next words object, as in "Schizophrenia. No, …"."""
    return revisions.CORRECTION.search(earlier.context.follow[:12]) is not None


def _narrows(earlier: Claim, later: Claim, mode: AnswerMode) -> bool:
    """Whether one is picked out of several, as in "A and D are plausible; D fits better"."""
    return mode is AnswerMode.SINGLE and later.force >= max(earlier.force, STRONG) and len(later.options) == 1


def _on_the_way(earlier: Claim, later: Claim) -> bool:
    """Whether the earlier claim was a first thought, or tentative where the later one concludes."""
    context = earlier.context
    if _is_past(context.before, context.after):
        return True
    if earlier.rule in _OUTDONE and _outdoes(later.context):
        return True
    if beside.AFTER_WOULD.match(context.after) and later.force is DECLARED and later.context.closes:
        return True
    return not later.group.alternatives and _is_tentative(context.before) and _concludes(later)


_OUTDONE = ("conclusion", "predicate")  # what speaks for an option, and does not call it the answer


def _outdoes(context: Context) -> bool:
    """Whether "but" stands before it, and it is called the better one: "…, but ◆ is the better fit"."""
    if revisions.AFTER_OUTDOING.match(context.after) is None:
        return False
    return revisions.BEFORE_OUTDOING.search(context.before) is not None


# Remembered, because every claim is compared with every later one.
@lru_cache(maxsize=1024)
def _is_past(before: str, after: str) -> bool:
    return asides.BEFORE_PAST.search(before) is not None or asides.AFTER_PAST.match(after) is not None


@lru_cache(maxsize=1024)
def _is_tentative(before: str) -> bool:
    return revisions.TENTATIVE.search(before) is not None


def _concludes(claim: Claim) -> bool:
    """Whether a claim is the closing sentence, declared and introduced as the conclusion."""
    before = claim.context.before
    if claim.force is not DECLARED or not claim.context.closes:
        return False
    return bool(revisions.CONCLUDING.match(before)) and not _is_tentative(before)


def _without_reason(reply: Completion, last: Claim, rest: str) -> str:
    """What follows the last claim, without what only says "no" again: "No, that is not correct"."""
    said = {
        yes_and_no().get(spoken_key(reply.options.words[option])) for option in last.options if option >= 0
    }
    again = revisions.NO_AGAIN.match(rest) if said == {"no"} and not last.group.has_label else None
    return rest[again.end() :] if again else rest


def _given_up(standing: list[Claim], rest: str) -> bool:
    """Whether what was said last is withdrawn, or was the closest one and does not hold either."""
    if len(rest) > _REST and none_right(rest[-_REST:], at_last=True):
        return True
    rest = rest[:_REST]
    if not rest.strip(_SIGNS):
        return False
    if _taken_back(rest):
        return True
    if revisions.NONE_AT_ALL.search(rest) and all(_is_weak(claim) for claim in standing):
        return True
    only_closest = all(revisions.CLOSEST.search(claim.context.before) for claim in standing)
    return only_closest and revisions.NONE_HOLDS.search(rest) is not None


def _is_weak(claim: Claim) -> bool:
    """Whether it is only concluded, or said in passing, and not called the answer."""
    return claim.force < DECLARED and claim.rule not in ("leading", "alone")


def _taken_back(rest: str) -> bool:
    """Whether the words after the last commitment withdraw it and put none in its place."""
    if _retracted(rest) or none_right(rest):
        return True
    corrected = revisions.CORRECTION.search(rest[:80])
    return corrected is not None and ABSTENTION.search(rest, corrected.start()) is not None


def _retracted(rest: str) -> bool:
    """Whether the one who answers owns to a mistake, and quotes nobody: "dijo: espera, me equivoqué"."""
    mistakes = [found for words in (revisions.RETRACTION, doubts.WITHDRAWN) for found in words.finditer(rest)]
    if not mistakes:
        return False
    quotes = [quote.span() for quote in SPEAKS.finditer(rest)]
    return any(not any(start < mistake.start() <= end for start, end in quotes) for mistake in mistakes)


def withdraw(reply: Completion, standing: list[Claim]) -> bool:
    """Let a last "the answer is none of these" take back what was only concluded or asserted before it."""
    if not standing or not all(_may_withdraw(claim) for claim in standing):
        return False
    if not (_nothing_declared(reply, standing) or _left_open(reply, standing)):
        return False
    for claim in standing:
        claim.set_aside = SetAside.SUPERSEDED
    return True


def _nothing_declared(reply: Completion, standing: list[Claim]) -> bool:
    end = standing[-1].group.end
    return revisions.NOTHING_DECLARED.search(reply.skeleton.text, end, reply.cut) is not None


def _is_answer(claim: Claim) -> bool:
    """Whether it is called the answer: "The most likely answer is B", not "it might be B"."""
    said = claim.rule in ("answer-sentence", "answer-line")
    return said and revisions.MAYBE.search(claim.context.before) is None


def _left_open(reply: Completion, standing: list[Claim]) -> bool:
    """Whether all are guesses, and the reply ends with not knowing: "It could be A. Hard to say."."""
    if any(_is_answer(claim) or not _is_tentative(claim.context.before) for claim in standing):
        return False
    return revisions.HARD_TO_SAY.search(reply.skeleton.text, standing[-1].group.end) is not None


def _may_withdraw(claim: Claim) -> bool:
    if claim.force is DECLARED:
        return claim.group.alternatives or _is_tentative(claim.context.before)
    return claim.rule != "leading"
