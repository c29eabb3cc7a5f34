"""Capitals that are no labels, though they look like some: things of the item, classes, Roman numerals.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
Decision: docs/decisions/parsers.md, "247 replies of 32 sources, read as the reader is now".
Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
"""

from parsers.claims.claims import DECLARED, STRONG, Claim, Completion, Context
from parsers.claims.clauses import CUE, clause_behind
from parsers.claims.heads import heads_line
from parsers.grammar import asides
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import SetAside

# "Salts A and B", "gas C": letters that stand for things of the item.
_KINDS = (
    "gas(?:es)?|salts?|metals?|compounds?|substances?|products?|reagents?|liquids?|precipitates?|molecules?|ions?"
    "|planets?|particles?|elements?|acids?|intermediates?|materials?|reactants?"
)
_OF_KIND = Pattern(
    rf"(?<!is )\b(?i:{_KINDS}) ([A-Z])\b(?:(?:,? and|,| or) ([A-Z])\b)?(?! (?:is|are) correct)"
)
# "… -> A", and below it "A + …": what a reaction gives, and what reacts next; "x + y -> A (gas)" in one.
_REACTING = Pattern(
    r"(?:-+>|→|=>) ?([A-Z])\b(?=[^\n]{0,400}\n\W*\1\b[^\n]{0,400}(?:\+|->|→)"
    r"|[^\n]{0,400}\n[\s\S]{0,500}?(?<![^\s*(])\1 \+ [^\n→]{1,80}?(?:-+>|→))"
    r"|\w\)? \+ [^\n→]{1,80}?(?:-+>|→) ?([A-Z])\b(?= ?[^\s*.])"
)
_CALLED = Pattern(r"[^.;:\n]{0,40}\b(?:answer|option|choice|correct|right)\b")
_CALLING = Pattern(r"\b(?:answer|option|choice|statement|best|correct|closest)\b")
_SAID_OF = ("predicate", "conclusion", "copula", "correction", "instead")


def drop_variables(reply: Completion) -> None:
    """Set aside what is said of a bare letter that stands for a thing of the item elsewhere in the reply."""
    known: set[str] | None = None
    for claim in reply.claims:
        if claim.set_aside is not None or claim.force is not STRONG or claim.rule not in _SAID_OF:
            continue
        first = claim.group.mentions[0]
        if not first.is_label or first.named or first.joined or len(claim.group.mentions) > 1:
            continue
        if known is None:
            known = _things(reply.plain.text.value)
        if first.letter == "I" and claim.rule == "predicate" and _is_statement(claim, reply):
            claim.set_aside = SetAside.NAME
        called = _CALLED.match(claim.context.after) or _CALLING.search(claim.context.before)
        thing = first.letter in known or (
            _declares_other(reply, claim) and first.letter in _named_in_texts(reply)
        )
        if thing and not called and not _heads_entry(reply, claim):
            claim.set_aside = SetAside.NAME


_SECOND = Pattern(r"\b(?:ii|II)\b")


def _is_statement(claim: Claim, reply: Completion) -> bool:
    """Whether "I" is the first of several statements that the options speak of, and another is the answer."""
    if not any(map(_SECOND.search, reply.options.plain)) or _CALLING.search(claim.context.before):
        return False
    return _declares_other(reply, claim)


def _declares_other(reply: Completion, claim: Claim) -> bool:
    """Whether another option is called the answer."""
    declared = [other for other in reply.standing if other.force is DECLARED]
    return any(other.options != claim.options for other in declared)


def _heads_entry(reply: Completion, claim: Claim) -> bool:
    """Whether the letter heads its line as a label does: "D. …"."""
    return claim.context.verdict[:1] in (".", ")") and heads_line(reply.skeleton.text, claim.group.start)


def _things(text: str) -> set[str]:
    named = {letter for match in _OF_KIND.finditer(text) for letter in match.groups() if letter}
    return named | {match[1] or match[2] for match in _REACTING.finditer(text)}


_DEFINED = Pattern(r"(?<![^\W_])([A-J]) ?= ?\S")


def _named_in_texts(reply: Completion) -> set[str]:
    """The letters that stand for a thing in the texts of several options: "A = ethanol, B = ether"."""
    defined = [set(_DEFINED.findall(text)) for text in reply.options.plain]
    return {letter for letter in set().union(*defined) if sum(letter in one for one in defined) > 1}


_NUMERALS = ("I", "V", "X")


def is_sign(context: Context) -> bool:
    """Whether a bare capital stands for a class ("All A are B"), or is a Roman numeral ("statement I")."""
    first = context.group.mentions[0]
    if len(context.group.mentions) > 1 or not first.is_label or first.named or first.joined:
        return False
    if context.follows(asides.BEFORE_CLASS) and asides.AFTER_CLASS.match(context.after):
        return True
    if first.letter not in _NUMERALS:
        return False
    return context.follows(asides.BEFORE_NUMERAL) or asides.AFTER_NUMERAL.match(context.after) is not None


_LAST_CHOICE = "J"  # of the longest common lists of options
_GOES_ON = Pattern(r" [^\W\d_]{2,} ")


def names_thing(context: Context) -> bool:
    """Whether a letter that the item lacks is what a sentence is about: "Answer: X has a mass of …"."""
    first = context.group.mentions[0]
    if first.options != (UNKNOWN,) or first.named or first.letter <= _LAST_CHOICE:
        return False
    if _GOES_ON.match(context.after) is None or _CALLED.match(context.after):
        return False
    return not roles_in(clause_behind(context.after)) & (CUE | Role.PICK)
