"""The commonest sentences, read without the long way round: an answer with its reason, a refusal.

As in `short.py`, a reply is taken only where nothing in it can mean anything else: one label behind plain
words that announce it, and behind it words that no rule looks for. Its reading is the one of the long way
to the last field; property tests hold the two together.

Decision: docs/decisions/parsers.md, "A short way for the plainest replies".
"""

import re

from parsers.claims.judge import declared
from parsers.grammar.labels import ARTICLE_TAIL
from parsers.grammar.languages.lexicon import speaks
from parsers.grammar.refusals import SHORT_REFUSAL
from parsers.options.options import OptionSet
from parsers.outcome import Outcome
from parsers.plain import Said, plain_reading
from parsers.reading import AnswerMode, Candidate, Grade, Reading, SetAside

LONGEST = 220  # characters; a longer reply is no single sentence

_GOOD = r"(?:(?:correct|right|best|final) )?"
_HEAD = re.compile(
    rf"(?:(?P<words>I(?: would|'d|'ll| will)? (?:say|choose|pick|select|go with)(?: option)?"
    rf"|I(?: would)? (?:think|believe|say)(?: that)? the {_GOOD}(?:answer|option|choice) is(?: option)?"
    rf"|(?:Therefore, |So |Thus, |Hence, )?[Tt]he {_GOOD}answer is(?: option)?:?|My answer is:?|Answer:) )?"
    r"(?P<announced>)(?:\((?P<bracketed>[A-HJ-Z])\)|(?P<bare>[A-HJ-Z]))"
)
_NOUN = re.compile(r"option \Z")
_REASON = re.compile(r",? (?:because|since) (?P<rest>[a-z][a-z ,-]*)\.?\n?")
_WORD = re.compile(r"[a-z]+")
_ARTICLE = re.compile(r"(?<![a-z])a(?![a-z])")
# Words that some rule looks for behind an answer: they correct, deny, doubt, quote, name several options.
_TELLING_WORDS = """
    no not none nothing never neither nor cannot wait actually sorry oops hmm hm scratch strike take
    back disregard ignore forget withdraw retract wrong incorrect mistake mistaken error right at
    initially face superficially glance look inspection all both either every each any latter former
    instead rather option options answer answers choice choices question questions correction corrected
    edit update updated revise revised indicated contraindicated label prescribed given used one two
    three four five six seven eight nine ten eleven twelve yes true false maybe same different always
    sometimes other others if unless whether otherwise assuming supposing or but however though although
    let now better fact hold on moment apologies after i you we my me equally reconsider second further
    closer careful
"""
_TELLING = frozenset(_TELLING_WORDS.split())

_SORRY = r"(?:(?:I'm|I am|We're) (?:very |so |really )?sorry,? (?:but )?|Sorry,? (?:but )?)?"
_REFUSAL = re.compile(
    rf"{_SORRY}I (?:can't|cannot|won't|will not) (?:help|assist)(?: you)?"
    r"(?: with (?:that|this|your request))?\.?\n?"
)
_PRONOUN = re.compile(r"(?<!\w)I(?![\w'])|(?<!\w)I(?='m)")


def sentence_reading(
    completion: str, options: OptionSet, finish_reason: str | None, mode: AnswerMode
) -> Reading | None:
    """The reading of a plain sentence; None for every other reply."""
    first_words = (
        options.first_words if options.lettered and completion.isascii() and not options.alphabet else None
    )
    if first_words is None:
        return None
    found = _refusal(completion) or _answer(completion, options)
    if found is None or not first_words.isdisjoint(_WORD.findall(completion.lower())):
        return None
    return plain_reading(found, completion, options, finish_reason, mode)


def _refusal(completion: str) -> Said | None:
    """A refusal in a handful of words; every "I" in it is a pronoun."""
    if not (_REFUSAL.fullmatch(completion) and SHORT_REFUSAL.fullmatch(completion.lower())):
        return None
    pronouns = tuple(_pronoun(match.start()) for match in _PRONOUN.finditer(completion))
    return Outcome.REFUSAL, (), None, "refusal", (0, len(completion)), pronouns


def _pronoun(at: int) -> Candidate:
    return Candidate(("I",), Grade.IN_TEXT, "letter", (at, at + 1), SetAside.PRONOUN)


def _answer(completion: str, options: OptionSet) -> Said | None:
    """An announced label and its reason, in words that no rule looks for."""
    head = _HEAD.match(completion)
    reason = _REASON.fullmatch(completion, head.end()) if head else None
    if head is None or reason is None or not _says_nothing_else(reason["rest"]):
        return None
    start, end = head.span(head.lastgroup or "bare")
    if completion[start] not in options.index:
        return None
    before = _NOUN.sub("", completion[: head.start("announced")].lower())
    rule = declared(before) if head["words"] else "leading"
    if not rule:
        return None
    grade = Grade.EXPLICIT if head["words"] else Grade.LEADING
    letters = (options.labels[options.index[completion[start]]],)
    answer = Candidate(letters, grade, rule, (start, end))
    pronouns = (_pronoun(0),) if completion[:2] in ("I ", "I'") else ()
    return Outcome.ANSWER, letters, grade, rule, (start, end), (*pronouns, answer)


def _says_nothing_else(rest: str) -> bool:
    """Whether the words of a reason mean nothing that a rule looks for."""
    words = _WORD.findall(rest)
    if not _TELLING.isdisjoint(words) or any(len(word) < 2 and word != "a" for word in words):
        return False
    if any(map(speaks, words)):
        return False
    return all(ARTICLE_TAIL.match(rest, match.end()) for match in _ARTICLE.finditer(rest))
