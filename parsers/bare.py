"""The commonest reply, one label and nothing else, read without the long way round.

The reading is the same to the last field as the one `read.py` would make; a property test holds the two
together.
"""

import re

from parsers.options import OptionSet
from parsers.reading import Candidate, Grade, Mode, Outcome, Reading

_BARE = re.compile(r"[ \n]*(?:([A-Z])[.)]?|\(([A-Z])\)\.?)[ \n]*")
LONGEST = 16  # characters; a longer reply is not worth a try


def bare_label(completion: str, options: OptionSet, finish_reason: str | None, mode: Mode) -> Reading | None:
    """The reading of a reply that is one of the item's letters; None for every other reply."""
    match = _BARE.fullmatch(completion)
    if match is None or not options.lettered:
        return None
    group = match.lastindex or 1
    position = options.index.get(match[group])
    if position is None or match[group] == "I":
        return None
    letters = (options.labels[position],)
    span = match.span(group)
    return Reading(
        outcome=Outcome.ANSWER,
        letters=frozenset(letters),
        grade=Grade.STRICT,
        rule="bare-label",
        span=span,
        candidates=(Candidate(letters, Grade.STRICT, "bare-label", span),),
        clash=None,
        removed=(),
        folded=(),
        finish_reason=finish_reason,
        mode=mode,
        visible_chars=len(completion),
        options_digest=options.digest,
    )
