"""What an option text is: which words or signs it is known by.

Functions of one text; `options.py` asks them for all texts of an item.

Decision: docs/decisions/parsers.md, "Which unmarked texts are answers".
Decision: docs/decisions/parsers.md, "A relation said as a verb is the relation".
"""

import re
from collections.abc import Iterator

from parsers.pattern import Pattern
from parsers.text.folding import fold_unicode, plain_lower
from parsers.text.markup import has_markup, plain_text
from parsers.text.offsets import Text

# Texts that are everyday words: in a sentence they name an option only where an answer is due.
FUNCTION_WORDS = frozenset(
    ("yes", "no", "maybe", "true", "false", "none", "both", "neither", "either", "all", "any", "correct",
     "incorrect", "right", "wrong", "unknown", "unsure", "other", "same", "different", "always", "never",
     "sometimes", "i", "ii", "iii", "iv", "v", "vi")
)  # fmt: skip
# What a text means when it says that no other option holds, or that every one does.
NONE_TEXTS = Pattern(
    r"none(?: of (?:the |these |those )?(?:above|these|those|options?|choices?|others?|following|listed|given"
    r"|all|relations?|answers?)*(?: (?:options?|choices?|answers?|relations?))?)?|no (?:relation"
    r"|relationship|edge)"
    r"|nothing|neither|no (?:correct|right) (?:answer|option|choice)(?: is)?(?: given| provided| listed)?"
)
ALL_TEXTS = Pattern(
    r"(?:all|any) of (?:the |these )?(?:above|these|options|choices|following|them)*"
    r"|all(?: three| four)?|tout ce qui precede"
    r"|toutes (?:ces|les) (?:reponses|propositions|options)(?: .{0,30})?"
    r"|tod[oa]s? l[oa]s? (?:anterior\w*|opciones|respuestas|demas)(?: .{0,30})?"
    r"|todas son (?:correctas|ciertas)"
    r"|todas as (?:anteriores|alternativas|opcoes|respostas)(?: .{0,30})?|tutt[ei] (?:le|i) precedenti"
    r"|tutte le (?:risposte|opzioni)(?: .{0,30})?|alle(?:s)? (?:der |die |das )?(?:oben )?genannten?\w*"
    r"|alle(?:s)? davon|alle antworten(?: .{0,20})?|al(?:le)?(?: het)? bovenstaande\w*|alla ovanstaende"
    r"|wszystkie (?:powyzsze|z powyzszych|odpowiedzi)(?: .{0,20})?"
    r"|vsechny (?:vyse uvedene|odpovedi)(?: .{0,20})?"
    r"|все (?:из )?(?:выше\w*|перечислен\w*|указан\w*|варианты|ответы)(?: .{0,20})?"
    r"|[ву]с[іе] (?:вище\w*|перелічен\w*)|hepsi|yukar[iı]dakilerin (?:hepsi|tumu)|ham[iı]s[iı]"
    r"|yuxar[iı]dak[iı]lar[iı]n ham[iı]s[iı]|(?:yuqoridagilarning )?(?:barchasi|hammasi)"
    r"|(?:жоғарыдағы\w* )?барлығы|баары|(?:جميع|كل) (?:ما|الإجابات|الخيارات|الاجابات)(?: .{0,20})?"
    r"|(?:همه|تمام) موارد(?: فوق)?|(?:उपरोक्त|ये) सभी|উপরের সব\w*|সবগুলো|以上(?:都|全|皆|所有|全部|选项都).{0,4}"
    r"|上記(?:の)?(?:すべて|全て)|以上すべて|위의? 모두|이상 모두|모두 (?:정답|맞음|옳음|해당)"
    r"|tat ca (?:cac )?(?:y |phuong an |dap an |dieu )?(?:tren|deu dung)"
    r"|semua (?:jawaban )?(?:di atas|benar)|ถูกทุกข้อ|ทั้งหมดที่กล่าวมา|ถูกทั้งหมด"
    r"|[yz]ote (?:ya )?(?:hapo juu|yaliyotajwa)"
)

# A word that a single capital follows, as in "protein kinase A".
NAME_HEAD = Pattern(
    r"\b(?!(?i:and|both|not|nor|neither|either|only|all|but|except|options?|answer|choice|letter)\b)"
    r"([A-Za-z]{3,}) [A-Z](?![\w'])"
)

# For the short way (`short.py`): texts of plain words that are no sentence and no phrase about others.
_MARKED = Pattern(r"[\\{}<>$*_~`\[\]|#]")
_CUE_LIKE = Pattern(r"(?:(?:the|my|correct|right|best|final|answer|is|[a-z])(?!\w)|[\W_])*", re.IGNORECASE)
_SIMPLE = Pattern(r"[A-Za-z]{3,}(?:[ ,'-]{1,2}[A-Za-z]{2,})*")
_FILLER = Pattern(r"[ ,'-]+")
_SAYS_MORE = Pattern(
    r" (?:all|any|both|each|either|every|neither|none|no|not|nothing|answer|answers|option|options|choice"
    r"|correct|error|errors|former|latter|and|or|but|is|are|cannot) "
)

_WORD = Pattern(r"[^\W_]+")
# Scripts written without blanks: their texts are found as they stand.
UNSPACED = Pattern("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def without_markup(text: str) -> str:
    """The text without mark-up and with compatibility forms folded."""
    if text.isascii() and text.isprintable() and not has_markup(text):
        return text
    return plain_text(Text(fold_unicode(text).replace("\u00ad", "")), []).text.value


_BRITISH = Pattern(r"is(?=(?:e|ed|es|ing|ation)\b)(?<=[a-z]{3}is)")
_BRITISH_ENDS = ("ise", "ising", "isation")  # one of which it takes
_BRITISH_OUR = Pattern(r"our(?=(?:s|al|ally)?\b)(?<=[a-z]{2}our)")


def spelled_alike(low: str) -> str:
    """A text in lower case with "generalised" as "generalized", "behaviour" as "behavior": the same words."""
    low = _BRITISH.sub("iz", low) if any(map(low.__contains__, _BRITISH_ENDS)) else low
    return _BRITISH_OUR.sub("or", low) if "our" in low else low


def unspelled(words: str) -> tuple[str, ...]:
    """The parts of these words that are spelled alike everywhere, the longest first.

    >>> unspelled("generalized anxiety")
    ('general', 'anxiety', 'ed')
    """
    parts = words.replace("iz", " ").replace("or", " ").split()
    return tuple(sorted(parts, key=len, reverse=True))


def words_of(text: str) -> str:
    """The words of a text in lower case, joined by single blanks."""
    return " ".join(_WORD.findall(spelled_alike(plain_lower(text))))


def squash(text: str) -> str:
    """A text in lower case without blanks and dollar signs, for finding formulas and numbers."""
    return "".join(plain_lower(text).replace("$", "").split())


_DECIMAL = Pattern(r"(?<![\d.,])(\d+)([.,])(\d{1,2}|\d{4,})(?![\d.,])")


def signs_of(text: str) -> Iterator[str]:
    """The signs by which a number or a formula is found: squashed, with its other point, in words."""
    sign = squash(text).rstrip(".,;:")
    if sign and not (len(sign) == 1 and sign.isalpha()):
        spelled = (sign, _with_other_point(sign), _with_other_minus(sign), *_with_other_thousands(sign))
        spelled += tuple(_with_other_numeral(sign))
        yield from dict.fromkeys(spelled)
    if sign.endswith("%") and sign[:-1].isascii():
        yield sign[:-1] + "percent"


def _with_other_point(sign: str) -> str:
    """The same with decimal points for commas, and commas for points; "2,500" may be two thousand."""
    return _DECIMAL.sub(lambda match: match[1] + (",", ".")[match[2] == ","] + match[3], sign)


_THOUSANDS = Pattern(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_UNGROUPED = Pattern(r"(?<![\d.,])\d{4,12}(?![\d,])")


def _with_other_thousands(sign: str) -> Iterator[str]:
    """The same without commas between thousands, or with them: "$14,000" for "14000"."""
    yield _THOUSANDS.sub(lambda match: match[0].replace(",", ""), sign)
    yield _UNGROUPED.sub(lambda match: f"{int(match[0]):,}", sign)


_NUMERALS = "一二三四五六七八九"
_COUNTS = Pattern(rf"(?P<number>[1-9{_NUMERALS}两兩])(?=[\u4e00-\u9fff])(?!十|百|千|万)")


def _with_other_numeral(sign: str) -> Iterator[str]:
    """The same with its first number in Chinese, or as a digit: "两个人" for "2个人"."""
    match = _COUNTS.match(sign)
    if match is None:
        return
    number = match[0] if match[0].isdecimal() else str(_NUMERALS.find(match[0]) + 1 or 2)
    written = (number, _NUMERALS[int(number) - 1], *("两兩" if number == "2" else ""))
    yield from (form + sign[1:] for form in written if form != match[0])


def _with_other_minus(sign: str) -> str:
    """The same with a hyphen for the dash before a negative number, or a minus sign for the hyphen."""
    if sign[0] in "\u2013\u2212":
        return "-" + sign[1:]
    return "\u2212" + sign[1:] if sign[0] == "-" else sign


_ALL_WORDS = Pattern(r"[A-Za-z]{3,}[A-Za-z ,.'()-]*")
_FORMULA = Pattern(r"[\\^=_{}]")
_LETTERS = Pattern(r"[^\W\d_]+")
_SIGNS = Pattern(r"[\d<>+×∫]")


def is_wordy(text: str) -> bool:
    """Whether a text is known by its words: one has three letters, and letters outweigh formula signs."""
    if _ALL_WORDS.fullmatch(text):
        return True
    if _FORMULA.search(text):
        return False
    runs = _LETTERS.findall(text)
    if all(map(str.isalpha, runs)):
        letters, signs = sum(map(len, runs)), len(_SIGNS.findall(text))
    else:  # numbers that are no digits, such as "²"
        letters = sum(character.isalpha() for character in text)
        signs = sum(character.isdigit() or character in "<>+×∫" for character in text)
    return letters > signs and (max(map(len, runs), default=0) >= 3 or words_of(text) in FUNCTION_WORDS)


# How a sentence says a relation that an option names by its noun, as in "the drug is contraindicated".
_SAID = r"\b(?:is|are|was|were|be|been)(?: (?:\w+ly|also|not|never|only|often))* (?P<form>{form})\b"
_NOT_OF_DRUGS = r"(?! (?:by|that|above|below|in (?:the|this) (?:text|question|vignette|passage|graph)))"
SAID_AS = {
    "indication": Pattern(_SAID.format(form="indicated") + _NOT_OF_DRUGS),
    "contraindication": Pattern(_SAID.format(form="contra-?indicated") + _NOT_OF_DRUGS),
    "off label use": Pattern(r"\b(?:used|prescribed|given) (?P<form>off[- ]label)\b(?! use)"),
}
_NUMBERS = dict(
    enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        start=1,
    )
)
NUMBER_WORDS = frozenset(_NUMBERS.values())


def in_words(words: str) -> str:
    """A text that begins with a small number, with that number as a word: "two weeks"; "" for any other."""
    number, _, rest = words.partition(" ")
    if not (number.isascii() and number.isdigit()) or words == "1" or rest.count(" ") > 1:
        return ""
    name = _NUMBERS.get(int(number[:3]), "")
    return f"{name} {rest}".rstrip() if name else ""


_SYMBOL = Pattern(r"(?=.*[A-Z])(?=.*\d)[A-Z\d]+(?:-[A-Z\d]+)*")
_UNION = Pattern(r"(?:[Bb]oth )?[A-Z](?:(?:,| and| &|, and) [A-Z])+(?: only)?\.?")
_BOTH = Pattern(r"both(?: of (?:these|them|the above))?")
_LETTER = Pattern(r"\b[A-Z]\b")


def is_symbol(text: str) -> bool:
    """Whether a text is a name of capitals and digits, as of a gene: no number, no formula."""
    return _SYMBOL.fullmatch(text.strip()) is not None


def union_letters(text: str) -> list[str]:
    """The letters that a text such as "Both A and B" stands for; none for any other text."""
    return _LETTER.findall(text) if _UNION.fullmatch(text.strip()) else []


def means_first_two(words: str) -> bool:
    """Whether a text says "both" and no more."""
    return _BOTH.fullmatch(words) is not None


def is_cue_like(text: str) -> bool:
    """Whether a text might be found in the words that announce an answer, or in a letter."""
    return bool(_MARKED.search(text) or _CUE_LIKE.fullmatch(text))


def flat_words(text: str) -> str | None:
    """The words of a text of a few plain words, each between blanks; None for any other text."""
    return f" {_FILLER.sub(' ', text.lower())} " if _SIMPLE.fullmatch(text) else None


def says_more(flat: str) -> bool:
    """Whether flat words may say something about other options or about the answer."""
    return _SAYS_MORE.search(flat) is not None
