"""Parts of a solution under labels or numbers, which choose nothing: "(a) The rate is … (b) The time …".

Decision: docs/decisions/parsers.md, "What 332 replies of fifteen stores taught the reader".
Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.heads import heads_line
from parsers.pattern import Pattern
from parsers.reading import SetAside

_SENTENCE_END = Pattern(r"[.!?]\s+\(?\Z")


def set_small_parts_aside(reply: Completion) -> None:
    """Set small labels in brackets aside that head lines one after the other: "(a) The rate is … (b) …"."""
    if not reply.single:
        return
    text = reply.plain.text.value
    parts: list[Claim] = []
    for claim in reply.claims:
        small = claim.options == {len(parts)} and text[claim.group.core[0]].islower()
        if small and _heads_part(claim, reply) and heads_line(reply.skeleton.text, claim.group.start):
            parts.append(claim)
    for claim in parts if len(parts) > 1 else ():
        claim.set_aside = claim.set_aside or SetAside.RESTATED


_NEXT_PART = Pattern(r"\n[ \t*]*b\)")


def _heads_first_part(first: Claim, reply: Completion) -> bool:
    """Whether "a) …" heads the reply, a line "b) …" follows, and a capital is declared as the answer."""
    text, label = reply.plain.text.value, first.group.mentions[0]
    if first.rule != "leading" or text[label.core[0]] != "a" or label.joined or label.clash:
        return False
    if not reply.single or _NEXT_PART.search(text) is None:
        return False
    declared = [claim for claim in reply.standing if claim.force is Force.DECLARED]
    return any(text[claim.group.core[0]].isupper() for claim in declared if claim.group.has_label)


def set_parts_aside(reply: Completion) -> None:
    """Set aside labels in brackets that head parts of a solution: "(a) The rate is … (b) The time is …"."""
    first = reply.claims[0]
    if _heads_first_part(first, reply):
        first.set_aside = first.set_aside or SetAside.RESTATED
    if first.rule != "leading" or not _heads_part(first, reply):
        return
    following = {next(iter(first.options)) + 1}
    parts = [
        claim
        for claim in reply.claims[1:]
        if claim.options == following and _heads_part(claim, reply) and _opens_sentence(claim, reply)
    ]
    for claim in [first, *parts] if parts else ():
        claim.set_aside = claim.set_aside or SetAside.RESTATED


def set_numbering_aside(reply: Completion) -> None:
    """Set numbers aside that head the lines of a list about other things: "1. The risks … 2. The costs …"."""
    if not reply.single or not reply.options.labels[0].isdecimal():
        return
    lists: list[list[Claim]] = []
    for claim in [claim for claim in reply.claims if _numbers_line(claim, reply)]:
        number = reply.options.labels[next(iter(claim.options))]
        if number == "1":
            lists.append([claim])
        elif lists and number == str(len(lists[-1]) + 1):
            lists[-1].append(claim)
    for claim in [claim for listed in lists if len(listed) > 1 for claim in listed]:
        claim.set_aside = claim.set_aside or SetAside.RESTATED


def _numbers_line(claim: Claim, reply: Completion) -> bool:
    """Whether a number heads a line whose text is no option's."""
    first = claim.group.mentions[0]
    if len(claim.group.mentions) > 1 or first.joined or first.clash or not claim.group.named_by_label:
        return False
    return claim.context.follow.startswith((". ", ") ")) and heads_line(
        reply.skeleton.text, claim.group.start
    )


def _heads_part(claim: Claim, reply: Completion) -> bool:
    """Whether a lone label in round brackets opens a sentence that is not its option's text."""
    label = claim.group.mentions[0]
    if len(claim.group.mentions) > 1 or not label.is_label or label.joined or label.clash:
        return False
    text = reply.plain.text.value
    return text[label.start : label.start + 1] == "(" and claim.group.closed and claim.context.titled


def _opens_sentence(claim: Claim, reply: Completion) -> bool:
    before = reply.skeleton.text[max(0, claim.group.start - 8) : claim.group.start]
    return _SENTENCE_END.search(before) is not None or before.endswith("\n")
