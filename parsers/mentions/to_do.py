"""Options that say what to do, named by a sentence that says that it should be done.

Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
"""

import re

from parsers.mentions.mention import Place
from parsers.options.options import OptionSet

# What is to be done, as option texts say it, and as a sentence says that it should be done.
_TO_DO = {
    "start": "started",
    "begin": "begun",
    "initiate": "initiated",
    "add": "added",
    "give": "given",
    "administer": "administered",
    "prescribe": "prescribed",
    "order": "ordered",
    "obtain": "obtained",
    "perform": "performed",
    "stop": "stopped",
    "discontinue": "discontinued",
    "continue": "continued",
}
# What may stand around it: "before that …" and "… or stopped" say something else.
_BEGINS = r"(?:\A|[.:;\n])\s*(?:(?:therefore|thus|hence|so),? )?(?:the )?"
_GOES_ON = r"(?![^\W_])(?!\W+(?:or|and|before|after|if|unless|until|once|only|when|while|but)\b)"
_SENTENCE = 200  # characters of a reply that says so


def by_passive(low: str, options: OptionSet) -> list[Place]:
    """Something that should be done: "lithium should be started" where an option is "start lithium"."""
    if len(low) > _SENTENCE or " be " not in low:
        return []
    found: list[Place] = []
    for position, words in enumerate(options.words):
        verb, _, thing = words.partition(" ")
        done = _TO_DO.get(verb)
        if done is None or not thing or f" be {done}" not in low:
            continue
        named = r"\W+".join(map(re.escape, thing.split()))
        said = (
            rf"{_BEGINS}(?P<said>{named} (?:should|must|needs to|has to|ought to|is to) be {done}){_GOES_ON}"
        )
        found += [(*match.span("said"), (position,), False) for match in re.finditer(said, low)]
    return found
