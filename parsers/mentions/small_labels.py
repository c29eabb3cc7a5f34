"""Option letters that are no capital by itself: small letters, and several glued into a word.

A small letter is a word more often than a label, so it counts only where something marks it.

Decision: docs/decisions/parsers.md, "A thousand English replies written before they were read".
Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
Decision: docs/decisions/parsers.md, "What the interpreter is slow at, in work done for each option".
"""

import re
from functools import cached_property

from parsers.grammar import labels as grammar
from parsers.grammar.languages.announcing import announces, confirms, names_option
from parsers.grammar.languages.joining import joining
from parsers.grammar.languages.unspaced import UNSPACED
from parsers.mentions.labels import CapitalFinder, starts_with_text
from parsers.mentions.mention import BY_START, UNKNOWN, Found, Mention, ends
from parsers.mentions.names import is_part_of_name
from parsers.pattern import Pattern
from parsers.text.latin import has_capitals, lone_small

_FEW = 40  # characters of a reply that is nothing but a remark
_DECLARATION = 60  # characters beside a small letter in which words that announce it are sought
_ABBREVIATIONS = ("i.e.", "e.g.")
_SMALL = 120  # characters of the longest reply that is a list of small letters

_NAME_GOES_ON = Pattern(r"[ -][A-Z0-9]{1,4}\b(?! ?[,&+])")  # "BD II" is no set
_FIRST_LINE = Pattern(r"[\s\"'(]*([a-z])\s?[).]?[^\S\n]*\n")
_LISTED_ON = Pattern(r"(?:\)?(?:,| and| &|, and|;|/) ?\(?[a-z](?![\w'-]))+(?=\)?[\s.;,]*(?:\n|\Z|[.;]))")
_AND = rf"(?:&|and|or|{joining('both')}|{joining('either')})"
_ITEM = rf"\)?(?:, ?| {_AND} |, {_AND} | ?[/;+&] ?)\(?(?P<letter>[a-z])(?![\w'-])"
_ITEMS = Pattern(_ITEM)
_AND_MORE = Pattern(
    r"\s?(?:、|,(?= ?[a-z] ?[^\x00-\x7f])|和|与|與|と|や|及び?|以及|와|과|및|และ)\s?[a-z](?![a-z])"
)
# "b、" or "bと" before another one: the same from behind.
_AND_BEFORE = Pattern(
    r"(?<![a-z])[a-z]\s?(?:[、,，/・]|和|与|與|と|や|か|及び?|および|または|以及|或|와|과|및|또는|และ|หรือ)\s?\Z"
)
_NAMED_LIST = Pattern(rf"(?:{_ITEM.replace('?P<letter>', '')})+")
_LINE_END = Pattern(r"[)\"'.\s]*?(?:\n|\Z)|\)? (?:are|both|apply|together)\b")
_FIRST_LETTERS = frozenset("ABCDEFGH")
_JOINTS = (")", ",", " ", ";", "/")  # with which such a list goes on
_NUMERALS = Pattern(r"\(?\b(?:ii|iii|iv)\b\)?")
_LETTER = Pattern(r"(?<![a-z])[a-z](?![a-z])")
_ENDED = Pattern(rf"(?:'{grammar.TURKISH_CASE})?[)\"']?\s*(?:[.,;!\n]|\Z)")
# "c。", "cです", "c입니다": the end of what is said of the letter, or a copula that must end it.
_COPULA = (
    r"で(?:す|ある|あり|しょう)(?!か(?:[。、？?\s]|\Z))|と(?:なる|なります)|だ(?!\w)|번?(?:입니다|이다|이며)"
)
_ENDED_DENSE = Pattern(rf"[)\"']?\s*(?:[。，、；！]|(?:{_COPULA})(?!\w{{3}}))")
# "选a为未知数": it is made something else than the answer.
_AS = Pattern(r"\$?\s?(?:作为|作為|为|為|做|当作)(?!.{0,3}(?:正确|正確|答案|最|本题))")
_PARTICLE = Pattern(r"[가이은는] ")
_DELIMITER = Pattern(r"[).:]+\s*")
_SO = Pattern(r"\b(?:so|thus|hence|therefore|only),? \Z")
_IS_RIGHT = Pattern(r" is (?:the )?(?:(?:only|most) )?(?:correct|right|best|appropriate|likely)\b")
_COMPARED = Pattern(
    r"[)\]\"]* (?:is|seems|appears|would be|must be|looks)(?: to be)? (?:\w+ly )?(?:the )?"
    r"(?:more|most|less|least) \w"
)
_VALUE = Pattern(r"\s?=\s?(?=[\d(+-])")
# A function's name before the bracket, or its sign: the letter is its argument.
_ARGUMENT = Pattern(r"(?<![^\W_])(?:[a-z]|log|ln|exp|sin|cos|tan|max|min|det|deg)\d?\(\Z")
_SAID = Pattern(r"\b(?:think|is|its|it's|say|choose|pick|guess|be|go with)\s\Z")


class LabelFinder(CapitalFinder):
    """All letters of a text that may be labels."""

    def collect(self, found: Found) -> None:
        super().collect(found)
        self._collect_small(found)
        if has_capitals(self.text):
            self._collect_glued(found)
        found.mentions.sort(key=BY_START)

    def _is_small_set(self) -> bool:
        """Whether the whole reply is small letters: "b", "a, c", "acd"."""
        if len(self.text) > _SMALL or self.text.strip(" .") == "n/a":
            return False
        return grammar.SMALL_SET.fullmatch(self.text) is not None

    def _collect_small(self, found: Found) -> None:
        """The small letters that something marks as labels; all of them where the reply is nothing else."""
        if self._is_small_set():
            letters = re.findall(r"(?<![a-z])[a-z](?![a-z])", self.text)
            if letters:
                for at in self._small_letters():
                    if not self._inside_text(at):
                        found.mentions.append(self._mention(at, self.text[at], self._bracketed(at)))
            elif self.several and not self.taken and not re.search(r"[a-z]{2,}\W+[a-z]{2,}", self.text):
                self._add_glued(re.search(r"[a-z]+", self.text), found)
            return
        letters = self._small_letters()
        if not letters:
            return
        found.mentions += self._first_line() + self._listed_on(found.mentions)
        known = {mention.core[0] for mention in found.mentions}
        held: list[Mention] = []
        for at in ends(letters):
            if at not in known and not self._inside_text(at) and not self._is_unknown(at):
                small = self._small(at)
                small += self._named_list(small[0]) if small else []
                small, held = self._with_held(at, small, held, known)
                known.update(mention.core[0] for mention in small)
                found.mentions += small

    def _with_held(
        self, at: int, small: list[Mention], held: list[Mention], known: set[int]
    ) -> tuple[list[Mention], list[Mention]]:
        """What counts, and what waits: "正解はbとd" names both letters, "选择 a，b 使得 …" none."""
        if len(small) != 1:
            return small, []
        other = _AND_BEFORE.search(self.low, max(0, at - 6), at)
        behind = other is not None and other.start() not in known
        named = (held if behind else []) + small
        if _AND_MORE.match(self.low, at + 1):
            return [], named
        return ([] if behind and len(named) == 1 else named), []

    def _is_unknown(self, at: int) -> bool:
        """Whether it has a value: no option's, or in a formula not its own: "x = 6000", "$a = 0$"."""
        value = _VALUE.match(self.text, at + 1) if "=" in self.text[at + 1 : at + 3] else None
        if value is None or self.text[at].upper() not in self.options.index:
            return value is not None
        own = self.options.index[self.text[at].upper()]
        may_be = range(len(self.options)) if self.plain.formula_at(at) is None else (own,)
        return not any(starts_with_text(self.low, value.end(), self.options, option) for option in may_be)

    @cached_property
    def _has_numerals(self) -> bool:
        """Whether the options speak of statements by small Roman numerals: "(i) and (iii) only"."""
        return any(map(_NUMERALS.search, self.options.plain))

    def _small_letters(self) -> list[int]:
        """The places of small letters that stand alone."""
        text = " " + self.text
        found = [at for at in lone_small(self.text) if grammar.SMALL.match(text, at)]
        return [at for at in found if not self.low.startswith(_ABBREVIATIONS, at)]

    def _first_line(self) -> list[Mention]:
        """A small letter that is the whole first line, before an explanation: "b\n\nBecause …"."""
        match = _FIRST_LINE.match(self.text)
        if match is None or match[1].upper() not in self.options.index:
            return []
        return [self._mention(match.start(1), match[1], match.span(1))]

    def _named_list(self, first: Mention) -> list[Mention]:
        """The small letters of a list behind a noun for options: "options a, c and d", "answer: b & d"."""
        at = first.core[0]
        match = _NAMED_LIST.match(self.low, at + 1)
        if match is None or not (self._is_named(first) or self._ends_line(match.end())):
            return []
        places = [match.start() + item.start("letter") for item in _ITEMS.finditer(match[0])]
        letters = {self.text[at].upper() for at in places}
        if not letters <= self.options.index.keys() and not (
            letters <= _FIRST_LETTERS and self._ends_line(match.end())
        ):
            return []
        return [self._mention(at, self.text[at], (at, at + 1)) for at in places]

    def _is_named(self, letter: Mention) -> bool:
        """Whether a letter took up a noun for options, or such a noun of some language is before it."""
        at = letter.core[0]
        return letter.has_noun or names_option(self.low[max(0, at - 24) : at], self.text[at])

    def _ends_line(self, at: int) -> bool:
        """Whether nothing follows in the line: a list, and no article with its noun."""
        return _LINE_END.match(self.text, at) is not None

    def _listed_on(self, mentions: list[Mention]) -> list[Mention]:
        """Small letters that go on with a list begun by a capital: "A, b, d"."""
        found = []
        for mention in mentions:
            end = mention.core[1]
            goes_on = mention.is_label and self.text[end : end + 1] in _JOINTS
            match = _LISTED_ON.match(self.text, end) if goes_on else None
            for at in [] if match is None else [letter.start() for letter in _LETTER.finditer(match[0])]:
                if match is not None and self.text[match.start() + at].upper() in self.options.index:
                    place = match.start() + at
                    found.append(self._mention(place, self.text[place], (place, place + 1)))
        return found

    def _small(self, at: int) -> list[Mention]:
        """A small letter that is marked as a label: "option b", "(b)", "answer: b", "b. contraindication"."""
        if self._stands_in_slot(at):
            return self._in_slot(at)
        if self.text[at] in "ivx" and self._has_numerals:
            return []
        if self._is_plain_article(at):
            return []
        before = self.low[max(0, at - 24) : at]
        noun = (
            grammar.noun_before(before)
            or (before.rstrip().endswith((":", "=")) and grammar.CUE_EQUALS.search(before))
            or self._small_declared(at)
        )
        bracketed = before.endswith(("(", "[", '"')) and self._bracketed(at) != (at, at + 1)
        if bracketed and ((before.endswith("[") and self.text[at] == "x") or _ARGUMENT.search(before)):
            return []  # a ticked box; "p(i) log(p(i))"
        marked = (noun and self._small_after_noun(at)) or bracketed or self._small_heads_text(at)
        if not (marked or self._small_in_small(at)):
            return []
        mention = self._mention(at, self.text[at], self._named(at) or (at, at + 1))
        # "(a)" also numbers the parts of a question, but "(a) is more likely" speaks of an option
        mention.weak = bracketed and not noun and _COMPARED.match(self.low, at + 1) is None
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
        return grammar.ARTICLE_TAIL.match(self.text, at + 1) is not None

    def _small_in_small(self, at: int) -> bool:
        """ "i think b", "its c": in a few words without a capital, a letter that is no word is a label."""
        if len(self.text) > _FEW or self.text != self.low or self.text[at].upper() not in self.options.index:
            return False
        before, after = self.text[:at], self.text[at + 1 :]
        if self.text[at] in "ai":
            return self.text[at] == "a" and not after.strip(" .!") and bool(_SAID.search(before))
        return not is_part_of_name(self.text[at].upper(), (before, after), self.text, self.options)

    def _small_declared(self, at: int) -> bool:
        """ "the answer is d.", "la correcta è c)", "c) es la correcta", "možnost c je správná"."""
        if _IS_RIGHT.match(self.text, at + 1) and _SO.search(self.low, max(0, at - 12), at):
            return self.text[at].upper() in self.options.index
        letter, before = self.text[at], self.low[max(0, at - _DECLARATION) : at]
        after = self.low[at + 1 : at + _DECLARATION]
        if self._is_announced(at, before, after):
            return True
        unspaced = UNSPACED.match(after) is not None or _PARTICLE.match(after) is not None
        if _AS.match(after) or not (unspaced or after[:1] in (" ", ")")):
            return False
        if self.plain.formula_at(at) is not None or after[2:3] in ("+", "=", "-"):
            return False  # "\\frac{d y}{d t}"
        return names_option(before, letter) or confirms(letter, after if unspaced else after[1:])

    def _is_announced(self, at: int, before: str, after: str) -> bool:
        """Whether words announce an option, and the letter ends what they announce."""
        listed = _NAMED_LIST.match(self.low, at + 1)
        ended = after[:1] == ")" or _ENDED.match(after) is not None
        ended = ended or (listed is not None and self._ends_line(listed.end()))
        if ended and (grammar.SMALL_CUE.search(before) is not None or announces(before)):
            return True
        return self._ends_dense(at, after) and announces(before, 0)

    def _ends_dense(self, at: int, after: str) -> bool:
        """Whether a copula or sign of a script without blanks follows a label that is no value: "-i。"."""
        if self.text[at].upper() not in self.options.index or self.text[at - 1 : at] in ("-", "+", "="):
            return False
        return _ENDED_DENSE.match(after) is not None and not self._is_own_word(self.text[at])

    def _is_own_word(self, letter: str) -> bool:
        """Whether an option's text has the letter by itself, but for an article: "x = a"."""
        alone = re.compile(rf"(?<![^\W\d_]){letter}(?![^\W\d_]|'| [a-z]{{2}})")
        return any(alone.search(text) for text in self.options.plain)

    def _small_after_noun(self, at: int) -> bool:
        """ "option b is", "answer: a" at the end of its line; "the answer a patient gives" is an article."""
        after = self.text[at + 1 : at + 20]
        return self.text[at] != "a" or not grammar.ARTICLE_TAIL.match(after)

    def _small_heads_text(self, at: int) -> bool:
        """ "b. contraindication": a small letter at the head of a line, with a delimiter and its own text."""
        if self.text[at + 1 : at + 2] not in (")", ".", ":"):
            return False
        if self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" "):
            return False
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
        """Take several letters in one word for labels, where the item has them all, or nearly."""
        if match is None or len(set(match[0])) < len(match[0]):
            return
        word = match[0].upper()
        known = [self.options.index.get(letter, UNKNOWN) for letter in word]
        if UNKNOWN not in known or (
            self.several and known.count(UNKNOWN) * 2 <= len(word) and word in self.text.split()[-1:]
        ):
            found.mentions.append(Mention(tuple(known), word, *match.span(), match.span(), weak=True))
