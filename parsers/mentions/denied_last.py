"""Whether what follows two options denies the second alone: "Jibu ni A, si B", "答案是A，B不对"."""

from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_of
from parsers.pattern import Pattern

_BEFORE = 220  # characters before the first of the two that are looked at
_NEAR = 3  # words of them among which is the one for "answer"
_NEXT_WORD = Pattern(r"[\"')\]]* (?P<word>[^\s\"')\].,;!?।۔:]+)[\"')\]]*(?=[.,;!।۔\n]|\Z)")
_CALLED = Pattern(r"(?:答案|正确选项|正確選項|[应應故]选|[應故]選)(?:是|为|為|:)?[\s\"'(\[]*\Z")
_CHINESE = Pattern(
    r"[\"')\]]*(?:选项|選項|项|項)?(?:是?错误?的?|是?錯誤?的?|不[对對是]|不正[确確])(?=[,，。;；!\s]|\Z)"
)


def denies_last(text: str, start: int, end: int, joint: str, named: bool) -> bool:
    """Whether only the last of two options that stand from `start` to `end` in a text is denied.

    The language that denies it must know the word for "answer" before them, unless the first took one up
    (`named`): "B, C is wrong" denies both.
    """
    before = text[max(0, start - _BEFORE) : start]
    if joint == "," and _CHINESE.match(text, end) and _CALLED.search(before):
        return True
    denying = _languages(joint, Role.NOT) - _languages(joint, Role.JOIN)
    behind = _NEXT_WORD.match(text, end) if joint == "," else None
    if behind is not None:  # "Cevap A, B değil"
        denying = _languages(behind["word"], Role.BEHIND)
    if not denying:
        return False
    words = before.split()[-_NEAR:]
    return named or any(denying & _languages(word.rstrip(":"), Role.ANSWER) for word in words)


def _languages(word: str, role: int) -> set[int]:
    """The languages in which a word has that role."""
    return {number for number, roles in roles_of(word).items() if roles & role}
