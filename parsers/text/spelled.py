"""Latin labels as other scripts write them, "উত্তর: বি", "विकल्प सी": read as labels.

What is read is the name of a Latin letter, or the sign that counts in its place, where it closes a clause
behind a word for answer or option, where it is all of the text or of a box, or where it heads the text with
a closing bracket and an option's text ("খ) ওক"): before other words of the language it numbers reasons.
Elsewhere it is a word of its language ("এ": this). Every function keeps the length of its text: what is left
of a name becomes soft hyphens, which `normalize.py` cuts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from parsers.pattern import Pattern

_BEHIND = r"(?=[\s\"'*_)\]]*(?:[.,:;!?\n)\]]|\Z)|[\s\"'*_)\]]+(?:{right}))"


def _script(first: int, last: int, names: str, cues: str, link: str, right: str) -> Pattern:
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
_CUES = [cues.split("|") for cues, _, _ in _WORDS.values()]
_SPOKEN = Pattern("[\u0590-\u06ff\u0900-\u0e7f]")
_SIGNS = "".join(name for name in _NAMES if len(name) == 1)
_MARK = f"(?P<name>[{_SIGNS}]|الف)"
_LONE = Pattern(rf"(?<![\w{_SPOKEN.source[1:]})[{_SIGNS}](?![\w{_SPOKEN.source[1:]})")
# "\\boxed{খ}": in a box a name is the label whatever stands before it.
_BOXED = Pattern(
    r"\\(?:boxed|fbox)\s*\{\s*(?:\\(?:text|math)\w*\s*\{)?[\s(\"]*"
    rf"(?P<name>{'|'.join(sorted(_NAMES, key=len, reverse=True))})(?=[\s)\".]*\}})"
)
_WHOLE = Pattern(rf"[\s*_(\[\"']*{_MARK}(?=[\s*_)\]\"'.।۔]*\Z)")  # "খ", "(গ)।": nothing else is said
# "খ) …" at the head, with what it says up to the end of the clause; then all that stand so are labels.
_BRACKETED = Pattern(rf"(?<![^\s*_(\[-]){_MARK}(?=\s?\))")
_HEADED = Pattern(
    rf"[\s*_(\[]*{_MARK}\s?\)(?P<entry>[^\n:।؛،,;(–—]*?)"
    rf"(?=[\n:।؛،,;(–—]|\.(?:\s|\Z)|{_BRACKETED.source.replace('?P<name>', '?:')}|\Z)"
)
_WORD = Pattern(r"[^\s.,;:।*_\"'()]+(?:[.,:][^\s.,;:।*_\"'()]+)*")
# "ت)" is the fourth label where "پ)" is the third; in Arabic it may be the third.
_PERSIAN = tuple(Pattern(rf"(?<![^\s*_(\[-]){letter}(?=\s?\))") for letter in "پت")
_PATTERNS = tuple(_SCRIPTS.values())
_SPANS = [f"{chr(first)}-{chr(last)}" for first, last in _SCRIPTS]
# A stretch without characters of the other scripts: a text in one of them is a single stretch.
_STRETCH = Pattern(
    "|".join(f"([{own}])[^{''.join(span for span in _SPANS if span != own)}]*" for own in _SPANS)
)


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
    head = _WHOLE.match(text) or _HEADED.match(text)
    if head is not None and not any(map(_LONE.search, texts)):  # "ক ও খ": signs that name statements
        if head.re.groups == 1:
            return _WHOLE.sub(_letter, text, 1)
        text = _PERSIAN[1].sub("د", text) if _PERSIAN[0].search(text) else text
        text = _BRACKETED.sub(_letter, text) if _says_option(head["entry"], texts) else text
    for number in sorted({stretch.lastindex or 0 for stretch in _STRETCH.finditer(text)}):
        text = _named_in(text, number - 1)
    return text


def _says_option(entry: str, texts: Sequence[str]) -> bool:
    """Whether most of what a head says is an option's text, or it says nothing in words of the language."""
    said = set(_WORD.findall(entry.lower()))
    return not _SPOKEN.search(entry) or any(
        2 * len(said & {*_WORD.findall(own.lower())}) > len(said) for own in texts
    )


def _named_in(text: str, number: int) -> str:
    """The same for one script; its names are sought only where one of its words for answer stands."""
    cues = [cue for cue in _CUES[number] if cue in text]
    if not cues:
        return text
    pieces, position = [], 0
    for at in sorted({at for cue in cues for at in _places(cue, text)}):
        match = _PATTERNS[number].match(text, at) if at >= position else None
        if match:
            pieces += [text[position:at], _letter(match)]
            position = match.end()
    return "".join(pieces) + text[position:]


def _places(part: str, text: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _letter(match: re.Match[str]) -> str:
    name = match["name"]
    return match[0][: -len(name)] + _NAMES[name] + "\u00ad" * (len(name) - 1)
