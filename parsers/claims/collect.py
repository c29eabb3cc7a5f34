"""Every group of mentions becomes a claim; then what the model went on to is set aside.

First each group is judged and guarded by its own sentence. Then the end of the reply to this item is sought:
the next question or turn, another item's list, the examples of a prompt that are answered before it.
"""

from collections.abc import Iterable
from itertools import pairwise

from parsers.claims.claims import (
    Claim,
    Completion,
    Force,
    breaks_off,
    context_of,
    in_open_bracket,
    is_alone,
    noun_of,
)
from parsers.claims.cues import links_at_most
from parsers.claims.guards import Aside, guard, merely_named
from parsers.claims.judge import judge
from parsers.claims.lists import foreign_list
from parsers.grammar import asides, beside, negations
from parsers.grammar.labels import (
    NEXT_ON_LINE,
    NEXT_QUESTION,
    NEXT_QUESTION_ELSEWHERE,
    NEXT_TASK,
    NEXT_TURN,
    NUMBERED_ANSWER,
    NUMBERED_QUESTION,
    REFERENCES,
)
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import has_cues, listed, roles_in
from parsers.grammar.pattern import LABEL
from parsers.mentions.groups import HALF, Group, Skeleton
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, SetAside
from parsers.text.folding import plain_lower

# What may stand around a label that is the whole reply: white space, brackets, quotes, punctuation.
_LIGHT = " \t\n\"'()[]{}.,;:!?。*_-–—<>`•"


def collect_claims(reply: Completion) -> None:
    """Fill the reply's claims, in order of their place."""
    whole = _whole(reply.skeleton)
    reply.skeleton.foreign = bool(reply.skeleton.groups) and _has_cues(reply)
    for group in reply.skeleton.groups:
        claim = judge(context_of(reply.skeleton, reply.plain, group), group is whole)
        if reply.cut_short and group is not whole and _may_be_cut(claim):
            claim.force = Force.MENTION
        if _is_stump(claim, reply) or _is_cut_sentence(claim, reply) or _speaks_of_several(claim, reply):
            claim.force = Force.MENTION
        if aside := _set_aside(claim, group is whole, reply):
            claim.put_aside(*aside)
        if _is_half(group, reply):
            claim.put_aside(SetAside.UNCOMMITTED, "half-a-set")
            claim.force = Force.MENTION
        elif claim.stands and _is_cut_off(claim):
            claim.put_aside(SetAside.UNCOMMITTED, "cut-off")
        if claim.stands and claim.rule == "predicate" and _gives_reason(claim, reply):
            claim.put_aside(SetAside.CONSIDERED, "reason")
        if _stands_instead(claim, reply):
            claim.force, claim.rule = Force.STRONG, "predicate"
        in_words = claim.force is Force.MENTION and not group.has_label
        if in_words and all(map(reply.options.declines, claim.options)):
            claim.force, claim.rule = Force.ASSERTED, "option-text"
        reply.claims.append(claim)
    _drop_prefix(reply)
    _drop_continuation(reply)
    _set_opened_list_aside(reply)


_BECAUSE = Pattern(
    rf"(?:\b(?:because|since)|, as|(?<!\w)(?:{listed('because')}))(?!\w)(?: [^\W\d_]+){{0,3}}[\s(\"']*\Z"
)


def _gives_reason(claim: Claim, reply: Completion) -> bool:
    """Whether it says why the option called right before it in its sentence is: "D, as A and B are right"."""
    named = reply.claims[-1] if reply.claims else None
    if reply.mode is AnswerMode.MULTI or named is None or not named.stands or named.force < Force.STRONG:
        return False
    between = reply.skeleton.text[named.group.end : claim.group.start]
    return len(between) < len(claim.context.before) and _BECAUSE.search(between) is not None


_LINE_SIGNS = " \n\"'*_(#•–-"
_SENTENCE = Pattern(r"[.!?。\n]")


def _set_opened_list_aside(reply: Completion) -> None:
    """Set the first option aside where a line says that the options are gone through from there on.

    `lists.py` tells the list by its entries; a reply that was cut behind the first has none.
    """
    if reply.mode is AnswerMode.MULTI:
        return
    for number, claim in enumerate(reply.claims):
        below = claim.group.has_label or "\n" in claim.context.before[-2:]
        first = claim.options == {0} and claim.stands and claim.group.named_by_label and below
        first = first and claim.rule != "predicate"
        following = [other.options for other in reply.claims[number + 1 : number + 3]]
        if first and _opens_list(claim.context.before, following == [{1}, {2}]):
            more = any(other.group.has_label and other.options != {0} for other in reply.claims[number + 1 :])
            if more or breaks_off(reply.visible) or reply.skeleton.foreign:
                claim.put_aside(SetAside.RESTATED, "opened-list")
                for entry in _shown_behind(reply, number):
                    entry.put_aside(SetAside.RESTATED, "opened-list")


def _shown_behind(reply: Completion, number: int) -> list[Claim]:
    """The other options in order, where each stands with its text: they are shown, and none is chosen."""
    entries = reply.claims[number + 1 : number + len(reply.options)]
    in_order = [entry.options for entry in entries] == [{at} for at in range(1, len(reply.options))]
    return entries if in_order and all(entry.group.mentions[0].joined for entry in entries) else []


_LOOKS = Pattern(listed("summing"))  # "Hebu tuangalie kwa undani:"


def _opens_list(before: str, in_order: bool) -> bool:
    above = before.rstrip(_LINE_SIGNS)
    if not above.endswith((":", "：")):
        return False
    heading = _SENTENCE.split(above)[-1]
    if asides.LISTS_OPTIONS.search(before):
        return asides.TAKES_ONE.search(heading) is None
    said = roles_in(heading)
    chosen = Role.ANSWER | Role.RIGHT | Role.PICK | Role.WRONG | Role.SO
    listing = said & Role.OPTION or _LOOKS.search(heading)
    several = in_order or " " in heading.strip() or not heading.isascii()  # "Opción:" may be one
    return bool(listing and not said & chosen) and several


# "E) …" on the line of a label.
_NEXT_TEXT = Pattern(r"[).:]{1,2} {0,2}[^\W_]")


def _drop_continuation(reply: Completion) -> None:
    """Set aside the next option that a base model makes up ("E) …") where one of the item's is the answer."""
    first, last = next(iter(reply.standing), None), reply.options.labels[-1].upper()
    if first is None or first.rule != "leading" or not reply.options.lettered or len(last) > 1:
        return
    label = first.group.mentions[0]
    invented = len(first.group.mentions) == 1 and label.letter == chr(ord(last) + 1)
    if not invented or not _NEXT_TEXT.match(reply.plain.text.value, label.core[0] + 1):
        return
    given = [claim for claim in reply.standing if claim.force is Force.DECLARED or _ends_alone(claim)]
    if given and all(claim.group.has_label and UNKNOWN not in claim.options for claim in given):
        first.put_aside(SetAside.RESTATED, "next-option")


def _ends_alone(claim: Claim) -> bool:
    """Whether a label is the last line of the reply."""
    return claim.rule == "alone" and claim.context.line_alone and claim.context.closes


def _has_cues(reply: Completion) -> bool:
    """Whether words of another language that may announce an answer stand in the text, or in its labels."""
    if has_cues(reply.skeleton.text):
        return True
    return any(
        group.mentions[0].named and has_cues(noun_of(reply.plain, group)) for group in reply.skeleton.groups
    )


def _set_aside(claim: Claim, whole: bool, reply: Completion) -> Aside | None:
    """Why a claim does not count, and by which rule, as far as its own sentence and the options say."""
    names_all = len(claim.options) == len(reply.options) > 1
    called = reply.mode is AnswerMode.MULTI and claim.force is Force.DECLARED and not whole
    if not (called and not claim.group.alternatives) and _restates(claim.group, reply):
        return (None if whole else guard(claim.context, names_all)) or (SetAside.RESTATED, "list-as-shown")
    if whole:
        asked = names_all and claim.group.alternatives and claim.context.follow[:1] in ("?", ":")
        return (SetAside.QUESTION, "list-asked") if asked else None
    aside = guard(claim.context, names_all)
    if aside is None and claim.force is Force.MENTION and merely_named(claim.context):
        return SetAside.UNCOMMITTED, "named-in-passing"
    return aside or ((SetAside.RESTATED, "enumeration") if names_all and _enumerates(claim, reply) else None)


def _drop_prefix(reply: Completion) -> None:
    """Set aside an A that stands for "answer": "A: the answer is C", and "… is true?\nA:" at the end."""
    claims = reply.claims
    last = claims[-1].group if claims else None
    text, ends_so = reply.skeleton.text, last is not None and last.mentions[0].letter == "A"
    if last and ends_so and text[last.end :].strip() == ":" and text[: last.start].rstrip()[-1:] == "?":
        claims[-1].put_aside(SetAside.NAME, "prefix")
    if len(claims) < 2 or claims[0].context.lead != "" or claims[0].group.mentions[0].letter != "A":
        return
    first, second = claims[0], claims[1]
    if first.context.after.startswith(": ") and second.rule == "answer-sentence" and second.stands:
        first.put_aside(SetAside.NAME, "prefix")


def _may_be_cut(claim: Claim) -> bool:
    """Whether a cut may have fallen into what is said: a text that begins a sentence, a longer number."""
    if claim.context.after or claim.group.has_label:
        return False
    return claim.rule == "alone" or (claim.weak and claim.force is Force.ASSERTED)


HANGING = 12  # characters of the word with which a sentence breaks off
HALF_AT_MOST = 20  # characters that join the next member of a list
LONG = 200  # characters of a reply that may have been cut behind a capital


def _is_cut_off(claim: Claim) -> bool:
    """Whether the reply breaks off behind it: in working under a label, or in a list of options."""
    after = claim.context.after
    if not claim.context.closes or claim.force is Force.DECLARED:
        return False
    if not asides.HANGS.search(after, max(0, len(after.rstrip()) - HANGING)):
        return False
    return bool(asides.AFTER_WORKING.match(after) or asides.HANGS.fullmatch(after.strip()))


def _is_stump(claim: Claim, reply: Completion) -> bool:
    """Whether a bare capital at the end of a line of prose is the first letter of a sentence that was cut."""
    context, group = claim.context, claim.group
    if not group.has_label or len(reply.skeleton.text) <= LONG:
        return False
    if _cut_behind(reply, group) or _ends_in_comma(reply.skeleton, group):  # "… Options A,"
        return True
    bare = group.end - group.start == 1 and not any(one.named for one in group.mentions)
    ends = group.end == reply.skeleton.written
    if bare and ends and _FORMULA_ABOVE.search(context.before):
        return True
    return bare and ends and context.sentence_alone and not context.line_alone and not context.in_field


def _is_half(group: Group, reply: Completion) -> bool:
    """Whether a list breaks off behind the group: "The options are A and"."""
    if reply.skeleton.written - group.end > HALF_AT_MOST:
        return False
    if not reply.skeleton.text[group.end : reply.skeleton.written].strip(" \n\"')*]."):
        return False  # nothing follows: the commonest, told at once
    rest = HALF.fullmatch(reply.skeleton.text, group.end)
    if rest is None or not (rest["word"] or rest["sign"]):
        return False
    return reply.cut_short or len(rest["word"] or "") > 1


def _ends_in_comma(skeleton: Skeleton, group: Group) -> bool:
    """Whether a comma is all that follows the group."""
    last = skeleton.written - 1
    return skeleton.text[last : last + 1] == "," and not skeleton.text[group.end : last].strip()


def _is_cut_sentence(claim: Claim, reply: Completion) -> bool:
    """Whether an option text is all that is left of the sentence with which a long reply breaks off."""
    if claim.group.named_by_label or claim.rule != "alone" or len(reply.skeleton.text) <= LONG:
        return False
    return claim.group.end == reply.skeleton.written and not claim.context.line_alone


def _speaks_of_several(claim: Claim, reply: Completion) -> bool:
    """Whether several options, of which one is asked for, are what a sentence of a long reply speaks of."""
    if reply.mode is AnswerMode.MULTI or len(claim.options) < 2 or len(reply.skeleton.text) <= LONG:
        return False
    if claim.rule == "pick" and len(claim.group.mentions) == 1 and not is_alone(claim.context.after):
        return True  # "use the CDF to find …": letters in one word
    if claim.rule not in ("conclusion", "alone") or claim.context.lead == "":
        return False
    return claim.group.end == reply.skeleton.written or bool(beside.AFTER_JUDGED.match(claim.context.after))


_FORMULA_ABOVE = Pattern(r"\b(?:formula|equation|expression|function|law)\b[^\n]{0,40}:\s*\Z")
_ANSWER_OPENED = Pattern(r"\banswer is \(\Z")  # only the bracket behind the label is missing
_CUT_NAME = Pattern(r"\.\s?[a-z]{1,12}\Z")  # "C. diffic": a genus in short


def _cut_behind(reply: Completion, group: Group) -> bool:
    """Whether the reply ends inside the bracket, or the name, that the label belongs to: "… (option D"."""
    if group.end < reply.skeleton.written:
        return _CUT_NAME.match(reply.skeleton.text, group.end) is not None
    if _ANSWER_OPENED.search(reply.skeleton.text, max(0, group.start - 20), group.start):
        return False
    return in_open_bracket(reply.plain.text.value)


def _whole(skeleton: Skeleton) -> Group | None:
    """The group that is the whole text under light decoration, if there is one."""
    if len(skeleton.groups) != 1:
        return None
    group = skeleton.groups[0]
    if UNKNOWN in group.options and group.mentions[0].letter == "I":
        return None  # the pronoun that a sentence was about to begin with
    light = not skeleton.text[: group.start].strip(_LIGHT) and not skeleton.text[group.end :].strip(_LIGHT)
    return group if light else None


def _stands_instead(claim: Claim, reply: Completion) -> bool:
    """Whether a claim with a bare verb takes the place of the option denied just before: "A isn't. B is."."""
    denied = reply.claims[-1] if reply.claims else None
    if denied is None or denied.set_aside is not SetAside.NEGATED or claim.set_aside is not None:
        return False
    if denied.options == claim.options:
        return False
    if beside.AFTER_VERB_ALONE.match(claim.context.after):
        return True
    return bool(negations.INSTEAD.search(claim.context.before)) and links_at_most(claim.context.after)


def _restates(group: Group, reply: Completion) -> bool:
    """Whether the group is the list as shown: all labels with their texts, or (single mode) all texts."""
    if len(group.mentions) != len(reply.options) or len(reply.options) < 2:
        return False
    if [mention.options for mention in group.mentions] != [(number,) for number in range(len(reply.options))]:
        return False
    joined = [mention.joined for mention in group.mentions]
    if sum(joined) * 2 > len(joined) and (group.has_label or all(joined)):
        return True  # of one or another the text may be written otherwise
    return reply.mode is AnswerMode.SINGLE and not group.has_label and len(reply.options) > 2


def _enumerates(claim: Claim, reply: Completion) -> bool:
    """Whether a group of all options names them and chooses none: "A, B, C or D" in a sentence."""
    if claim.group.alternatives and all(mention.word for mention in claim.group.mentions):
        return True  # "to say yes or no"
    if len(reply.options) > 2 and claim.group.alternatives and reply.mode is AnswerMode.SINGLE:
        return True  # "select A, B, C or D"
    if len(reply.options) > 2 and set(claim.group.joints) == {"/"}:
        return True  # "Answer: A/B/C/D"
    if claim.force is Force.DECLARED or len(reply.options) < 3:
        return False
    if beside.BEFORE_SELECT_ALL.search(claim.context.before):
        return True
    plain_list = len(set(claim.group.joints) - {","}) < 2
    return reply.mode is AnswerMode.SINGLE or (claim.group.alternatives and plain_list)


_BULLETS = " \n*-•#_"
HEAD = 40  # characters of signs before a marker that heads the text


def cut_run_on(reply: Completion) -> None:
    """Find where a run-on begins, and set the claims behind it aside.

    A marker at the head of the text is an echo of the prompt, and so is one that the item's own options
    follow before anything was answered. After a commitment every marker ends the reply.
    """
    reply.cut = len(reply.skeleton.text)
    if _keeps_own_question(reply):
        return
    first = next((claim for claim in reply.standing if claim.force >= Force.STRONG), None)
    committed = None if first is None else first.group.end
    if first is None or not NUMBERED_ANSWER.search(first.context.before):  # numbered, the next is no run-on
        reply.cut = _first_marker(reply, committed)
    reply.cut = min(reply.cut, _foreign_list(reply, committed))
    for claim in reply.claims:
        if claim.group.start >= reply.cut:
            claim.put_aside(SetAside.AFTER_RUN_ON, "run-on")
    if reply.skeleton.text.count(_ANSWER_IS) > ECHOES:
        _set_echoes_aside(reply)


ASKED = 60  # characters of a question and its answer, at the least; "Question 1: B" is neither
EXAMPLES, MOST = 3, 9  # questions in a row, of which the last is the item; behind more, the model went on


def _keeps_own_question(reply: Completion) -> bool:
    """Whether questions are answered in a row, of which the first need not be the item; keep the item's.

    A prompt shows examples before the item, and the reply answers those too: the item's question is the only
    one with texts of its options below it, or the last.
    """
    if reply.mode is AnswerMode.MULTI or len(_declared_below(reply.claims)) < 2:
        return False
    low = plain_lower(reply.plain.text.value)
    numbered = _in_order(low)
    sections = _sections(reply, numbered or _below_break(NEXT_QUESTION, low))
    first = next((claim for claim in reply.standing if claim.force >= Force.STRONG), None)
    if not sections or first is None:
        return False
    if numbered and first.group.start < reply.skeleton.at(numbered[0]):
        return False
    written = [section for section in sections if any(map(_writes_out, section))]
    if not numbered and (not _heads(low, _below_break(NEXT_QUESTION, low)[0]) or sections[0] in written):
        return False  # a question without a number may be the item's, restated
    own = _own(sections, written, len(numbered))
    for section in sections if own is not None else ():
        for claim in section if section is not own else ():
            if claim.stands:
                claim.put_aside(SetAside.AFTER_RUN_ON, "other-question")
    return bool(numbered) or own is not None


def _in_order(low: str) -> list[int]:
    """Where the headings of questions begin, if they are numbered from 1 on; [] otherwise."""
    found = list(NUMBERED_QUESTION.finditer("\n" + low))
    in_order = [int(match["number"]) for match in found] == list(range(1, len(found) + 1))
    return [max(0, match.start() - 1) for match in found] if in_order else []


def _sections(reply: Completion, places: list[int]) -> list[list[Claim]]:
    """The claims below each of several headings; [] where one of them heads too little."""
    starts = [reply.skeleton.at(place) for place in places]
    bounds = list(pairwise([*starts, len(reply.skeleton.text)]))
    if len(starts) < 2 or any(end - start < ASKED for start, end in bounds):
        return []
    return [[claim for claim in reply.claims if start <= claim.group.start < end] for start, end in bounds]


def _own(sections: list[list[Claim]], written: list[list[Claim]], numbered: int) -> list[Claim] | None:
    """The claims below the item's question, where the texts or the order tell it."""
    last = sections[-1]
    declared = _declared_below(last)
    if not declared or (last[-1].set_aside is SetAside.NEGATED and last[-1].options in declared):
        return None
    named = [
        claim
        for section in sections
        for claim in section
        if _writes_out(claim) or claim.group.mentions[0].word
    ]
    if len(_declared_below(named)) > 1:
        return None  # each asks for another of the same options
    if len(written) == 1:
        declared = _declared_below(written[0])
        told = {claim.options for claim in written[0] if _writes_out(claim)}
        return written[0] if written[0] is last or (len(declared) == 1 and declared <= told) else None
    in_a_row = EXAMPLES <= numbered <= MOST and all(map(_declared_below, sections))
    return last if in_a_row and last in (written or sections) else None


def _declared_below(section: Iterable[Claim]) -> set[frozenset[int]]:
    return {claim.options for claim in section if claim.stands and claim.force is Force.DECLARED}


def _writes_out(claim: Claim) -> bool:
    """Whether it has an option's text in words: a number may stand anywhere."""
    named = not claim.group.has_label or any(mention.joined for mention in claim.group.mentions)
    return named and not claim.group.weak


_ANSWER_IS = "the answer is "
ECHOES = 3  # lines that only give an answer, one below the other, are those of a prompt's examples
REASONS = 60  # characters of reasons behind those lines, at the least
_ECHO = Pattern(rf"(?:(?:\A|(?<=\n)){_ANSWER_IS}{LABEL}\.?[ \t]*(?:\n+|\Z)){{{ECHOES},}}")


def _set_echoes_aside(reply: Completion) -> None:
    """Set differing answers one below the other aside, where another one is given with its reasons."""
    for lines in _ECHO.finditer(reply.skeleton.text):
        inside = [claim for claim in reply.standing if lines.start() <= claim.group.start < lines.end()]
        start, end = lines.start(), lines.end() + REASONS
        others = [claim for claim in reply.standing if not start <= claim.group.start < end]
        declared = any(claim.force is Force.DECLARED for claim in others)
        if declared and len({claim.options for claim in inside}) > 1:
            for claim in inside:
                claim.put_aside(SetAside.AFTER_RUN_ON, "echoed-answers")


def _foreign_list(reply: Completion, committed: int | None) -> int:
    if committed is None:
        return reply.cut
    start = foreign_list(reply, [claim for claim in reply.claims if claim.group.start >= committed])
    return reply.cut if start is None else start


def _first_marker(reply: Completion, committed: int | None) -> int:
    """The first marker that ends the reply, in the skeleton.

    Markers are sought in the plain text: in the skeleton the Q of "Q:" is a mention.
    """
    low = plain_lower(reply.plain.text.value)
    declared = (claim for claim in reply.standing if claim.force is Force.DECLARED and claim.group.has_label)
    ends = [claim.group.mentions[-1].end for claim in declared]
    for at, patterned in _markers(low, committed is not None, ends):
        position = reply.skeleton.at(at)
        if committed is not None and position >= committed:
            return position
        if low[:at].rstrip(_BULLETS).endswith(":"):
            continue  # "here is a translation: / Question: …": a heading inside the solution
        if _heads(low, at) and _answers_in_own_words(reply.claims, position):
            continue
        if patterned and low[:at].strip() and not _echoes_own_options(reply.claims, position):
            return position
    return reply.cut


def _markers(low: str, committed: bool, ends: list[int]) -> list[tuple[int, bool]]:
    """Places of markers in order, and whether each is one before a commitment, too.

    `ends` are the ends of declared answers, in whose line the next question may follow.
    """
    found = []
    if "\n" in low:
        found = [(at, True) for at in _below_break(NEXT_QUESTION, low)]
        found += [(at, _heads(low, at)) for at in _below_break(NEXT_QUESTION_ELSEWHERE, low)]
        found += [
            (match.start(), True) for marker in (NEXT_TURN, REFERENCES) for match in marker.finditer(low)
        ]
    found += [(end, False) for end in ends if NEXT_ON_LINE.match(low, end)]
    if committed:
        found += [(at, False) for at in _below_break(NEXT_TASK, low)]
    return sorted(found)


def _heads(low: str, at: int) -> bool:
    """Whether only signs stand before a place: "--- / Câu hỏi: …"."""
    return not any(map(str.isalnum, low[: min(at, HEAD)])) and at < HEAD


def _below_break(marker: Pattern, low: str) -> list[int]:
    """Where a marker begins that needs a line break before it, or the beginning of the text."""
    return [max(0, match.start() - 1) for match in marker.finditer("\n" + low)]


def _answers_in_own_words(claims: list[Claim], at: int) -> bool:
    """Whether the first answer behind a place is a label of this item with its text: an echo is above it."""
    first = next((claim for claim in claims if claim.group.start >= at and claim.force >= Force.STRONG), None)
    return first is not None and first.group.mentions[0].joined


def _echoes_own_options(claims: list[Claim], at: int) -> bool:
    """Whether at least two options are listed with their own texts behind a place."""
    listed: set[int] = set()
    for claim in claims:
        if claim.group.start >= at and any(mention.joined for mention in claim.group.mentions):
            listed |= claim.options
    return len(listed) >= 2
