"""What the cue words around a group say, in whatever language: it is the answer, it is right, it is not.

The words are data (`grammar/languages`); the few rules here hold for every language, whatever its order of
words. A language speaks only if it knows an announcing word of the clause, and one that denies outweighs
those that affirm. English has patterns of its own.

Decision: docs/decisions/parsers.md, "Cue words are data, one file a language, and a few rules read them all".
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise

from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import Unit, may_deny, roles_in, roles_of, units_of
from parsers.grammar.pattern import MENTION
from parsers.pattern import Pattern

Units = tuple[Unit, ...]

_POINTING = frozenset(":=→⇒>-–—")  # between a cue and what it announces
_ANSWER_TO_OPTION = Pattern(rf"\([^()\n]*{MENTION}[^()\n]+\)\W*\Z")  # "(what option ◆ answers): ◆"
_CLOSED_QUOTE = Pattern(r"\A[,.]?[\"')\]]+,?(?= )")  # 'option ◆," is the best one'
_PARTING = frozenset(".;!?,،؛\n。、")
_CUE = Role.ANSWER | Role.RIGHT | Role.OPTION
_RUN = _CUE | Role.LINK | Role.IS | Role.SO | Role.PICK | Role.STATEMENT
_DENYING = Role.NOT | Role.WRONG
_FAR = 12  # words between "the answer" and its copula, at the most


@lru_cache(maxsize=4096)
def declares(before: str, after: str) -> bool:
    """Whether the words call the group the answer: "jawaban yang benar adalah ◆", "doğru cevap ◆'dır"."""
    return _affirmed(before, after, _declared) and _ANSWER_TO_OPTION.search(before) is None


@lru_cache(maxsize=4096)
def calls_right(before: str, after: str) -> bool:
    """Whether the words behind the group call it right: "◆ variantı doğrudur", "◆ es la correcta"."""
    return _affirmed(before, after, _called_right)


@lru_cache(maxsize=4096)
def concludes(before: str) -> bool:
    """Whether "therefore" in some language is all that stands in the clause before the group."""
    if not roles_in(before) & Role.SO:
        return False
    ahead = _ahead(before)
    allowed = Role.SO | Role.LINK | Role.IS | Role.OPTION
    return any(
        all(role is not None and not role & ~allowed for role in _roles(ahead, number))
        for number in _speaking(ahead, Role.SO)
    )


@lru_cache(maxsize=4096)
def opens_as_conclusion(before: str) -> bool:
    """Whether the first words of a sentence are "therefore" in some language."""
    return bool(_speaking(units_of(before.lstrip(" \n\"'(*")[:40])[:2], Role.SO))


_FEW = 4  # words of a verdict that is nothing but one


@lru_cache(maxsize=4096)
def blunt_verdict(content: str) -> bool | None:
    """What the few words behind "B:" say of it in some language: right, wrong, or nothing."""
    if not roles_in(content) & (_DENYING | Role.RIGHT):
        return None
    words = [unit for unit in _behind(content.lstrip(" ):=-–—")) if unit.roles is not None]
    if not words or len(words) > _FEW:
        return None
    if any(_speaking((unit,), _DENYING) for unit in words):
        return False if any(_speaking((unit,), Role.RIGHT | Role.WRONG) for unit in words) else None
    right = any(
        _said(list(filter(None, _roles(words, number)))) == Role.RIGHT
        for number in _speaking(tuple(words), Role.RIGHT)
    )
    return True if right and len(words) < _FEW else None


@lru_cache(maxsize=4096)
def denies(before: str, after: str) -> bool:
    """Whether the words deny the group in some language: "◆ to'g'ri emas", "неверный ответ: ◆"."""
    if not (roles_in(before) | roles_in(after)) & _DENYING:
        return False
    ahead, behind = _ahead(before), _behind(after)
    anchored = _speaking(ahead, _CUE) | _speaking(behind, _CUE)
    behind = _up_to_reason(behind, anchored)
    return any(_denied(ahead, behind, number) for number in anchored) or _plainly_denied(ahead, behind)


@lru_cache(maxsize=4096)
def denied_next(before: str) -> bool:
    """Whether the word right before the group denies in some language, however short: "Ne ◆", "Ba ◆ ba"."""
    if before[-1:] != " " or not before[:-1].isalpha():
        return False
    roles = roles_of(before[:-1]).values()
    return any(role & Role.NOT for role in roles) and not any(role & Role.IS for role in roles)


@lru_cache(maxsize=4096)
def says_more(before: str, after: str) -> bool:
    """Whether a word that no cue word's language knows stands beside the group: "Optie ◆ valt af"."""
    words = [unit for unit in (*_ahead(before), *_behind(after)) if unit.roles is not None]
    speaking = frozenset(number for unit in words for number in unit.roles or ())
    return bool(words) and not any(all(number in (unit.roles or {}) for unit in words) for number in speaking)


@lru_cache(maxsize=4096)
def sets_apart(before: str) -> bool:
    """Whether the group is the options that are left over: "las otras opciones (◆", "其他选项◆"."""
    if not roles_in(before) & Role.OTHER:
        return False
    words = [unit for unit in _ahead(before.rstrip(" ,:;([-–—\n")) if unit.roles is not None][:5]
    for number in _speaking(tuple(words), Role.OTHER):
        for word in words:
            role = (word.roles or {}).get(number, 0)
            if role & Role.OTHER:
                return True
            if not role & (_CUE | Role.LINK | Role.WRONG | Role.IS):
                break
    return False


def _affirmed(before: str, after: str, rule: Callable[[Units, Units, int], bool]) -> bool:
    """Whether the rule accepts the clause in some language, and no language that speaks there denies it."""
    if not (roles_in(before) | roles_in(after)) & (_CUE | Role.PICK):
        return False
    if after.rstrip(" \"')*")[-1:] in ("?", "؟"):
        return False
    ahead, behind = _ahead(before), _behind(after)
    speaking = _speaking(ahead, _CUE | Role.PICK) | _speaking(behind, _CUE | Role.PICK)
    behind = _up_to_reason(behind, speaking)
    if not speaking or any(_denied(ahead, behind, number) for number in speaking):
        return False
    return any(rule(ahead, behind, number) for number in speaking)


def _ahead(before: str) -> Units:
    """The units of the clause before the group, nearest first."""
    kept: list[Unit] = []
    for unit in reversed(units_of(before)):
        if unit.text == "\n" and not kept:
            continue  # "the answer:\n◆"
        if unit.text in _PARTING or (unit.roles is None and unit.text > "\U000f0000"):
            break
        kept.append(unit)
    return tuple(kept)


def _behind(after: str) -> Units:
    """The units of the clause from the group on."""
    kept: list[Unit] = []
    for unit in units_of(_CLOSED_QUOTE.sub("", after)):
        if unit.text in _PARTING:
            break
        if unit.roles is None and unit.text > "\U000f0000":  # "… e non ◆": these words belong to the next one
            while kept and kept[-1].roles:
                kept.pop()
            break
        kept.append(unit)
    return tuple(kept)


def _speaking(units: Units, roles: int) -> frozenset[int]:
    """The languages in which one of the units has one of the roles."""
    return frozenset(
        number for unit in units if unit.roles for number, role in unit.roles.items() if role & roles
    )


def _roles(units: Iterable[Unit], number: int) -> list[int | None]:
    """Per word or pointing sign, its roles in one language: None for a word it does not know."""
    found: list[int | None] = []
    for unit in units:
        if unit.roles is not None:
            found.append(unit.roles.get(number))
        elif unit.text in _POINTING:
            found.append(0)
    return found


def _up_to_reason(behind: Units, speaking: frozenset[int]) -> Units:
    """The units behind the group up to the word that begins a reason in a language that speaks there."""
    for at, unit in enumerate(behind):
        if any(
            role & Role.REASON and not role & _CUE for role in map((unit.roles or {}).get, speaking) if role
        ):
            return behind[:at]
    return behind


def _run(roles: list[int | None], wrong_too: bool = False) -> list[int]:
    """The cue words and signs next to the group, up to the first word of another kind."""
    run: list[int] = []
    allowed = _RUN | Role.WRONG if wrong_too else _RUN
    for role in roles:
        if role is None or (role and not role & allowed):
            break
        run.append(role)
    return run


def _false_statement(before: list[int | None]) -> bool:
    """Whether the clause names the false statement, which may be what is asked for."""
    known = [role for role in before if role]
    return any(
        (one & Role.STATEMENT and other & Role.WRONG) or (one & Role.WRONG and other & Role.STATEMENT)
        for one, other in pairwise(known)
    )


def _said(run: list[int]) -> int:
    said = 0
    for role in run:
        said |= role
    return said


def _declared(ahead: Units, behind: Units, number: int) -> bool:
    before, after = _roles(ahead, number), _roles(behind, number)
    run, tail = _run(before, _false_statement(before)), _run(after)
    said, pointed = _said(run), 0 in run[:2]
    if said & Role.PICK and not said & Role.RIGHT:
        return True
    if _said(tail) & Role.PICK and len(tail) == len(after):  # "B کا انتخاب کرتا ہوں": the verb comes last
        return len(run) == len(before)
    if said & Role.RIGHT and said & (Role.ANSWER | Role.OPTION):
        return True
    if said & Role.STATEMENT and (pointed or said & Role.IS):
        return bool(said & Role.RIGHT) or _false_statement(before)
    if said & Role.ANSWER and (pointed or said & (Role.IS | Role.OPTION)):
        return True
    if said & Role.RIGHT and (pointed or said & Role.IS) and len(run) == len(before):
        return True
    if said & Role.ANSWER and len(tail) == len(after):  # "javob ◆", "cevap ◆ seçeneğidir"
        return len(run) == len(before) or bool(tail)
    return (pointed or bool(said & Role.IS)) and _announced_far(before)


def _announced_far(before: list[int | None]) -> bool:
    """Whether the clause begins with "the right answer", with other words between it and its copula."""
    said = _said([role for role in before[: _FAR + 4] if role])
    return bool(said & Role.ANSWER and said & Role.RIGHT) and len(before) <= _FAR + 4


def _called_right(ahead: Units, behind: Units, number: int) -> bool:
    after = _roles(behind, number)
    tail = _run(after)
    said = _said(tail)
    if not said & (Role.RIGHT | Role.ANSWER):
        return False
    if len(tail) == len(after):
        return bool(said & Role.RIGHT) or bool(said & Role.IS)
    return bool(said & Role.RIGHT and said & (Role.IS | Role.ANSWER))


def _denied(ahead: Units, behind: Units, number: int) -> bool:
    """Whether a word of the language denies or calls wrong, anywhere in the clause."""
    before = _since(_roles(ahead, number))
    denying = Role.NOT if _false_statement(before) else _DENYING
    said = _said([role for role in before if role]) & denying
    return bool(said | _said([role for role in _roles(behind, number) if role]) & _DENYING)


def _since(before: list[int | None]) -> list[int | None]:
    """What stands between "therefore" and the group: what is denied before it is the reason."""
    for at, role in enumerate(before):
        if role and role & Role.SO:
            return before[:at]
    return before


def _plainly_denied(ahead: Units, behind: Units) -> bool:
    """Whether the next word on either side can only be a denial, after copulas of its language at most."""
    return _denial_next(ahead) or _denial_next(behind)


def _denial_next(units: Units) -> bool:
    words = [unit for unit in units if unit.roles is not None][:4]
    for number, unit in enumerate(words):
        if may_deny(unit.text):
            denying = _speaking((unit,), _DENYING)
            return any(_leads_on(words[:number], language) for language in denying) and not any(
                _false_statement(_roles(units, language)) for language in denying
            )
        if not unit.roles or _speaking((unit,), Role.SO):
            return False
    return False


def _leads_on(words: list[Unit], number: int) -> bool:
    """Whether every word may stand between an option and what is said of it, in one language."""
    return all((unit.roles or {}).get(number, 0) & _RUN for unit in words)
