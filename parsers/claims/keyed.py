"""Whether a short key and a colon announce a group: "Diagnosis: B".

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

from parsers.claims.claims import Context, is_alone
from parsers.claims.unmeant import heads_each
from parsers.grammar import keys
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.pattern import Pattern

_HEADING = Pattern(r"(?P<key>[^\n]*):[ \"'(\[]*\n\s*\Z")
_GOES_ON = Pattern(r" [^\W\d_]")


def keyed(context: Context) -> bool:
    """Whether such a key stands before the group, and what it announces is the group."""
    if not keys.BEFORE_KEY.search(context.before) or heads_each(context.before):
        return False
    if context.foreign and len(context.group.mentions) > 1 and _names_options(context.before):
        return False  # "Chaguzi ni: ◆, ◆"
    if _HEADING.search(context.before) and _GOES_ON.match(context.verdict) and _heads_thoughts(context):
        return False  # "Überlegung: / ◆ ist sicher, aber …": a sentence of the paragraph below a heading
    return context.group.has_label or keys.KEY_FOR_TEXT.search(context.before) is not None


def _names_options(key: str) -> bool:
    """Whether a key has a word for option in some language, and none for answer or right."""
    said = roles_in(key)
    return bool(said & Role.OPTION) and not said & (Role.ANSWER | Role.RIGHT)


def _heads_thoughts(context: Context) -> bool:
    """Whether the heading names thoughts, or a topic in several words: "Explanation of the problem:"."""
    if keys.BEFORE_THOUGHTS.search(context.before) or len(context.group.mentions) > 1:
        return True
    heading = _HEADING.search(context.before)
    key = heading["key"].strip() if heading else ""
    announces = roles_in(key) & (Role.ANSWER | Role.RIGHT) or keys.KEY_FOR_TEXT.search(key)
    return " " in key and not announces


def is_other_value(context: Context) -> bool:
    """Whether the group is the value of a key that asks for something else: "Confidence: ◆"."""
    if context.follows(keys.BEFORE_INDEX):
        return True
    if context.group.has_label and keys.AFTER_IN_NUMBERS.match(context.follow):
        return True
    own = context.group.mentions[0].joined  # "Explanation: [◆] oak." repeats the choice
    return not own and is_alone(context.after) and context.follows(keys.BEFORE_OTHER_VALUE)
