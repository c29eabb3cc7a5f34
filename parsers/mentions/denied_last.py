"""Whether what follows two options denies the second alone: "Jibu ni A, si B", "答案是A，B不对"."""

from parsers.grammar.languages import Role
from parsers.grammar.languages.one_word import roles_of
from parsers.pattern import Pattern

_BEFORE = 220  # characters before the first of the two that are looked at
_NEAR = 3  # words of them among which is the one for "answer"
_NEXT_WORD = Pattern(r"[\"')\]]* (?P<word>[^\s\"')\].,;!?।۔:]+)[\"')\]]*(?=[.,;!।۔\n]|\Z)")
# At the head of a clause: what "some say that the answer is" is another's answer.
_CALLED = Pattern(
    r"(?:\A|[\s,，.。;；:：!?、]|所以|因此|故|那么|可知|可见)(?:本题|此题)?的?(?:正确|正確|最终|最終|最佳|标准)?"
    r"(?:答案|正确选项|正確選項|[应應故]选|[應故]選)(?:是|为|為|:|选|選)?[\s\"'(\[]*\Z"
)
_CHINESE = Pattern(
    r"[\"')\]]*(?:选项|選項|项|項)?(?:是?错误?的?|是?錯誤?的?|不[对對是]|不正[确確])(?=[,，。;；!\s]|\Z)"
)


def denies_last(text: str, start: int, end: int, joint: str, noun: str) -> bool:
    """Whether only the last of two options that stand from `start` to `end` in a text is denied.

    The language that denies it must know the word for "answer" before them, be it the `noun` that the first
    one took up: "B, C is wrong" denies both, and so does "option B, C is wrong".
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
    words = (before + noun).split()[-_NEAR:]
    return any(denying & _languages(word.strip(":()[]\"'"), Role.ANSWER) for word in words)


def _languages(word: str, role: int) -> set[int]:
    """The languages in which a word has that role."""
    return {language for language, roles in roles_of(word).items() if roles & role}


_OBJECT = Pattern(r"\b(?:is|are|be|choose|pick|select|say|answer:)[ :]*(?:option )?[\"'(]*\Z")
_NEW_CLAUSE = Pattern(r"[\"')\]]*, and\b")
_BEFORE = 40  # characters before the first option in which it is called the answer
# What it says of the other option: "and A is wrong", "and A would not fit"; "and A is too" takes it in.
_DENIED = Pattern(
    r"[^.;!?\n]{0,80}?(?:(?<!not )(?<!n't )(?<!nor )\b(?:wrong|incorrect|false|untrue|unlikely|implausible"
    r"|inappropriate|contraindicated|irrelevant|excluded|eliminated|ruled out|cannot|neither|never|least"
    r"|(?<!no )less)\b"
    r"|(?:\b(?:not|no(?= longer\b))|n't)\b"
    r"(?! (?:only|just|merely|wrong|incorrect|false|less|bad|excluded|ruled|far)\b))"
)


def ends_object(text: str, start: int, end: int, last: int) -> bool:
    """Whether ", and" behind an answer, at `end`, begins a clause: "The answer is D, and A is wrong".

    It does where what follows from `last` on denies the other one; "…, and A applies too" takes it in.
    """
    if _NEW_CLAUSE.match(text, end) is None or not _DENIED.match(text, last):
        return False
    return _OBJECT.search(text, max(0, start - _BEFORE), start) is not None
