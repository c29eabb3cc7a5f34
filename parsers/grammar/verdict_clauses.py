"""Clauses that call an option right at the end of its sentence, and words that say that it agrees.

What stands before them is for `verdict/ending_verdict.py`. Lower case, accents dropped.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from parsers.grammar.pattern import pattern

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
AGREES = pattern(
    r"[\"'*)\]]*\s+(?:(?:si|tambien|bien|plenamente|mejor|melhor|genau|am besten|полностью|лучше всего)\s+)?"
    r"(?:(?:coincide co[nm]|concuerda con|condiz com|concorda co[nm]|concorde avec|coincide avec"
    r"|s'accorde avec|stimmt mit|komt overeen met|соответствует|совпадает с|согласуется с"
    r"|відповідає|zgadza sie z|jest zgodn[aey] z|sesuai dengan|phu hop voi|يتوافق مع|تتوافق مع"
    rf"|يتفق مع|تتفق مع) {_ASKED_BY}|se ajusta a(?:l| {_ASKED_BY})|entspricht de[mnr] {_ASKED_BY})",
    accepts=" coincide con el texto", how="match", refuses=" coincide con la definicion",
)  # fmt: skip
# What restricts it, and figures.
RESTRICTED = pattern(
    r"\d|(?<![^\W_])(?:pero|mas|aunque|embora|salvo|excepto|solo|parcial\w*|mais|aber|nur"
    r"|teilweise|obwohl|но|лишь|только|частично|хотя|ale|tylko|czesciowo|tetapi|namun|nhung|لكن)(?![^\W_])",
    accepts=" coincide con el texto, pero en parte", refuses=" coincide con el texto",
)  # fmt: skip
# The object is another one, or the contrary of it.
ELSE = pattern(
    r"(?<![^\W_])(?:contrari\w*|opuest\w*|opost\w*|otr[ao]s?|outr[ao]s?|menos|contraire|oppose\w*|autres?|moins|altr[aoie]"
    r"|meno|gegenteil|gegenteilig\w*|ander\w*|weniger|kaum|tegengesteld\w*|minder|противоположн\w*"
    r"|обратн\w*|друг\w+|менее|меньше|протилежн\w*|інш\w+|менше|przeciwn\w*|inn\w+|mniej|sebaliknya|lain"
    r"|меньш\w+|мінш\w+|menor|moindre|minore|geringer\w*|mniejsz\w*|kurang|khac|nguoc|عكس|اخر\w*|أخر\w*|غير|اقل|أقل)(?![^\W_])",
    accepts=" coincide con la afirmacion contraria", refuses=" coincide con la afirmacion",
)  # fmt: skip
# What is said behind it is said of the text: "que considera que no es posible …".
RELATIVE = pattern(
    r",|(?<![^\W_])(?:que|qui|che|welche[rns]?|которы\w+|yang|ktor\w+|الذي|التي)(?![^\W_])",
    accepts=" la edad que se da", refuses=" la edad",
)  # fmt: skip
# What begins a clause that follows from the sentence before it.
FOLLOWS = pattern(
    r"\s*(?:lo (?:que|cual)|por lo (?:que|cual)|siendo|haciendol\w+|convirtiendol\w+|o que|pelo que|sendo"
    r"|tornando|fazendo|ce qui|etant|il che|rendendol\w+|was|womit|weshalb|wodurch|wat|waardoor|что|що|co|coz"
    r"|cim|czyli|bu da|sehingga|menjadikannya|yang menjadikan|nen|مما|که آن را|जिससे|যা)(?![^\W_])",
    accepts=" lo que la hace la correcta", how="match", refuses=" la correcta",
)  # fmt: skip
# What ends the clause that it follows from.
GIVEN = pattern(
    r"(?:ため|ので|から|므로|기에|때문에)\s*\Z",
    accepts="説明に合うため", refuses="説明に合う",
)  # fmt: skip
# Words of such a clause that have no role of their own: "hace que sea", "macht sie zur".
MAKES = """
    hace hacen haga que sea se lo convierte convierten en esta este torna tornam faz dela dele como esse essa
    isso fait cela ce elle il en rende questa questo macht machen sie es dies diese das zur zum
    maakt dit dat het
    делает делают его ее её это этот она он робить його її це czyni czynia ja to jest cini ho je
    merupakan adalah yapar yapmaktadir kilar kilmaktadir da onu bu itu ini hal tersebut no day do
    يجعله يجعلها هذا هذه فهو فهي यह वही এটি এটিই hii hiyo bu u shu
"""
