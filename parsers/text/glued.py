"""Words joined by a low line, or to their label: "FINAL_ANSWER: C", and whole replies such as "Option_C".

Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
"""

from collections.abc import Container

from parsers.pattern import Pattern
from parsers.text.offsets import Text

_LONGEST = 24  # characters of such a reply, with its brackets, stars and stops
_GLUED = Pattern(
    r"\W*(?:[Oo]ption|[Cc]hoice|[Aa]nswer|OPTION|CHOICE|ANSWER)(?P<join>_?)(?P<label>[A-Z]|\d)\W*"
)
# Not where a key of JSON or a name in a program is meant: those have quotation marks or brackets before them.
_NAMED = Pattern(
    r"(?<![\w\"'<{(\[.\\-])(?i:final|correct|best|my|the|selected|chosen)(?P<join>_)(?i:answer|choice|option)"
    r"(?=[*`]{0,3}\s?:)"
)


def unglued(text: Text, labels: Container[str]) -> Text:
    """The text with a blank before the label; as it is where it is anything else."""
    glued = _GLUED.fullmatch(text.value) if len(text.value) <= _LONGEST else None
    if glued is None or glued["label"] not in labels:
        return text
    return text.assemble([(0, glued.start("join")), " ", (glued.start("label"), len(text.value))])


def spaced(text: str) -> str:
    """The text with blanks for low lines in what names the answer before a colon.

    >>> spaced("FINAL_ANSWER: C")
    'FINAL ANSWER: C'
    """
    return _NAMED.sub(lambda named: named[0].replace("_", " "), text) if "_" in text else text
