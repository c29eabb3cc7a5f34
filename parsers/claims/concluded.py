"""An answer that "therefore" introduces before a label with its bracket: "Demak, javob C) CuCl2".

Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

from parsers.claims.claims import Context
from parsers.claims.clauses import clause_ahead, cue_run, languages_with, roles_by, units_ahead
from parsers.claims.cues import opens_as_conclusion, speaks_undenied
from parsers.claims.unmeant import asks
from parsers.grammar.languages import Role


def concluded(context: Context) -> bool:
    """Whether "therefore" and the word for answer are all that stands before a label with its bracket.

    Where the verb comes last no copula follows the label, and what the option says may be written otherwise
    than the item has it. Nothing in the clause denies, and it asks nothing.
    """
    if not context.said & Role.ANSWER or not context.group.closed or len(context.group.mentions) > 1:
        return False
    ahead = units_ahead(clause_ahead(context.cued))
    speaking = languages_with(ahead, Role.ANSWER)
    if not any(_nothing_else(roles_by(ahead, language)) for language in speaking):
        return False
    if not languages_with(ahead, Role.SO) & speaking and not opens_as_conclusion(context.cued):
        return False
    return not asks(context.before, context.after) and speaks_undenied(context.cued, context.after)


def _nothing_else(before: list[int | None]) -> bool:
    """Whether the words of a clause are cue words, the word for answer next to the label."""
    run = cue_run(before)
    return len(run) == len(before) and bool(run and run[0] & Role.ANSWER)
