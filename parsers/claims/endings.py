"""Whether a text ends where its sentence does, or breaks off: asked of its last characters alone.

That the provider cut a reply is `Completion.cut_short`; what a cut leaves open of one claim is for
`unfinished.py`. No stop is a weak sign, since many a whole reply lacks one; the others are strong.

| function | what it asks | who asks |
| --- | --- | --- |
| `lacks_stop` | Does no sign end the text? | `closing.py` of the last remark, `resolve.py` of a list |
| `lacks_chinese_stop` | That, in Chinese or Japanese, where few whole replies lack it? | `fallback.py` |
| `in_open_bracket` | Is a bracket open where it ends? | `unfinished.py` |
| `must_go_on` | That, or does it end with a word like "the"? | `fallback.py`, `abstaining.py` |
| `only_links_follow` | Do only words that link follow an option? | `fallback.py` of a lone label |
| `ends_midway` | Is a reply too long to end as it does? | `named_beside.py`, `fallback.py`, `abstaining.py` |
| `says_chosen` | Is it whole without a stop, since it says what is chosen? | `lists.py`, `fallback.py` |

Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
"""

import re
from functools import lru_cache

from parsers.claims.clauses import clause_behind, units_behind
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.pattern import Pattern

SENTENCE_END = Pattern(r"[.!?。\n]")  # wherever it stands, also inside a number; for what may end sooner
_LAST = 20  # characters at the end that are looked at for a sign or a word
_BRACKET = 60  # … in which an open bracket is sought
_LINE = 400  # … in which the mark is sought that opens what is bold

# A reply is too short to have been cut below so many characters, where it ends …
_SIGN = 200  # … with a sign behind which more must come
_OPEN = 350  # … in an open bracket
_UNENDED = 700  # … without a stop

_STOP = Pattern(r"[.!?。)\]\"'*`}|]\s*\Z")  # "." is also what `folding.py` makes of "।" and "۔"
_CHINESE = Pattern("[\u3040-\u30ff\u4e00-\u9fff]")


def lacks_stop(text: str) -> bool:
    """Whether no sign ends the text: no stop, bracket, quotation mark or mark-up."""
    return not _STOP.search(text[-_LAST:])


def lacks_chinese_stop(text: str) -> bool:
    """Whether no sign ends a text in Chinese or Japanese."""
    return lacks_stop(text) and _CHINESE.search(text[-_LAST:]) is not None


_INTERVAL = Pattern(r"\([^()\[\]\n]{1,30}[;,][^()\[\]\n]{1,30}\]")  # "(2; 9]" leaves no bracket open


def in_open_bracket(text: str) -> bool:
    """Whether a text ends inside a bracket, as one that was cut does."""
    end = _INTERVAL.sub("", text[-_BRACKET:].rstrip())
    return end.rfind("(") > end.rfind(")") and not end.endswith((".", "!"))


# Words with which hardly any sentence ends.
_LEADING_ON = Pattern(
    r"\b(?:the|an?|and|or|nor|but|because|since|while|whereas|although|though|if|whether|unless|than|that"
    r"|which|whose|as|of|from|into|to|for|with|by|at|between|about|be|been|being|has|have|had"
    r"|(?<!\bit )(?<!\bhe )(?<!\bshe )(?<!\bthey )(?:is|are|was|were)"
    r"|may|might|can|could|would|should|will|must|their|his|its|this|these|those|not|very|who|when|where)"
    r"\s*\Z",
    re.IGNORECASE,
)


def must_go_on(text: str) -> bool:
    """Whether a text ends with a word, or in a bracket, behind which its sentence must go on."""
    return in_open_bracket(text) or _LEADING_ON.search(text[-_LAST:]) is not None


@lru_cache(maxsize=4096)
def only_links_follow(after: str) -> bool:
    """Whether words that link are all that follows an option, without a stop: "◆ అనేది", cut there."""
    units = units_behind(clause_behind(after))
    words = [unit for unit in units if unit.roles]
    if not words or len(words) != len(units) or not lacks_stop(after):
        return False
    return all(role == Role.LINK for unit in words for role in (unit.roles or {}).values())


_BOLD = Pattern(r"(?<!\*)\*\*(?!\*)")


def _without_bold(end: str) -> str:
    """The end of a text without the mark that closes what is bold in its last line."""
    last = end.rstrip()
    marks = len(_BOLD.findall(last[last.rfind("\n") + 1 :]))
    return last.removesuffix("**") if marks % 2 == 0 else last


_GOING_ON = Pattern(r"[,:;=+*/\\(\[{]\s*\Z|\\[a-z]+\s*\Z")  # no sentence ends so


def ends_midway(visible: str) -> bool:
    """Whether a long reply ends in the middle of a sentence, whatever the provider says."""
    if len(visible) > _OPEN and in_open_bracket(visible):
        return True
    if len(visible) > _SIGN and (_GOING_ON.search(_without_bold(visible[-_LINE:])) or _trails_off(visible)):
        return True
    return len(visible) > _UNENDED and lacks_stop(visible)


_TRAILING = Pattern(r"[^\W\d_]\s?(?:\.\.\.|…)[\s*_]*\Z")


def _trails_off(text: str) -> bool:
    """Whether dots behind a letter end it, as in what was stored in part: "Option C is the standa..."."""
    return _TRAILING.search(text[-_LAST:]) is not None


_CHOSEN = Pattern(
    r"\b(?:pick|choos\w+|choice|chosen|select\w*|correspond\w*|match\w*|fits?|suits?|in question|sought"
    r"|asked for)\b"
)


def says_chosen(said: str) -> bool:
    """Whether what is said of an option chooses it, so that it is whole without a stop: "birch – my pick"."""
    return _CHOSEN.search(said) is not None or roles_in(said) & Role.PICK != 0
