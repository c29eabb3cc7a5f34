"""The entries of lists in a reply, the runs that they make, and what each line says of its option.

Decision: docs/decisions/parsers.md, "What 382 replies, 376 of them outside English, say
beside the first version".
Decision: docs/decisions/parsers.md, "The words next to an option are asked before those of its clause".
"""

from dataclasses import dataclass
from functools import cached_property

from parsers.claims.claims import Claim
from parsers.claims.cues import blunt_verdict, calls_right
from parsers.claims.denials import denies
from parsers.claims.heads import CHECKBOX, answers_ahead, heads_line
from parsers.grammar import revisions
from parsers.grammar.cued import Cued
from parsers.grammar.languages.cue_words import key_of, verdict_words
from parsers.grammar.languages.lexicon import has_cues
from parsers.mentions.groups import Skeleton
from parsers.pattern import Pattern

_BRACKETS = 3  # characters before a label that are signs, not a noun
CONTENT = 400  # characters of an entry looked at for a verdict
_ENTRY_TAIL = Pattern(r"(?:[选選]?[项項](?=:))?\s?[).:\]\-–—=,|]|\s*(?:❌|✗|✘|✖|✓|✔|✅|is\b|\n|\Z|\()")
_INLINE_TAIL = Pattern(r"\s?[:)]\s")
_PARAGRAPH_END = Pattern(r"\n\s*\n|\n(?=\s*(?:so|therefore|thus|hence|the|based)\b)")
_CONCEDED = Pattern(r"[^.;\n]{0,20}\b(?:could|may|might) be \w+,? (?:but|although|though)\b")
_TEXT_ENTRY = Pattern(r"\s*[:–—-]\s")
_CLAUSE_END = Pattern(r"[:.;!?。\n]")
_OTHERS = Cued(
    r"\b(?:(?:the|all) (?:\w+ )?others?\b|(?:other|remaining) (?:options|choices|answers)"
    r"|(?:otras|demas|outras|autres|altre|anderen|andere|ubrigen|andra|pozostale|inne)"
    r" (?:opciones|opcoes|alternativas|respostas|respuestas|options|reponses|opzioni|risposte|optionen"
    r"|antworten|alternativ|opties|antwoorden|odpowiedzi|opcje)|(?:остальные|другие) (?:варианты|ответы))"
)
# "1．×　…", "5．○　…", as exams are marked in Japan and Korea.
_MARKED = Pattern(r"[\s.):：]{1,3}(?P<mark>[×✕○◯〇])(?=\s|\Z)")
_CROSSES = "×✕"
# "A. salah", "A) Akciğer – gaz alışverişi yapar, yanlış.": all of the line, or its last clause.
_NO_WORD = r"\s,،、;؛:–—.。!*)"
_LAST_WORDS = Pattern(
    rf"(?:\A[\s.)*]*|[,،、;؛:–—-]\s*)(?P<word>[^\W\d_][^{_NO_WORD}]*(?: [^{_NO_WORD}]+)?)[\s.。!*);,]*\Z"
)
_VERDICT_SIGNS = (":", "=", "-", "–", "—", "→")


@dataclass(eq=False)
class ListEntry:
    """One line of a list: its claim, and what stands before and behind its label."""

    claim: Claim
    before: str
    content: str

    @cached_property
    def verdict(self) -> bool | None:
        """What the line says of the option: right, wrong, or nothing."""
        others = _OTHERS.search(self.content)  # what is said of them is not said of this one
        return _verdict(self.before, self.content[: others.start()] if others else self.content)

    @property
    def denied_at_once(self) -> bool:
        """Whether its own paragraph says that the option is wrong."""
        return _verdict(self.before, self.content.partition("\n\n")[0]) is False

    @property
    def form(self) -> tuple[bool, bool]:
        """Whether a noun stands before the label, and whether it is small: no lines of one list differ so."""
        first = self.claim.group.mentions[0]
        noun = first.is_label and first.core[0] - first.start > _BRACKETS
        return noun, first.is_label and self.claim.context.plain.text.value[first.core[0]].islower()

    @property
    def option(self) -> int:
        return next(iter(self.claim.options))


def entries_of(skeleton: Skeleton, claims: list[Claim]) -> list[ListEntry]:
    """The claims that head an entry, each with what is said up to the next one."""
    heads = [claim for claim in claims if _is_entry(skeleton, claim) and not answers_ahead(skeleton, claim)]
    entries = []
    for number, claim in enumerate(heads):
        last = number + 1 == len(heads)
        end = len(skeleton.text) if last else heads[number + 1].group.start
        content = skeleton.text[claim.group.end : min(end, claim.group.end + CONTENT)]
        if last:
            content = _PARAGRAPH_END.split(content, 1)[0]
        before = skeleton.text[max(0, claim.group.start - 8) : claim.group.start]
        entries.append(ListEntry(claim, before, content))
    return entries


def _is_entry(skeleton: Skeleton, claim: Claim) -> bool:
    """Whether a claim heads a line, or a sentence, of its own and is followed by a delimiter or its text."""
    group, context = claim.group, claim.context
    if len(group.mentions) != 1 or len(claim.options) != 1:
        return False
    if not group.has_label:
        heads = not context.before or context.before.rstrip(" -*•–").endswith("\n")
        headed = heads and _TEXT_ENTRY.match(context.after) is not None
        return context.line_alone or headed
    joined = group.mentions[0].joined
    if heads_line(skeleton.text, group.start):
        return joined or _ENTRY_TAIL.match(context.verdict) is not None
    opens = not context.before.strip(" \"'([")
    if joined:
        return opens or context.before.rstrip().endswith((":", ".", ";"))
    return opens and _INLINE_TAIL.match(context.verdict) is not None


def runs_of(entries: list[ListEntry]) -> list[list[ListEntry]]:
    """Stretches of entries in ascending order of their letters."""
    runs: list[list[ListEntry]] = []
    for entry in entries:
        if runs and _repeats(entry, runs[-1][-1]):
            runs[-1][-1].content += entry.content
        elif runs and entry.option > runs[-1][-1].option and entry.form == runs[-1][-1].form:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _repeats(entry: ListEntry, last: ListEntry) -> bool:
    """Whether an article was taken for the label of its own line: "(A) Magnon: A magnon is"."""
    between = entry.claim.group.start - last.claim.group.end
    return entry.option == last.option and between < _BRACKETS


def is_own(entry: ListEntry) -> bool:
    """Whether the entry is about this item: its label stands with its own text, or it is judged."""
    return is_joined(entry) or entry.verdict is not None


def is_boxed(entry: ListEntry) -> bool:
    """Whether a box stands before the label, ticked or empty: "- [x] B) oak"."""
    return CHECKBOX.search(entry.before) is not None


def is_unticked(entry: ListEntry) -> bool:
    """Whether an empty box stands before the label: "- [ ] B"."""
    return is_boxed(entry) and entry.verdict is False


def is_joined(entry: ListEntry) -> bool:
    """Whether a label of the entry stands with its own text."""
    return any(mention.joined for mention in entry.claim.group.mentions)


def _verdict(before: str, content: str) -> bool | None:
    """What a line says of its option, by a box, an English word, a sign or cue words, in that order."""
    box = CHECKBOX.search(before)
    if box:
        return box["mark"] != " "
    positive = revisions.VERDICT_POSITIVE.search(content)
    negative = revisions.VERDICT_NEGATIVE.search(content)
    if positive and (negative is None or positive.start() <= negative.start()):
        return None if _CONCEDED.match(content, positive.start()) else True
    if negative:
        return False
    marked = _MARKED.match(content)
    if marked:
        return marked["mark"] not in _CROSSES
    said = _last_said(content)
    if said is not None:
        return said
    if content.lstrip(" )")[:1] in _VERDICT_SIGNS:
        return blunt_verdict(content)
    return _said_of(_CLAUSE_END.split(content.lstrip(" )\"',*"), 1)[0])


def _last_said(content: str) -> bool | None:
    """What the last word of an entry of one line says of its option: "B) oak – sheds its leaves, falsch."."""
    last = _LAST_WORDS.search(content.rstrip())
    if last is None or "\n" in content.strip():
        return None
    return verdict_words().get(key_of(last["word"]))


def _said_of(clause: str) -> bool | None:
    """What a clause behind the label says of it in another language than English: "верен", "… ni sahihi"."""
    if not clause or clause[0] == "\n" or (clause.isascii() and not has_cues(clause)):
        return None
    if calls_right("", f" {clause}"):
        return True
    return False if denies("", f" {clause}") else None
