"""Patterns that find option letters, and tell them from articles, pronouns, names and formulas.

They work on plain text in its own case (or its lower-case twin, as said), never on whole replies.
"""

import re

from parsers.grammar.pattern import cued, pattern, words

# Nouns that a label may follow directly ("option B", "la letra C", "вариант D"), accents dropped.
LABEL_NOUNS = words(
    "option choice letter answer alternative item opt candidate opcion respuesta alternativa letra inciso "
    "opcao"
    " resposta lettre reponse proposition choix antwort antwortmoglichkeit buchstabe lettera risposta opzione"
    " antwoord optie odpowiedz opcja secenek sik cevap yanit jawaban pilihan opsi dap_an phuong_an svar "
    "alternativ вариант ответ буква пункт вариант_ответа відповідь варіант 选项 選項 选择 答案 選択肢 答え "
    "선택지 보기 정답 الخيار الإجابة الجواب الاختيار विकल्प उत्तर תשובה απάντηση επιλογή ข้อ"
)

# A letter of a script that writes words with blanks must stand alone; 答案是B needs no blank.
_WORDY = r"A-Za-z0-9_\u00aa-\u02af\u0370-\u052f\u1e00-\u1eff"
# Each begins with its letters, and looks back from them: so the engine skips to the next one.
CAPITAL = pattern(rf"[A-Z](?![{_WORDY}])(?<![{_WORDY}][A-Z])", accepts="是B。", refuses="DSM")
# "B'yi", "B'dir": a label with a Turkish ending.
TURKISH_CASE = "(?:y?[iıuü]|[dt][iıuü]r|[дт][ыіиу]р)(?!\\w)"
_NO_PART = rf"(?![{_WORDY}]|'(?!{TURKISH_CASE}))"
# With the sign before the letter; for the first letter of a text, set a blank before it.
SMALL = pattern(rf"[^{_WORDY}'](?P<letter>[a-z]){_NO_PART}", accepts="(b)", refuses=" it's")
# Several labels in one word, as replies to "select all that apply" write them.
GLUED = pattern(rf"[A-Z](?<![{_WORDY}-][A-Z])[A-Z]{{1,25}}(?![{_WORDY}-])", accepts="ABD", refuses="MAO-A")

# Across a line break only a noun that heads its line announces the label.
NOUN_BEFORE = pattern(
    rf"(?:^|(?<=[^\w])|(?<=[\u3000-\u9fff]))(?:{LABEL_NOUNS})s?[^\S\n]*[\"'(\[]?[^\S\n]*\Z"
    rf"|(?:^|\n)(?!(?:options|choices|alternatives)\b)(?:{LABEL_NOUNS})s?\s*[\"'(\[]?\s*\Z",
    accepts="the correct option ", refuses="an optional ",
)  # fmt: skip

# The last two characters of nouns → the length of the longest one that ends so.
_LENGTHS = {noun[-2:]: len(noun) for noun in sorted(re.sub(r"\\(.)", r"\1", LABEL_NOUNS).split("|"), key=len)}
_BESIDE_NOUN = 2  # characters that `NOUN_BEFORE` may take beside it: a line break, and the "s" of its plural


def noun_before(before: str) -> re.Match[str] | None:
    """The noun that announces a label at the end of a text, as `NOUN_BEFORE` finds it."""
    last = before.rstrip().rstrip("\"'([").rstrip()
    longest = _LENGTHS.get(last[-2:]) or (_LENGTHS.get(last[-3:-1]) if last[-1:] == "s" else None)
    if longest is None:
        return None
    return NOUN_BEFORE.search(before, max(0, len(last) - longest - _BESIDE_NOUN))


# Words that own a following letter: "vitamin D", "hepatitis C", "cluster B", "axis I", "5-HT2A" (no blank)
# apart.
NAME_BEFORE = cued(
    r"\b(?:vitamins?|vit\.?|hepatitis|cluster|group|grp|types?|factor|class|schedule|fig(?:ure|\.)?"
    r"|tables?|patients?"
    r"|persons?|drugs?|step|part|appendix|plan|protein|coenzyme|influenza|grade|stage|section|axis|panel"
    r"|phase|category|gas(?:es)?|salts?|metals?|liquids?|reagents?|compounds|substances|precipitate"
    r"|(?<!is )(?<!is the )products?"
    r"|companies|company|school|site|strain|substance|compound|variable|criterion|criteria|model|study"
    r"|trial|arm|node|point|points|line|gene|immunoglobulin|ig|bipolar|cyclosporine?|amphotericin|botulinum"
    r"|apolipoprotein|apo|level|"
    r"lake|event|events|set|matrix|mr\.?|ms\.?|mrs\.?|dr\.?|prof\.?|malcolm|programming in|language"
    r"|trypanosoma|"
    r"streptococc(?:us|i|al)|haemophilus|subtype|haplotype|blood|blood (?:type|group)(?: is| was| of"
    r"|:)?|team|box|wall|ward|room|unit|module"
    r"|chapter|exhibit|"
    r"diagram|graph|curve|process|sample|event|array|firm|country|state|process|allele|chain|region"
    r"|test)\s*\Z",
    accepts="deficiency of vitamin ", refuses="the best is ",
)  # fmt: skip
NAME_AFTER = pattern(
    r"(?:\s|-)(?:cells?|fib(?:er|re)s?|lymphocytes?|receptors?|waves?|vitamins?|personality|personalities"
    r"|strain|chromosomes?|virus|reactive|agonists?|antagonists?|peptide|dimer|major\b|minor\b|flat\b|sharp\b"
    r"|test\b|hypothesis)|[+-] (?:(?:is|was) (?:\w+ )?)?blood\b",
    accepts=" cells produce antibodies", how="match", refuses=" is right",
)  # fmt: skip
# At the head of a line only a hyphen, or the plural that needs the letter, makes a name: "B Personality"
# is a label and its text.
NAME_IN_SENTENCE = pattern(
    r"-[a-z]{2}|[+-] | (?:cells?|fib(?:er|re)s?|lymphocytes?|vitamins|waves)(?![^\S\n]*(?:\n|\Z))",
    accepts=" vitamins may help", how="match", refuses=" Personality disorder",
)  # fmt: skip
# "C. difficile", "E. coli": a genus in short; the epithet is lower case and looks Latin.
GENUS = pattern(
    r"\.\s?(?:coli|diff(?:icile)?|aureus|epidermidis|pneumoniae|pylori|albicans|botulinum|tetani"
    r"|perfringens|influenzae"
    r"|meningitidis|gonorrhoeae|gondii|burgdorferi|pallidum|trachomatis|neoformans|elegans|melanogaster"
    r"|cerevisiae"
    r"|jejuni|sapiens|falciparum|vivax|cruzi|gingivalis|intermedia|mutans|sanguis|fragilis|faecalis|pyogenes"
    r"|agalactiae|tuberculosis|leprae|lumbricoides|vermicularis|nana|solium|granulosus|histolytica"
    r"|psittaci|burnetii?"
    r"|rickettsii|typhi|monocytogenes|anthracis|cereus|welchii|israelii|henselae|pertussis|ducreyi"
    r"|vaginalis|marneffei)\b",
    accepts=". difficile infection", how="match", refuses=". depression",
)  # fmt: skip

# What follows a capital A that is a label, not the article: a verb, a conjunction or a preposition.
AFTER_LABEL = words(
    "is was were are be seems appears looks fits matches would could should must can cannot can't may "
    "might has had"
    " isn't wasn't wouldn't couldn't doesn't does do did didn't because since as and or but rather than "
    "over instead"
    " both while whereas where when if then for with without based by given due to in on from not only "
    "alone best"
    " describes represents explains corresponds applies stands makes comes gets being remains refers "
    "states says captures suits meets"
    " through via per after plus minus versus vs so thus hence therefore which who that although though "
    "however unless"
    " it sowie och veya ve lub better more most right correct correctly wrong incorrect likely also too "
    "again according until between among"
    " es est ist e eh sera seria era sont son sono sind war ware ser e' sería é è porque weil denn da "
    "parce car perche"
    " poiche y o u und oder et ou и или это является верный верно правильный потому так как но а olur "
    "dogrudur mais sino sondern mas ma maar"
    " adalah karena dan atau jest jak bo i lub sao foi pois"
    " w\u00e4hlen ausw\u00e4hlen nehmen ankreuzen kiezen nemen"
    " ja que correcta correta correcte richtig corretta"
)
# Verbs of several labels, and nouns: "B and A fit.", "A work group".
_PLURAL = (
    r"(?:apply|fit|match|hold|appear|seem|look|work)"
    r"(?=\s*(?:[.,;:!)\n]|\Z)| (?:to|best|better|well|equally|here|both|all|because|since|as)\b)"
)
ARTICLE_TAIL = pattern(
    rf"[^\S\n]+[\"']?(?!(?:(?:{AFTER_LABEL})(?![\w'-])|{_PLURAL}))(?:[a-z\u00df-\u00ff\u03ac-\u03ce\u0430-\u045f]|\d++(?![.)]))",
    accepts=" patient with mania", how="match", refuses=" is right",
)  # fmt: skip
PRONOUN_TAIL = pattern(
    r"(?:'(?:m|d|ve|ll)\b|\s+(?!(?:is|are|because|since|as|and|or|but|rather|seems|fits|over|instead|with"
    r"|for)\b)[a-z])",
    accepts="'d say", how="match", refuses=" is the best",
)  # fmt: skip

# Arithmetic next to a letter; an arrow or the sign after "answer" is none.
_SIGNS = r"+*^<≈≤≥\°#@∪∩∈⊃∨∧≡¬·•↔~"
OPERATORS = f"{_SIGNS}/>="  # with which, or with a digit, it ends
FORMULA_BEFORE = pattern(
    rf"(?:[{re.escape(_SIGNS)}]|\d/|[α-ω] ?/|[\w)\]]\s?>|(?<![:=])=|\d[ ]|\d)[ ]?\Z",
    accepts="x = ",
    refuses="=> ",
)
FORMULA_AFTER = pattern(
    r"\s?(?:[*^<>=~≈≤≥\\°∪∩∈⊃∨∧≡·•↔]|\+(?!\s?[A-Z]\b)|-\d|(?:-+>|→)\s?[A-Za-z]{1,3}\b)|\(\w[,)]"
    r"|\{|[-+\u2212]\]|\(\Z|/(?:\d|\(|[a-z]_)|\((?:\d+/\d|[a-z]\s?[\^+*/=]"
    r"|[a-z] [-\u2212] [a-z\d]{1,2}\b)| - \\",
    accepts=" = 3",
    how="match",
    refuses=", because",
)
# "P(X > 3) = 0.2", "E[Y|X] = 2", "C - P = S": the name of a function, a term of an equation.
EQUATION_AFTER = pattern(
    r"[(\[](?=[^()\[\]\n]{1,30}[)\]] ?[=≈<>≤≥])|\s[-−]\s[A-Z]\s?=(?!=)|['′]\s?=(?!=)",
    accepts="(X > 3) = 0.2",
    how="match",
    refuses=" (X > 3) = 0.2",
)
CUE_EQUALS = pattern(
    rf"(?:{LABEL_NOUNS}|ans|dx|diagnosis|result|relation|edge|type|class|label|prediction|output"
    rf"|selected|verdict)s?\s*[:=]+\s*\Z",
    accepts="answer = ",
    refuses="total = ",
)

# "the answer is d.": a small letter that ends its sentence behind a declaration.
SMALL_CUE = cued(
    r"\b(?:it|that|this)(?: is|'s) \(\Z"
    r"|\b(?:answer|option|choice|letter|pick|selection)\b[^.!?\n]{0,30}\b(?:is|are|be"
    r"|with)\s*(?:definitely |clearly |therefore |option )*[\"'(]?\Z"
    r"|\bi(?:'d| would|'ll| will)? (?:choose|pick|select|say|go with) (?:option )?[\"'(]?\Z",
    accepts="the answer is ", refuses="the answer was given by ",
)  # fmt: skip
# A whole reply in small letters: "b", "a, c", "a and d", "acd".
SMALL_SET = pattern(
    r"[\s\"'(\[]*(?:[a-z]{1,26}|[a-z](?:\s[a-z])+|[a-z](?:[)\]]?\s*(?:[,;&/+]|and"
    r"|&)\s*(?:and\s+)?[(\[]?[a-z])+)[)\]\"'.\s]*",
    accepts="a, c", how="fullmatch", refuses="a cat and a dog",
)  # fmt: skip
