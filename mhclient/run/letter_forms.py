"""Surface forms: the strings that say an option letter, as a set that can be named, checked and recorded.

A form is written with `{}` where the letter goes: `({})` says B as `(B)`. Which forms are asked is part of a
request, so two runs with different sets never share a score.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mhclient.errors import UsageError

LETTER = "{}"
ANCHOR = "\nAnswer:"  # MHGraphBench, appendix D.3

# MHGraphBench, appendix D.3, names "(A)", the bare letter with a newline, the parenthesised one with a
# newline, and "short prefixes", without printing the list. The short prefixes are our reading of that.
PAPER = ("({})", "{}\n", "({})\n", "{}", " {}", " ({})")

# Only forms that end the letter. A bare "A" is also how "A patient with ..." begins; these are not.
CLOSED = ("({})", " ({})", "{}\n", " {}\n", "({})\n", " ({})\n")


@dataclass(frozen=True, slots=True)
class FormSet:
    """Surface forms in the order they are scored.

    Attributes:
        templates: each holds `{}` once, where the option letter goes.
    """

    templates: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.templates:
            raise UsageError("`form`: a set of surface forms needs at least one.")
        for template in self.templates:
            if template.count(LETTER) != 1:
                raise UsageError(f"`form={template!r}`: write {LETTER} once, where the option letter goes.")
        if len(set(self.templates)) < len(self.templates):
            raise UsageError("`form`: the same surface form is given twice.")

    def of(self, letter: str) -> tuple[str, ...]:
        """What says a letter.

        >>> FormSet(("({})", "{}.")).of("B")
        ('(B)', 'B.')
        """
        return tuple(template.replace(LETTER, letter) for template in self.templates)

    def letter_in(self, text: str) -> str | None:
        """The letter that a text says in one of these forms; None if it says none.

        >>> FormSet(("({})", "{}.")).letter_in("(C)")
        'C'
        """
        for template in self.templates:
            before, after = template.split(LETTER)
            letter = text[len(before) : len(text) - len(after)]
            if len(letter) == 1 and text == before + letter + after:
                return letter
        return None

    def closed(self) -> tuple[bool, ...]:
        """Per form, whether something follows the letter, so that it cannot be the start of a word."""
        return tuple(not template.endswith(LETTER) for template in self.templates)


NAMED = {"paper": FormSet(PAPER), "closed": FormSet(CLOSED)}


def forms_given(name: str | None, own: Sequence[str] | None) -> FormSet:
    r"""The set a command line asks for: a named one (the paper's if none is named), or the user's own forms.

    `\n` and `\t` in a form of the user's stand for a newline and a tab.

    Raises:
        UsageError: there is no set of that name, a form is not usable, or both are given.
    """
    if own and name:
        raise UsageError("`forms` names a set, `form` gives your own: choose one of the two.")
    if own:
        return FormSet(tuple(form.replace("\\n", "\n").replace("\\t", "\t") for form in own))
    if name and name not in NAMED:
        raise UsageError(f"`forms={name}`: there are {', '.join(NAMED)}; or give your own with `form`.")
    return NAMED[name or "paper"]


def anchor_given(text: str | None) -> str:
    r"""What ends the question of a forced choice (default: the paper's); `\n` stands for a newline."""
    return ANCHOR if text is None else text.replace("\\n", "\n")
