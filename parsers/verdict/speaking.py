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
from parsers.grammar.languages.one_word import roles_of
from parsers.grammar.verdict_clauses import ELSE, RESTRICTED
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower
from parsers.verdict.nearly import DENIAL

_SHORT, _LONG = 16, 700  # words of such a paragraph, at the least, and characters, at the most
_FEW = 3  # options, at the least: of two, either may be compared with the other
_SPANISH = """
    describe dice afirma senala explica enfatiza refleja coincide expresa establece sintetiza
    reconoce resume sostiene refuerza destaca ilustra plantea justifica muestra
    concuerda responde se_refiere se_ajusta se_infiere se_relaciona se_enfoca se_centra se_basa
    esta_de_acuerdo esta_en_concordancia esta_relacionada es_coherente es_consistente es_la_que
"""
_PORTUGUESE = """
    descreve diz assinala enfatiza reflete expressa estabelece reforca mostra se_refere refere-se
    ajusta-se se_ajusta esta_de_acordo e_coerente e_a_que reconhece
"""
_ITALIAN = """
    descrive afferma spiega sottolinea riflette esprime riassume sostiene illustra
    si_riferisce mostra giustifica
"""
_FRENCH = """
    decrit affirme explique souligne reflete exprime resume soutient illustre
    montre justifie se_refere fait_reference
"""
_GERMAN = """
    beschreibt sagt erklart betont spiegelt zeigt begrundet veranschaulicht bezieht_sich
    besagt passt
"""
_SAYS = frozenset(
    verb.replace("_", " ")
    for verbs in (_SPANISH, _PORTUGUESE, _ITALIAN, _FRENCH, _GERMAN)
    for verb in verbs.split()
)
_MOST = 3  # words of the longest of them
_TURN = Pattern(
    r"(?<![^\W_])(?:pero|sin embargo|aunque|no obstante|porem|entretanto|no entanto|embora|mais|cependant"
    r"|toutefois|bien qu\w*|tuttavia|sebbene|aber|jedoch|allerdings|obwohl|but|however|although|ma|mas"
    r"(?= nao))(?![^\W_])|[?\n]"
    r"|(?<![^\W_])(?:no|nao|non|nicht|kein\w*|pas|ne)(?![^\W_])[^.\n]{0,30}?(?:correct|corret|adecuad|adequad|richtig|antwort"
    r"|respuesta|resposta|reponse|risposta|opcion|opcao|opzione)"
    r"|(?<![^\W_])(?:difier|difer|differ|unterscheid|contrad|contredi|widersp"
    r"|exag|esager|confund|confond|verwechs|err[oe])"
    r"|(?<![^\W_])mal(?![^\W_])"
    r"|(?<![^\W_])(?:nunca|jamas|jamais|mai|nie|niemals|queda[nr]? fuera|fica fora|resta fuori"
    r"|reste en dehors)(?![^\W_])"
    r"|(?<![^\W_])(?:demas|otr[ao]s|outr[ao]s|autres|altr[ei]|anderen|ubrigen) (?:opcion|alternativ|respuesta"
    r"|opco|resposta|option|reponse|proposition|opzion|rispost|antwort|aussage)"
)
_ENDED = (".", "!", "。")
# "No dice nada", "sagt nichts dazu": what it says is not what is asked for.
_LITTLE = Pattern(
    r"(?<![^\W_])(?:solamente|unicamente|apenas|somente|soltanto|seulement|uniquement|lediglich|distint[oa]s?"
    r"|nada|niente|nulla|rien|nichts|poc[oa]|pouc[oa]|peu|parzial\w*|partiel\w*|demasiado|demais|troppo|trop)(?![^\W_])"
)
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
