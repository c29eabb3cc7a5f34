"""Options that a reply names without meaning them: under a condition, in a question, taken back at once.

"Als de patiënt een kind was, zou het antwoord B zijn", "Czy poprawna odpowiedź to B?", "Viele wählen B, aber
das ist falsch". English has patterns of its own for the first two.

Decision: docs/decisions/parsers.md, "Conditions, questions and what is taken back in other languages".
Decision: docs/decisions/parsers.md, "Seven hundred choices and doubts in forty languages".
Decision: docs/decisions/parsers.md, "Replies of seven stores not met before, in thirteen languages".
Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

from functools import lru_cache

from parsers.claims.apart import denied_apart
from parsers.claims.clauses import clause_behind, languages_with
from parsers.claims.endings import SENTENCE_END
from parsers.grammar import doubts, hypotheses
from parsers.grammar.cued import AnyOf
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import all_roles_in, roles_in, units_of
from parsers.grammar.pattern import MENTIONED
from parsers.grammar.stand_ins import spoken_key, yes_and_no
from parsers.pattern import Pattern

_CHOOSING = Role.ANSWER | Role.OPTION | Role.RIGHT | Role.PICK
_CALLED = Role.ANSWER | Role.RIGHT
_SHORT = 13  # characters behind an option that only end the question: " oder nicht?"
_NEAR = 30  # characters from one "neither" to behind the other
_HEADING = 120  # characters of such a line
_LAST = 200  # characters of a reply in which it says so
_SOON = 60  # characters behind an option in which it is taken back


def depends(before: str) -> bool:
    """Whether the sentence begins with a condition; "if one must choose" and "if we look at" are none."""
    found = hypotheses.CONDITION_AT_HEAD.match(before)
    if found is None:
        return False
    condition = found["clause"] or found["ending"]
    return hypotheses.LOOKING.search(condition) is None and not languages_with(units_of(condition), _CHOOSING)


@lru_cache(maxsize=4096)
def would_be(before: str, after: str) -> bool:
    """Whether the option would be right if something else were so: "◆ serait juste si …"."""
    if before.endswith(doubts.IF_IT_IS) or doubts.WOULD_IF.match(after):
        return True
    return _sentence(after).endswith(doubts.WOULD_BE) and doubts.HAD_IT_BEEN.search(before) is not None


_BESIDE_OPTION = Role.OPTION | Role.ANSWER | Role.LINK | Role.IS | Role.STATEMENT


@lru_cache(maxsize=4096)
def asked_of(before: str, after: str) -> bool:
    """Whether it is asked of the option whether it is right: "unklar, ob ◆ richtig ist", "◆が正しいか"."""
    behind = doubts.AFTER_ASKED_OF.match(after)
    found = None if behind else doubts.BEFORE_ASKED_OF.search(before)
    if behind is None and found is None:
        return False
    end = SENTENCE_END.search(after)
    if (end and "?" in end[0]) or hypotheses.WHY.search(before):
        return False  # a question is for `asks`
    if found is None:
        return True
    if not roles_in(clause_behind(after)) & (Role.RIGHT | Role.ANSWER):
        return False
    if found["word"] == doubts.ROMANIAN_AND and doubts.AFTER_ROMANIAN_AND.match(after):
        return False
    return all(all_roles_in(word) & _BESIDE_OPTION for word in found["between"].split())


_DOUBTING = AnyOf(hypotheses.DOUBTED, doubts.SUPPOSED)


def doubted(before: str, ahead: int) -> bool:
    """Whether the words before say that it is not thought so: "Ich glaube nicht, dass die Antwort ◆".

    Or that somebody may think so, or that neither of two options is it: "on pourrait croire que ◆". What
    patterns may take these words is `ahead`.
    """
    if before.endswith(" ") and doubts.NEITHER.search(before[-_NEAR:]):
        return True
    if not ahead & _DOUBTING.first:
        return False
    found = hypotheses.DOUBTED.search(before) or doubts.SUPPOSED.search(before)
    return found is not None and not roles_in(found["rest"]) & Role.SO


@lru_cache(maxsize=4096)
def asks(before: str, after: str) -> bool:
    """Whether the sentence asks if the option is the answer: "Je správná odpověď ◆?"; a colon declares.

    "Why is ◆ right?" says that it is, and many words behind a statement ask something else.
    """
    asked = hypotheses.ASKED.match(after)
    if asked is None or before.rstrip(" \"'(*")[-1:] in (":", "："):
        return False
    ahead, behind = roles_in(before), roles_in(asked[0])
    if len(asked[0]) > _SHORT and (_states(ahead) or not behind & _CALLED):
        return False
    said = ahead | behind
    return said & _CALLED != 0 and not hypotheses.WHY.search(f"{before} {asked[0]}")


def _states(said: int) -> bool:
    """Whether words before an option may state with a copula that it is the answer."""
    return bool(said & Role.IS and said & _CALLED)


_ANSWERED = Pattern(r"[^?\n]*\?[\"'*)\s]*(?P<word>[^\s.,!。\"'*]+)[.,!。\s]")


def answers_yes(follow: str) -> bool:
    """Whether a question is answered with yes right behind it: "Czy to ◆? Tak.", "… Auf jeden Fall." """
    if doubts.CERTAINLY.match(follow):
        return True
    said = _ANSWERED.match(f"{follow} ")
    return said is not None and yes_and_no().get(spoken_key(said["word"])) == "yes"


@lru_cache(maxsize=4096)
def taken_back(after: str) -> bool:
    """Whether the next clause says that it is wrong: "…, aber das ist falsch", "…, but that is wrong"."""
    found = hypotheses.BUT_THAT.match(after)
    if found is None:
        return False
    rest = after[found.end() :]
    if hypotheses.IS_WRONG.match(rest):
        return True
    return denied_apart(rest) and not hypotheses.ONLY.search(rest[:_SOON])


@lru_cache(maxsize=4096)
def not_so(after: str) -> bool:
    """Whether the sentence ends with "but it is not", in few words: "… seems right, but is not"."""
    sentence = _sentence(after)
    return sentence[-2:] in doubts.NOT_SO_ENDS and sentence.endswith(doubts.NOT_SO)


def heads_each(before: str) -> bool:
    """Whether the line above heads what is said of each option: "Vamos analisar cada opção:"."""
    if before.rstrip(" \n*#•-")[-1:] not in (":", "："):
        return False
    near = before[-_HEADING:]
    return doubts.EACH_OPTION.search(near) is not None or doubts.EACH_OPTION_DENSE.search(near) is not None


def none_right(rest: str, *, at_last: bool = False) -> bool:
    """Whether what follows an answer ends with "however … none of the options is correct".

    With `at_last`, no option is named behind that.
    """
    end = rest[-_LAST:]
    found = doubts.NO_OPTION_RIGHT.search(end)
    if found is None or doubts.CONTRAST.search(rest) is None or _of_some_only(end, found.start()):
        return False
    return not at_last or MENTIONED.search(end, found.end()) is None


def _of_some_only(text: str, at: int) -> bool:
    """Whether the sentence at a place speaks of less than all options, on a condition, or for others."""
    start = max((sign.end() for sign in SENTENCE_END.finditer(text, 0, at)), default=0)
    return doubts.LESS_THAN_ALL.search(text[start:at] + _sentence(text[at:])) is not None


def _sentence(after: str) -> str:
    """The rest of the option's sentence, without the sign that ends it."""
    end = SENTENCE_END.search(after)
    return after[: end.start()].rstrip() if end else after.rstrip()
