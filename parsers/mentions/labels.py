"""Capitals that are option letters, told from articles, pronouns, parts of names and of formulas.

A letter that is none is set aside with its reason. Whether a label is the answer is decided elsewhere.

Decision: docs/decisions/parsers.md, "What can be told before all rules are asked".
"""

import re
from bisect import bisect_right
from functools import cached_property

from parsers.grammar import labels as grammar
from parsers.grammar.languages.announcing import announces, is_called_right
from parsers.grammar.languages.joining import joins
from parsers.grammar.languages.lexicon import cue_beside
from parsers.mentions.articles import is_article
from parsers.mentions.mention import UNKNOWN, Found, Mention, ends
from parsers.mentions.names import has_word_of_own_text, is_part_of_name, own_text_follows
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import SetAside, Span
from parsers.text.characters import may_be_near_latin
from parsers.text.latin import lone_capitals
from parsers.text.markup import Plain

_OPERATOR = 6  # characters in which the signs of arithmetic before a letter stand
# What may stand right before "(B)" without making it an argument: "option(B)", "the answer is(B)".
_CALLED_BY = Pattern(
    rf"\b(?:{grammar.LABEL_NOUNS}|is|are|be|to|as|for|with|choose|select|pick|so|boxed|text)s?\Z"
)
_CLOSING = {
    opening: Pattern(rf"[.:]?\s?{re.escape(closing)}")
    for opening, closing in zip("([{<\"'", ")]}>\"'", strict=True)
}
_FORM = Pattern(r"[\"'`]?(?:answer|answer is|option|choice):? [(\[]?x[)\]]?[.]?[\"'`]")
_ROMAN_LIST = Pattern(r"(?:\A|\n)[ \t*_]*\(II\)")
_NUMERALS_JOINED = Pattern(r"(?:[,;]| ?[-–]| [^\W\d_]{1,4}) ?II?I?V?(?![\w'])")
_FOREIGN = Pattern("[\u0370-\u052f]")
_NAME_FOLLOWS = Pattern(r" [\"'`(]?[A-Z\u0386-\u03ab\u0400-\u042f\d]")
_LISTED = Pattern(r"(?<![A-Za-z])[A-Z]\)?(?:,| and| &|, and|;|/| \+|\+) ?\Z")  # "A, B, E apply"
# "Answer: A Gantt chart is a tool": an article before a name.
_A_THING = Pattern(
    r" (?!(?:The|Th\w+|It|In|For|Be\w+|Since|As|H?e|She|We|You|My|Option|Answer|Final)\b)"
    r"[A-Z][\w-]+(?: [a-z][\w-]+){0,3} (?:is|was|refers|means)\b"
)
# "A B válasz a helyes": the Hungarian article before a label and its noun.
_HUNGARIAN = Pattern(r" [\"(]?[A-Z][\")]{0,2} (?:v[aá]lasz|opci[oó]|lehet[oő]s|bet[uű]|[aá]ll[ií]t[aá]s)")
_PAIRED = Pattern(r" (?P<joint>[^\W\d_]+(?: [^\W\d_]+)?) [A-Z](?![\w'-])")  # "tanto A como C"
# Told at once, because so many replies begin with it.
_OPENING_PRONOUN = Pattern(
    r"I(?:'(?:m|d|ve|ll)\b| (?:would|will|think|believe|am|cannot|can't|can|choose|have|do|don't|guess)\b)"
)
_GOING_ON = " '’:"  # behind a pronoun, an article, or the "A:" of a solution
_HEADS_SOLUTION = Pattern(r"A:\s+(?i:let(?:['’]?s| us| me) (?!(?:be|know|choose|not)\b)\w)")
_SUBJECT = Pattern(
    r" (?:(?:would|will|have|had|can|am|was|do|did|chose|went|think|believe|find)\b"
    r"|(?:choose|select|pick|prefer|favou?r|recommend|suggest|consider)(?:ed)?\b)"
)
_PRONOUN = Pattern(r"'(?:m|d|ve|ll)\b")
# "ตัวเลือก A ไม่", "。A：这": beside letters that are in no name, formula or article with it.
_OTHERS = "\u0e01-\u0e4e\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_AMONG_OTHERS = Pattern(rf"[A-HJ-PR-Z](?:(?<=[{_OTHERS}。][A-Z])|(?<=[{_OTHERS}。] [A-Z]))[ :]*[{_OTHERS}]")
_ONLY_LABELS = Pattern(r"[\s.()\[\]]*[A-Z](?:[\s.()\[\],;&]|and|or|[A-Z](?![A-Za-z]))*")


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
        return may_be_near_latin(self.text) and _FOREIGN.search(self.text) is not None

    def collect(self, found: Found) -> None:
        capitals = [at for at in lone_capitals(self.text) if grammar.CAPITAL.match(self.text, at)]
        places = [at for at in ends(capitals) if not self._is_none(at, found)]
        named = [None if self.text[at] == "I" and self._is_numeral(at) else self._named(at) for at in places]
        for at, span in zip(places, named, strict=True):
            letter = self.text[at]
            reason = None if span else self._not_a_label(at, letter)
            if reason is None:
                found.mentions.append(self._mention(at, letter, span))
            else:
                found.asides.append(((at, at + 1), letter, reason))

    def _inside_text(self, position: int) -> bool:
        """Whether a place lies in the text of an option."""
        if not self.starts:
            return False
        piece = bisect_right(self.starts, position) - 1
        return piece >= 0 and position < self.taken[piece][1]

    def _is_none(self, at: int, found: Found) -> bool:
        """Whether a capital is told to be no label without its neighbours; notes why."""
        if self._inside_text(at):
            return True
        letter = self.text[at]
        if letter != "X" and self.text[at + 1 : at + 2] not in _GOING_ON:
            return False
        reason = self._why_none(at, letter)
        if reason is not None:
            found.asides.append(((at, at + 1), letter, reason))
        return reason is not None

    def _why_none(self, at: int, letter: str) -> SetAside | None:
        """Why a capital is told to be no label, as far as that shows by one of these signs behind it."""
        if at == 0 and _OPENING_PRONOUN.match(self.text):
            return SetAside.PRONOUN
        if letter == "A" and _HEADS_SOLUTION.match(self.text, at) and self._heads_solution(at):
            return SetAside.NAME  # "A: Let's think": the answer begins
        if letter == "I" and "I" not in self.options.index and _SUBJECT.match(self.text, at + 1):
            return SetAside.PRONOUN  # "the option I select"
        if is_article(self.text, at, letter in self.options.index) and not self._has_own_text(at):
            return SetAside.ARTICLE
        if letter == "X" and "X" not in self.options.index and self._is_blank(at):
            return SetAside.QUOTED  # a template: {"answer": "X"}
        return None

    def _heads_solution(self, at: int) -> bool:
        """Whether "A:" there stands for "answer": it heads its line, and is not set in bold like a label."""
        return self._heads(at) and not self.plain.is_bold((at, at + 1))

    def _heads(self, at: int) -> bool:
        """Whether a place is the beginning of a line, a blank or two left out."""
        return self.text[max(0, at - 2) : at].rstrip(" ")[-1:] in ("", "\n")

    def _is_numeral(self, at: int) -> bool:
        """Whether "I" is joined to another numeral, or heads the first of several parts: "(I) … (II) …"."""
        if "I" not in self.options.index and _NUMERALS_JOINED.match(self.text, at + 1):
            return True  # "doğru cevap I ve II. ifadeleri içeren A"
        head = self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t*_")
        return head == "(" and self.text[at + 1 : at + 2] == ")" and _ROMAN_LIST.search(self.text) is not None

    def _is_blank(self, at: int) -> bool:
        """Whether an X stands for the label in a form of answer: {"answer": "X"}, 'Answer: X'."""
        return self._stands_in_slot(at) or _FORM.search(self.low, max(0, at - 24), at + 4) is not None

    def _mention(self, at: int, letter: str, named: Span | None) -> Mention:
        """The mention of a letter; weak in a formula, unless a field holds it."""
        label, core = letter.upper(), (at, at + 1)
        formula = self.plain.formulas and self.plain.formula_at(at) and not self._stands_in_slot(at)
        options = (self.options.index.get(label, UNKNOWN),)
        return Mention(options, label, *(named or core), core, named is not None, bool(formula))

    def _named(self, at: int) -> Span | None:
        """The stretch of a letter marked as a label by brackets, quotes or a noun; None where none does."""
        start, end = self._bracketed(at)
        before = self.low[max(0, start - 24) : start]
        noun = grammar.noun_before(before)
        if noun and not (noun[0][:1] in "'\"" and end == at + 1):
            start = max(0, start - 24) + noun.start()
            while start < at and self.low[start] in " \n\"'([":
                start += 1
            return start, end
        return (start, end) if end - start > 1 or self._stands_in_slot(at) else None

    def _bracketed(self, at: int) -> Span:
        """The stretch of a letter with the brackets and quotation marks that close around it."""
        text, start, end = self.text, at, at + 1
        while start > 0 and text[start - 1] in "([{<\"'" and not self._is_call(start - 1):
            tail = _CLOSING[text[start - 1]].match(text, end)
            if tail is None:
                return (start, end)
            start, end = start - 1, tail.end()
        if end == at + 1 and text[end : end + 1] == ")" and not self._open_bracket(at):
            return start, end + 1
        return start, end

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
        """Why a letter that nothing marks as a label is none; None where it may be one."""
        if not self.plain.formulas and _AMONG_OTHERS.match(self.text, at):
            return SetAside.FORMULA if self._inside_call(at) else None
        before, after = self.text[max(0, at - 24) : at], self.text[at + 1 : at + 40]
        if letter == "I" and _PRONOUN.match(after):
            return SetAside.PRONOUN
        if is_part_of_name(letter, (before, after), self.text, self.options):
            return SetAside.NAME
        if self._in_formula(at, before, after):
            return SetAside.FORMULA
        if letter == "A" and _HUNGARIAN.match(after):
            return SetAside.ARTICLE
        if letter == "I" and ("I" not in self.options.index or grammar.PRONOUN_TAIL.match(after)):
            return SetAside.PRONOUN
        if after[:1] and not after[0].isspace():
            return None  # neither a word of another language, nor an article
        foreign = letter in "AEOYBCHKM" and self.foreign
        if foreign and self._is_foreign_word(at, before, after):
            return SetAside.ARTICLE
        if (letter in "AEIOYU" or foreign) and self._is_article(at, after) and not _LISTED.search(before):
            return SetAside.ARTICLE
        return None

    def _has_own_text(self, at: int) -> bool:
        """Whether the option's own text, or a word that tells it, follows a letter."""
        letter, after = self.text[at], self.text[at + 1 : at + 40]
        return own_text_follows(self.options, letter, after) or has_word_of_own_text(
            self.options, letter, after
        )

    def _is_foreign_word(self, at: int, before: str, after: str) -> bool:
        """Whether a capital is a word of a text in Cyrillic or Greek: "В Python …", "А 5 лет назад …"."""
        if not _NAME_FOLLOWS.match(after) or before.rstrip(" \"'(*_").endswith((":", "=")):
            return False
        return not (own_text_follows(self.options, self.text[at], after) or self._beside_cue(at))

    def _is_article(self, at: int, after: str) -> bool:
        """Whether what follows makes the letter an article, and no label with its own text."""
        if self.text[at] == "A" and _A_THING.match(after) and not own_text_follows(self.options, "A", after):
            return True
        if not grammar.ARTICLE_TAIL.match(after) or self._beside_cue(at):
            return False
        paired = _PAIRED.match(after)
        if paired is not None and joins(paired["joint"]):
            return False
        position = self.options.index.get(self.text[at], UNKNOWN)
        return not (position != UNKNOWN and starts_with_text(self.low, at + 1, self.options, position))

    def _beside_cue(self, at: int) -> bool:
        """Whether a cue word of another language stands beside the letter, as in "A variant"."""
        before, after = self.low[max(0, at - 24) : at], self.low[at + 1 : at + 30]
        return cue_beside(before, self.low[at], after) or is_called_right(before, self.low[at], after)

    def _in_formula(self, at: int, before: str, after: str) -> bool:
        """Whether the letter is a part of a formula, or an operand."""
        if self.bare == self.text[at]:
            return False
        formula = self.plain.formula_at(at) if self.plain.formulas else None
        if formula is not None and self.plain.slot_at(at) is None:
            return not _ONLY_LABELS.fullmatch(self.text, *formula)
        last = before.rstrip(" ")[-1:]
        operated = last in grammar.OPERATORS or last.isdecimal()
        if operated and grammar.FORMULA_BEFORE.search(before[-_OPERATOR:]):
            low = self.low[max(0, at - 24) : at]
            announced = grammar.CUE_EQUALS.search(low) or (low.rstrip().endswith("=") and announces(low))
            return not announced and not self._plus_between_labels(before)
        if grammar.EQUATION_AFTER.match(after) and not own_text_follows(self.options, self.text[at], after):
            return True
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


def starts_with_text(low: str, at: int, options: OptionSet, position: int) -> bool:
    """Whether the text of that option stands right here."""
    words = options.words[position]
    return bool(words) and (words_of(low[at : at + 2 * len(words) + 20]) + " ").startswith(words + " ")
