"""Lists in which each label has a sign of right or wrong beside it: "A × B √ C ×", "❌ A ✅ B ❌ C".

Where each sign stands at a label's own line, `lists.py` and the verdicts of one label tell it as well; here
the signs of a whole row are told apart by their places, before the labels or behind them.

Decision: docs/decisions/parsers.md, "Replies of four stores not met before, in languages of Asia".
"""

import re
from itertools import cycle, pairwise

from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.endings import SENTENCE_END
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.pattern import Pattern
from parsers.reading import Grade, SetAside
from parsers.text.characters import WHITE_SPACE

_RIGHT = "✓✔✅☑√○〇◯⭕"
_WRONG = "✗✘❌✖×✕❎☐"
_FORMULA = frozenset("√×")  # "√A × B"
_ANY = _RIGHT + _WRONG
_SIGN = Pattern(f"[{_ANY}]")
_BESIDE = Pattern(r"[\s:.()|*_\"'\ufe0f–—-]*")  # between a label and its sign
_BESIDE_SIGNS = WHITE_SPACE + ":.()|*_\"'\ufe0f–—-"  # the same for str.strip
_SIGN_BEHIND = Pattern(f"{_BESIDE.source}{_SIGN.source}")
_BETWEEN = Pattern(r"[\s,、;|()*_\"'\ufe0f–—-]*")  # between one of them and the next
_NOTE = Pattern(r"[\W_]*?(?:\(|注|题目|題目|note\b)(?P<said>[^\n]*)")  # "(the wrong one is asked for)"

Pairs = list[tuple[Claim, bool]]


def settle_ticks(reply: Completion) -> None:
    """Choose the one label of a row that is ticked, and deny those that are crossed."""
    if not reply.single or len(reply.claims) < 2 or reply.plain.text.value.isascii():
        return
    signs = list(_SIGN.finditer(reply.skeleton.text)) if _begins_row(reply) else []
    pairs = _pairs(reply, signs) if len(signs) > 1 else []
    ticked = [claim for claim, right in pairs if right]
    row = frozenset(claim for claim, _ in pairs)
    if len(ticked) != 1 or len(pairs) < 2 or reply.declares_outside(row):
        return
    if _asks_for_wrong(pairs, reply.skeleton.text):
        return
    chosen = ticked[0]
    told = chosen.stands and not any(claim.stands for claim, right in pairs if not right)
    for claim, right in pairs:
        claim.set_aside = None if right else SetAside.NEGATED
    if chosen.force < (Force.STRONG if told else Force.DECLARED):
        chosen.force, chosen.rule, chosen.grade = Force.STRONG, "verdict-list", Grade.EXPLICIT


def _begins_row(reply: Completion) -> bool:
    """Whether the first label has a sign beside it; most replies have none."""
    first = next((claim.group for claim in reply.claims if _is_one_label(claim)), None)
    return first is not None and has_sign_beside(reply.skeleton.text, first.start, first.end)


def has_sign_beside(text: str, start: int, end: int) -> bool:
    """Whether a sign of right or wrong stands beside what begins and ends there."""
    last = text[:start].rstrip(_BESIDE_SIGNS)[-1:]
    return (last != "" and last in _ANY) or _SIGN_BEHIND.match(text, end) is not None


def _is_one_label(claim: Claim) -> bool:
    return claim.group.has_label and len(claim.options) == 1


def _pairs(reply: Completion, signs: list[re.Match[str]]) -> Pairs:
    """Each label of a row with whether its sign ticks it; [] where labels and signs do not take turns."""
    text = reply.skeleton.text
    labels = [*filter(_is_one_label, reply.claims)]
    if len(labels) != len(signs) or len({claim.options for claim in labels}) != len(labels):
        return []
    row = list(zip(labels, signs, strict=True))
    both = [[(claim.group.start, claim.group.end), sign.span()] for claim, sign in row]
    ordered = [span for pair in both for span in sorted(pair)]
    if ordered != sorted(ordered) or len({first < second for first, second in both}) > 1:
        return []
    gaps = zip(cycle((_BESIDE, _BETWEEN)), pairwise(ordered))
    if not all(gap.fullmatch(text, before[1], after[0]) for gap, (before, after) in gaps):
        return []
    if not _is_row(reply, [sign[0] for sign in signs]):
        return []
    return [(claim, sign[0] in _RIGHT) for claim, sign in row]


def _is_row(reply: Completion, signs: list[str]) -> bool:
    """Whether signs that formulas have too make a row: for each option, or one of them twice."""
    if not _FORMULA.issuperset(signs):
        return True
    return len(signs) == len(reply.options) or len(set(signs)) < len(signs)


def _asks_for_wrong(pairs: Pairs, text: str) -> bool:
    """Whether words before the row or in a note behind it speak of the wrong one: a tick may mean either."""
    before = SENTENCE_END.split(text[: pairs[0][0].group.start].rstrip())[-1]
    note = _NOTE.match(text, pairs[-1][0].group.end)
    return bool(roles_in(f"{before} {note['said'] if note else ''}") & (Role.WRONG | Role.NOT))
