"""Patterns that find option letters, and those that find where a model goes on by itself.

A letter is told from an article, a pronoun, a name or a formula in plain text of its own case. The next
question and the next turn are sought in lower case: base models continue the pattern of the prompt, and what
they answer there is no answer to the item.
"""

from parsers.grammar.languages.lexicon import label_noun, listed
from parsers.grammar.pattern import pattern, words

# Nouns that a label may follow directly; those of other languages are their words for answer and option.
_LABEL_NOUNS = "option choice letter answer alternative item opt candidate"
LABEL_NOUNS = words(_LABEL_NOUNS)

# A letter of a script that writes words with blanks must stand alone; 答案是B needs no blank.
_WORDY = r"A-Za-z0-9_\u00aa-\u02af\u0370-\u052f\u1e00-\u1eff"
# Each begins with its letters, and looks back from them: so the engine skips to the next one.
CAPITAL = pattern(rf"[A-Z](?![{_WORDY}])(?<![{_WORDY}][A-Z])", accepts="是B。", refuses="DSM")
# "B'yi", "B'dir": a label with a Turkish ending.
TURKISH_CASE = "(?:y?[iıuü]|[dt][iıuü]r|[дт][ыіиу]р)(?!\\w)"
_NO_PART = rf"(?![{_WORDY}]|'(?!{TURKISH_CASE}))"
# With the sign before the letter; for the first letter of a text, set a blank before it.
SMALL = pattern(rf"[^{_WORDY}'](?P<letter>[a-z]){_NO_PART}", accepts="(b)", refuses=" it's")
# The same, with the letter first: for texts in which Latin letters are few.
SMALL_AMONG_OTHERS = pattern(
    rf"(?P<letter>[a-z]){_NO_PART}(?<=[^{_WORDY}'].)", accepts="(b)", refuses=" it's"
)
# Several labels in one word, as replies to "select all that apply" write them.
GLUED = pattern(rf"[A-Z](?<![{_WORDY}-][A-Z])[A-Z]{{1,25}}(?![{_WORDY}-])", accepts="ABD", refuses="MAO-A")

# Across a line break only a noun that heads its line announces the label.
NOUN_BEFORE = pattern(
    rf"(?:^|(?<=[^\w]))(?:{LABEL_NOUNS})s?[^\S\n]*[\"'(\[]?[^\S\n]*\Z"
    rf"|(?:^|\n)(?!(?:options|choices|alternatives)\b)(?:{LABEL_NOUNS})s?\s*[\"'(\[]?\s*\Z",
    accepts="the correct option ", refuses="an optional ",
)  # fmt: skip
_NOUN_ENDS = tuple(noun[-2:] + plural for noun in _LABEL_NOUNS.split() for plural in ("", "s"))


def noun_before(before: str, small: str = "") -> int | None:
    """Where the noun begins that announces a label at the end of a text; None where there is none.

    A small letter is none in a language that has it as a word.
    """
    last = before.rstrip().rstrip("\"'([").rstrip()
    match = NOUN_BEFORE.search(before) if last.endswith(_NOUN_ENDS) else None
    if match:
        return match.start()
    start = label_noun(last, small)
    if start is None or "\n" not in before[start:]:
        return start
    return start if last[:start].endswith("\n") or not start else None


# Words that own a following letter: "vitamin D", "hepatitis C", "cluster B", "axis I", "5-HT2A" (no blank)
# apart.
NAME_BEFORE = pattern(
    r"\b(?:vitamins?|vit\.?|hepatitis|cluster|group|grp|types?|factor|class|schedule|fig(?:ure|\.)?"
    r"|tables?|patients?"
    r"|persons?|drugs?|step|part|appendix|plan|protein|coenzyme|influenza|grade|stage|section|axis|panel"
    r"|phase|category"
    r"|companies|company|school|site|strain|substance|compound|variable|criterion|criteria|model|study"
    r"|trial|arm|node|"
    r"point|points|line|gene|immunoglobulin|ig|bipolar|cyclosporine?|amphotericin|botulinum"
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
    r"|strain"
    r"|chromosomes?|virus|reactive|agonists?|antagonists?|peptide|dimer|major\b|minor\b|flat\b|sharp\b"
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
    "states says"
    " captures suits meets"
    " through via per after plus minus versus vs so thus hence therefore which who that although though "
    "however "
    "unless"
    " it better more most right correct correctly wrong incorrect likely also too "
    "again according until "
    "between among"
    " apply fit match hold appear seem look work"
)
ARTICLE_TAIL = pattern(
    rf"[^\S\n]+[\"']?(?!(?:{AFTER_LABEL})(?![\w'-]))(?:[a-z\u00df-\u00ff\u03ac-\u03ce\u0430-\u045f]|\d++(?![.)]))",
    accepts=" patient with mania", how="match", refuses=" is right",
)  # fmt: skip
PRONOUN_TAIL = pattern(
    r"(?:'(?:m|d|ve|ll)\b|\s+(?!(?:is|are|because|since|as|and|or|but|rather|seems|fits|over|instead|with"
    r"|for)\b)[a-z])",
    accepts="'d say", how="match", refuses=" is the best",
)  # fmt: skip

# Arithmetic next to a letter; an arrow or the sign after "answer" is none.
FORMULA_BEFORE = pattern(
    r"(?:[+*^<≈≤≥\\°#@∪∩∈⊃∨∧≡¬·•↔~]|\d/|[\w)\]]\s?>|(?<![:=])=|\d[ ]|\d)[ ]?\Z", accepts="x = ", refuses="=> "
)
FORMULA_AFTER = pattern(
    r"\s?(?:[*^<>=≈≤≥\\°∪∩∈⊃∨∧≡·•↔]|\+(?!\s?[A-Z]\b)|-\d|(?:-+>|→)\s?[A-Za-z]{1,3}\b)|\(\w[,;)]"
    r"|\{|[-+\u2212]\]|\(\Z|/(?:\d|\(|[a-z]_)|\((?:\d+/\d|[a-z]\s?[\^+*/=])| - \\",
    accepts=" = 3",
    how="match",
    refuses=", because",
)
CUE_EQUALS = pattern(
    rf"(?:{LABEL_NOUNS}|ans|dx|diagnosis|result|relation|edge|type|class|label|prediction|output"
    rf"|selected|verdict)s?\s*[:=]+\s*\Z",
    accepts="answer = ",
    refuses="total = ",
)

# "the answer is d.": a small letter that ends its sentence behind a declaration.
SMALL_CUE = pattern(
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


_NEXT = words(
    "question q problem exercise query task item quiz user human student patient_case instruction input "
    "prompt example"
    " next_question new_question another_question follow-up_question"
)
_TURN = words("assistant ai bot model system chatgpt gpt")

# Begins with a line break: for the head of a text, set one before it.
NEXT_QUESTION = pattern(
    rf"\n[ \t#>*-]*(?:(?:{_NEXT})\s?\d*\s*(?:[:.)]|\n)"
    r"|q\d+\b(?!\s*[=*+/^<>≈])"
    r"|(?:which|what) of the following\b[^\n]{0,300}\?\s*\n)",
    accepts="\nquestion: what is it?", refuses="the question: what is it?",
)  # fmt: skip
# The same where solutions restate the question under such a heading: after an answer, or at the head.
NEXT_QUESTION_ELSEWHERE = pattern(
    rf"\n[ \t#>*-]*(?:{listed('question')})\s?\d*\s*(?:[:.)]|\n)",
    accepts="\nсавол: 2 + 2?", refuses="бу савол: 2 + 2?",
)  # fmt: skip
# "答案: C 问题: …": on the line of an answer, with nothing between.
NEXT_ON_LINE = pattern(
    rf"[.)。]? +(?:{_NEXT}|{listed('question')}) ?\d*[:：]",
    accepts=". question 2: what is", how="match", refuses=" question the answer",
)  # fmt: skip
# After an answer: the model sums up a whole prompt's worth of questions, or announces the next one. Likewise.
NEXT_TASK = pattern(
    r"[.!?:)。\n][^\S\n]*(?:now,? ?)?(?:let'?s|let us|we (?:can|will)|i will|now,?) ?"
    r"(?:summari[sz]e|recap|compile|combin\w+|review|complete"
    r"|answer|solve|move on|continue|proceed|try|go)\s*(?:to|on|with|the|all|these|those"
    r"|another"
    r"|next|following|remaining|other|previous|above|our|a|new|more)*"
    r"[^.!?\n]{0,40}(?:answers?|questions?|problems?|one|exercises?)\b",
    accepts=". now, let's summarize all the answers:", refuses=". now, let's answer a bit differently",
)  # fmt: skip
NEXT_TURN = pattern(
    rf"\n[ \t#>*-]*(?:{_TURN})\s*:|\n[ \t]*###\s*(?:instruction|input|response|question|user|human)\b",
    accepts="\nassistant: the answer", refuses="the assistant: yes",
)  # fmt: skip
# "Q1: ◆": the answer to one of several questions.
NUMBERED_ANSWER = pattern(
    rf"(?:\A|\n)[ \t>*-]*(?:q|{listed('question')})\s?\d+\s*[:.)=-]\s*\Z",
    accepts="q1: ", refuses="question: ",
)  # fmt: skip
# The same, with the bare number too: "1. ◆", one line after the other.
ANY_NUMBERED_ANSWER = pattern(
    rf"\n[ \t>*-]*(?:(?:q|{listed('question')})?\s?\d+)\s*[:.)=-]\s*\Z",
    accepts="\n1. ", refuses="\nanswer: ",
)  # fmt: skip
# "**Question 2:**" heading a line: the examples of a prompt and the item, all of them answered in a row.
NUMBERED_QUESTION = pattern(
    rf"\n[ \t>#*-]*(?:question|{listed('question')}) ?(?P<number>\d{{1,2}})[ \t*]*[:.)\n]",
    accepts="\n**question 12:** what is it?", refuses="\nquestion: it is",
)  # fmt: skip
# The list of sources below a reply, whose numbers and initials are no labels.
REFERENCES = pattern(
    r"\n[ \t#>*_-]*(?:references?|sources|bibliograph\w+|works cited"
    rf"|{listed('references')})[ \t:*_]*\n",
    accepts="it is ◆.\n### references\n1. smith", refuses="the references are",
)  # fmt: skip
