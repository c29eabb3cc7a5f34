"""Replies without a commitment that still name options: the lowest grades, and alternatives nothing ranks.

Alternatives are asked for before refusals and abstentions, the rest after them. One reading must survive, in
a reply short enough to be about it: a text asserted or a label named, or the one option named beside what
the first sentence or a conclusion says ("… is **TIPS** (option 1)"). Two options named so are none.
"""

import re

from parsers.claims.claims import Claim, Completion, Force, breaks_off, in_open_bracket, is_alone
from parsers.claims.cues import denied_next, denies, opens_as_conclusion, says_more, trails_off
from parsers.claims.guards import asserted, heads_as_fact
from parsers.grammar import beside
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import WORD, listed, may_deny, roles_in, spoken
from parsers.mentions.mention import UNKNOWN
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Grade, SetAside
from parsers.verdict.nearly import DENIAL
from parsers.verdict.resolve import SHORT, Conclusion

FIGURE = 100  # characters of a reply whose only number is what it is about
CUT = 200  # characters of a reply that ends with a sign behind which more must come
PAIR = 60  # of one in which two labels joined are what it is about
FEW_WORDS = 4  # with so few words around it, an unmarked label is what they are about

_NUMBER = Pattern(r"\d+(?:[.,]\d+)*")
_GOES_ON = Pattern(r"[,:;=+*/\\(\[{]\s*\Z|\\[a-z]+\s*\Z")  # no sentence ends so


def single_mention(reply: Completion) -> Conclusion | None:
    """One option text asserted, or one label named, and nothing else left standing."""
    standing = [claim for claim in reply.standing if claim.force is Force.MENTION and not claim.weak]
    labels = [claim for claim in standing if claim.group.has_label and UNKNOWN not in claim.options]
    texts = [claim for claim in standing if not claim.group.has_label]
    options = frozenset(option for claim in labels + texts for option in claim.options)
    named_all = reply.mode is AnswerMode.MULTI and len(options) == len(reply.options) > 1
    if reply.cut_short or _is_cut(reply) or named_all:
        return None
    fact = _fact(reply)
    if fact is not None:
        return Conclusion(Outcome.ANSWER, "leading", fact.options, fact)
    marked = _marked(reply)
    if marked is not None:
        return Conclusion(Outcome.ANSWER, "emphasised", marked.options, marked)
    if _denied(options, reply):
        return None
    if _closes_first_sentence(labels, reply):
        return Conclusion(Outcome.ANSWER, "label-in-text", options, labels[0])
    odd = _odd_one_out(reply)
    if odd is not None:
        return Conclusion(Outcome.ANSWER, "odd-one-out", odd.options, odd)
    lone = _lone_figure(reply) if not texts and not labels else None
    if lone is not None:
        return Conclusion(Outcome.ANSWER, "option-text-in-text", lone.options, lone)
    for named, rule in ((labels, "label-in-text"), (texts, "option-text-in-text")):
        if named and _one_reading(named, options, reply.mode) and _trusted(named, reply):
            return Conclusion(Outcome.ANSWER, rule, options, named[-1])
    return None


def _fact(reply: Completion) -> Claim | None:
    """The option that heads the reply with a sentence about it: "E. Steroid use is not a risk factor"."""
    first = reply.claims[0] if reply.claims else None
    if first is None or first.set_aside is not SetAside.NEGATED or not heads_as_fact(first.context):
        return None
    others = [claim for claim in reply.claims if claim.group.has_label and claim.options != first.options]
    return None if any(claim.set_aside is not SetAside.RESTATED for claim in others) else first


_OPTION_IN_BRACKETS = Pattern(r"\((?:the )?(?:option|answer|choice) *\Z", re.IGNORECASE)


def _closes_first_sentence(labels: list[Claim], reply: Completion) -> bool:
    """Whether the one label of the reply ends its first sentence in brackets: "… did wrong (option B)."."""
    if len(labels) != 1 or len(labels[0].options) != 1:
        return False
    if sum(claim.group.has_label for claim in reply.claims) != 1:
        return False
    claim = labels[0]
    first = claim.group.mentions[0]
    noun = reply.plain.text.value[max(0, first.start - 2) : first.core[0]]
    ended = is_alone(claim.context.after) and claim.context.after.startswith(")")
    return ended and claim.context.opens and _OPTION_IN_BRACKETS.search(noun) is not None


def _marked(reply: Completion) -> Claim | None:
    """The label that stands in bold with its own text, where no other label stands with its text."""
    joined = [claim for claim in reply.standing if claim.group.mentions[0].joined]
    if len({claim.options for claim in joined}) != 1 or _denied(joined[0].options, reply):
        return None
    bold = [claim for claim in joined if claim.context.bold and len(claim.options) == 1]
    sure = bold and not any(claim.group.alternatives or claim.group.hedged for claim in joined)
    return bold[-1] if sure else None


def _denied(options: frozenset[int], reply: Completion) -> bool:
    """Whether the reply denies one of these options elsewhere: then a mention of it is no answer."""
    denied = [claim.options for claim in reply.claims if claim.set_aside is SetAside.NEGATED]
    return any(options <= one for one in denied)


def _is_cut(reply: Completion) -> bool:
    """Whether a long reply ends in the middle of a sentence, whatever the provider says."""
    if len(reply.visible) > SHORT // 2 and in_open_bracket(reply.visible):
        return True
    if len(reply.visible) > CUT and _GOES_ON.search(reply.visible[-20:]):
        return True
    return len(reply.visible) > SHORT and breaks_off(reply.visible)


def _odd_one_out(reply: Completion) -> Claim | None:
    """The option left out when all others are named as a group, as "…, whereas DRD2 is a gene"."""
    n_options = len(reply.options)
    if (
        reply.mode is AnswerMode.MULTI
        or n_options < 4
        or any(claim.group.has_label for claim in reply.claims)
    ):
        return None
    lone = [claim for claim in reply.claims if len(claim.options) == 1]
    grouped = [claim for claim in reply.claims if len(claim.options) > 1]
    others = frozenset(option for claim in grouped for option in claim.options)
    if (
        len({claim.options for claim in lone}) != 1
        or len(others) != n_options - 1
        or lone[0].options <= others
    ):
        return None
    return lone[0] if lone[0].set_aside in (None, SetAside.CONSIDERED, SetAside.CONCEDED) else None


_COUNTED = Pattern(r"[ -][^\W\d_]{3}")  # a word behind a number


def _lone_figure(reply: Completion) -> Claim | None:
    """The one number of a short reply, where it is an option's: "Symptoms must last 2 weeks." """
    standing = [claim for claim in reply.standing if not claim.group.has_label]
    if len(standing) != 1 or len(reply.claims) > 1 or len(reply.visible) > FIGURE:
        return None
    if reply.visible.rstrip().endswith("?"):
        return None  # what it is asked about, shown again
    figure = standing[0]
    start, end = figure.group.core
    if reply.plain.text.value[start:end].isalpha():
        return None  # "Two drugs are listed": a number in a word may count anything
    beside = reply.plain.text.value[:start] + reply.plain.text.value[end:]
    if _NUMBER.search(beside) or len(figure.options) != 1:
        return None
    if figure.group.mentions[0].spelled and _COUNTED.match(figure.context.after):
        return None  # "The patient took 4 pills": a label says how many of nothing
    return figure if figure.weak and not any(mention.word for mention in figure.group.mentions) else None


def _one_reading(named: list[Claim], options: frozenset[int], mode: AnswerMode) -> bool:
    if any(claim.group.alternatives or claim.group.hedged for claim in named):
        return False
    if any(mention.clash for claim in named for mention in claim.group.mentions):
        return False
    return all(claim.options == options for claim in named) and (
        len(options) == 1 or mode is AnswerMode.MULTI
    )


def _trusted(named: list[Claim], reply: Completion) -> bool:
    """Whether the reply is short enough, or the mention marked and last, to be what the reply is about."""
    last, length = named[-1], len(reply.visible)
    if not last.group.has_label:
        words = max((reply.options.words[option] for option in last.options), key=len)
        short = last.context.closes or length < SHORT // 2
        return short and any(asserted(claim.context, words) for claim in named)
    if len(last.options) > 1:
        return length < SHORT // 2  # two labels joined are labels
    if beside.AFTER_JUDGED.match(last.context.after):
        return False  # "E is unethical": said of the option, and not that it is right
    if denied_next(last.context.before) or trails_off(last.context.after):
        return False
    if _SUBJECT <= length < SHORT // 2 and _is_subject(named, reply):
        return True
    marked = last.context.bold and last.group.closed
    if (
        not marked
        and _in_other_words(reply)
        and says_more(last.context.cued or last.context.before, last.context.after)
    ):
        return False  # "Optie B valt af": what is said of it is not known
    if last.context.closes and any(mention.named for mention in last.group.mentions):
        return True
    return length < 100 and len(reply.visible.split()) <= FEW_WORDS


_SUBJECT = 80  # characters of a reply that says why an option fits, at the least


def _is_subject(named: list[Claim], reply: Completion) -> bool:
    """Whether "La alternativa d …" opens a reply in another language that names no other option."""
    first = named[0]
    opens = (first.context.lead or "").strip() in _ARTICLES and first.group.mentions[0].named
    if not opens or len(reply.claims) > len(named) or not reply.skeleton.foreign:
        return False
    text = reply.skeleton.text
    return not _AGAINST.search(text) and not breaks_off(reply.visible)


# What compares an option with the text, or with another one.
_AGAINST = Pattern(rf"(?<![^\W_])(?:{listed('against')}|but)(?![^\W_])")


_ARTICLES = ("la", "a", "l'", "die")  # of languages that list what speaks against it


def _in_other_words(reply: Completion) -> bool:
    """Whether the reply is in another language than English, as far as its cue words and letters say."""
    return reply.skeleton.foreign or any(sign.isalpha() and not sign.isascii() for sign in reply.visible)


def unresolved_alternatives(reply: Completion) -> Conclusion | None:
    """ "I can't decide between A and B": alternatives, not an abstention."""
    pairs = [claim for claim in reply.claims if len(claim.options) == 2 < len(reply.options)]
    for claim in pairs if len(reply.visible) < SHORT else ():
        if beside.BEFORE_UNDECIDED.search(claim.context.before):
            return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=claim)
    return None


def conflicting_mentions(reply: Completion) -> Conclusion | None:
    """Alternatives that nothing ranks: "between B and C", "if … then A, otherwise B"."""
    if len(reply.visible) > SHORT:
        return None
    for claim in reply.claims:
        if len(claim.options) > 1 and not claim.weak and _left_open(claim):
            return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=claim)
    if _is_pair(reply):
        return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=reply.claims[0])
    conditional = [
        claim for claim in reply.claims if claim.set_aside is SetAside.CONDITIONAL and not claim.weak
    ]
    if len({claim.options for claim in conditional}) > 1:
        return Conclusion(Outcome.AMBIGUOUS, "conditional-alternatives", claim=conditional[-1])
    return None


def _is_pair(reply: Completion) -> bool:
    """Whether a reply of a few words is about several labels of which one is asked for."""
    if (
        reply.mode is AnswerMode.MULTI
        or reply.cut_short
        or len(reply.visible) > PAIR
        or len(reply.claims) != 1
    ):
        return False
    claim = reply.claims[0]
    left = claim.group.has_label and claim.set_aside in (None, SetAside.CONCEDED)
    if not beside.AFTER_NOTHING_MORE.fullmatch(claim.context.after):
        return False
    return left and len(claim.options) > 1 and UNKNOWN not in claim.options


def _left_open(claim: Claim) -> bool:
    torn = beside.TORN.search(claim.context.before) is not None
    if claim.set_aside is SetAside.CONSIDERED:
        return torn and len(claim.options) == 2
    return claim.stands and claim.context.closes and (claim.group.alternatives or torn)


NEAR = 24  # characters beside a label in which a denial is of it
LONG = 3  # words of an option text that hardly stands beside its label by chance

_IS = Pattern(rf"(?<![^\W_])(?:is|are|was|were|would be)(?![^\W_])|{spoken('copula')}|[:—]")
_OPENED = Pattern(r"[(\[]\s*(?P<noun>[^\W\d_]*)[\s:.º°n]{0,5}\Z")
_CLOSES = Pattern(r"[\"'*_]*\s*[)\]]")
_ANNOUNCED = Pattern(r"[:：][\s\"'*_(>-]*\Z")
_DELIMITED = Pattern(r"[\"'*_]{0,3}[).:]")


def named_beside(reply: Completion) -> Conclusion | None:
    """The one option that a bracket, its own text, or a line of its own gives."""
    if reply.mode is not AnswerMode.SINGLE or reply.cut_short or _is_cut(reply):
        return None
    bracketed = [claim for claim in reply.claims if _labels(claim) and _closes_statement(claim)]
    lone = _lone_label(reply)
    if any(map(_is_due, bracketed)):
        found = bracketed
    else:
        found = [claim for claim in lone if _is_joined(claim, reply)]
    if len({claim.options for claim in found}) != 1:
        return None
    last = found[-1]
    last.grade = Grade.IN_TEXT
    last.stand()
    return Conclusion(Outcome.ANSWER, "named-beside", last.options, last)


def _opened(claim: Claim) -> int | None:
    """Where the bracket opens in which a noun for option and the label stand alone."""
    before = claim.context.cued or claim.context.before
    opened = _OPENED.search(before)
    if opened is None or _CLOSES.match(claim.context.verdict) is None:
        return None
    noun = claim.group.mentions[0].named or roles_in(opened["noun"]) & Role.OPTION
    return opened.start() if noun else None


def _closes_statement(claim: Claim) -> bool:
    """Whether the bracket closes what its sentence says is so."""
    opened = _opened(claim)
    said = (claim.context.cued or claim.context.before)[:opened] if opened is not None else ""
    copula = [*_IS.finditer(said)][-1:]
    return bool(copula) and not _denies(said[max(0, copula[0].start() - NEAR) :])


def _is_due(claim: Claim) -> bool:
    """Whether that is the first sentence with an option, or a conclusion."""
    return claim.context.opens or opens_as_conclusion(claim.context.before)


def _lone_label(reply: Completion) -> list[Claim]:
    """The claims with a label, where only one option is named by one before a run-on."""
    named = [
        claim
        for claim in reply.claims
        if claim.group.has_label and claim.set_aside is not SetAside.AFTER_RUN_ON
    ]
    return named if len({claim.options for claim in named}) == 1 else []


def _is_joined(claim: Claim, reply: Completion) -> bool:
    """Whether the label stands with its own long text, or heads a line behind a colon."""
    if not _labels(claim) or _denies(claim.context.before[-NEAR:]) or _denies(claim.context.after[:NEAR]):
        return False
    first, text = claim.group.mentions[0], reply.plain.text.value
    opening = text[max(0, first.start - 12) : first.start].rstrip(" \"'*_(>-")
    if opening.endswith("\n") and 0 in claim.options:
        return False  # it may open a list that was cut
    if first.joined:
        words = max((reply.options.words[option].count(" ") for option in claim.options), default=0)
        return words + 1 >= LONG and not denies(claim.context.cued or claim.context.before, "")
    announced = _ANNOUNCED.search(text, max(0, first.start - 12), first.start)
    heads = announced is not None and "\n" in announced[0]
    return heads and (claim.group.closed or _DELIMITED.match(text, first.end) is not None)


def _labels(claim: Claim) -> bool:
    """Whether the claim stands and names one option of the item by its label."""
    alone = len(claim.options) == 1 and UNKNOWN not in claim.options and len(claim.group.mentions) == 1
    return claim.stands and alone and claim.group.named_by_label


def _denies(words: str) -> bool:
    return DENIAL.search(words) is not None or any(may_deny(word) for word in WORD.findall(words))
