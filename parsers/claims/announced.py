"""The answer that a line announces, and below it, after a reason, what is said of the other options.

"The correct answer is:" above A, B and C is the head of their list. Where a reason follows the first of them
and the others are one line each, or the reason has a heading of its own, the first is the answer. So is
a first line "A) oak" above a paragraph and one line for each of the others.

Decision: docs/decisions/parsers.md, "Replies of this year's models, in two dozen languages".
Decision: docs/decisions/parsers.md, "What 0.1.0 read outside English, and the reader did not".
"""

from parsers.claims.claims import Force
from parsers.claims.clauses import Units, languages_with, roles_by
from parsers.claims.entries import ListEntry, is_joined
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in, units_of
from parsers.pattern import Pattern

_FEWEST = 3  # entries that tell a reason below the first from the form of them all
_SIGNS = " *_"
_PARAGRAPH = 10  # words of a reason that are more than a note, at the least
_CONCLUSION = 80  # characters below the last entry in which it would be said which one is right
_QUESTION = Pattern(r"[?؟？¿]")
_BEGINNING = 40  # characters of a reason in which it would deny
_LINE_END = r"[\s*\-•]*\n[\s*\-•]*\Z"  # of the line above the entry
_ANNOUNCES = Pattern(rf"[:：]{_LINE_END}")
# "The most likely diagnosis is:", whatever it is that the option is: both must hold.
_MOST = Pattern(
    r"\b(?:most|best\w*|mais|mas|plus|piu|melhor|mejor|meilleure?|migliore|am|najbardziej|paling)\b"
    rf"[^\n]*{_LINE_END}"
)
# "Let's see which is the correct answer:", "Step 2: choose the best answer:" call nothing the answer.
_ASKS = Pattern(
    r"(?:\b(?:which|what|whether|each|analysis|steps?|choose|process|let|need|decide|determine|select|qual|quale"
    r"|quelle?s?|cual|welche\w*|jaka|jaki|ktor\w+|hangi\w*)\b|как(?:ой|ая|ие)|[?？])"
    rf"[^\n]*{_LINE_END}"
)
_SAYS_WHICH = Pattern(rf"\b(?:is|would be|e|es|est|ist|lautet|sera|seria|jest|to|adalah)\s*[:：]{_LINE_END}")
# "The first option is:", of several.
_FIRST = Pattern(rf"\b(?:first|primeir[ao]|primera|premiere|erste|prima)\b[^\n]*{_LINE_END}")
_NOT = Pattern(r"\b(?:not|never|incorrect|wrong|unlikely|false)\b|n't\b")
_PARTED = Pattern(r"[,;?¿؟？，、،]")  # "…, but": the line says more, or asks
_SENTENCE_END = Pattern(r"[.!?。] ?")
_RULE = Pattern(r"[\s*_-]*\Z")


def is_announced(run: list[ListEntry]) -> bool:
    """Whether the first entry of a run is an answer that is given reasons, not the head of the list."""
    if _is_called_answer(run[0]):
        return not any(entry.verdict or _calls_answer(units_of(_line(entry))) for entry in run[1:])
    reason, others = _below(run[0]), [_below(entry) for entry in run[1:]]
    if not (_is_declared(run[0]) or (_opens(run) and (not is_joined(run[0]) or _tells(reason, run)))):
        return False
    if not reason or _below_at_once(run[0]) or _denies(reason[0]):
        return False
    if any(entry.verdict for entry in run[1:]):
        return False
    if _heads(reason[0]):
        return not any(map(_heads, (lines[0] for lines in others if lines)))
    return len(run) >= _FEWEST and not any(others)


def _is_declared(entry: ListEntry) -> bool:
    """Whether the line above ends in a colon and calls what follows the answer, or says what it is."""
    claim = entry.claim
    if _FIRST.search(claim.context.before) or _ASKS.search(claim.context.before):
        return False
    if claim.force is Force.DECLARED:
        return _ANNOUNCES.search(claim.context.before) is not None
    if claim.force is not Force.STRONG or _SAYS_WHICH.search(claim.context.before) is None:
        return False
    return _MOST.search(claim.context.before) is not None


def _opens(run: list[ListEntry]) -> bool:
    """Whether a label is the first line of the reply, and the others have another form: "A", "B) …".

    The line may have the option's own text: "A) oak" above "B) birch: a tree …".
    """
    before, line = _first_line(run[0])
    if before.strip(_SIGNS) or line.strip(_SIGNS + "."):
        return False
    return all(entry.content.strip(_SIGNS)[:1] not in ("", "\n") for entry in run[1:])


def _tells(reason: list[str], run: list[ListEntry]) -> bool:
    """Whether a reason speaks for the first entry, and nothing else is called the answer."""
    if not _speaks_for(reason) or _judges_below(run):
        return False
    return not any(_calls_answer(units_of(_line(entry))) for entry in run[1:])


def _speaks_for(reason: list[str]) -> bool:
    """Whether a reason is a paragraph or two, or a heading with lines below it: no note on one of several.

    It may ask nothing, and neither begin nor end by denying the option.
    """
    if sum(len(line.split()) for line in reason) < _PARAGRAPH or any(map(_QUESTION.search, reason)):
        return False
    beginning = reason[0][:_BEGINNING].rpartition(" ")[0]
    return not (roles_in(beginning) & Role.WRONG or _denies_at_end(reason[-1]))


def _denies_at_end(line: str) -> bool:
    """Whether a line ends in a denial; "the others are wrong, as:" is none of the option."""
    roles = roles_in(line[-_BEGINNING:].partition(" ")[2])
    return bool(roles & (Role.NOT | Role.WRONG)) and not (_heads(line) or roles & Role.OTHER)


def _judges_below(run: list[ListEntry]) -> bool:
    """Whether the paragraph below the last entry says what is right or wrong, or denies."""
    last = run[-1].claim.context
    below = last.plain.text.value[last.group.mentions[-1].end :].partition("\n\n")[2][:_CONCLUSION]
    return bool(roles_in(below) & (Role.ANSWER | Role.RIGHT | Role.WRONG | Role.NOT))


def _is_called_answer(entry: ListEntry) -> bool:
    """Whether the first line of the reply is "A) oak is the right answer" in some language, and no more."""
    before, line = _first_line(entry)
    if before.strip(_SIGNS) or not is_joined(entry) or len(line) > _BEGINNING or _PARTED.search(line):
        return False
    return _calls_answer(units_of(line))


def _calls_answer(units: Units) -> bool:
    """Whether all words are cue words of one language, and say "right answer"."""
    speaking = languages_with(units, Role.ANSWER) & languages_with(units, Role.RIGHT)
    return any(
        all(role is not None and not role & (Role.NOT | Role.WRONG) for role in roles_by(units, language))
        for language in speaking
    )


def _first_line(entry: ListEntry) -> tuple[str, str]:
    """What stands before the entry, and behind it in its line."""
    return entry.claim.context.before, _line(entry)


def _line(entry: ListEntry) -> str:
    """What stands behind the entry in its line."""
    return entry.content.partition("\n")[0]


def _below(entry: ListEntry) -> list[str]:
    """The lines with words below the entry's own, up to the next entry."""
    lines = (line.strip(_SIGNS) for line in entry.content.split("\n")[1:])
    return [line for line in lines if _RULE.match(line) is None]


def _below_at_once(entry: ListEntry) -> bool:
    """Whether the line below the entry's own has words, as where each option is explained."""
    second = entry.content.split("\n")[1]
    return _RULE.match(second) is None and not _heads(second.strip(_SIGNS))


def _denies(reason: str) -> bool:
    """Whether a reason begins by saying what the option is not: "This does not fit, as …"."""
    beginning = reason[:_BEGINNING]
    return _NOT.search(beginning) is not None or roles_in(beginning) & Role.NOT != 0


def _heads(line: str) -> bool:
    return line.endswith((":", "：")) or line.startswith("#")
