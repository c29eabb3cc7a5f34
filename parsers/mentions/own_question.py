"""An option's own question mark asks nothing of the reply: "The answer is B) Where does it come from?".

Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

import re

from parsers.grammar.languages.of_all import words_of_all
from parsers.grammar.pattern import words
from parsers.mentions.mention import Mention
from parsers.options.options import OptionSet
from parsers.pattern import Pattern

_OWN_SIGN = Pattern(r"[\"')\]]*(?P<sign>[?？؟])(?P<goes_on>[\"')\]]*[ ,]+[^\W\d_])?")

# What a sentence begins with that asks for itself: "Is the answer B) …?", "Hmm, is it …?", "Czy …", "هل …".
_AT_HEAD = words(words_of_all("asking_at_head"))
_ASKING = Pattern(
    r"(?:\A|[.!?؟\n])[\s\"'(¿*-]*(?:(?:(?:[^\W\d_]+ )?[^\W\d_]+, "
    rf"|(?:so|then|and|but|now|well|hm+|ok|okay|wait) )(?!(?:{_AT_HEAD})\b))?"
    rf"(?:{words(words_of_all('asking'))}|{_AT_HEAD})(?!\w)[^.!?؟\n]*\Z",
    re.IGNORECASE,
)
_SENTENCE = 200  # characters before an option in which its sentence begins


def without_own_question(text: str, mentions: list[Mention], options: OptionSet) -> str:
    """The text, same length, with a full stop for the mark that ends an option's text behind its label.

    A blank stands for it where the sentence goes on: 'the answer **B) "Why?"** is right'.
    """
    for mention in mentions if options.asking else ():
        own = _OWN_SIGN.match(text, mention.core[1]) if mention.joined else None
        if own is None or mention.options[0] not in options.asking:
            continue
        if not _ASKING.search(text, max(0, mention.start - _SENTENCE), mention.start):
            goes_on = own["goes_on"] is not None and own["goes_on"][-1].islower()
            text = text[: own.start("sign")] + (" " if goes_on else ".") + text[own.end("sign") :]
    return text
