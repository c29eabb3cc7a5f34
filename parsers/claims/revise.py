"""What a reply takes back: corrections, retractions, conclusions that outrank what was said on the way.

Later statements replace earlier ones only where the reply says so; otherwise both stand and
`verdict/resolve.py` sees a conflict.
"""

from functools import lru_cache

from parsers.claims.claims import Claim, Completion, Force, breaks_off, is_alone, rest_of_line
from parsers.claims.cues import names_wrong_one, opens_as_conclusion
from parsers.grammar import asides, beside
from parsers.grammar.refusals import abstains
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, SetAside

NEAR = 400  # a correction is announced within so many characters before the new statement
REST = 600  # and a retraction within so many after the last one


def supersede(reply: Completion) -> None:
    """Set aside commitments that the reply itself takes back or replaces."""
    strong = [claim for claim in reply.standing if claim.force >= Force.ASSERTED]
    if reply.mode is AnswerMode.SINGLE and len(strong) > 1:
        _close(reply, strong)
    for number, later in enumerate(strong[1:], start=1):
        announced = _announcement(reply, later)
        for earlier in strong[:number]:
            if not earlier.stands or earlier.options == later.options:
                continue
            if by := _replaces(earlier, later, announced, reply):
                earlier.put_aside(SetAside.SUPERSEDED, by)
    standing = [claim for claim in strong if claim.stands]
    if standing and _given_up(standing, reply.skeleton.text[standing[-1].group.end : reply.cut][:REST]):
        for claim in standing:
            claim.put_aside(SetAside.SUPERSEDED, "taken-back")


FEWEST = 3  # options; of two, the one that is not wrong is the answer


def choose_wrong_one(reply: Completion) -> None:
    """Let the option that is called the wrong one stand where that was asked for, in whatever language.

    "La respuesta incorrecta es: 2. …", "誤っているのはCです", "Only C is no conifer": all that is said of
    options by their labels, or its end when it has gone through them all.
    """
    if reply.mode is AnswerMode.MULTI or len(reply.options) < FEWEST:
        return
    labelled = [claim for claim in reply.claims if claim.group.named_by_label]
    for claim in (*labelled[:1], *labelled[1:][-1:]):
        if (
            claim.set_aside is not SetAside.NEGATED
            or len(claim.options) > 1
            or not _is_wrong_one(claim, claim is not labelled[0])
        ):
            continue
        others = [other for other in labelled if other.options != claim.options]
        told = {option for other in others for option in other.options}
        if claim is labelled[0] and claim.context.lead is not None:
            fits = not any(map(_says_of_itself, others))
        else:
            fits = len(told) >= len(reply.options) - 1 and _leaves_one_wrong(others)
        if fits:
            for other in filter(lambda other: other.stands, others):
                other.put_aside(SetAside.RESTATED, "wrong-one")
            claim.stand()
            claim.force, claim.rule = Force.DECLARED, "wrong-one"


_TEXT_BEHIND = Pattern(r"[\"'*]*[):]")  # of the option, told otherwise: "3) La mayoría …"


def _is_wrong_one(claim: Claim, at_end: bool) -> bool:
    before, after = claim.context.before, claim.context.after
    if asides.BEFORE_ONLY_THIS.search(before):
        return True
    explained = at_end or claim.group.mentions[-1].joined or not claim.context.closes
    if claim.context.titled and _TEXT_BEHIND.match(claim.context.verdict):
        after = ":"
    return claim.context.foreign and names_wrong_one(claim.context.cued, after, explained)


def _says_of_itself(other: Claim) -> bool:
    """Whether an option is called right or wrong as well, or written out."""
    if other.weak and not other.group.mentions[0].joined:
        return False  # a number in passing
    judged = other.set_aside is SetAside.NEGATED or (other.stands and other.force >= Force.STRONG)
    return judged or any(mention.joined for mention in other.group.mentions)


def _leaves_one_wrong(others: list[Claim]) -> bool:
    """Whether two others are called right, or none is the answer and none wrong."""
    standing = [claim for claim in others if claim.stands and claim.force >= Force.STRONG]
    if any(claim.rule not in ("predicate", "conclusion", "verdict-list") for claim in standing):
        return False
    if len({claim.options for claim in standing}) > 1:
        return True
    return not standing and all(claim.set_aside is not SetAside.NEGATED for claim in others)


_DENSE = Pattern("[\u3040-\u30ff\u3400-\u9fff]")
CLOSING = 150  # characters between what was said on the way and the line that gives the answer


def _close(reply: Completion, strong: list[Claim]) -> None:
    """Let a last line that gives the answer, or a closing conclusion, outrank what was said on the way."""
    last = strong[-1]
    if len(last.options) != 1 or not last.group.has_label:
        return
    if _gives_answer(reply, last):
        judged = {claim.options for claim in strong[:-1] if claim.rule == "predicate"}
        for claim in strong[:-1]:
            statement = claim.rule == "predicate" and len(judged) > 1  # several are right: statements
            if claim.options != last.options and (statement or _on_a_line_before(reply, claim, last)):
                claim.put_aside(SetAside.SUPERSEDED, "last-line")
    elif last.rule == "predicate" and _concludes_all(reply, strong):
        last.force = Force.DECLARED


def _concludes_all(reply: Completion, strong: list[Claim]) -> bool:
    """Whether the last claim closes the reply with "therefore", and no other one is concluded so."""
    last = strong[-1]
    if not _ends(reply.skeleton.text[last.group.end :]) or not _opens_so(last):
        return False
    return not any(_opens_so(claim) for claim in strong[:-1] if claim.options != last.options)


def _gives_answer(reply: Completion, claim: Claim) -> bool:
    """Whether a claim is the last line of the reply and nothing but an announced answer."""
    return not reply.skeleton.text[claim.group.end :].strip(_SIGNS) and _is_answer_line(reply, claim)


def _is_answer_line(reply: Completion, claim: Claim) -> bool:
    """Whether a claim is all of its line but the word that announces it, or an answer field."""
    if claim.force is not Force.DECLARED:
        return False
    text, start = reply.skeleton.text, claim.group.start
    head = text[text.rfind("\n", 0, start) + 1 : start].rstrip(" *:")
    before = text[text.rfind("\n", 0, start) + 1 : start].rstrip(_SIGNS)
    after = rest_of_line(text, claim.group.end)
    announced = before[-1:] in (":", "=", "") or (head[:1], head[-1:]) == ("[", "]")  # "[答案] ◆"
    return claim.context.in_field or (len(before) < HEAD and announced and not after.strip(_SIGNS))


def _on_a_line_before(reply: Completion, claim: Claim, last: Claim) -> bool:
    """Whether a claim was made on the way: far ahead of the last line, and not as an answer at the head."""
    if claim.context.lead is not None and not claim.context.lead.strip(" \n#*"):
        return False
    if _is_answer_line(reply, claim):
        return _reconsidered(reply, claim, last)
    if last.context.in_field and (claim.force < Force.DECLARED or not claim.group.named_by_label):
        return True
    between = reply.skeleton.text[claim.group.end : last.group.start]
    return _room(between) > CLOSING or _reconsidered(reply, claim, last)


def _room(text: str) -> int:
    """Its length in letters of an alphabet: a sign of Chinese or Japanese says as much as three."""
    return len(text) if text.isascii() else len(text) + 2 * len(_DENSE.findall(text))


def _reconsidered(reply: Completion, claim: Claim, last: Claim) -> bool:
    return beside.RECONSIDERED.search(reply.skeleton.text, claim.group.end, last.group.start) is not None


HEAD = 40  # characters that announce an answer in its line, at the most
_SIGNS = " \n.。*\"')]}`$\\"


def _ends(rest: str) -> bool:
    """Whether nothing but a closing remark follows."""
    return len(rest) < CLOSING and not (rest.strip(_SIGNS) and breaks_off(rest))


def _opens_so(claim: Claim) -> bool:
    """Whether the sentence begins with "therefore", in whatever language."""
    return beside.CONCLUDING.match(claim.context.before) is not None or (
        claim.context.foreign and opens_as_conclusion(claim.context.before)
    )


def _announcement(reply: Completion, later: Claim) -> int:
    """Where the last word of correction before a claim begins; -1 where there is none."""
    if beside.AFTER_INSTEAD.match(later.context.after):
        return later.group.start
    start = max(0, later.group.start - NEAR)
    found = [
        match.start() for match in beside.CORRECTION.finditer(reply.skeleton.text, start, later.group.start)
    ]
    return found[-1] if found else -1


def _replaces(earlier: Claim, later: Claim, announced: int, reply: Completion) -> str:
    """The name of the rule by which a later claim takes the place of an earlier one; "" where none does."""
    corrected = announced >= earlier.group.end
    if reply.mode is AnswerMode.MULTI and beside.ADDING.search(later.context.before):
        return ""
    if later.force < Force.STRONG and earlier.force > later.force:
        return "objection" if corrected and _objects(earlier) else ""
    if reply.mode is AnswerMode.MULTI and earlier.context.in_field and later.context.in_field:
        between = reply.skeleton.text[earlier.group.end : later.group.start]
        return "last-line" if _room(between) > CLOSING and _gives_answer(reply, later) else ""
    if later.final and not earlier.final and not _just_declared(earlier, later, reply):
        return "final-answer"
    if len(earlier.options) > 1 and {reply.options.unions.get(earlier.options)} == later.options:
        return "union"  # "A and B, so C", where C is "both"
    if later.options < earlier.options and (
        earlier.group.alternatives or _narrows(earlier, later, reply.mode)
    ):
        return "narrowed"
    if _none_but(earlier, later, reply):
        return "none-but"
    if corrected:
        return "correction"
    if _on_the_way(earlier, later):
        return "first-thought"
    return "question-answered" if _questioned(earlier, later) else ""


ADJACENT = 60  # characters between an answer and a "final answer" that says another one


def _just_declared(earlier: Claim, later: Claim, reply: Completion) -> bool:
    """Whether the sentence before a final answer declares a label: "The answer is A. Final answer: B"."""
    if earlier.force is not Force.DECLARED or earlier.rule == "pick" or _is_tentative(earlier.context.before):
        return False
    if not earlier.group.named_by_label or earlier.group.alternatives:
        return False
    return later.group.start - earlier.group.end < ADJACENT and is_alone(earlier.context.after)


def _none_but(earlier: Claim, later: Claim, reply: Completion) -> bool:
    """Whether "none fits" is followed by a choice: "None of these is ideal. I'd go with B"."""
    nothing = reply.options.none_option
    if nothing is None or earlier.options != {nothing} or earlier.group.named_by_label:
        return False
    return earlier.force < Force.DECLARED and later.force is Force.DECLARED and later.group.has_label


def _questioned(earlier: Claim, later: Claim) -> bool:
    """Whether the earlier one was put to the question and the later one answered: "A? Risky. C? Yes."."""
    return earlier.context.follow.startswith("?") and later.rule == "predicate"


def _objects(earlier: Claim) -> bool:
    """Whether the very next words object, as in "Schizophrenia. No, …"."""
    return beside.CORRECTION.search(earlier.context.follow[:12]) is not None


def _narrows(earlier: Claim, later: Claim, mode: AnswerMode) -> bool:
    """Whether one is picked out of several, as in "A and D are plausible; D fits better"."""
    return (
        mode is AnswerMode.SINGLE
        and later.force >= max(earlier.force, Force.STRONG)
        and len(later.options) == 1
    )


def _on_the_way(earlier: Claim, later: Claim) -> bool:
    """Whether the earlier claim was a first thought, or tentative where the later one concludes."""
    context = earlier.context
    if _is_past(context.before, context.after):
        return True
    if beside.AFTER_WOULD.match(context.after) and later.force is Force.DECLARED and later.context.closes:
        return True
    return not later.group.alternatives and _is_tentative(context.before) and _concludes(later)


# Remembered, because every claim is compared with every later one.
@lru_cache(maxsize=1024)
def _is_past(before: str, after: str) -> bool:
    return asides.BEFORE_PAST.search(before) is not None or asides.AFTER_PAST.match(after) is not None


@lru_cache(maxsize=1024)
def _is_tentative(before: str) -> bool:
    return beside.TENTATIVE.search(before) is not None


def _concludes(claim: Claim) -> bool:
    """Whether a claim is the closing sentence, declared and introduced as the conclusion."""
    before = claim.context.before
    if claim.force is not Force.DECLARED or not claim.context.closes:
        return False
    return bool(beside.CONCLUDING.match(before)) and not _is_tentative(before)


def _given_up(standing: list[Claim], rest: str) -> bool:
    """Whether what was said last is withdrawn, or was the closest one and does not hold either."""
    if _taken_back(rest):
        return True
    only_closest = all(beside.CLOSEST.search(claim.context.before) for claim in standing)
    return only_closest and beside.NONE_HOLDS.search(rest) is not None


def _taken_back(rest: str) -> bool:
    """Whether the words after the last commitment withdraw it and put none in its place."""
    if beside.RETRACTION.search(rest):
        return True
    corrected = beside.CORRECTION.search(rest[:80])
    return corrected is not None and abstains(rest, corrected.start()) is not None


def withdraw(reply: Completion, standing: list[Claim]) -> None:
    """Let a last "the answer is none of these" take back what was only concluded or asserted before it."""
    if not standing or not all(_may_withdraw(claim) for claim in standing):
        return
    if beside.NOTHING_DECLARED.search(reply.skeleton.text, standing[-1].group.end, reply.cut):
        for claim in standing:
            claim.put_aside(SetAside.SUPERSEDED, "none-declared")


def _may_withdraw(claim: Claim) -> bool:
    if claim.force is Force.DECLARED:
        return claim.group.alternatives or _is_tentative(claim.context.before)
    return claim.rule != "leading"
