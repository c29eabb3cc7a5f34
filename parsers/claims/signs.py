"""Capitals that are no labels, though they look like some: classes of a scheme, Roman numerals."""

from parsers.claims.claims import Context
from parsers.grammar import asides

_NUMERALS = ("I", "V", "X")


def is_sign(context: Context) -> bool:
    """Whether a bare capital stands for a class ("All A are B"), or is a Roman numeral ("statement I")."""
    first = context.group.mentions[0]
    if len(context.group.mentions) > 1 or not first.is_label or first.named or first.joined:
        return False
    if context.follows(asides.BEFORE_CLASS) and asides.AFTER_CLASS.match(context.after):
        return True
    if first.letter not in _NUMERALS:
        return False
    return context.follows(asides.BEFORE_NUMERAL) or asides.AFTER_NUMERAL.match(context.after) is not None
