"""Options that stand alone in lines of a reply and are not chosen: entries of a list, heads of paragraphs.

Asked where nothing is called the answer. An entry is alone in its line, with its text or without it.

Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.reading import SetAside

_SIGNS = " \n*-•"
_DELIMITERS = (":", ".", ")")
_SAID = 5  # characters behind the label of an entry, at the least
_LISTED_ABOVE = 2  # entries that make a list with one below them, whatever their order


def without_entries(reply: Completion, standing: list[Claim], cut: list[Claim]) -> list[Claim]:
    """The claims without the last entry of a cut list, and without heads of paragraphs that deny them."""
    if any(claim.force is Force.DECLARED for claim in standing):
        return standing
    if len(cut) >= _LISTED_ABOVE and len(standing) == 1 and _is_next_entry(reply, cut[-1], standing[0]):
        return []
    if len(standing) == 1 and _breaks_off(reply, standing[0]):
        return []
    return [claim for claim in standing if not _is_denied_below(reply, claim)]


def _is_next_entry(reply: Completion, above: Claim, claim: Claim) -> bool:
    """Whether a claim is alone in the line below another one, as that is."""
    between = reply.skeleton.text[above.group.end : claim.group.start]
    return claim.rule == "alone" and "\n" in between and not between.strip(_SIGNS)


def _breaks_off(reply: Completion, claim: Claim) -> bool:
    """Whether a reply ends in the next label after the one that heads the line above, with its text."""
    if claim.rule != "alone" or claim.context.after.strip(_SIGNS) or claim.context.bold:
        return False
    text = reply.skeleton.text
    line = text.rfind("\n", 0, claim.group.start)
    above = text.rfind("\n", 0, max(line, 0)) + 1
    if line < 0 or text[line : claim.group.start].strip(_SIGNS + "\n"):
        return False
    heads = [other for other in reply.claims if above <= other.group.start < line and other.group.has_label]
    if (
        not heads
        or heads[0].set_aside is SetAside.NEGATED
        or text[above : heads[0].group.start].strip(_SIGNS)
    ):
        return False
    said = text[heads[0].group.end : line].strip()
    follows = claim.options == {option + 1 for option in heads[0].options}
    return follows and said.startswith(_DELIMITERS) and len(said) > _SAID


def _is_denied_below(reply: Completion, claim: Claim) -> bool:
    """Whether a label with its text heads a paragraph, and a later sentence denies that option."""
    if claim.rule != "alone" or claim.context.closes or not claim.group.mentions[0].joined:
        return False
    if claim.context.before.rstrip(_SIGNS + "(\"'").endswith(":"):
        return False  # "The tree that is no conifer is: / B. birch": a denial below is its reason
    below = (other for other in reply.claims if other.group.start > claim.group.end and other.group.has_label)
    return any(other.set_aside is SetAside.NEGATED and other.options == claim.options for other in below)
