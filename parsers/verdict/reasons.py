"""Option texts that are but the reason for another option, stand on a line taken back, or in a program."""

import re

from parsers.claims.claims import Claim, Completion, Force
from parsers.pattern import Pattern
from parsers.reading import SetAside


def is_reason(text: Claim, reply: Completion) -> bool:
    """Whether a text is but the reason for another option, or against one."""
    return _beside_a_letter(text, reply) or _beside_denied(text, reply)


_LETTER = Pattern(
    r"(?i:\b(?:answer|option|choice|respuesta|opci[oó]n|resposta|alternativa|r[eé]ponse|antwort|risposta)"
    r"(?:\s\w+){0,3}:?)\s\(?(?P<letter>[B-E])\b"
)


def _beside_a_letter(text: Claim, reply: Completion) -> bool:
    """Whether a reply to numbered options calls the letter of another option the answer."""
    if not all(map(str.isdecimal, reply.options.labels)):
        return False
    letters = (
        match["letter"] for match in _LETTER.finditer(reply.visible) if not _names_a_kind(match, reply)
    )
    return any(text.options != {"ABCDE".index(letter)} for letter in letters)


def _names_a_kind(match: re.Match[str], reply: Completion) -> bool:
    """Whether the letter belongs to a name as the options have them: "vitamin E" beside "vitamin D"."""
    word = match[0].rstrip("(BCDE").split()[-1]
    name = re.compile(rf"(?i:\b{re.escape(word)})\s[A-Z]\b")
    return any(map(name.search, reply.options.texts))


_REASON = Pattern(
    r"(?:\b(?:because|since|ya que|porque|puesto que|ja que|pois|parce que|puisque|poiche|weil|omdat)|, as)\b"
    r"(?!.*\b(?:only|solo|so|somente|apenas|seule?(?:ment)?|nur)\b)[^\n]*\Z"
)
_SENTENCE_ENDS = Pattern(r"[.!?。]\s|\n")


def _beside_denied(text: Claim, reply: Completion) -> bool:
    """Whether its sentence gives it as what speaks against a label: "A is wrong, since oaks shed leaves"."""
    denied = (
        claim.group.end
        for claim in reply.claims
        if claim.set_aside is SetAside.NEGATED and claim.options != text.options and _is_label(claim)
    )
    skeleton, start = reply.skeleton.text, text.group.start
    joined = (end for end in denied if end <= start and _SENTENCE_ENDS.search(skeleton, end, start) is None)
    return any(_REASON.search(skeleton, end, start) for end in joined)


def _is_label(claim: Claim) -> bool:
    """Whether a label names its option, be it a number."""
    return claim.group.has_label or all(mention.spelled for mention in claim.group.mentions)


def is_taken_back(claim: Claim, reply: Completion) -> bool:
    """Whether it stands on the line of an answer that the reply withdraws: "The answer is B. ◇ … / Wait"."""
    text, start = reply.skeleton.text, claim.group.start
    line = text.rfind("\n", 0, start) + 1
    return any(
        other.set_aside is SetAside.SUPERSEDED
        and other.force is Force.DECLARED
        and line <= other.group.start < start
        for other in reply.claims
    )


_IF = Pattern(r"(?:\A|\n)[ \t]*(?:el)?if\b[^\n]*:[ \t]*\n")
_BRANCH = Pattern(r"\n[ \t]*else:[ \t]*\n\s{0,200}\w+(?: =|\()")


def is_program(reply: Completion) -> bool:
    """Whether the reply has a program that decides: what it names in passing are values of variables."""
    text = reply.skeleton.text
    test = _IF.search(text) if "else:" in text else None
    return test is not None and _BRANCH.search(text, test.end() - 1) is not None
