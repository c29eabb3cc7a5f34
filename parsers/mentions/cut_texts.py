"""The text of an option that the end of a reply cuts: "E. Both the mother and".

Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
"""

from parsers.mentions.mention import UNKNOWN, Mention
from parsers.options.options import OptionSet
from parsers.options.texts import words_of


def without_cut_text(
    low: str, labels: list[Mention], texts: list[Mention], options: OptionSet
) -> list[Mention]:
    """The texts but those of others in an own text that the end cuts: "E. Both the mother and"."""
    last = labels[-1] if labels else None
    if last is None or not texts or texts[-1].start < last.end or len(last.options) > 1:
        return texts
    own = options.words[last.options[0]] if last.is_label and last.options != (UNKNOWN,) else ""
    rest = words_of(low[last.end :]) if len(low) - last.end < 2 * len(own) else ""
    if " " not in rest or rest == own or not own.startswith(rest):
        return texts
    if rest in options.words:
        return texts  # what is left is all of another option's text
    # Cut within a word, "B. Bipolar I" may be the other's: a text to the end is no part of it.
    is_whole = own.startswith(f"{rest} ")
    return [
        text
        for text in texts
        if text.start < last.end
        or text.options == last.options
        or not (is_whole or words_of(low[text.end :]))
    ]
