"""A lone label whose sentence ends in a verdict: "La opción C se refiere a …, lo que la hace la correcta".

What stands between the label and the verdict is not known, so the last clause must follow from it, say "the
right one" with a noun or a copula of the same language and nothing else but "makes it", and no word of the
sentence may deny.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from functools import lru_cache

from parsers.claims.clauses import Units, all_of
from parsers.claims.cues import opens_as_conclusion
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import may_deny, units_of
from parsers.grammar.languages.unspaced import Unit
from parsers.grammar.pattern import MENTIONED
from parsers.pattern import Pattern

# "La alternativa A coincide con el texto": with what the question goes by. What else an option agrees with
# ("соответствует 1810 году", "entspricht der Definition von …") describes it.
_ASKED_BY = (
    r"(?:el |la |los |o |a |os |le |les |l'|il |lo |i |de |het |dem |der |den |sua |toan bo |noi dung |isi "
    r"|soal )?(?:texto|enunciado|pasaje|fragmento|afirmacion|postura|pregunta|criterios|requisitos|trecho"
    r"|afirmacao|pergunta|texte|passage|enonce|affirmation|question|criteres|testo|brano|affermazione|domanda"
    r"|criteri|text|textes|aussage|frage|fragestellung|kriterien|tekst|vraag|stelling|criteria"
    r"|тексту?|текстом|утверждению|утверждением|вопросу|вопросом|критериям|критериями|условиям"
    r"|твердженню|питанню|запитанню|критеріям|умовам|tekstem|pytaniem|stwierdzeniem|kryteriami"
    r"|teks|pernyataan|pertanyaan|kriteria|van ban|doan van|cau hoi|de bai|tieu chi"
    r"|النص|نص السؤال|السؤال|العبارة|المعايير)(?![^\W_])"
)
_AGREES = Pattern(
    r"[\"'*)\]]*\s+(?:(?:si|tambien|bien|plenamente|mejor|melhor|genau|am besten|полностью|лучше всего)\s+)?"
    r"(?:(?:coincide co[nm]|concuerda con|condiz com|concorda co[nm]|concorde avec|coincide avec"
    r"|s'accorde avec|stimmt mit|komt overeen met|соответствует|совпадает с|согласуется с"
    r"|відповідає|zgadza sie z|jest zgodn[aey] z|sesuai dengan|phu hop voi|يتوافق مع|تتوافق مع"
    rf"|يتفق مع|تتفق مع) {_ASKED_BY}|se ajusta a(?:l| {_ASKED_BY})|entspricht de[mnr] {_ASKED_BY})"
)
# What restricts it, and figures.
_RESTRICTED = Pattern(
    r"\d|(?<![^\W_])(?:pero|mas|aunque|embora|salvo|excepto|solo|parcial\w*|mais|aber|nur"
    r"|teilweise|obwohl|но|лишь|только|частично|хотя|ale|tylko|czesciowo|tetapi|namun|nhung|لكن)(?![^\W_])"
)
# The object is another one, or the contrary of it.
_ELSE = Pattern(
    r"(?<![^\W_])(?:contrari\w*|opuest\w*|opost\w*|otr[ao]s?|outr[ao]s?|menos|contraire|oppose\w*|autres?|moins|altr[aoie]"
    r"|meno|gegenteil|gegenteilig\w*|ander\w*|weniger|kaum|tegengesteld\w*|minder|противоположн\w*"
    r"|обратн\w*|друг\w+|менее|меньше|протилежн\w*|інш\w+|менше|przeciwn\w*|inn\w+|mniej|sebaliknya|lain"
    r"|меньш\w+|мінш\w+|menor|moindre|minore|geringer\w*|mniejsz\w*|kurang|khac|nguoc|عكس|اخر\w*|أخر\w*|غير|اقل|أقل)(?![^\W_])"
)
# What is said behind it is said of the text: "que considera que no es posible …".
_RELATIVE = Pattern(r",|(?<![^\W_])(?:que|qui|che|welche[rns]?|которы\w+|yang|ktor\w+|الذي|التي)(?![^\W_])")
# What begins a clause that follows from the sentence before it.
_FOLLOWS = Pattern(
    r"\s*(?:lo (?:que|cual)|por lo (?:que|cual)|siendo|haciendol\w+|convirtiendol\w+|o que|pelo que|sendo"
    r"|tornando|fazendo|ce qui|etant|il che|rendendol\w+|was|womit|weshalb|wodurch|wat|waardoor|что|що|co|coz"
    r"|cim|czyli|bu da|sehingga|menjadikannya|yang menjadikan|nen|مما|که آن را|जिससे|যা)(?![^\W_])"
)
_GIVEN = Pattern(r"(?:ため|ので|から|므로|기에|때문에)\s*\Z")  # what ends the clause that it follows from
_DENIES = Role.NOT | Role.WRONG | Role.OTHER
_RUN = Role.RIGHT | Role.ANSWER | Role.OPTION | Role.LINK | Role.IS | Role.SO
# Words of such a clause that have no role of their own: "hace que sea", "macht sie zur".
_MAKES = """
    hace hacen haga que sea se lo convierte convierten en esta este torna tornam faz dela dele como esse essa
    isso fait cela ce elle il en rende questa questo macht machen sie es dies diese das zur zum
    maakt dit dat het
    делает делают его ее её это этот она он робить його її це czyni czynia ja to jest cini ho je
    merupakan adalah yapar yapmaktadir kilar kilmaktadir da onu bu itu ini hal tersebut no day do
    يجعله يجعلها هذا هذه فهو فهي यह वही এটি এটিই hii hiyo bu u shu
"""
_MADE = frozenset(_MAKES.split())
_LONGEST = 60  # characters of the last clause


@lru_cache(maxsize=1024)
def ends_in_verdict(before: str, after: str) -> bool:
    """Whether the sentence around a label ends with a clause that calls it right, or says that it agrees."""
    if _AGREES.match(after) and "?" not in after and not _restricted(after):
        said, more = (*_RELATIVE.split(after, 1), "")[:2]
        return not _ELSE.search(said) and not _denied(
            (*_words(f"{before} {said}"), *_words(more)[:1]), _DENIES | Role.BUT
        )
    said, _, clause = after.rstrip(" .。!\"'*)").replace("、", ",").rpartition(",")
    if not said or not 0 < len(clause) <= _LONGEST or "?" in after:
        return False
    follows = _FOLLOWS.match(clause)
    if not (follows or opens_as_conclusion(clause) or _GIVEN.search(said)):
        return False
    words = _words(clause[follows.end() :] if follows else clause)
    sentence = _words(f"{before} {after}")
    if any(may_deny(word.text) for word in sentence):
        return False
    return any(
        _calls_right(words, language) and not any(_role(word, language) & _DENIES for word in sentence)
        for language in frozenset(language for word in words for language in word.roles or ())
    )


def _restricted(after: str) -> bool:
    """Whether more is said than that it agrees with the text: figures, options, "only"."""
    return _RESTRICTED.search(after) is not None or MENTIONED.search(after) is not None


def _denied(words: Units, roles: int) -> bool:
    """Whether a word of the sentence denies, calls wrong or restricts in some language."""
    return any(role & roles for word in words for role in (word.roles or {}).values())


def _words(text: str) -> Units:
    return tuple(unit for unit in units_of(text) if unit.roles is not None)


def _role(word: Unit, language: int) -> int:
    return (word.roles or {}).get(language, 0)


def _calls_right(words: Units, language: int) -> bool:
    """Whether the words of a clause say "the right one" in a language, and nothing else."""
    roles = [_role(word, language) for word in words]
    if any(not role & _RUN and word.text not in _MADE for word, role in zip(words, roles, strict=True)):
        return False
    said = all_of(roles)
    return bool(said & Role.RIGHT and said & (Role.ANSWER | Role.OPTION | Role.IS)) or _is_right_answer(words)


def _is_right_answer(words: Units) -> bool:
    """Whether one word that means "the right answer" is all that is said."""
    return bool(words) and words[0].text.startswith(("正解", "正答", "정답"))
