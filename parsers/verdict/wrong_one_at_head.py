"""The option that a reply opens with as the wrong one: that was asked for.

"La respuesta incorrecta es: 2. Puede cursar …", and with reasons in sentences of their own "La opción
incorrecta es la 3. En realidad …", or behind a line of its own with its text. A label alone, or a reason in
its clause, may as well rule an option out.

Decision: docs/decisions/parsers.md, "Known stores outside English, read whole".
"""

from parsers.claims.claims import Claim, Completion
from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import all_roles, key_of, verdict_words
from parsers.grammar.languages.lexicon import WORD
from parsers.grammar.languages.one_word import roles_of
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import SetAside
from parsers.text.folding import plain_lower
from parsers.verdict.nearly import COPULAS, DENIAL

_NAMED = 6  # words by which a reply calls an option the wrong one, at the most
_FAR = 14  # the same with what it is wrong about, where reasons follow
_FEW = 3  # options, of which one is no other's opposite, at the least
_REASONS = 8  # words of reasons, at the least
_LEADING = (":", "：", "is", "es", "es la", "é", "é a", "è", "è la", "est", "est la")
_OVER = Pattern(r"[ \"'*_)]*(?:\.(?!\w)|\n|\Z)")
_ENDED = Pattern(r"[\"'*_)]*(?:[.:][\"'*_)]*\s+|\s*\n\s*)[\"'(*>]*\s*[^\W\d_]")
_ENTRY = Pattern(r"[\"'*_]*[).:\]-][\"'*_]* *\w")
_ANNOUNCED = Pattern(
    rf"(?:(?<![^\W_])(?:{COPULAS}|é|è|to|este|är|er)(?![^\W_])|[:：])[\s\"'*_(]*"
    r"(?P<nouns>(?:[^\W\d_]+[.:]? ){0,3})[\s\"'*_(#]*\Z"
)
_THE = frozenset(["the", "la", "el", "le", "il", "a", "o", "die", "der", "das"])
_ONE = frozenset(["one", "another", "an", "una", "un", "otra", "otro", "uma", "um", "outra", "une", "eine"])
_NAMING = Role.ANSWER | Role.OPTION | Role.STATEMENT
# "Por eso descarto esa opción": it is ruled out, not asked for. "Sin embargo, la pregunta pide la correcta".
_DISCARDED = Pattern(
    r"(?<![^\W_])(?:descart|elimin(?:o|amos|iamo|ons)(?![^\W_])|scart|escart|ecart|scheide|ausschlie"
    r"|verw[eo]rf|rule[sd]? out)"
)
_RIGHT = r"(?:correct|corret|verdader|ciert|vra[ie]|exact|richtig|giust|ver[eo])"
_LOOKS_ON = Pattern(
    r"(?<![^\W_])(?:(?:sin embargo|no obstante|no entanto|porem|tuttavia|cependant|toutefois|jedoch"
    r"|allerdings|however)[^.\n]{0,60}(?:pregunt|pergunt|domand|chiede|question|frag|asks)"
    r"|(?:la|el|a|o|il|die|der) (?:opcion |opcao |respuesta |resposta |risposta )?"
    r"(?:correct[ao]|corret[ao]|giusta|richtige)|la (?:bonne|reponse correcte)"
    r"|(?:las demas|(?:las )?otras|as outras|as demais|les autres|le altre|die anderen) "
    r"(?:opcion|alternativ|respuesta|opco|resposta|option|reponse|proposition|opzion|rispost|antwort)\w*+"
    rf"(?! (?:\w+ )?(?:son|sao|sont|sono|sind) (?:\w+ )?{_RIGHT}))"
)
# "La opción 4 tampoco es correcta": it is not the only one.
_NEITHER = Pattern(
    r"(?<![^\W_])(?:tampoco|tambem (?:nao|esta errad|e (?:incorret|fals))|non plus|neanche|nemmeno|neppure"
    r"|auch (?:falsch|nicht)|ook (?:niet|onjuist|fout)|neither|not \w+ either|also (?:wrong|incorrect|false))"
)
_OPENING = 200  # characters before the option that it opens with, at the most: longer ones need no look
_SOON = 200  # characters behind the label in which it is ruled out
_BETWEEN = _NAMING | Role.LINK  # what may stand between the copula and the label: "es la opción"


def wrong_one_at_head(reply: Completion, lone: list[Claim], heads: bool) -> list[Claim]:
    """The first of the claims with the only label, where it is called the wrong one; `heads` its line."""
    named = lone or reply.alone_named(lambda group: group.named_by_label) or _first_written_out(reply)
    if not named or len(named[0].options) != 1 or UNKNOWN in named[0].options:
        return []
    text, first = reply.plain.text.value, named[0].group.mentions[0]
    if first.start > _OPENING:
        return []
    before = text[: first.start].lower()
    behind = text[_end_of_entry(text, first.start, first.end) :]
    soon = plain_lower(behind[:_SOON])
    if DENIAL.search(plain_lower(before)) or _DISCARDED.search(soon) or _NEITHER.search(soon):
        return []
    if _one_of_several_wrong(named[0], reply):
        return []
    told = len(lone) == 1 and (heads or (first.joined and _OVER.match(text, first.end)))
    if (told and _calls_wrong(before)) or _is_reasoned(before, behind, len(reply.options)):
        return named[:1]
    return []


def _one_of_several_wrong(claim: Claim, reply: Completion) -> bool:
    """Whether another option is written out as well, or called wrong too."""
    others = [
        other for other in reply.claims if other.options != claim.options and other.group.named_by_label
    ]
    return any(other.group.mentions[0].joined or _is_called_wrong(other) for other in others)


def _is_called_wrong(claim: Claim) -> bool:
    """Whether a word for wrong stands soon behind it, or several are denied: "1 and 4 are wrong too"."""
    if claim.set_aside is SetAside.NEGATED and len(claim.options) > 1:
        return True
    behind = WORD.findall(plain_lower(claim.context.after))[:_FEW]
    return any(all_roles(roles_of(word)) & Role.WRONG for word in behind)


def _first_written_out(reply: Completion) -> list[Claim]:
    """The first claim, where its label stands with its own text: the others may be gone through behind it."""
    first = reply.claims[:1]
    return first if first and first[0].group.named_by_label and first[0].group.mentions[0].joined else []


def _end_of_entry(text: str, start: int, end: int) -> int:
    """Where the label's own line ends, if it heads one that goes on with the option's text."""
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip(" *_\"'(") or _ENTRY.match(text, end) is None:
        return end
    ended = text.find("\n", end)
    return len(text) if ended < 0 else ended


def _calls_wrong(before: str) -> bool:
    """Whether a few words before the label, which end in a copula or a colon, call it wrong."""
    words = WORD.findall(before)
    if (
        len(words) > _NAMED
        or _ONE.intersection(words[:1])
        or not before.rstrip(" \n\"'*_(").endswith(_LEADING)
    ):
        return False
    return any(all_roles(roles_of(word)) & Role.WRONG for word in words)


def _is_reasoned(before: str, behind: str, n_options: int) -> bool:
    """Whether the opening words name the wrong option, and sentences of reasons follow the label."""
    announced = _ANNOUNCED.search(before)
    if announced is None or n_options < _FEW or _ENDED.match(behind) is None:
        return False
    if _LOOKS_ON.search(plain_lower(behind[:_SOON])):
        return False
    if any(
        not all_roles(roles_of(word)) & _BETWEEN for word in WORD.findall(plain_lower(announced["nouns"]))
    ):
        return False
    words = WORD.findall(plain_lower(before))
    return len(words) <= _FAR and _names_wrong(words) and len(behind.split()) >= _REASONS


def _names_wrong(words: list[str]) -> bool:
    """Whether the words begin with "the wrong answer" in some language; "another wrong answer" is no such."""
    noun = words[1:3] if words[:1] and words[0] in _THE else words[:2]
    false = [verdict_words().get(key_of(word)) is False for word in noun]
    naming = [bool(all_roles(roles_of(word)) & _NAMING) for word in noun]
    return len(noun) > 1 and ((false[0] and naming[1]) or (naming[0] and false[1]))
