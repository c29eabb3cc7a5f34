"""Letters that are option labels, told from articles, pronouns, names and formulas.

A capital that is none is set aside with its reason. A small letter is a word more often than a label, so it
counts only where something marks it; several labels may be glued into a word. Whether a label is the answer
is decided elsewhere.
"""

import re
from bisect import bisect_right
from functools import cached_property

from parsers.grammar import labels as grammar
from parsers.grammar.languages.lexicon import (
    announces,
    confirms,
    cue_beside,
    is_called_right,
    joins,
    names_option,
)
from parsers.mentions.mention import UNKNOWN, Found, Mention, ends
from parsers.mentions.texts import has_capitals
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import SetAside, Span
from parsers.text.markup import Plain


class CapitalFinder:
    """The isolated capitals of a text, each judged by its neighbours."""

    def __init__(
        self, plain: Plain, low: str, options: OptionSet, texts: list[Mention], several: bool
    ) -> None:
        self.plain, self.text, self.low = plain, plain.text.value, low
        self.options, self.several = options, several
        self.taken = [(mention.start, mention.end) for mention in texts]
        self.starts = [start for start, _ in self.taken]
        self.bare = self.text.strip(" \n~#=-.")

    @cached_property
    def foreign(self) -> bool:
        """Whether letters may be folded ones of a text in Cyrillic or Greek, where "В" is a word."""
        return not self.text.isascii() and _FOREIGN.search(self.text) is not None

    def collect(self, found: Found) -> None:
        for at in ends([match.start() for match in grammar.CAPITAL.finditer(self.text)]):
            self._judge(at, found)

    def _inside_text(self, position: int) -> bool:
        piece = bisect_right(self.starts, position) - 1
        return piece >= 0 and position < self.taken[piece][1]

    def _judge(self, at: int, found: Found) -> None:
        if self._inside_text(at):
            return
        letter = self.text[at]
        if at == 0 and _OPENING_PRONOUN.match(self.text):
            found.asides.append(((0, 1), letter, SetAside.PRONOUN))
            return
        if letter == "X" and "X" not in self.options.index and self._is_blank(at):
            found.asides.append(((at, at + 1), letter, SetAside.QUOTED))  # a template: {"answer": "X"}
            return
        if letter in "AOLDCJNQS" and self._opens_subject(at, letter):
            found.asides.append(((at, at + 1), letter, SetAside.ARTICLE))
            return
        named = None if letter == "I" and self._is_numeral(at) else self._named(at)
        reason = None if named else self._not_a_label(at, letter)
        if reason is None:
            found.mentions.append(self._mention(at, letter, named))
        else:
            found.asides.append(((at, at + 1), letter, reason))

    def _opens_subject(self, at: int, letter: str) -> bool:
        """Whether an article heads its line, or "O" a sentence: "Resposta:\\nA alternativa correta é D"."""
        headed = self.text[max(0, at - 24) : at].rstrip(" ")[-1:] in ("", "\n")
        if letter == "O":
            subject = None if headed or "O" in self.options.index else _O_SUBJECT
        else:
            subject = None if not headed else _A_SUBJECT if letter == "A" else _ELIDED
        return subject is not None and subject.match(self.text, at + 1) is not None

    def _is_numeral(self, at: int) -> bool:
        """Whether "(I)" heads the first of several parts of the reply: "(I) … (II) …"."""
        head = self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t*_")
        return head == "(" and self.text[at + 1 : at + 2] == ")" and _ROMAN_LIST.search(self.text) is not None

    def _is_blank(self, at: int) -> bool:
        """Whether an X stands for the label in a form of answer: {"answer": "X"}, 'Answer: X'."""
        return self._stands_in_slot(at) or _FORM.search(self.low, max(0, at - 24), at + 4) is not None

    def _mention(self, at: int, letter: str, named: Span | None) -> Mention:
        position = self.options.index.get(letter.upper(), UNKNOWN)
        start, end = named or (at, at + 1)
        formula = self.plain.formula_at(at) is not None and not self._stands_in_slot(at)
        return Mention(
            (position,), letter.upper(), start, end, (at, at + 1), named=named is not None, weak=formula
        )

    def _named(self, at: int) -> Span | None:
        """The stretch of a letter marked as a label by brackets, quotes or a noun; None where none does."""
        start, end = self._bracketed(at)
        before = self.low[max(0, start - 24) : start]
        noun = grammar.noun_before(before)
        if noun is not None:
            start = max(0, start - 24) + noun
            while start < at and self.low[start] in " \n\"'([":
                start += 1
            return start, end
        return (start, end) if end - start > 1 or self._stands_in_slot(at) else None

    def _bracketed(self, at: int) -> Span:
        text, start, end = self.text, at, at + 1
        while start > 0 and text[start - 1] in "([{<\"'" and not self._is_call(start - 1):
            tail = _CLOSING[text[start - 1]].match(text, end)
            if tail is None:
                return (start, end)
            start, end = start - 1, tail.end()
        if end == at + 1 and text[end : end + 1] == ")" and not self._open_bracket(at):
            return start, end + 1
        if start == at and text[end : end + 2] == " )" and self._is_all_of_line(at):
            return start, end + 2
        return start, end

    def _is_all_of_line(self, at: int) -> bool:
        """Whether "D ) …" heads its line, and no other label stands in it."""
        start, last = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
        line = self.text[start : last if last >= 0 else len(self.text)]
        return not line[: at - start].strip() and line.count(" )") == 1

    def _is_call(self, bracket: int) -> bool:
        """P(A), f[x]: a bracket right behind a word is a call, unless the word is a cue as in "option(B)"."""
        before = self.low[max(0, bracket - 20) : bracket]
        if self.low[bracket] == "{" and before.rstrip()[-1:] not in ("", ":", ",", "."):
            return True  # an exponent, an index, an argument
        return bool(before) and before[-1].isalnum() and before.isascii() and not _CALLED_BY.search(before)

    def _open_bracket(self, at: int) -> bool:
        before = self.text[max(0, at - 60) : at]
        return before.rfind("(") > before.rfind(")")

    def _stands_in_slot(self, at: int) -> bool:
        """Whether the letter is all that an answer field holds."""
        found = self.plain.slot_at(at) if self.plain.slots else None
        return found is not None and self.text[slice(*found[0])].strip(" .\n()") == self.text[at]

    def _not_a_label(self, at: int, letter: str) -> SetAside | None:
        before, after = self.text[max(0, at - 24) : at], self.text[at + 1 : at + 40]
        if letter == "I" and _PRONOUN.match(after):
            return SetAside.PRONOUN
        if letter == "I" and self.options.numbers_statements and not _ANSWERED.search(before):
            return SetAside.NAME
        if self._part_of_name(before, after, letter):
            return SetAside.NAME
        if self._in_formula(at, before, after):
            return SetAside.FORMULA
        if letter == "A" and _HUNGARIAN.match(after):
            return SetAside.ARTICLE
        if letter == "I" and ("I" not in self.options.index or grammar.PRONOUN_TAIL.match(after)):
            return SetAside.PRONOUN
        foreign = letter in "AEOYBCHKM" and self.foreign
        if foreign and self._is_foreign_word(at, before, after):
            return SetAside.ARTICLE
        if (letter in "AEIOYU" or foreign) and not _LISTED.search(before) and self._is_article(at, after):
            return SetAside.ARTICLE
        return None

    def _is_foreign_word(self, at: int, before: str, after: str) -> bool:
        """Whether a capital is a word of a text in Cyrillic or Greek: "В Python …", "А 5 лет назад …"."""
        if not _NAME_FOLLOWS.match(after) or before.rstrip(" \"'(*_").endswith((":", "=")):
            return False
        return not (self._own_text_follows(self.text[at], after) or self._beside_cue(at))

    def _is_article(self, at: int, after: str) -> bool:
        if self.text[at] == "A" and _A_THING.match(after) and not self._own_text_follows("A", after):
            return True
        if not grammar.ARTICLE_TAIL.match(after) or self._beside_cue(at):
            return False
        paired = _PAIRED.match(after)
        if paired is not None and (joins(paired["joint"]) or joins(paired["joint"].split()[0])):
            return False  # "tanto A como C", "la A y la C"
        position = self.options.index.get(self.text[at], UNKNOWN)
        return not (position != UNKNOWN and starts_with_text(self.low, at + 1, self.options, position))

    def _beside_cue(self, at: int) -> bool:
        """Whether a cue word of another language stands beside the letter, as in "A variant".

        Behind small letters a capital is no word of that language: "L'opzione A è corretta".
        """
        before, after = self.low[max(0, at - 24) : at], self.low[at + 1 : at + 30]
        letter = "" if self.text[max(0, at - 2) : at - 1].islower() else self.low[at]
        return cue_beside(before, letter, after) or is_called_right(before, self.low[at], after)

    def _part_of_name(self, before: str, after: str, letter: str) -> bool:
        low_before = before.lower()
        head = _LAST_WORD.search(low_before) if self.options.name_heads else None
        if head is not None and head[1] in self.options.name_heads:
            return True
        if (
            before.rstrip()[-1:].isascii() and grammar.NAME_BEFORE.search(low_before)
        ) or grammar.NAME_AFTER.match(after):
            return not self._heads_line(before) or self._heads_name(letter, after)
        if before.endswith("-") and before[-2:-1].isalnum() and not _PREFIXED.search(before):
            return before[-2:-1] not in self.options.index or before[-3:-2].isalnum()
        if after.startswith("-") and after[1:2].isalnum() and not _HYPHENED.match(after):
            return not (re.match(r"-[A-Z](?![\w-])", after) or self._own_text_follows(letter, after))
        if (
            (after.startswith("'") and _GENITIVE.match(after))
            or before.endswith(("N/", "w/"))
            or (after.startswith(("/A", "/a")) and letter == "N")
        ):
            return True
        if letter == "Q" and "Q" not in self.options.index and after[:1] in (":", "."):
            return True  # the head of a question
        if after == "" and _CUT_NOUN.search(before):
            return True  # "folic acid is a B", cut before "vitamin"
        if letter == "I" and after[:1] in (".", ")") and _SECOND_NUMERAL.search(self.text):
            return True  # I. … II. …: statements numbered in Roman
        if before.endswith(".") and _INITIAL.search(before):
            return True
        if not after.startswith("."):
            return False
        if _ATTRIBUTE.match(after) and not self._own_text_follows(letter, after[1:]):
            return True  # "A.name"
        if _INITIALS.match(after):
            return True
        if _FIRST_INITIAL.match(after) or (_INITIAL_APART.search(before) and _SURNAME.match(after)):
            return not self._own_text_follows(letter, after)  # "А. В. Затаевич", "B. F. Skinner"
        return grammar.GENUS.match(after) is not None and not self._own_text_follows(letter, after)

    def _heads_name(self, letter: str, after: str) -> bool:
        """ "B-cell depletion", "B vitamins may help": a name at the head of a line, no label."""
        return grammar.NAME_IN_SENTENCE.match(after) is not None and not self._own_text_follows(letter, after)

    def _heads_line(self, before: str) -> bool:
        return before == "" or before.rstrip(" ").endswith("\n")

    def _own_text_follows(self, letter: str, after: str) -> bool:
        position = self.options.index.get(letter, UNKNOWN)
        return position != UNKNOWN and words_of(after).startswith(self.options.words[position][:12] or "\0")

    def _in_formula(self, at: int, before: str, after: str) -> bool:
        if self.bare == self.text[at]:
            return False
        formula = self.plain.formula_at(at)
        if formula is not None and self.plain.slot_at(at) is None:
            return not _ONLY_LABELS.fullmatch(self.text, *formula)
        if not before.rstrip(" ")[-1:].isalpha() and grammar.FORMULA_BEFORE.search(before[-_OPERATOR:]):
            return not grammar.CUE_EQUALS.search(before.lower()) and not self._plus_between_labels(before)
        return grammar.FORMULA_AFTER.match(after) is not None or self._inside_call(at)

    def _inside_call(self, at: int) -> bool:
        """P(A | B, C): behind an open bracket that a single letter or a function name stands before."""
        before = self.text[max(0, at - 40) : at]
        opened = before.rfind("(")
        return opened > before.rfind(")") and bool(
            re.search(r"(?<![A-Za-z])[A-Za-z]\Z|\d\Z", before[:opened])
        )

    def _plus_between_labels(self, before: str) -> bool:
        return "=" not in self.text and bool(re.search(r"(?:^|[\s)+])[A-Z]\)?\s?\+\s?\Z", before))


_PREFIXED = Pattern(r"(?<!\w)(?:[\u05d0-\u05ea]|ngu|ngo|ni)-\Z")  # "is" in Hebrew and Zulu
_OPERATOR = 6  # characters in which the signs of arithmetic before a letter stand
# What may stand right before "(B)" without making it an argument: "option(B)", "the answer is(B)".
_CALLED_BY = Pattern(
    rf"\b(?:{grammar.LABEL_NOUNS}|is|are|be|to|as|for|with|choose|select|pick|so|boxed|text)s?\Z"
)
_CLOSING = {
    opening: Pattern(rf"[.:]?\s?{re.escape(closing)}")
    for opening, closing in zip("([{<\"'", ")]}>\"'", strict=True)
}
# What follows the Portuguese "A" and "O", the Polish "a", and the elided French article.
_A_SUBJECT = Pattern(
    r" (?:(?:alternativa|resposta|op[çc][ãa]o|letra|afirmativa|afirma[çc][ãa]o|conduta|wi[ęe]c|zatem) (?!\))"
    r"|(?:correta|certa|melhor|mais [^\W\d_]+)(?: [^\W\d_]+)? (?:é|seria) "
    r"|[A-ZÀ-Ý][^\W\d_]+ (?:n(?:[º°.]|o \d)|d[aeo]s? |é |foi |que ))"
)
_O_SUBJECT = Pattern(r" [^\W\d_]{2,}[ ,]")
_ELIDED = Pattern(r"'[aeiouyhàâéèêîôûAEIOUHÉ][^\W\d_]{2}")
_GENITIVE = Pattern(rf"'(?!{grammar.TURKISH_CASE})\w")
_ATTRIBUTE = Pattern(r"\.[a-z]{2}")
_FORM = Pattern(r"[\"'`]?(?:answer|answer is|option|choice):? [(\[]?x[)\]]?[.]?[\"'`]")
_SECOND_NUMERAL = Pattern(r"\bII[.)](?<![a-z] II[.)])")  # of a list, not of "World War II."
_ROMAN_LIST = Pattern(r"(?:\A|\n)[ \t*_]*\(II\)")
_INITIAL = Pattern(r"\b[A-Z]\.\Z")
_FIRST_INITIAL = Pattern(
    r"\. (?:[A-Z\u0410-\u042f]\. ?[\u0400-\u042f][\u0430-\u052f]{2}"
    r"|[A-Z]\. (?!Th[ei]|Because|Since|Option|However)[A-Z][a-z]{3,} (?:was|is|and|[a-z]+ed|who)\b)"
)
_INITIAL_APART = Pattern(r"(?<![\w)])[A-Z]\. \Z")
_SURNAME = Pattern(r"\. ?(?:[\u0400-\u042f][\u0430-\u052f]{2}|[A-Z][a-z]{3,} (?:was|is|and|[a-z]+ed|who))")
_INITIALS = Pattern(r"\.(?:[A-Z]\b|[eg]\.)")
_FOREIGN = Pattern("[\u0370-\u052f]")
_NAME_FOLLOWS = Pattern(r" [\"'`(]?[A-Z\u0386-\u03ab\u0400-\u042f\d]")
_LISTED = Pattern(r"(?<![A-Za-z])[A-Z]\)?(?:,| and| &|, and|;|/| \+|\+) ?\Z")  # "A, B, E apply"
_LAST_WORD = Pattern(r"([a-z]{3,}) \Z")
# "Answer: A Gantt chart is a tool": an article before a name.
_A_THING = Pattern(
    r" (?!(?:The|Th\w+|It|In|For|Be\w+|Since|As|H?e|She|We|You|My|Option|Answer|Final)\b)"
    r"[A-Z][\w-]+(?: [a-z][\w-]+){0,3} (?:is|was|refers|means)\b"
)
# "A B válasz a helyes": the Hungarian article before a label and its noun.
_HUNGARIAN = Pattern(r" [\"(]?[A-Z][\")]{0,2} (?:v[aá]lasz|opci[oó]|lehet[oő]s|bet[uű]|[aá]ll[ií]t[aá]s)")
_PAIRED = Pattern(r" (?P<joint>[^\W\d_]+(?: [^\W\d_]+)?) [A-Z](?![\w'-])")  # "tanto A como C"
_HYPHENED = Pattern(r"-[dt][iıuü]r(?!\w)")  # "B-dir": a label with a Turkic ending
_CUT_NOUN = Pattern(r"[a-z] an? \Z|(?i:explanation|rationale|reason(?:s|ing)?)[:*\s]{1,6}\Z")
# Told at once, because so many replies begin with it.
_OPENING_PRONOUN = Pattern(
    r"I(?:'(?:m|d|ve|ll)\b| (?:would|will|think|believe|am|cannot|can't|can|choose|have|do|don't|guess)\b)"
)
_ANSWERED = Pattern(r"(?i:answer|choose|choice)(?: is)?:? ?\Z")
_PRONOUN = Pattern(r"'(?:m|d|ve|ll)\b")
_ONLY_LABELS = Pattern(r"[\s.()\[\]]*[A-Z](?:[\s.()\[\],;&]|and|or|[A-Z](?![A-Za-z]))*")


def starts_with_text(low: str, at: int, options: OptionSet, position: int) -> bool:
    """Whether the text of that option stands right here."""
    words = options.words[position]
    return bool(words) and (words_of(low[at : at + 2 * len(words) + 20]) + " ").startswith(words + " ")


FEW = 40  # characters of a reply that is nothing but a remark
DECLARATION = 60  # characters beside a small letter in which words that announce it are sought
SMALL = 120  # characters of the longest reply that is a list of small letters

_NAME_GOES_ON = Pattern(r"[ -][A-Z0-9]{1,4}\b(?! ?[,&+])")  # "BD II" is no set
_FIRST_LINE = Pattern(
    r"[\s\"'(]*(?P<all>[a-z](?:\s?,\s?[a-z]){0,9})\s?[).]?[^\S\n]*(?:\n| \([^\n]{1,300}\)\W*\Z)"
)
_LISTED_ON = Pattern(r"(?:\)?(?:,| and| &|, and|;|/) ?\(?[a-z](?![\w'-]))+(?=\)?[\s.;,]*(?:\n|\Z|[.;]))")
_PAIR = Pattern(
    r"(?<![a-z])(?=[a-z][と、,和与或やか와과][a-z](?![a-z]))"
)  # "aとd": what one is, the other is
_OTHER_SCRIPT = Pattern("[\u0530-\u1dff\u2e80-\ufaff]")
_JOINED_ON = Pattern(
    r"\)?(?:, ?| (?:y|e|o|et|ou|und|oder|and|or) )(?P<letter>[b-df-np-xz]|[aeoy](?=\)))(?=[),]| )"
)
_LETTER = Pattern(r"(?<![a-z])[a-z](?![a-z])")
_ENDED = Pattern(rf"(?:'{grammar.TURKISH_CASE})?[)\"']?\s*(?:[.,;!\n]|\Z)")
_DELIMITER = Pattern(r"[).:]+\s*")
_SO = Pattern(r"\b(?:so|thus|hence|therefore|only),? \Z")
_IS_RIGHT = Pattern(r" is (?:the )?(?:(?:only|most) )?(?:correct|right|best|appropriate|likely)\b")
_SAID = Pattern(r"\b(?:think|is|its|it's|say|choose|pick|guess|be|go with)\s\Z")


class LabelFinder(CapitalFinder):
    """All letters of a text that may be labels."""

    def collect(self, found: Found) -> None:
        super().collect(found)
        self._collect_small(found)
        if has_capitals(self.text):
            self._collect_glued(found)
        found.mentions.sort(key=lambda mention: mention.start)

    def _is_small_set(self) -> bool:
        """Whether the whole reply is small letters: "b", "a, c", "acd"."""
        if len(self.text) > SMALL or self.text.strip(" .") == "n/a":
            return False
        return grammar.SMALL_SET.fullmatch(self.text) is not None

    def _collect_small(self, found: Found) -> None:
        if self._is_small_set():
            letters = re.findall(r"(?<![a-z])[a-z](?![a-z])", self.text)
            if letters:
                for at in self._small_letters():
                    if not self._inside_text(at):
                        found.mentions.append(self._mention(at, self.text[at], self._bracketed(at)))
            elif self.several and not self.taken and not re.search(r"[a-z]{2,}\W+[a-z]{2,}", self.text):
                self._add_glued(re.search(r"[a-z]+", self.text), found)
            return
        found.mentions += self._first_line() + self._listed_on(found.mentions)
        known = {mention.core[0] for mention in found.mentions}
        capitals = any(self.text[at].isupper() for at in known)
        places = [at for at in ends(self._small_letters()) if at not in known and not self._inside_text(at)]
        small = [mention for at in places for mention in self._small(at)]
        small += self._joined_on(small)
        parts = [mention for mention in small if capitals and not self.several and self._heads_part(mention)]
        if [mention.options for mention in parts] != [(number,) for number in range(len(parts))]:
            parts = []
        found.asides += [(part.core, part.letter, SetAside.RESTATED) for part in parts[1:] and parts]
        found.mentions += [mention for mention in small if len(parts) < 2 or mention not in parts]
        if small and not self.text.isascii():
            known |= {mention.core[0] for mention in small}
            joined = {
                match.start() + 2 * way
                for match in _PAIR.finditer(self.text)
                for way in (0, 1)
                if match.start() + 2 - 2 * way in known
            }
            found.mentions += [
                self._mention(at, self.text[at], (at, at + 1)) for at in joined - known if at in places
            ]

    def _joined_on(self, small: list[Mention]) -> list[Mention]:
        """Small letters joined to one behind a noun: "las opciones a, c y d", "b) y c)"."""
        known, found = {mention.core[0] for mention in small}, []
        for mention in small:
            match = _JOINED_ON.match(self.text, mention.core[1]) if mention.named else None
            while match and match["letter"].upper() in self.options.index:
                at = match.start("letter")
                if at in known:
                    break
                found.append(self._mention(at, match["letter"], (at, at + 1)))
                match = _JOINED_ON.match(self.text, at + 1)
        return found

    def _heads_part(self, small: Mention) -> bool:
        """Whether "(a) …" heads a line and no option's text: parts of a solution, if "(b) …" follows."""
        head = self.text[self.text.rfind("\n", 0, small.start) + 1 : small.start]
        own = small.options[0]
        return (
            small.weak
            and not head.strip(" \t*#-")
            and self.text[small.end : small.end + 1] == " "
            and own != UNKNOWN
            and not starts_with_text(self.low, small.end, self.options, own)
        )

    def _small_letters(self) -> list[int]:
        """The places of small letters that stand alone."""
        few = not self.text.isascii() and _OTHER_SCRIPT.search(self.text) is not None
        letters = grammar.SMALL_AMONG_OTHERS if few else grammar.SMALL
        return [match.start("letter") - 1 for match in letters.finditer(" " + self.text)]

    def _first_line(self) -> list[Mention]:
        """Small letters that are the whole first line, before an explanation: "b\n\nBecause …", "b (…)"."""
        match = _FIRST_LINE.match(self.text)
        places = [*_LETTER.finditer(self.text, *match.span("all"))] if match else []
        if not all(letter[0].upper() in self.options.index for letter in places):
            return []
        return [self._mention(letter.start(), letter[0], letter.span()) for letter in places]

    def _listed_on(self, mentions: list[Mention]) -> list[Mention]:
        """Small letters that go on with a list begun by a capital: "A, b, d"."""
        found = []
        for mention in mentions:
            match = _LISTED_ON.match(self.text, mention.core[1]) if mention.is_label else None
            for at in [] if match is None else [letter.start() for letter in _LETTER.finditer(match[0])]:
                if match is not None and self.text[match.start() + at].upper() in self.options.index:
                    place = match.start() + at
                    found.append(self._mention(place, self.text[place], (place, place + 1)))
        return found

    def _small(self, at: int) -> list[Mention]:
        """A small letter that is marked as a label: "option b", "(b)", "answer: b", "b. contraindication"."""
        if self._stands_in_slot(at):
            return self._in_slot(at)
        if self._is_plain_article(at):
            return []
        before = self.low[max(0, at - 24) : at]
        noun = (
            grammar.noun_before(before, self.text[at]) is not None
            or (before.rstrip().endswith((":", "=")) and grammar.CUE_EQUALS.search(before))
            or self._small_declared(at)
            or (self.text[at] == "a" and self._is_judged(at))
        )
        bracketed = before.endswith(("(", "[", '"')) and self._bracketed(at) != (at, at + 1)
        if bracketed and before.endswith("[") and self.text[at] == "x":
            return []  # a ticked box
        marked = (noun and self._small_after_noun(at)) or bracketed or self._small_heads_text(at)
        if not (marked or self._small_in_small(at)):
            return []
        mention = self._mention(at, self.text[at], self._named(at) or (at, at + 1))
        mention.weak = bracketed and not noun  # "(a)" also numbers the parts of a question
        return [mention]

    def _in_slot(self, at: int) -> list[Mention]:
        """A small letter that is all an answer field holds: {"answer": "c"}; an x may be a blank."""
        if self.text[at] == "x" and "X" not in self.options.index:
            return []
        return [self._mention(at, self.text[at], (at, at + 1))]

    def _is_plain_article(self, at: int) -> bool:
        """Whether an "a" is the article by what follows: the commonest small letter, told at once."""
        if self.text[at] != "a" or self.text[at - 1 : at] in ("(", "[", '"'):
            return False
        return grammar.ARTICLE_TAIL.match(self.text, at + 1) is not None and not self._is_judged(at)

    def _is_judged(self, at: int) -> bool:
        """ "la opción a es correcta": behind a noun for option, and called right."""
        before = self.low[max(0, at - 24) : at]
        return names_option(before, "") and is_called_right(before, "", self.low[at + 1 : at + 30])

    def _small_in_small(self, at: int) -> bool:
        """ "i think b", "its c": in a few words without a capital, a letter that is no word is a label."""
        if len(self.text) > FEW or self.text != self.low or self.text[at].upper() not in self.options.index:
            return False
        before, after = self.text[:at], self.text[at + 1 :]
        if self.text[at] in "ai" and self.text.isascii():
            return self.text[at] == "a" and not after.strip(" .!") and bool(_SAID.search(before))
        return not self._part_of_name(before, after, self.text[at].upper())

    def _small_declared(self, at: int) -> bool:
        """ "the answer is d.", "la correcta è c)", "c) es la correcta", "možnost c je správná"."""
        if _SO.search(self.low, max(0, at - 12), at) and _IS_RIGHT.match(self.text, at + 1):
            return self.text[at].upper() in self.options.index
        letter, before = self.text[at], self.low[max(0, at - DECLARATION) : at]
        after = self.low[at + 1 : at + DECLARATION]
        ended = after[:1] == ")" or _ENDED.match(after) is not None or self._own_text_behind(at)
        if ended and (grammar.SMALL_CUE.search(before) is not None or announces(before)):
            return True
        if (
            after[:1] not in (" ", ")")
            or self.plain.formula_at(at) is not None
            or after[2:3] in ("+", "=", "-")
        ):
            return False  # "\\frac{d y}{d t}"
        return names_option(before, letter) or confirms(letter, after[1:])

    def _small_after_noun(self, at: int) -> bool:
        """ "option b is", "answer: a" at the end of its line; "the answer a patient gives" is an article."""
        after = self.text[at + 1 : at + 20]
        return self.text[at] != "a" or not grammar.ARTICLE_TAIL.match(after) or self._is_judged(at)

    def _small_heads_text(self, at: int) -> bool:
        """ "b. contraindication": a small letter at the head of a line, with a delimiter and its own text."""
        if self.text[at + 1 : at + 2] not in (")", ".", ":"):
            return False
        if self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" "):
            return False
        return self._own_text_behind(at)

    def _own_text_behind(self, at: int) -> bool:
        """Whether a delimiter and its own text follow a small letter."""
        position = self.options.index.get(self.text[at].upper(), UNKNOWN)
        delimiter = _DELIMITER.match(self.text, at + 1)
        if delimiter is None or position == UNKNOWN:
            return False
        return starts_with_text(self.low, delimiter.end(), self.options, position)

    def _collect_glued(self, found: Found) -> None:
        for match in ends(list(grammar.GLUED.finditer(self.text))):
            if not self._inside_text(match.start()) and not _NAME_GOES_ON.match(self.text, match.end()):
                self._add_glued(match, found)

    def _add_glued(self, match: re.Match[str] | None, found: Found) -> None:
        if match is None or len(set(match[0])) < len(match[0]):
            return
        word = match[0].upper()
        known = [self.options.index.get(letter, UNKNOWN) for letter in word]
        if UNKNOWN not in known or (
            self.several and known.count(UNKNOWN) * 2 <= len(word) and word in self.text.split()[-1:]
        ):
            found.mentions.append(Mention(tuple(known), word, *match.span(), match.span(), weak=True))
