"""An answer that no copula joins to its label: "Demak, javob C) CuCl2", "Cavab B) meşə çox sıxdır".

Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
Decision: docs/decisions/parsers.md, "What 0.1.0 read outside English, and the reader did not".
"""

from parsers.claims.claims import Context
from parsers.claims.clauses import Units, cue_run, languages_with, roles_by, units_ahead
from parsers.claims.cues import opens_as_conclusion, speaks_undenied
from parsers.claims.unmeant import asks
from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import number_of
from parsers.grammar.pattern import NO_MENTION
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower

_IF = Pattern(r"(?<![^\W_])(?:eger|əgər|agar\w*|егер|эгер|әгәр|агар|ئەگەر)(?![^\W_])")  # not at the head only
# Behind the label, before the next one: "if it is", "may be", "is thought", "they say", "but", "as it seems".
_LEFT_OPEN = Pattern(
    rf"\A[^.!?\n{NO_MENTION}]{{0,80}}(?<![^\W_])(?:(?:ol|bol|bo['ʻ‘’]?l|бол|бул)(?:s[aeə]|с[аәое])\w*|is[eə]"
    r"|olurdu|olard[iı]|bo['ʻ‘’]?lardi|болар (?:еді|эди)|булыр иде|gibi|kimi|сияқты|сыяктуу"
    r"|olabil\w*|ola bil\w+|mumkun\w*|mumkin\w*|мүмкін|мүмкүн|мумкин|мөмкин"
    r"|(?:deb|dep|деп|дип) (?:o['ʻ‘’]?y|oy|ойл|уйл|айт)\w*|deydi\w*|deyir\w*|der|derler|diyor\w*|diyen\w*"
    r"|дейді|дейт|san(?:il|an)\w*|ama|amma|ammo|lekin|biroq|fakat|ancak|бірақ|бирок|бироқ|лекин|ләкин|аммо)"
    r"(?![^\W_])"
)
# Turkic verbs deny by their endings: "… kelmaydi", "… табылмайды", "… sayılmır"; "… hariç" excepts it.
_DENIED = Pattern(
    rf"\A[^.!?\n{NO_MENTION}]{{0,80}}(?<![^\W_])(?:\w{{2,}}(?:m[ae]ydi(?:lar)?|майди"
    r"|[мбп][ае]йд[іы]|[бп][аеоө]йт|м[ыи]й|ми|m[iıuü]r(?:lar|lər)?|m[aeə]z(?:lar|ler|lər)?|m[iıuü]yor\w*|m[aeə]di|mas|mes|[мбп][аеә]с)"
    r"|haric|disinda\w*|hakkinda|haqqında|haqida|mustasno|istisn[oa]\w*|boshqa|başqa|baska|басқа|башка|бошқа)"
    r"(?![^\W_])"
)
# "The first answer is B, the last is C".
_FIRST = Pattern(r"(?<![^\W_])(?:[iİ]lk|birinc[ih]i?|бірінші|биринчи|беренче)(?![^\W_])")


def concluded(context: Context) -> bool:
    """Whether the word for answer stands next to a label with its bracket, or with its own text.

    "Therefore" is all that stands before them; in Turkic languages, where the verb comes last and no copula
    follows the label, other words may, and what the option says may be written otherwise than the item has
    it. Nothing in the clause denies, and it asks nothing.
    """
    if not context.said & Role.ANSWER:
        return False
    first = context.group.mentions[0]
    if not (context.group.closed or first.joined) or len(context.group.mentions) > 1:
        return False
    ahead = units_ahead(context.clause[0])
    if not (_follows_therefore(context, ahead) or (_in_turkic(context, ahead) and not _left_open(context))):
        return False
    if _IF.search(context.before) or "?" in context.after:
        return False
    return not asks(context.before, context.after) and speaks_undenied(context.cued, context.after)


def _follows_therefore(context: Context, ahead: Units) -> bool:
    """Whether nothing but "therefore" and the word for answer stands before a label with its bracket."""
    if not context.group.closed:
        return False
    speaking = languages_with(ahead, Role.ANSWER)
    if not any(_nothing_else(roles_by(ahead, language)) for language in speaking):
        return False
    return bool(languages_with(ahead, Role.SO) & speaking) or opens_as_conclusion(context.cued)


def _in_turkic(context: Context, ahead: Units) -> bool:
    """Whether a Turkic word for answer stands next to the label, alone or before its own text."""
    turkic = number_of("Turkic")
    if turkic not in languages_with(ahead, Role.ANSWER):
        return False
    before = roles_by(ahead, turkic)
    if not context.group.mentions[0].joined:
        return context.group.closed and _nothing_else(before)
    run = cue_run(before)
    return bool(run and run[0] & Role.ANSWER)


def _left_open(context: Context) -> bool:
    """Whether words beside the label leave the answer open, or deny it."""
    if _LEFT_OPEN.match(context.after) or _DENIED.match(context.after):
        return True
    return _FIRST.search(plain_lower(context.clause[0])) is not None


def _nothing_else(before: list[int | None]) -> bool:
    """Whether the words of a clause are cue words, the word for answer next to the label."""
    run = cue_run(before)
    return len(run) == len(before) and bool(run and run[0] & Role.ANSWER)
