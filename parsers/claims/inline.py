"""Options listed in one sentence and in the reply's own words: "The options are: A. …, B. …, C. …".

Such a list names every option and chooses none. A list in the item's own words is one group, and needs no
more; this one breaks into groups wherever a text is worded otherwise. So do options with a sentence each, in
a script without blanks: "A选项：…。B选项：…。".

Decision: docs/decisions/parsers.md, "Languages of Europe and Africa and Turkic ones, again".
"""

from collections.abc import Iterator

from parsers.claims.claims import STRONG, Claim, Completion
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.pattern import Pattern
from parsers.reading import SetAside

_STOPS = "。；;"  # behind which the next entry begins without a blank
_ENTRY = Pattern(r"(?:[选選]?[项項])?[:：.、]")
_FEWEST = 3  # options, so many of which are listed
# From one option to the next: a comma, and perhaps "and".
_JOINT = r"(?:[,;] (?:\w{1,3} )?| \w{1,3} )\Z"
# Behind a label, its text in words; "A: the leaves fall, and B, C and D stay green" gives B and C none.
_TEXT = r" (?=[^,;]*[^\W\d_])[^.?!;:\n]{1,80}?"
_BEHIND_TEXT = Pattern(_JOINT)
_BEHIND_LABEL = Pattern(rf"[.:]{_TEXT}{_JOINT}")
_BEHIND_BRACKET = Pattern(rf"{_TEXT}{_JOINT}")
_LAST_TEXT = Pattern(r"[.:]? (?=[^,;]*[^\W\d_])")


def set_inline_list_aside(reply: Completion) -> None:
    """Set all options aside where they follow a weak claim to the first one by one, separated by commas."""
    if len(reply.claims) < 2 or not reply.single or len(reply.options) < _FEWEST:
        return
    for at, claim in enumerate(reply.claims):
        if claim.force is STRONG and _may_head(claim):
            _set_aside(list(_run(reply, at)), len(reply.options))


def set_listed_sentences_aside(reply: Completion) -> None:
    """Let "A：oak is …。B：birch has …。" be a list where not all behind the first are denied.

    Without blanks nothing but the stop shows where the next entry begins.
    """
    first = next(iter(reply.claims), None)
    if first is None or first.rule != "leading" or not (_may_head(first) and first.group.mentions[-1].joined):
        return
    if any(claim.force >= STRONG and claim.stands for claim in reply.claims[1:]):
        return
    text = reply.skeleton.text
    others = [
        claim for claim in reply.claims[1:] if text[claim.group.start - 1] in _STOPS and _is_entry(claim)
    ]
    listed = [first, *others]
    if _in_order(listed) == list(range(len(reply.options))) and not _all_denied(others, text):
        for claim in listed:
            claim.set_aside = claim.set_aside or SetAside.RESTATED


def _all_denied(entries: list[Claim], text: str) -> bool:
    """Whether words that deny stand in what is said of each of them."""
    ends = [*[claim.group.start for claim in entries[1:]], len(text)]
    said = [text[claim.group.end : end] for claim, end in zip(entries, ends, strict=False)]
    return all(roles_in(entry) & (Role.NOT | Role.WRONG) for entry in said)


def _is_entry(claim: Claim) -> bool:
    """Whether a label begins an entry: with its own text, or a colon."""
    return claim.group.has_label and (
        claim.group.mentions[-1].joined or _ENTRY.match(claim.context.after) is not None
    )


def _set_aside(listed: list[Claim], n_options: int) -> None:
    """Set claims aside that name all options in order."""
    if len(listed) > 1 and _in_order(listed) == list(range(n_options)):
        for option in listed:
            option.set_aside = SetAside.RESTATED


def _may_head(claim: Claim) -> bool:
    """Whether a strong claim may be the first of such a list: the first option, by its label."""
    return claim.stands and claim.group.has_label and 0 in claim.options


def _in_order(listed: list[Claim]) -> list[int]:
    return [option for claim in listed for option in sorted(claim.options)]


def _run(reply: Completion, at: int) -> Iterator[Claim]:
    """The claim at a place and those that follow it as members of one list."""
    yield reply.claims[at]
    for earlier, claim in zip(reply.claims[at:], reply.claims[at + 1 :], strict=False):
        between = reply.skeleton.text[earlier.group.end : claim.group.start]
        if not (_between(earlier).match(between) and _is_bare(claim) and _has_texts(claim, reply)):
            return
        yield claim


def _between(claim: Claim) -> Pattern:
    """What must stand between a listed option and the next one."""
    if claim.group.mentions[-1].joined:
        return _BEHIND_TEXT
    return _BEHIND_BRACKET if claim.group.closed else _BEHIND_LABEL


def _has_texts(claim: Claim, reply: Completion) -> bool:
    """Whether every option of a group has a text: one of the item's, or what follows the last of them."""
    *others, last = claim.group.mentions
    if not all(mention.joined for mention in others):
        return False
    return last.joined or _LAST_TEXT.match(reply.skeleton.text, claim.group.end) is not None


def _is_bare(claim: Claim) -> bool:
    """Whether nothing is said of an option; the last one of a reply closes it."""
    return claim.rule in ("mention", "closing") and claim.set_aside is not SetAside.NEGATED
