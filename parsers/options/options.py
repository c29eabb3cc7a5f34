"""The options of one item, prepared for reading: labels, texts, and which words a text is found by.

Preparing is cheap and cached: many completions answer the same item. Whether a mention counts is decided
elsewhere.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property, lru_cache

from parsers.errors import OptionsError
from parsers.grammar.refusals import ABSTENTION
from parsers.options.alphabets import labelled
from parsers.options.checking import check
from parsers.options.contested import contested
from parsers.options.short_names import fits_acronym, shortened
from parsers.options.texts import (
    ALL_TEXTS,
    NAME_HEAD,
    NONE_TEXTS,
    UNSPACED,
    flat_words,
    in_words,
    is_cue_like,
    is_symbol,
    is_wordy,
    means_first_two,
    says_more,
    signs_of,
    squash,
    union_letters,
    unspelled,
    without_markup,
    words_of,
)
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower
from parsers.text.spelled import names_apart

PREPARED = 16_384  # items, of 4 kB each: more than MHGraphBench has, so that many runs prepare each once

# "a.\tColonic carcinoma": an option text that repeats its label, where all of an item do.
_OWN_LABEL = Pattern(r"\s*\(?([A-Za-z])[.)]\s*(?=\S)")
_CANONICAL = json.JSONEncoder(ensure_ascii=False)


class OptionSet:
    """Labels and texts of one item. What only some readings need is prepared when it is first asked for.

    Attributes:
        labels: option labels as given, in order.
        texts: option texts as given, in the same order.
        alphabet: folded label → Latin capital, where the labels are capitals of another alphabet.
        index: upper-case label, as the text of a reply has it, → position.
        lettered: whether every label is one letter, as in all known benchmarks.
        digest: first 16 hex digits of the SHA-256 of labels and texts.
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        self.labels = tuple(options)
        self.texts = tuple(options.values())
        check(self.labels, self.texts)
        self.alphabet, self.index, self.lettered = labelled(self.labels)
        canonical = _CANONICAL.encode([self.labels, self.texts])
        self.digest = hashlib.sha256(canonical.encode(errors="surrogatepass")).hexdigest()[:16]

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def spelled(self) -> tuple[str, ...] | None:
        """The texts beside which names of letters in other scripts ("बी") can only be labels."""
        return self.plain if names_apart(self.labels, self.texts) else None

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """Per option, its text without mark-up and its own label, compatibility forms folded."""
        plain = tuple(map(without_markup, self.texts))
        labelled = [_OWN_LABEL.match(text) for text in plain]
        if len(plain) < 2 or [match and match[1].upper() for match in labelled] != list(self.index):
            return plain
        return tuple(text[match.end() :] for text, match in zip(plain, labelled, strict=True) if match)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Per option, the words of its text."""
        return tuple(map(words_of, self.plain))

    @cached_property
    def asking(self) -> frozenset[int]:
        """The options whose texts are questions."""
        return frozenset(
            at for at, text in enumerate(self.plain) if text.rstrip(" \"'”»)")[-1:] in ("?", "？", "؟")
        )

    @cached_property
    def wordy(self) -> tuple[bool, ...]:
        """Per option, whether its text is known by its words."""
        return tuple(map(is_wordy, self.plain))

    @cached_property
    def owners(self) -> dict[str, tuple[int, ...]]:
        """Words of a text → positions of the options with this text; labels that are words count, too."""
        owners: dict[str, tuple[int, ...]] = {}
        names = [] if self.lettered else [words_of(label) for label in self.labels]
        for position, words in [*enumerate(self.words), *enumerate(names)]:
            if words and position not in owners.get(words, ()):
                owners[words] = (*owners.get(words, ()), position)
        return owners

    @cached_property
    def label_words(self) -> frozenset[str]:
        """The words of labels that are no single letters, such as "2"; those of an option's text excepted."""
        if self.lettered:
            return frozenset()
        return frozenset(words_of(label) for label in self.labels) - frozenset(self.words)

    @cached_property
    def contested(self) -> dict[str, int]:
        """Numbers that are the label of one option and the text of another → position of the first."""
        return {} if self.lettered else contested(self.labels, self.owners)

    @cached_property
    def needles(self) -> tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...]:
        """What to look for in the words of a completion: texts known by their words, with their owners.

        With each the parts of it that stand in every text that has it, however it is spelled.
        """
        described = zip(self.words, self.plain, self.wordy, strict=True)
        sought = {words for words, text, wordy in described if wordy and not UNSPACED.search(text)}
        if not self.lettered:
            sought |= {words_of(label) for label in self.labels}
        named = [(words, owners) for words, owners in self.owners.items() if words in sought]
        spelled = [(in_words(words), owners) for words, owners in self.owners.items()]
        return tuple(
            (f" {words} ", owners, unspelled(words)) for words, owners in [*named, *spelled] if words
        )

    @cached_property
    def in_ascii(self) -> bool:
        """Whether all that is sought as words is in ASCII."""
        return all(map(str.isascii, self.owners))

    @cached_property
    def signs(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Texts known by their exact signs (numbers, formulas, scripts without blanks), squashed → owners."""
        found: dict[str, tuple[int, ...]] = {}
        for position, text in enumerate(self.plain):
            if self.wordy[position] and not UNSPACED.search(text):
                continue
            for sign in signs_of(text):
                found[sign] = (*found.get(sign, ()), position)
        return tuple(found.items())

    @cached_property
    def lone_signs(self) -> dict[str, tuple[int, ...]]:
        """Texts of a single character of a script without blanks: "是", "예"."""
        found: dict[str, tuple[int, ...]] = {}
        for position, text in enumerate(self.plain):
            sign = squash(text).rstrip(".。")
            if len(sign) == 1 and UNSPACED.search(sign):
                found[sign] = (*found.get(sign, ()), position)
        return found

    @cached_property
    def cue_like(self) -> bool:
        """Whether a text might be found in the words that announce an answer, or in a letter."""
        return any(map(is_cue_like, self.texts))

    @cached_property
    def simple_texts(self) -> dict[int, str]:
        """Position → text, of the texts that are a few plain words and share none with others."""
        flat = [flat_words(text) for text in self.texts]
        if None in flat:
            return {}
        return {
            position: self.texts[position]
            for position, own in enumerate(flat)
            if own is not None
            and not says_more(own)
            and not any(other in own for at, other in enumerate(flat) if other and at != position)
        }

    @cached_property
    def simple_positions(self) -> dict[str, int]:
        """The same, from text to position."""
        return {text: position for position, text in self.simple_texts.items()}

    @cached_property
    def first_words(self) -> frozenset[str] | None:
        """The first words of all texts, lower case; None where one is not just a few plain words."""
        flat = [flat_words(text) for text in self.texts]
        return None if None in flat else frozenset(own.split(" ", 2)[1] for own in flat if own)

    def is_symbol(self, owners: tuple[int, ...]) -> bool:
        """Whether the text of these options is a name of capitals and digits."""
        return is_symbol(self.plain[owners[0]])

    def meant_by(self, acronym: str) -> int | None:
        """Position of the one option that an acronym fits; None where it fits none or several."""
        if acronym not in self._acronyms:
            found = [at for at, words in enumerate(self.words) if fits_acronym(acronym.lower(), words)]
            glued = len(set(acronym)) == len(acronym) and all(letter in self.index for letter in acronym)
            self._acronyms[acronym] = found[0] if len(found) == 1 and not glued else None
        return self._acronyms[acronym]

    @cached_property
    def _acronyms(self) -> dict[str, int | None]:
        """Acronyms asked for so far."""
        return {}

    @cached_property
    def name_heads(self) -> frozenset[str]:
        """Words that a single capital follows in a text: "kinase" of "protein kinase A"."""
        return frozenset(match[1].lower() for match in NAME_HEAD.finditer("\n".join(self.plain)))

    @cached_property
    def shortened(self) -> dict[str, int]:
        """What a text is called for short → position, where no other option could be meant.

        "Social anxiety" or "SAD" for "Social Anxiety Disorder", "gene" for "gene/protein", "both" for "Both A
        and B". Compared without blanks, so that "contra-indication" is one word, too.
        """
        names = shortened(self.words, self.plain)
        if set(self.words) in ({"yes", "no"}, {"true", "false"}):
            letters = {words[0]: position for position, words in enumerate(self.words)}
            names |= {letter: at for letter, at in letters.items() if letter.upper() not in self.index}
        return names

    @cached_property
    def longest(self) -> int:
        """Characters of the longest text; no short name has more."""
        return max(map(len, self.texts))

    @cached_property
    def unions(self) -> dict[frozenset[int], int]:
        """The options that an option such as "Both A and B" stands for → its position."""
        found = {}
        for position, text in enumerate(self.plain):
            named = [self.index.get(letter) for letter in union_letters(text)]
            if means_first_two(self.words[position]) and position == 2 and len(self) <= 4:
                named = [0, 1]
            if named and position not in named:
                found[frozenset(at for at in named if at is not None)] = position
        return found

    @cached_property
    def none_option(self) -> int | None:
        """Position of the option that says no other option holds."""
        return _only(NONE_TEXTS, self.words)

    def declines(self, position: int) -> bool:
        """Whether a text is one such as "cannot be determined": saying so is choosing it."""
        if position not in self._declines:
            found = ABSTENTION.search(plain_lower(self.plain[position]))
            self._declines[position] = found is not None
        return self._declines[position]

    @cached_property
    def _declines(self) -> dict[int, bool]:
        """Positions asked for so far."""
        return {}

    @cached_property
    def all_option(self) -> int | None:
        """Position of the option that says every other option holds."""
        return _only(ALL_TEXTS, self.words)


def _only(pattern: Pattern, texts: tuple[str, ...]) -> int | None:
    """Position of the one text, given as words, that the pattern takes; None for none or several."""
    found = [position for position, words in enumerate(texts) if pattern.fullmatch(words)]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=PREPARED)
def _prepared(items: tuple[tuple[str, str], ...]) -> OptionSet:
    return OptionSet(dict(items))


def prepare_options(options: Mapping[str, str]) -> OptionSet:
    """The prepared options; preparing the same options again costs a look-up.

    Raises:
        OptionsError: no mapping, no options or more than 26, equal labels, an empty label, a text that is
            no string.
    """
    try:
        return _prepared(tuple(options.items()))
    except AttributeError as error:
        raise OptionsError(f"options is {options!r}: give label → text, as in {{'A': 'lithium'}}.") from error
    except TypeError:  # an unhashable text: say so properly
        return OptionSet(options)
