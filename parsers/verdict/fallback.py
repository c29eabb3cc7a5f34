"""Replies without a commitment that still name one option: the lowest grades.

Asked only after refusals and abstentions. One reading must survive, in a reply short enough to be about
it. Several options left open are for `alternatives.py`.

Decision: docs/decisions/parsers.md, "What 739 written sentences in 64 languages taught the cue files".
Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
"""

import re

from parsers.claims.asserted import asserted
from parsers.claims.claims import Claim, Completion, Force, is_alone
from parsers.claims.cues import says_more
from parsers.claims.denials import denied_next
from parsers.claims.endings import ends_midway, lacks_chinese_stop, must_go_on, only_links_follow, says_chosen
from parsers.claims.negated import heads_as_fact
from parsers.grammar import beside, superlatives
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.mentions.mention import UNKNOWN
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, SetAside
from parsers.verdict.ending_verdict import ends_in_verdict
from parsers.verdict.reasons import is_program, is_reason, is_taken_back
from parsers.verdict.resolve import SHORT, Conclusion

_FIGURE = 100  # characters of a reply whose only number is what it is about
_OTHERS = 50  # characters before a bracket in which a word says that it holds the others
_FEW_WORDS = 4  # with so few words around it, an unmarked label is what they are about

_NUMBER = Pattern(r"\d+(?:[.,]\d+)*")


def single_mention(reply: Completion) -> Conclusion | None:
    """One option text asserted, or one label named, and nothing else left standing."""
    if reply.cut_short or ends_midway(reply.visible) or _cut_in_next(reply) or is_program(reply):
        return None
    fact = _fact(reply)
    if fact is not None:
        return _answer(fact, "leading")
    marked = _marked(reply)
    if marked is not None:
        return _answer(marked, "emphasised")
    return _named(reply)


def _answer(claim: Claim, rule: str) -> Conclusion:
    return Conclusion(Outcome.ANSWER, rule, claim.options, claim)


def _named(reply: Completion) -> Conclusion | None:
    """The one option that is named in passing, and that the reply does not deny elsewhere."""
    standing = [claim for claim in reply.standing if claim.force is Force.MENTION and not claim.weak]
    labels = [claim for claim in standing if claim.group.has_label and UNKNOWN not in claim.options]
    texts = [claim for claim in standing if not claim.group.has_label]
    options = frozenset(option for claim in labels + texts for option in claim.options)
    if _denied(options, reply):
        return None
    if _closes_sentence(labels, reply) and not _denied(labels[0].options, reply):
        return _answer(labels[0], "label-in-text")
    odd = _odd_one_out(reply)
    if odd is not None:
        return _answer(odd, "odd-one-out")
    lone = _lone_figure(reply) if not texts and not labels else None
    if lone is not None:
        return _answer(lone, "option-text-in-text")
    texts = [claim for claim in texts if not (is_reason(claim, reply) or _in_unfinished(claim, reply))]
    texts = [claim for claim in texts if not is_taken_back(claim, reply)]
    for named, rule in ((labels, "label-in-text"), (texts, "option-text-in-text")):
        if named and _one_reading(named, options, reply.mode) and _trusted(named, reply):
            return _answer(named[-1], rule)
    return None


def _fact(reply: Completion) -> Claim | None:
    """The option that heads the reply with a sentence about it: "E. Steroid use is not a risk factor"."""
    first = reply.claims[0] if reply.claims else None
    if first is None or first.set_aside is not SetAside.NEGATED or not heads_as_fact(first.context):
        return None
    others = [claim for claim in reply.claims if claim.group.has_label and claim.options != first.options]
    return None if any(claim.set_aside is not SetAside.RESTATED for claim in others) else first


_OPTION_IN_BRACKETS = Pattern(r"\((?:the )?(?:option|answer|choice) *\Z", re.IGNORECASE)


def _closes_sentence(labels: list[Claim], reply: Completion) -> bool:
    """Whether the one label of the reply ends its first sentence in brackets, or in bold its last one.

    "… did wrong (option B)."
    """
    if len(labels) != 1 or len(labels[0].options) != 1:
        return False
    if sum(claim.group.has_label and UNKNOWN not in claim.options for claim in reply.claims) != 1:
        return False
    claim = labels[0]
    first = claim.group.mentions[0]
    noun = reply.plain.text.value[max(0, first.start - 2) : first.core[0]]
    ended = is_alone(claim.context.after) and claim.context.after.startswith(")")
    due = claim.context.opens or (claim.context.closes and claim.context.bold)
    return ended and due and _OPTION_IN_BRACKETS.search(noun) is not None


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


def _in_unfinished(claim: Claim, reply: Completion) -> bool:
    """Whether the last sentence, which names a text, breaks off; many a last line has no full stop."""
    if not claim.context.closes or claim.context.line_alone or is_alone(claim.context.follow):
        return False
    if any(other.group.mentions[0].joined and other.options == claim.options for other in reply.claims):
        return False  # its label stands with it elsewhere
    return must_go_on(reply.visible.rstrip())


def _cut_in_next(reply: Completion) -> bool:
    """Whether it breaks off in what it says of the next option: "A is not it. Option B has the"."""
    if not reply.claims or not (must_go_on(reply.visible) or lacks_chinese_stop(reply.visible)):
        return False
    last = reply.claims[-1]
    if not last.context.closes or not last.stands:
        return False
    gone_through = any(
        claim.set_aside in (SetAside.NEGATED, SetAside.RESTATED)
        and len(claim.options) == 1
        and claim.options != last.options
        for claim in reply.claims
    )
    said = last.context.after
    return gone_through and bool(said.strip()) and not says_chosen(said)


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


def _lone_figure(reply: Completion) -> Claim | None:
    """The one number of a short reply, where it is an option's: "Symptoms must last 2 weeks." """
    standing = [claim for claim in reply.standing if not claim.group.has_label]
    if len(standing) != 1 or len(reply.claims) > 1 or len(reply.visible) > _FIGURE:
        return None
    figure = standing[0]
    start, end = figure.group.core
    if reply.plain.text.value[start:end].isalpha():
        return None  # "Two drugs are listed": a number in a word may count anything
    beside = reply.plain.text.value[:start] + reply.plain.text.value[end:]
    if _NUMBER.search(beside) or len(figure.options) != 1:
        return None
    label = any(mention.spelled for mention in figure.group.mentions)
    if label and _in_other_words(reply) and says_more("", figure.context.after):
        return None  # "2 wordt uitgesloten": what is said of it is not known
    return figure if figure.weak and not any(mention.word for mention in figure.group.mentions) else None


def _one_reading(named: list[Claim], options: frozenset[int], mode: AnswerMode) -> bool:
    """Whether all claims name the same options, surely, and as many as are asked for."""
    if any(claim.group.alternatives or claim.group.hedged for claim in named):
        return False
    if any(mention.clash for claim in named for mention in claim.group.mentions):
        return False
    return all(claim.options == options for claim in named) and (
        len(options) == 1 or mode is AnswerMode.MULTI
    )


def _among_others(claim: Claim) -> bool:
    """Whether it stands in a bracket behind a word for the others: "los otros criterios (◇, …"."""
    before = claim.context.before.rstrip()
    return before.endswith("(") and roles_in(before[-_OTHERS:]) & Role.OTHER != 0


def _trusted(named: list[Claim], reply: Completion) -> bool:
    """Whether the reply is short enough, or the mention marked and last, to be what the reply is about."""
    last, length = named[-1], len(reply.visible)
    if not last.group.has_label:
        return _trusted_text(named, reply)
    if len(last.options) > 1:
        return length < SHORT // 2  # two labels joined are labels
    if beside.AFTER_JUDGED.match(last.context.after):
        return False  # "E is unethical": said of the option, and not that it is right
    if denied_next(last.context.before) or only_links_follow(last.context.after):
        return False
    if superlatives.BARE.search(last.context.before):
        return False  # "Cel mai B": what it is the most of is missing
    marked = last.context.bold and last.group.closed
    if not marked and _says_more(last, reply):  # "Optie B valt af": what is said of it is not known
        return length < SHORT and ends_in_verdict(last.context.before, last.context.after)
    if last.context.closes and any(mention.named for mention in last.group.mentions):
        return True
    return length < 100 and len(reply.visible.split()) <= _FEW_WORDS


def _trusted_text(named: list[Claim], reply: Completion) -> bool:
    """The same for option texts: one of them must be asserted, and the reply short or end with the last."""
    last = named[-1]
    if any(mention.spelled for mention in last.group.mentions) and _says_more(last, reply):
        return False  # a number that is a label: "2 wordt uitgesloten"
    if _among_others(last) or not (last.context.closes or len(reply.visible) < SHORT // 2):
        return False
    words = max((reply.options.words[option] for option in last.options), key=len)
    return any(asserted(claim.context, words) for claim in named)


def _says_more(last: Claim, reply: Completion) -> bool:
    """Whether a reply in another language says of an option what is not known."""
    if not _in_other_words(reply):
        return False
    return says_more(last.context.cued or last.context.before, last.context.after)


def _in_other_words(reply: Completion) -> bool:
    """Whether the reply is in another language than English, as far as its cue words and letters say."""
    return reply.skeleton.foreign or any(sign.isalpha() and not sign.isascii() for sign in reply.visible)
