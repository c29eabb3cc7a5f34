"""Whether the reply agrees or disagrees in a sentence of its own: "I strongly disagree with the statement".

Decision: docs/decisions/parsers.md, "English replies of 117 stores, read in bulk once more".
"""

from parsers.claims.claims import STRONG, Claim, Completion, Context, Force
from parsers.pattern import Pattern
from parsers.reading import SetAside

_NAMED = r"(?:statement|proposition|assertion|claim|sentence)\b"
_OTHER = r"(?!s\b| of the (?:author|user|opponents?)\b| that (?:i|you|we)\b)"
# At the head of its clause, so that nobody else says it, and nothing is granted: "while i ◇ …".
_BEFORE = Pattern(
    r"(?:(?:\A\s*|[.!\n]\s*)(?:(?:so|thus|hence|therefore|overall|consequently|in conclusion|in summary"
    r"|in short|however|but|personally|ultimately|based on (?:this|that|the above|these \w+)"
    r"|as an? (?!ai\b|[\w -]{0,20}(?:model|assistant|machine)\b)[\w ,'-]{2,60}"
    r"|after careful (?:consideration|thought)|given this),? )?"
    r"|, so )i(?:'d| would| must| do| have to| can say that i| respectfully| personally){0,2} \Z"
)
_AFTER = Pattern(
    rf"(?: with (?:(?:the|this|that) (?:(?:given|above|following|original) )?{_NAMED}{_OTHER}(?: that\b)?"
    r"|(?:this|that|it)\b))?"
    r"(?:(?<= that)|(?=[.;!\n]|\s*\Z|,? (?:because|as|since|and)\b|\s*\())"
)

# "A typical answer: …", "an extravert would say": what follows is somebody else's, or one of several samples.
_OF_OTHERS = Pattern(
    r"\b(?:sample|typical\w*|hypothetical\w*|imaginary|fictional|possible (?:answer|response)s?"
    r"|(?<!\bi )(?:would|might|could) (?:say|write|answer|reply|respond))\b"
)
_NEAR = 120  # characters before "I agree" in which such words bear on it
_IN_FIRST_PERSON = Pattern(r"\bi(?:'d| would)? \Z")


def agrees(context: Context) -> bool:
    """Whether the group is what the reply says of the statement it was asked about."""
    before = context.before
    if not before.endswith((" ", "\n")) or " i" not in f" {before[-24:]}":
        return False
    return _AFTER.match(context.after) is not None and _BEFORE.search(before) is not None


def yield_agreement(reply: Completion) -> None:
    """Let what the reply agrees to give way where it names its answer: "M. ◇ / I ◇ with the statement".

    So it does where others speak, or where the first person says something else, too.
    """
    agreed = [claim for claim in reply.standing if _is_agreement(claim)]
    if not agreed:
        return
    if (
        _is_named_elsewhere(reply, agreed[-1])
        or _says_else(reply, agreed)
        or _is_of_others(reply, agreed[0].group.start)
    ):
        for claim in agreed:
            claim.force = Force.MENTION


def _is_named_elsewhere(reply: Completion, agreed: Claim) -> bool:
    """Whether an answer is named: "The best label is ◆" behind it, or more strongly anywhere."""
    return any(
        claim.force >= STRONG or (claim.rule == "copula" and claim.group.start > agreed.group.start)
        for claim in reply.standing
        if not _is_agreement(claim)
    )


def _says_else(reply: Completion, agreed: list[Claim]) -> bool:
    """Whether "I agree" stands in the reply and "I disagree", too, and none of them is denied."""
    for claim in reply.claims:
        if (
            claim.options == agreed[-1].options
            or claim.group.has_label
            or claim.set_aside is SetAside.NEGATED
        ):
            continue
        if _IN_FIRST_PERSON.search(claim.context.before) and _AFTER.match(claim.context.after):
            return True
    return False


def _is_of_others(reply: Completion, at: int) -> bool:
    """Whether what is said there is somebody else's."""
    return _OF_OTHERS.search(reply.skeleton.text, max(0, at - _NEAR), at) is not None


def _is_agreement(claim: Claim) -> bool:
    """Whether it was made by `agrees`: no other text is picked without being declared."""
    if claim.group.has_label or claim.force is not STRONG:
        return False
    return claim.rule == "pick" or (claim.rule == "leading" and agrees(claim.context))
