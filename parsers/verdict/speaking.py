"""A reply of one paragraph whose subject is one option: "La alternativa d describe el proceso, ya que …".

Nothing declares it, but whoever says of one option alone what it states or fits, and of no other anything,
gives the reasons for it. The verbs are listed: "la opción d ignora …" speaks against it. A few words that
describe an option are no reasons, see `ending_verdict.py`.

Decision: docs/decisions/parsers.md, "Known stores outside English, read whole".
"""

from parsers.claims.claims import Claim, Completion
from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import all_roles
from parsers.grammar.languages.lexicon import WORD, roles_in
from parsers.grammar.languages.of_all import forms_of_all, words_of_all
from parsers.grammar.languages.one_word import roles_of
from parsers.grammar.pattern import words
from parsers.grammar.verdict_clauses import ELSE, RESTRICTED
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower
from parsers.verdict.nearly import DENIAL

_SHORT, _LONG = 16, 700  # words of such a paragraph, at the least, and characters, at the most
_FEW = 3  # options, at the least: of two, either may be compared with the other
_SAYS = frozenset(verb.replace("_", " ") for verb in words_of_all("states").split())
_MOST = 3  # words of the longest of them
_TURN = Pattern(rf"[?\n]|(?<![^\W_])(?:{'|'.join(forms_of_all('turns'))})(?![^\W_])")
_ENDED = (".", "!", "。")
# "No dice nada", "sagt nichts dazu": what it says is not what is asked for.
_LITTLE = Pattern(rf"(?<![^\W_])(?:{words(words_of_all('states_little'))})(?![^\W_])")
_CLAUSE = Pattern(r"[,;:.(]")


def speaks_for_one(reply: Completion, lone: list[Claim]) -> list[Claim]:
    """The first claim, with the only label, where all the reply says is what this option states or fits."""
    text = reply.plain.text.value.strip()
    if not lone or len(reply.options) < _FEW or not _is_subject(lone[0], reply):
        return []
    if len(text) > _LONG or len(text.split()) < _SHORT or not text.rstrip("\"'*_)»”").endswith(_ENDED):
        return []  # too long, a few words, or cut
    if any(claim.options - lone[0].options for claim in reply.claims if claim.stands):
        return []
    low = plain_lower(text)
    return [] if _TURN.search(low) or roles_in(low) & Role.WRONG else lone[:1]


def _is_subject(claim: Claim, reply: Completion) -> bool:
    """Whether the reply opens with an article, a noun and the label, and a listed verb follows."""
    first, text = claim.group.mentions[0], plain_lower(reply.plain.text.value)
    if UNKNOWN in claim.options or not (
        claim.stands and first.has_noun and len(claim.group.mentions) == 1 and len(claim.options) == 1
    ):
        return False
    ahead = WORD.findall(text[: first.start])
    if len(ahead) > 1 or any(not all_roles(roles_of(word)) & Role.LINK for word in ahead):
        return False
    behind = _CLAUSE.split(text[first.end :], 1)[0]
    verb = behind.split()[:_MOST]
    says = any(" ".join(verb[: number + 1]) in _SAYS for number in range(len(verb)))
    return says and not (
        DENIAL.search(behind) or _LITTLE.search(behind) or RESTRICTED.search(behind) or ELSE.search(behind)
    )
