"""What the cue words around a group say, in whatever language: it is the answer, it is right, it is not.

The words are data (`grammar/languages`); the few rules here hold for every language, whatever its order of
words. A language speaks only if it knows an announcing word of the clause, and one that denies outweighs
those that affirm. English has patterns of its own. The first part cuts the clause around a group into units
with their roles in a language, the second says what a clause makes of the group.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from operator import ge

from parsers.grammar.labels import NEXT_ON_LINE
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import ENGLISH, Unit, may_deny, roles_in, roles_of, units_of
from parsers.grammar.pattern import MENTION
from parsers.pattern import Pattern

Units = tuple[Unit, ...]

_POINTING = frozenset(":=→⇒>-–—")  # between a cue and what it announces
_CLOSING = frozenset(",.\"')]")
_CLOSED_QUOTE = Pattern(r"\A[,.]?[\"')\]]+,?(?= )")  # 'option ◆," is the best one'
# "option ◆, namely "red maple", is": what stands in quotation marks there is no part of the clause.
_APPOSED = Pattern(r"\A[\"')]*,?\s*(?:[^\W\d_]{2,10}\.?:?\s+){0,2}\"[^\"\n]{1,300}\"\s*,?(?=\s)")
_PARTED = Pattern(r"\A[\"')]*,\s+(?P<word>[^\W\d_]+)")  # "◆, adalah pilihan …": the comma parts nothing
_PARTING = frozenset(".;!?,،؛\n。、")
CUE = Role.ANSWER | Role.RIGHT | Role.OPTION
RUN = CUE | Role.LINK | Role.IS | Role.SO | Role.PICK | Role.STATEMENT


_NUMBER_SIGN = Pattern(r"\bn(?:um)?\.? ?[oº°]\.? ?\Z")  # "la n.º ◆"
_ASIDE = Pattern(r"\([^()]{1,200}\)")


# White space, and the signs that are no units.
_UNREAD = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\"'[](){}*_ʻʼ"
_END = Pattern(f"[{''.join(_PARTING)}\U000f0001-\U0010ffff]")  # of a clause: a sign, or another mention


_TOPIC = 4  # characters before a comma in which a copula stands, where the comma parts nothing


# A clause comes again where the sentence around it does not: so these, and what they say, are remembered.
@lru_cache(maxsize=256)
def clause_ahead(before: str) -> str:
    """The end of a text that is one clause with the group; what stands in brackets is no part of it."""
    clause = _ASIDE.sub("", before) if ")" in before else before
    clause = _NUMBER_SIGN.sub("", clause) if "n" in clause[-6:] else clause
    clause = clause.rstrip(_UNREAD)  # the line break of "the answer:\n◆" ends none
    if clause[-1:] in ("、", ",") and roles_in(clause[-_TOPIC:-1]) & Role.IS:
        clause = clause[:-1]  # "答えは、◆"
    return _END.split(clause)[-1]


@lru_cache(maxsize=256)
def clause_behind(after: str) -> str:
    """The beginning of a text that is one clause with the group, with the sign that ends it."""
    clause = _APPOSED.sub("", after) if '"' in after else after
    parted = _PARTED.match(clause) if "," in clause[:4] else None
    if parted is not None and roles_in(parted["word"]) & Role.IS:
        clause = clause[parted.start("word") :]
    clause = _CLOSED_QUOTE.sub("", clause) if clause[:1] in _CLOSING else clause
    end = _END.search(clause)
    return clause[: end.end()] if end else clause


def units_ahead(clause: str) -> Units:
    """The units of the clause before the group, nearest first."""
    return units_of(clause)[::-1]


@lru_cache(maxsize=1024)
def units_behind(clause: str) -> Units:
    """The units of the clause from the group on."""
    kept: list[Unit] = []
    for unit in units_of(clause):
        if unit.text in _PARTING or (kept and unit.text == "—"):
            break
        if unit.roles is None and unit.text > "\U000f0000":  # "… e non ◆": these words belong to the next one
            while kept and kept[-1].roles and not kept[-1].may & Role.BEHIND:
                kept.pop()
            break
        kept.append(unit)
    return tuple(kept)


def languages_with(units: Units, roles: int) -> frozenset[int]:
    """The languages in which one of the units has one of the roles."""
    return frozenset(
        number
        for unit in units
        if unit.roles and unit.may & roles
        for number, role in unit.roles.items()
        if role & roles
    )


def judging(ahead: Units, speaking: frozenset[int]) -> frozenset[int]:
    """The languages that may deny: beside one that names the false statement, none that knows fewer words."""
    known = {number: [bool(role) for role in roles_by(ahead, number)] for number in speaking}
    stating = [
        number for number in speaking if names_false_statement(since_therefore(roles_by(ahead, number)))
    ]
    return frozenset(
        number
        for number in speaking
        if number in stating or not any(_knows_more(known[other], known[number]) for other in stating)
    )


def _knows_more(known: list[bool], fewer: list[bool]) -> bool:
    return known != fewer and all(map(ge, known, fewer))


def roles_by(units: Iterable[Unit], number: int) -> list[int | None]:
    """Per word or pointing sign, its roles in one language: None for a word it does not know."""
    found: list[int | None] = []
    for unit in units:
        if unit.roles is not None:
            found.append(unit.roles.get(number))
        elif unit.text in _POINTING:
            found.append(0)
    return found


def up_to_reason(behind: Units, speaking: frozenset[int]) -> Units:
    """The units behind the group up to the word that begins a reason in a language that speaks there."""
    for at, unit in enumerate(behind):
        if any(
            role & Role.REASON and not role & CUE for role in map((unit.roles or {}).get, speaking) if role
        ):
            return behind[:at]
    return behind


def cue_run(roles: list[int | None], wrong_too: bool = False) -> list[int]:
    """The cue words and signs next to the group, up to the first word of another kind."""
    run: list[int] = []
    allowed = RUN | Role.WRONG if wrong_too else RUN
    for role in roles:
        if role is None or (role and not role & allowed):
            break
        run.append(role)
    return run


def names_false_statement(before: list[int | None]) -> bool:
    """Whether the clause names the false statement, which may be what is asked for."""
    known = [role for role in before if role]
    return any(
        (one & Role.STATEMENT and other & Role.WRONG) or (one & Role.WRONG and other & Role.STATEMENT)
        for one, other in pairwise(known)
    )


def all_of(run: list[int]) -> int:
    said = 0
    for role in run:
        said |= role
    return said


def since_therefore(before: list[int | None]) -> list[int | None]:
    """What stands between "therefore" and the group: what is denied before it is the reason."""
    for at, role in enumerate(before):
        if role and role & Role.SO:
            return before[:at]
    return before


_RELATIVE = frozenset(
    ("que", "qui", "che", "das", "die", "der", "welche", "which", "that", "som", "yang", "ambalo")
)
_APART = 2  # words between a denial in a relative clause and the copula, at the least


def _past_relative(ahead: Units, before: list[int | None]) -> list[int | None]:
    """What stands before the group, without a clause that denies: "la opción que NO es típica de … es: ◆".

    "The option that is not correct" stays denied; so does what has no colon before the group.
    """
    words = [unit for unit in ahead if unit.roles is not None or unit.text in _POINTING]
    if not words or words[0].text not in (":", "："):
        return before
    for at, role in enumerate(before[:-1]):
        if role is None or not role & Role.NOT or words[at + 1].text not in _RELATIVE:
            continue
        between = [one for one in before[1:at] if one != 0]
        judged = any(one and one & (Role.RIGHT | Role.ANSWER) for one in between)
        copula = next((place for place, one in enumerate(between) if one and one & Role.IS), None)
        if copula is not None and not judged and len(between) - copula > _APART:
            return before[:at]
    return before


def said_ahead(ahead: Units, number: int) -> list[int | None]:
    """The roles of the words before the group that may deny it, in one language."""
    return _past_relative(ahead, since_therefore(roles_by(ahead, number)))


_ANSWER_TO_OPTION = Pattern(rf"\([^()\n]*{MENTION}[^()\n]+\)\W*\Z")  # "(what option ◆ answers): ◆"
_ANNOUNCING = CUE | Role.PICK | Role.STATEMENT
_ASKING = ("?", "؟")
ENDING = frozenset(".!?。।۔)\"'*")
_DENYING = Role.NOT | Role.WRONG
_FAR = 12  # words between "the answer" and its copula, at the most
_FARTHER = 28  # words of a clause that says "the correct statement about … is option ◆"


@lru_cache(maxsize=4096)
def declares(before: str, after: str) -> bool:
    """Whether the words call the group the answer: "jawaban yang benar adalah ◆", "doğru cevap ◆'dır"."""
    return _affirmed(before, after, _declared) and _ANSWER_TO_OPTION.search(before) is None


def calls_right(before: str, after: str) -> bool:
    """Whether the words behind the group call it right: "◆ variantı doğrudur", "◆ es la correcta"."""
    return _affirmed(before, after, _called_right)


def concludes(before: str) -> bool:
    """Whether "therefore" in some language is all that stands in the clause before the group."""
    return _concludes(clause_ahead(before))


@lru_cache(maxsize=4096)
def _concludes(clause: str) -> bool:
    if not roles_in(clause) & Role.SO:
        return False
    ahead = units_ahead(clause)
    allowed = Role.SO | Role.LINK | Role.IS | Role.OPTION
    return any(
        all(role is not None and not role & ~allowed for role in roles_by(ahead, number))
        for number in languages_with(ahead, Role.SO)
    )


@lru_cache(maxsize=4096)
def opens_as_conclusion(before: str) -> bool:
    """Whether the first words of a sentence are "therefore" in some language."""
    opening = before.lstrip(" \n\"'(*")[:40]
    if not roles_in(opening) & Role.SO:
        return False
    return bool(languages_with(units_of(opening)[:2], Role.SO))


_FEW = 4  # words of a verdict that is nothing but one


@lru_cache(maxsize=4096)
def blunt_verdict(content: str) -> bool | None:
    """What the few words behind "B:" say of it in some language: right, wrong, or nothing."""
    if not roles_in(content) & (_DENYING | Role.RIGHT):
        return None
    words = [
        unit for unit in units_behind(clause_behind(content.lstrip(" ):=-–—"))) if unit.roles is not None
    ]
    if not words or len(words) > _FEW:
        return None
    if any(languages_with((unit,), _DENYING) for unit in words):
        return False if any(languages_with((unit,), Role.RIGHT | Role.WRONG) for unit in words) else None
    right = any(
        all_of(list(filter(None, roles_by(words, number)))) == Role.RIGHT
        for number in languages_with(tuple(words), Role.RIGHT)
    )
    return True if right and len(words) < _FEW else None


def denies(before: str, after: str) -> bool:
    """Whether the words deny the group in some language: "◆ to'g'ri emas", "неверный ответ: ◆"."""
    return _denies(clause_ahead(before), clause_behind(after))


@lru_cache(maxsize=4096)
def _denies(before: str, after: str) -> bool:
    if not (roles_in(before) | roles_in(after)) & _DENYING:
        return False
    ahead, behind = units_ahead(before), units_behind(after)
    anchored = languages_with(ahead, CUE) | languages_with(behind, CUE)
    behind = up_to_reason(behind, anchored)
    deniers = judging(ahead, anchored)
    return any(_denied(ahead, behind, number) for number in deniers) or _plainly_denied(ahead, behind)


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
    ahead, behind = units_ahead(clause_ahead(before)), units_behind(clause_behind(after))
    words = [unit for unit in (*ahead, *behind) if unit.roles is not None]
    speaking = frozenset(number for unit in words for number in unit.roles or ())
    return bool(words) and not any(all(number in (unit.roles or {}) for unit in words) for number in speaking)


@lru_cache(maxsize=4096)
def trails_off(after: str) -> bool:
    """Whether only words that link follow, and no sign that ends a sentence: "◆ అనేది", cut there."""
    units = units_behind(clause_behind(after))
    words = [unit for unit in units if unit.roles]
    if not words or len(words) != len(units) or after.rstrip()[-1:] in ENDING:
        return False
    return all(role == Role.LINK for unit in words for role in (unit.roles or {}).values())


def links_at_most(after: str) -> bool:
    """Whether nothing but linking words and signs follow in the clause: "◆ है।"."""
    return _only(units_behind(clause_behind(after)), Role.LINK | Role.IS)


@lru_cache(maxsize=1024)
def leads_in(lead: str) -> bool:
    """Whether linking words of one language are all that opens a reply: "Es la ◆", "Ich denke, es ist ◆"."""
    return _only(units_of(lead), Role.LINK | Role.IS | Role.SO | Role.PICK)


def _only(units: Units, allowed: int) -> bool:
    words = [unit for unit in units if unit.roles is not None]
    return not words or any(
        all((unit.roles or {}).get(number, ~allowed) & ~allowed == 0 for unit in words)
        for number in languages_with(tuple(words), allowed)
    )


@lru_cache(maxsize=4096)
def links(before: str, label: bool) -> bool:
    """Whether a copula leads up to the group: "最接近的是◆", "la causa es ◇"; to a label from a cue word."""
    clause = clause_ahead(before)
    if not roles_in(clause) & Role.IS or (label and not roles_in(clause) & CUE):
        return False
    ahead = units_ahead(clause)
    wanted = CUE if label else Role.LINK | CUE
    return any(_past_copula(roles_by(ahead, number)) & wanted for number in languages_with(ahead, Role.IS))


def _past_copula(before: list[int | None]) -> int:
    """The roles of what stands before the copula that leads up to the group."""
    copula = next((at for at, role in enumerate(cue_run(before)) if role & Role.IS), None)
    return 0 if copula is None else all_of([role for role in before[copula + 1 : copula + _FAR] if role])


def sets_apart(before: str) -> bool:
    """Whether the group is the options that are left over: "las otras opciones (◆", "其他选项◆"."""
    clause = clause_ahead(before.rstrip(" ,:;([-–—\n*•\"'"))
    if not clause or not roles_in(clause) & Role.OTHER:
        return False
    return _sets_apart(clause, before.rstrip(" \n*•-–—\"'").endswith(":"))


@lru_cache(maxsize=4096)
def _sets_apart(clause: str, heads: bool) -> bool:
    words = [unit for unit in units_ahead(clause) if unit.roles is not None][:5]
    if heads and _about_others(words):
        return True
    for number in languages_with(tuple(words), Role.OTHER):
        for word in words:
            role = (word.roles or {}).get(number, 0)
            if role & Role.OTHER:
                return True
            if not role & (CUE | Role.LINK | Role.WRONG | Role.IS):
                break
    return False


def _about_others(words: list[Unit]) -> bool:
    """Whether a heading is about the other options: "Diğer seçeneklerin anlamları:"; nearest word first."""
    return any(
        (other.roles or {}).get(number, 0) & Role.OTHER
        for noun, other in pairwise(words)
        for number in languages_with((noun,), Role.OPTION | Role.ANSWER)
    )


def _affirmed(before: str, after: str, rule: Callable[[Units, Units, int], bool]) -> bool:
    """Whether the rule accepts the clause in some language, and no language that speaks there denies it."""
    return not _is_asked(after) and _accepts(clause_ahead(before), clause_behind(after), rule)


# "Antwort ◆ – noch Fragen?", "◆ (Quer uma explicação?)": what is asked behind an answer is not of it.
ASIDE_ASKED = Pattern(r"[)\"'*.]*\s+[–—-]\s|[)\"'*.]*\s*\([^()\n]{1,100}\?\s*\)")


def _is_asked(after: str) -> bool:
    """Whether the clause ends with the sign of a question: not "la ◆, ¿verdad?", "◆ Вопрос 2: что это?"."""
    asking = clause_behind(after).rstrip(" \"')*")[-1:] in _ASKING
    return asking and not (ASIDE_ASKED.match(after) or NEXT_ON_LINE.match(after))


def asks(before: str, after: str) -> bool:
    """Whether the group is asked about in a sentence of some language: "هل الإجابة هي ◆؟"."""
    said = roles_in(clause_ahead(before)) & (Role.ANSWER | Role.RIGHT)
    return bool(said) and before.rstrip()[-1:] != ":" and _is_asked(after)


@lru_cache(maxsize=4096)
def _accepts(before: str, after: str, rule: Callable[[Units, Units, int], bool]) -> bool:
    clause = _undenied(before, after)
    return clause is not None and any(rule(*clause[:2], number) for number in clause[2])


@lru_cache(maxsize=4096)
def _undenied(before: str, after: str) -> tuple[Units, Units, frozenset[int]] | None:
    """The units of a clause in which no language denies, and the languages that speak there."""
    if not (roles_in(before) & _ANNOUNCING or roles_in(after) & _ANNOUNCING):
        return None
    ahead, behind = units_ahead(before), units_behind(after)
    speaking = languages_with(ahead, _ANNOUNCING) | languages_with(behind, CUE | Role.PICK)
    behind = up_to_reason(behind, speaking)
    if not speaking or any(_denied(ahead, behind, number) for number in judging(ahead, speaking)):
        return None
    return ahead, behind, speaking


def _declared(ahead: Units, behind: Units, number: int) -> bool:
    before, after = roles_by(ahead, number), roles_by(behind, number)
    run, tail = cue_run(before, names_false_statement(before)), cue_run(after)
    said, pointed = all_of(run), 0 in run[:2]
    if said & Role.PICK and not said & Role.RIGHT:
        return True
    if all_of(tail) & Role.PICK and len(tail) == len(after):  # "B کا انتخاب کرتا ہوں": the verb comes last
        return len(run) == len(before)
    if said & Role.RIGHT and said & (Role.ANSWER | Role.OPTION):
        return True
    if said & Role.STATEMENT and (pointed or said & Role.IS):
        return bool(said & Role.RIGHT) or names_false_statement(before)
    if said & Role.ANSWER and (pointed or said & (Role.IS | Role.OPTION)):
        return True
    if said & Role.RIGHT and (pointed or said & Role.IS) and len(run) == len(before):
        return True
    if said & Role.ANSWER and (
        len(tail) == len(after) or _is_unit(behind)
    ):  # "javob ◆", "cevap ◆ seçeneğidir"
        return len(run) == len(before) or bool(tail) or bool(said & Role.SO)  # "… donc réponse ◆"
    if said & Role.OPTION and run[0] == 0 and len(before) == 2 and not after:
        return ahead[-1].text not in ENGLISH  # "Seçenek: ◆"
    if said & Role.IS and len(before) <= _FAR + 4 and _past_copula(before) & (Role.ANSWER | Role.OPTION):
        return True
    return (pointed or bool(said & Role.IS)) and _announced_far(before)


_UNITS = """
    n kg g mg m cm sm mm km min j kj kw pa kpa l ml mol hz cd kd
    н кг г мг м см мм км мин ч дж кдж вт квт па кпа л мл моль гц ом
"""
_UNIT = frozenset(_UNITS.split())


def _is_unit(behind: Units) -> bool:
    """Whether the unit of a number is all that follows: "javob ◆ kg"."""
    words = [unit.text for unit in behind if unit.roles is not None]
    return len(words) == 1 and words[0] in _UNIT


def _announced_far(before: list[int | None]) -> bool:
    """Whether the clause begins with "the right answer", with other words between it and its copula."""
    said = all_of([role for role in before[: _FAR + 4] if role])
    if len(before) <= _FAR + 4 and said & Role.ANSWER and said & Role.RIGHT:
        return True
    named = bool(before) and bool((before[0] or 0) & Role.OPTION)
    return named and len(before) <= _FARTHER and _names_statement(before)


def _names_statement(before: list[int | None]) -> bool:
    """Whether the clause begins with "the correct statement" or "the false statement"."""
    opening = [role for role in before[-4:] if role]
    right = any(
        (one & Role.STATEMENT and other & Role.RIGHT) or (one & Role.RIGHT and other & Role.STATEMENT)
        for one, other in pairwise(opening)
    )
    return right or names_false_statement([*opening])


def _called_right(ahead: Units, behind: Units, number: int) -> bool:
    after = roles_by(behind, number)
    tail = cue_run(after)
    said = all_of(tail)
    if not said & (Role.RIGHT | Role.ANSWER):
        return False
    if len(tail) == len(after):
        return bool(said & Role.RIGHT) or bool(said & Role.IS)
    return bool(said & Role.RIGHT and said & (Role.IS | Role.ANSWER))


def _denied(ahead: Units, behind: Units, number: int) -> bool:
    """Whether a word of the language denies or calls wrong, anywhere in the clause."""
    before = said_ahead(ahead, number)
    denying = Role.NOT if names_false_statement(before) else _DENYING
    said = all_of([role for role in before if role]) & denying
    return bool(said | all_of([role for role in roles_by(behind, number) if role]) & _DENYING)


def _plainly_denied(ahead: Units, behind: Units) -> bool:
    """Whether the next word on either side can only be a denial, after copulas of its language at most."""
    return _denial_next(ahead) or _denial_next(behind)


def _denial_next(units: Units) -> bool:
    words = [unit for unit in units if unit.roles is not None][:4]
    for number, unit in enumerate(words):
        if may_deny(unit.text):
            denying = languages_with((unit,), _DENYING)
            return any(_leads_on(words[:number], language) for language in denying) and not any(
                names_false_statement(roles_by(units, language)) for language in denying
            )
        if not unit.roles or languages_with((unit,), Role.SO):
            return False
    return False


def _leads_on(words: list[Unit], number: int) -> bool:
    """Whether every word may stand between an option and what is said of it, in one language."""
    return all((unit.roles or {}).get(number, 0) & RUN for unit in words)


_TEXT_FOLLOWS = frozenset(":：.\n-–(")  # behind a label: what its option says is no part of the clause


@lru_cache(maxsize=1024)
def names_wrong_one(before: str, after: str, explained: bool) -> bool:
    """Whether nothing but "the wrong one is" in one language stands around an option in its clause.

    "The wrong answer is" may warn of it, where it is not `explained` by its own text or a sentence behind.
    """
    ahead = units_ahead(clause_ahead(before))
    told = after.lstrip(" )*\"'")[:1] in _TEXT_FOLLOWS
    behind = () if told else units_behind(clause_behind(after))
    explained = explained or after.lstrip(" )*\"'")[:1] == ":"
    return "?" not in after and any(
        _is_wrong_one(roles_by(ahead, number), roles_by(behind, number), explained)
        for number in languages_with(ahead, _DENYING)
    )


def _is_wrong_one(before: list[int | None], after: list[int | None], explained: bool) -> bool:
    if any(role is None or role & ~(RUN | _DENYING) for role in before):
        return False
    if any(role is None or role & ~(Role.OPTION | Role.LINK | Role.IS) for role in after):
        return False
    known = [role for role in before if role]
    said, copula = all_of(known), all_of([*known, *filter(None, after)]) & Role.IS or 0 in before[:2]
    if said & Role.WRONG:
        denied = any(role & Role.NOT and not role & Role.WRONG for role in known)
        warns = said & (Role.ANSWER | Role.OPTION) and not said & Role.STATEMENT and not explained
        return bool(copula) and not denied and not said & Role.OUT and not warns
    return bool(copula and said & Role.RIGHT)
