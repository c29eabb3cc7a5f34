"""Latin labels as other scripts write them, "উত্তর: বি", "विकल्प सी": read as labels.

What is read is the name of a Latin letter, or the sign that counts in its place, where it closes a clause
behind a word for answer or option, where it is all of the text, or where it heads the text with a closing
bracket and an option's text ("খ) ওক"): before other words of the language it numbers reasons. Elsewhere, or
before another one, it is a word of its language ("এ": this). Every function keeps the length of its text:
what is left of a name becomes soft hyphens, which `normalize.py` cuts.

Decision: docs/decisions/parsers.md, "Replies of four stores not met before, in languages of Asia".
Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from parsers.pattern import Pattern
from parsers.text.characters import rows_of
from parsers.text.folding import plain_lower
from parsers.text.stretches import places_of

_BEHIND = r"(?=[\s\"'*_)\]]*(?:[.,:;!?\n)\]]|\Z)|[\s\"'*_)\]]+(?:{right}))"


def _script(first: int, last: int, names: str, cues: str, link: str, right: str) -> Pattern:
    """What finds the names of letters in one script, behind its words for answer and option."""
    marks = f"[\\w{chr(first)}-{chr(last)}]"
    spelled = "|".join(sorted(names.split(), key=len, reverse=True))
    # Each cue begins with its first letter, and looks back from there: so the engine skips to the next one.
    apart = "|".join(f"{cue[0]}(?<!{marks}{cue[0]}){cue[1:]}" for cue in cues.split("|"))
    return Pattern(
        rf"(?:{apart})(?:[^\S\n]*(?:{link}))?[:\s\"'*_(\[=-]{{1,12}}(?P<name>{spelled})(?!{marks})"
        + rf"(?![\s\"'*)\]]*[,/&+;][\s\"'*(\[]*(?:{spelled})(?!{marks}))"  # one of several
        + rf"(?![*_]*\)[^\n]{{0,400}}\n[\s*_(]{{0,20}}(?!(?P=name))(?:{spelled})[*_]*\))"  # heads a list
        + _BEHIND.format(right=right)
    )


def _names(*rows: str) -> dict[str, str]:
    """Name → letter: the rows hold the names of A, B, C, D, E."""
    return {name: letter for letter, row in zip("ABCDE", rows, strict=True) for name in row.split()}


_NAMES = _names(
    "এ ए ఎ ఏ ஏ એ ಎ എ ਏ اے ক क अ ก א أ ا الف",
    "বি बी బి బీ பி બી ಬಿ ബി ਬੀ بی খ ख ब ข ב ب",
    "সি सी సి సీ சி સી ಸಿ സി ਸੀ سی গ ग स ค ג ج پ",
    "ডি डी డి డీ டி ડી ಡಿ ഡി ਡੀ ڈی ঘ घ द ง ד د",
    "ই ई ఇ ఈ இ ઈ ಇ ഇ ਈ ای ঙ จ ה ه",
)
# First and last character of the script → its words for answer and option, for "is", and for "right".
_WORDS: Mapping[tuple[int, int], tuple[str, str, str]] = {
    (0x0590, 0x05FF): ("תשובה|התשובה|אפשרות|האפשרות|סעיף", "היא|הנכונה|הנכונה היא", "נכונה"),
    (0x0600, 0x06FF): (
        "الإجابة|الاجابة|إجابة|الجواب|الخيار|خيار|پاسخ|گزینه|جواب|آپشن|اختیار|حرف",
        "هي|هو|الصحيحة|الصحيح|الصحيحة هي|الصحيح هو|صحیح|یہ|ہے|ہوگا",
        "صحيح|صحيحة|صحیح|درست|است|ہے",
    ),
    (0x0900, 0x097F): ("उत्तर|जवाब|विकल्प|ऑप्शन|पर्याय", "है|होगा|आहे|हो", "सही|है|बरोबर|योग्य|सत्य"),
    (0x0980, 0x09FF): ("উত্তর|উত্তরটি|জবাব|বিকল্প|বিকল্পটি|অপশন", "হল|হলো|হবে|হচ্ছে", "সঠিক"),
    (0x0A00, 0x0A7F): ("ਜਵਾਬ|ਉੱਤਰ|ਵਿਕਲਪ", "ਹੈ", "ਸਹੀ|ਹੈ"),
    (0x0A80, 0x0AFF): ("જવાબ|ઉત્તર|વિકલ્પ", "છે", "સાચો|સાચું|છે"),
    (0x0B80, 0x0BFF): ("பதில்|விடை|விருப்பம்|தேர்வு|தெரிவு", "ஆகும்", "சரி|சரியான|ஆகும்"),
    (0x0C00, 0x0C7F): ("సమాధానం|జవాబు|ఎంపిక|ఆప్షన్|ఐచ్ఛికం", "అంటే", "సరైన|సరైనది"),
    (0x0C80, 0x0CFF): ("ಉತ್ತರ|ಆಯ್ಕೆ", "ಇದು", "ಸರಿ|ಸರಿಯಾದ|ಸರಿಯಾಗಿದೆ"),
    (0x0D00, 0x0D7F): ("ഉത്തരം|ഓപ്ഷൻ", "ആണ്", "ശരി|ശരിയാണ്|ആണ്"),
    (0x0E00, 0x0E7F): ("คำตอบ|คําตอบ|ตัวเลือก|ข้อ", "คือ|ที่ถูกต้อง|ที่ถูกต้องคือ|ที่ถูกคือ", "ถูกต้อง"),
}
# The same → what to look for in it.
_SCRIPTS: Mapping[tuple[int, int], Pattern] = {
    span: _script(*span, " ".join(name for name in _NAMES if span[0] <= ord(name[0]) <= span[1]), *words)
    for span, words in _WORDS.items()
}
# "\\boxed{খ}": in a box a name is the label whatever stands before it.
_BOXED = Pattern(
    r"\\(?:boxed|fbox)\s*\{\s*(?:\\(?:text|math)\w*\s*\{)?[\s(\"]*(?P<name>"
    + "|".join(sorted(_NAMES, key=len, reverse=True))
    + r")(?=[\s)\".]*\})"
)
_SIGNS = "".join(name for name in _NAMES if len(name) == 1)
# "খ) …": then all that stand so are labels, "খ) এবং গ)".
_MARK = f"(?:[{_SIGNS}]|الف)"  # Persian writes the first one out
_HEADED = Pattern(rf"[\s*_(\[]*{_MARK}\s?\)")
_BRACKETED = Pattern(rf"(?<![^\s*_(\[-])(?P<name>{_MARK})(?=\s?\))")
# "ت)" is the fourth label where "پ)" is the third; in Arabic it may be the third.
_PERSIAN_THIRD = Pattern(r"(?<![^\s*_(\[-])پ(?=\s?\))")
_PERSIAN_FOURTH = Pattern(r"(?<![^\s*_(\[-])ت(?=\s?\))")
# What the head says, up to the end of the clause or the next such label.
_ENTRY = Pattern(rf"\)[^\n:।؛،,;(–—]*?(?=[\n:।؛،,;(–—]|\.(?:\s|\Z)|{_BRACKETED.source}|\Z)")
_WORD = Pattern(r"[^\s.,;:।*_\"'()]+(?:[.,:][^\s.,;:।*_\"'()]+)*")
# "খ", "(গ)।": nothing else is said.
_WHOLE = Pattern(rf"[\s*_(\[\"']*(?P<name>{_MARK})(?=[\s*_)\]\"'.।۔]*\Z)")
_CUES = [cues.split("|") for cues, _, _ in _WORDS.values()]
SPOKEN = "\u0590-\u06ff\u0900-\u0e7f"  # the characters of these scripts
FORMS = "\ufb1d-\ufdff\ufe70-\ufefc"  # what folds to one of them
FAR_FORMS = "\U0001ee00-\U0001eeff"  # likewise, see `has_far`
_SPOKEN = Pattern(f"[{SPOKEN}]")
_SIGN = Pattern(rf"(?<![\w{SPOKEN}])[{_SIGNS}](?![\w{SPOKEN}])")
_PATTERNS = tuple(_SCRIPTS.values())
_ROWS = [first >> 8 for first, _ in _SCRIPTS]  # each script is part of one row of Unicode


def names_apart(labels: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether such names can only be labels: the labels are Latin, and no text is a name ("vitamin: B")."""
    return all(map(str.isascii, labels)) and not any(text.strip(" .") in _NAMES for text in texts)


def latin_names(text: str, texts: Sequence[str] = ()) -> str:
    """The text with names of Latin letters as the letters, same length; `texts`: those of the options.

    >>> latin_names("উত্তর: বি")
    'উত্তর: B\\xad'
    """
    if not _SPOKEN.search(text):
        return text
    text = _BOXED.sub(_letter, text) if "{" in text else text
    head = _HEADED.match(text) or _WHOLE.match(text)
    if head and not _named_by_texts(texts):
        if _WHOLE.match(text):
            return _WHOLE.sub(_letter, text, 1)
        text = _PERSIAN_FOURTH.sub("د", text) if _PERSIAN_THIRD.search(text) else text
        text = _BRACKETED.sub(_letter, text) if _heads_option(text, head.end(), texts) else text
    rows = rows_of(text)
    for number, row in enumerate(_ROWS):
        text = _named_in(text, number) if row in rows else text
    return text


def _named_by_texts(texts: Sequence[str]) -> bool:
    """Whether the signs are names of statements: an option's text is a set of them, "ক ও খ"."""
    return any(_SIGN.search(text) for text in texts)


def _heads_option(text: str, end: int, texts: Sequence[str]) -> bool:
    """Whether an option's text follows a head that ends there, or nothing in words of the language."""
    entry = _ENTRY.match(text, end - 1)
    if entry is None or not _SPOKEN.search(entry[0]):
        return True
    said = _words(entry[0])
    return any(2 * len(said & _words(own)) > len(said) for own in texts)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(plain_lower(text)))


def _named_in(text: str, number: int) -> str:
    """The same for one script; its names are sought only where one of its words for answer stands."""
    pieces, position = [], 0
    for at in sorted({at for cue in _CUES[number] for at in places_of(cue, text)}):
        match = _PATTERNS[number].match(text, at) if at >= position else None
        if match:
            pieces += [text[position:at], _letter(match)]
            position = match.end()
    return "".join(pieces) + text[position:]


def _letter(match: re.Match[str]) -> str:
    name = match["name"]
    return match[0][: -len(name)] + _NAMES[name] + "\u00ad" * (len(name) - 1)
