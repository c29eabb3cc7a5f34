"""The options of one item, prepared for reading: labels, texts, and which words a text is found by.

Preparing is cheap and cached: many completions answer the same item. Whether a mention counts is decided
elsewhere.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property, lru_cache

from parsers.errors import OptionsError
from parsers.grammar.refusals import abstains
from parsers.options.alphabets import alphabet_of
from parsers.options.quantities import Quantities, signs
from parsers.options.texts import (
    ALL_TEXTS,
    NAME_HEAD,
    NONE_TEXTS,
    UNSPACED,
    fits_acronym,
    in_words,
    is_symbol,
    is_wordy,
    means_first_two,
    short_names,
    union_letters,
    unspelled,
    without_markup,
    words_of,
)
from parsers.pattern import Pattern
from parsers.text.folding import fold_unicode, plain_lower
from parsers.text.spelled import names_apart

MAX_OPTIONS = 26
PREPARED = 16_384  # items, of 4 kB each: more than MHGraphBench has, so that many runs prepare each once

# "a.\tColonic carcinoma": an option text that repeats its label, where all of an item do.
_OWN_LABEL = Pattern(r"\s*\(?([A-Za-z])[.)]\s*(?=\S)")
_ROMAN = Pattern(r"\bI(?:,| and| y| und) (?:I{2,3}|IV)\b")
_CANONICAL = json.JSONEncoder(ensure_ascii=False)


class OptionSet:
    """Labels and texts of one item. What only some readings need is prepared when it is first asked for.

    Attributes:
        labels: option labels as given, in order.
        texts: option texts as given, in the same order.
        names: the labels as a folded reply writes them: "4" for "④" and for "(4)".
        alphabet: folded label → Latin capital, where the labels are of another alphabet.
        index: upper-case label, as the text of a reply has it, → position.
        lettered: whether every label is one letter, as in all known benchmarks.
        digest: first 16 hex digits of the SHA-256 of labels and texts.
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        self.labels = tuple(options)
        self.texts = tuple(options.values())
        _check(self.labels, self.texts)
        self.names = _named(self.labels)
        self.alphabet, self.index, self.lettered = _labelled(self.names)
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
        if len(plain) < 2 or _OWN_LABEL.match(plain[0]) is None:
            return plain
        labelled = [_OWN_LABEL.match(text) for text in plain]
        if [match and match[1].upper() for match in labelled] != list(self.index):
            return plain
        return tuple(text[match.end() :] for text, match in zip(plain, labelled, strict=True) if match)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Per option, the words of its text."""
        return tuple(map(words_of, self.plain))

    @cached_property
    def wordy(self) -> tuple[bool, ...]:
        """Per option, whether its text is known by its words."""
        return tuple(map(is_wordy, self.plain))

    @cached_property
    def owners(self) -> dict[str, tuple[int, ...]]:
        """Words of a text → positions of the options with this text; labels that are words count, too."""
        owners: dict[str, tuple[int, ...]] = {}
        names = [] if self.lettered else [words_of(name) for name in self.names]
        for position, words in [*enumerate(self.words), *enumerate(names)]:
            if words and position not in owners.get(words, ()):
                owners[words] = (*owners.get(words, ()), position)
        return owners

    @cached_property
    def label_words(self) -> frozenset[str]:
        """The words of labels that are no single letters, such as "2"; those of an option's text excepted."""
        if self.lettered:
            return frozenset()
        return frozenset(map(words_of, self.names)) - frozenset(self.words)

    @cached_property
    def contested(self) -> dict[str, int]:
        """Numbers that are the label of one option and the text of another → position of the first."""
        texts = [quantity.signs if quantity else "" for quantity in self.quantities.of]
        labels = {} if self.lettered else {name: at for at, name in enumerate(self.names)}
        return {label: at for label, at in labels.items() if label in texts and texts[at] != label}

    @cached_property
    def needles(self) -> tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...]:
        """What to look for in the words of a completion: texts known by their words, with their owners.

        With each the parts of it that stand in every text that has it, however it is spelled.
        """
        described = zip(self.words, self.plain, self.wordy, self.quantities.of, strict=True)
        sought = {
            words
            for words, text, wordy, quantity in described
            if wordy
            and not UNSPACED.search(text)
            and not (quantity and quantity.measured and words[:1].isdigit())
        }
        if not self.lettered:
            sought |= set(map(words_of, self.names))
        named = [(words, owners) for words, owners in self.owners.items() if words in sought]
        spelled = [(in_words(words), owners) for words, owners in self.owners.items()]
        return tuple(
            (f" {words} ", owners, unspelled(words)) for words, owners in [*named, *spelled] if words
        )

    @cached_property
    def quantities(self) -> Quantities:
        """The texts that are values, by which they are compared."""
        return Quantities(self.plain)

    def is_value(self, position: int) -> bool:
        """Whether a text is a number with or without a unit of measurement: told by its value alone."""
        quantity = self.quantities.of[position]
        return quantity is not None and quantity.measured

    @cached_property
    def signs(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Texts known by their exact signs (formulas, scripts without blanks), squashed → owners."""
        found: dict[str, tuple[int, ...]] = {}
        for position, text in enumerate(self.plain):
            if self.quantities.of[position] or (self.wordy[position] and not UNSPACED.search(text)):
                continue
            sign = signs(text).rstrip(".,;:")
            if sign and not (len(sign) == 1 and sign.isalpha()):
                found[sign] = (*found.get(sign, ()), position)
        return tuple(found.items())

    @cached_property
    def lone_signs(self) -> dict[str, int]:
        """Texts of a single character of a script without blanks: "是", "예"; with their positions."""
        signs = [text.strip(" .。") for text in self.plain]
        return {sign: at for at, sign in enumerate(signs) if len(sign) == 1 and UNSPACED.search(sign)}

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
    def numbers_statements(self) -> bool:
        """Whether a text names statements by Roman numbers, as "I and III": then I is no label."""
        return any(map(_ROMAN.search, self.texts))

    @cached_property
    def shortened(self) -> dict[str, int]:
        """What a text is called for short → position, where no other option could be meant.

        "Social anxiety" or "SAD" for "Social Anxiety Disorder", "gene" for "gene/protein", "both" for "Both A
        and B". Compared without blanks, so that "contra-indication" is one word, too.
        """
        found: dict[str, list[int]] = {}
        for position, words in enumerate(self.words):
            if self.is_value(position):
                continue
            for name in {words, *short_names(words, plain_lower(self.plain[position]))}:
                found.setdefault(name.replace(" ", ""), []).append(position)
        names = {name: owners[0] for name, owners in found.items() if len(owners) == 1 and len(name) >= 3}
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
            found = abstains(plain_lower(self.plain[position]))
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


def _check(labels: tuple[str, ...], texts: tuple[str, ...]) -> None:
    if not 1 <= len(labels) <= MAX_OPTIONS:
        raise OptionsError(f"an item has {len(labels)} options; give 1 to {MAX_OPTIONS}.")
    for label, text in zip(labels, texts, strict=True):
        if not isinstance(label, str) or not label.strip():
            raise OptionsError(f"option label {label!r} is not a name; use letters from A.")
        if not isinstance(text, str):
            raise OptionsError(f"the text of option {label!r} is {type(text).__name__}; give a string.")
    if _named_alike(labels):
        raise OptionsError(f"two of the option labels {', '.join(labels)} are the same letter.")


# Benchmarks have few sets of labels: what follows from them alone is found once.
@lru_cache(maxsize=100)
def _named_alike(labels: tuple[str, ...]) -> bool:
    return len({label.strip().upper() for label in labels}) != len(labels)


@lru_cache(maxsize=100)
def _named(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels that are numbers in a circle or in brackets, as numbers; all others as they are."""
    names = tuple(fold_unicode(label).strip(" ().[]") for label in labels)
    return names if all(map(str.isdecimal, names)) and len(set(names)) == len(names) else labels


@lru_cache(maxsize=100)
def _labelled(labels: tuple[str, ...]) -> tuple[dict[str, str], dict[str, int], bool]:
    """An item's `alphabet`, `index` and `lettered`."""
    alphabet = alphabet_of(labels)
    named = alphabet.values() if alphabet else (label.strip().upper() for label in labels)
    index = {label: position for position, label in enumerate(named)}
    return alphabet, index, all(len(label) == 1 and label.isascii() and label.isalpha() for label in index)


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
