"""Lists of options in a reply: the item's own options restated, judged one by one, or another item's
options.

A restated list names every option and chooses none. A judged list ("A: incorrect … C: correct") chooses
what it judges right. A list of foreign texts under the same letters means that the model has gone on to
the next question.

Decision: docs/decisions/parsers.md, "Known stores outside English, read whole".
Decision: docs/decisions/parsers.md, "What 382 replies, 376 of them outside English, say
beside the first version".
Decision: docs/decisions/parsers.md, "Replies of this year's models, in two dozen languages".
Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

from parsers.claims.announced import is_announced
from parsers.claims.binary import restates_two
from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.endings import says_chosen
from parsers.claims.entries import (
    CONTENT,
    ListEntry,
    entries_of,
    is_boxed,
    is_joined,
    is_own,
    is_unticked,
    runs_of,
)
from parsers.claims.parts import set_numbering_aside, set_parts_aside, set_small_parts_aside
from parsers.claims.wrong_ones_listed import set_wrong_ones_aside
from parsers.grammar import revisions
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.pattern import MENTIONED
from parsers.options.texts import words_of
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Grade, SetAside
from parsers.text.markup import Plain

_LIST_SIGNS = " \n.,;:'\"()[]*_-"
_FIRST_WORDS = 2
_SHORTEST = 8  # characters of the first words of a text that tell it from another
_LOOPED = 2  # whole lists one after the other
_FEW = 3  # entries, so many of which are a list wherever they stand

# "The correct answer is:" above the first entry: that is the answer, whatever is said of others below.
_ONE_ANSWER = Pattern(
    r"(?:(?:correct|right|best|final) (?:answer|option|choice)(?: \w+){0,6} is"
    r"|\b(?:most (?:likely|probable|plausible)|best)\b[^.:\n]{0,150} is|respuesta correcta es"
    r"|resposta correta e|bonne reponse est|reponse correcte est|risposta corretta e"
    r"|richtige antwort (?:ist|lautet)|jibu sahihi ni|jawaban yang (?:benar|tepat) adalah|правильный ответ)"
    r"\s*:[\s*]*\Z"
)


def settle_lists(reply: Completion) -> None:
    """Set the entries of restated lists aside, and let judged lists speak."""
    if len(reply.claims) < 2:
        return
    shown = [claim for claim in reply.claims if claim.set_aside is not SetAside.AFTER_RUN_ON]
    set_wrong_ones_aside(reply)
    set_parts_aside(reply)
    set_small_parts_aside(reply)
    set_numbering_aside(reply)
    n_shown = 0
    for run in runs_of(entries_of(reply.skeleton, shown)):
        if not _is_list(run, reply):
            if n_shown >= _LOOPED and _begins_next_round(run, reply.skeleton.text):
                _set_aside(run)
        elif restates_two(run, reply.options, reply.mode):
            _set_aside(run)
        else:
            whole = _shows_all(run, reply)
            n_shown += whole
            _settle(run, reply, whole)


def _settle(run: list[ListEntry], reply: Completion, whole: bool) -> None:
    """Choose what a list judges right and set the rest aside; `whole` where it only shows all options."""
    settled = reply.declares_outside(_claims_of(run))
    chosen = _chosen(run, reply) or ([] if settled else _all_right(run))
    answers = _heads_as_answer(run)
    if answers and not settled and run[0].claim.stands and run[0].claim.force is Force.STRONG:
        chosen = chosen or run[:1]
    heading = None if answers else run[0]
    for entry in run:
        if entry in chosen:
            choose(entry.claim)
        elif entry.claim.stands and _may_restate(entry, reply.mode, settled, whole, entry is heading):
            entry.claim.set_aside = SetAside.NEGATED if entry.verdict is False else SetAside.RESTATED


def _begins_next_round(run: list[ListEntry], text: str) -> bool:
    """Whether nothing but the first entry of a list stands there, bare, as where a loop of lists is cut."""
    first = run[0].claim
    bare = len(run) == 1 and run[0].option == 0 and first.force <= Force.STRONG and first.context.closes
    return bare and not _is_headed(text[: first.group.start])


def _is_headed(before: str) -> bool:
    """Whether the line above speaks of the right answer, and is no entry of a list."""
    above = before.rstrip(" \n*#_>").rpartition("\n")[2]
    return roles_in(above.lower()) & (Role.ANSWER | Role.RIGHT) != 0 and not MENTIONED.search(above)


def _set_aside(run: list[ListEntry]) -> None:
    for entry in run:
        if entry.claim.stands:
            entry.claim.set_aside = SetAside.RESTATED


def _heads_as_answer(run: list[ListEntry]) -> bool:
    """Whether the first entry is called the one answer, and is given reasons or another one is wrong."""
    if run[0].denied_at_once or is_unticked(run[0]):
        return False
    if is_announced(run):
        return True
    if _ONE_ANSWER.search(run[0].claim.context.before) is None:
        return False
    return any(entry.verdict is False or entry.claim.set_aside is SetAside.NEGATED for entry in run[1:])


def _claims_of(run: list[ListEntry]) -> frozenset[Claim]:
    return frozenset(entry.claim for entry in run)


def _shows_all(run: list[ListEntry], reply: Completion) -> bool:
    """Whether the run is the list as shown, every label with its own text and nothing said of any."""
    if len(run) < max(3, len(reply.options)) or not all(map(is_joined, run)):
        return False
    return not any(entry.content.strip(_LIST_SIGNS) for entry in run[:-1])


def _may_restate(entry: ListEntry, mode: AnswerMode, settled: bool, whole: bool, heads: bool) -> bool:
    """Whether an entry may be a mere restatement; `heads` where it is the first.

    "The options are:" announces a list, whatever its verb, by its first entry; "B is correct" judges, unless
    the reply goes on to say what its answer is.
    """
    claim = entry.claim
    if (whole and mode is AnswerMode.SINGLE) or is_unticked(entry):
        return True
    if claim.rule == "predicate" and entry.verdict is not False and not settled:
        return False
    above = claim.context.before.rstrip(" -*•–").endswith("\n")
    announced = heads and mode is AnswerMode.SINGLE and above
    return claim.force < Force.DECLARED or announced


def foreign_list(reply: Completion, claims: list[Claim]) -> int | None:
    """Where a list of other texts under the same letters begins; None where there is none."""
    if not reply.options.needles:
        return None  # texts without words cannot be told from others
    for run in runs_of(entries_of(reply.skeleton, claims)):
        labelled = run[0].claim.group.has_label and run[0].option == 0
        start = run[0].claim.group.start
        if not labelled or (len(run) < _FEW and not _asked_above(reply.skeleton.text, start)):
            continue
        own = [is_own(entry) or _abbreviates(entry, reply) for entry in run]
        if not is_own(run[0]) and sum(own) * 3 <= len(run):
            return start
    return None


def _abbreviates(entry: ListEntry, reply: Completion) -> bool:
    """Whether an entry has the first words of its option's text: "A) Cardiogenic shock: unlikely"."""
    first = " ".join(reply.options.words[entry.option].split()[:_FIRST_WORDS])
    return len(first) > _SHORTEST and words_of(entry.content[:CONTENT]).startswith(first)


def _asked_above(text: str, start: int) -> bool:
    """Whether the line above a place ends with a question; looked for nearby before anywhere."""
    for reach in (CONTENT, start):
        before = text[max(0, start - reach) : start]
        above = before.rstrip()
        words = above.rstrip("\"')*")
        if words:
            return "\n" in before[len(above) :] and words.endswith("?")
    return False


def _is_list(run: list[ListEntry], reply: Completion) -> bool:
    """Whether a run of entries is a list, and not lines that happen to begin with labels."""
    if len(run) < 2:
        return False
    if len(run) == len(reply.options):
        return True
    if not run[0].claim.group.has_label:
        return _two_judged(run) or reply.declares_outside(_claims_of(run))
    if reply.mode is AnswerMode.MULTI:
        judged = all(entry.verdict is not None for entry in run)
        return judged or (reply.cut_short and _from_the_top(run, True))
    if run[0].claim.force is Force.DECLARED and len(run) < _FEW:
        return False
    return len(run) >= _FEW or _two_judged(run) or _from_the_top(run, reply.cut_short)


def _two_judged(run: list[ListEntry]) -> bool:
    """Whether two entries are judged; no more are asked than it takes, since judging is slow."""
    if len(run) == 2 and run[0].verdict is None:
        return False
    judged = (entry for entry in run if entry.verdict is not None)
    return next(judged, None) is not None and next(judged, None) is not None


def _from_the_top(run: list[ListEntry], cut_short: bool) -> bool:
    """Whether the run is A, B, … with texts: the beginning of the list as shown.

    Where an entry is judged, the others are what is left, unless the reply was cut before it came to them.
    """
    if [entry.option for entry in run] != list(range(len(run))) or not any(map(is_joined, run)):
        return False
    return cut_short or _was_cut(run[-1]) or not any(entry.verdict is False for entry in run)


def _was_cut(entry: ListEntry) -> bool:
    """Whether the last entry ends in the middle of a sentence about its option, so that the list was cut."""
    said = entry.content.rstrip(" \n*_")
    if len(said.strip(_LIST_SIGNS)) < 2 or not said[-1].isalpha() or entry.verdict is not None:
        return False
    return not says_chosen(said)


def _chosen(run: list[ListEntry], reply: Completion) -> list[ListEntry]:
    """The entries judged right, where the list as a whole is a judgement."""
    right = [entry for entry in run if entry.verdict]
    n_judged = sum(entry.verdict is not None for entry in run)
    if reply.mode is AnswerMode.MULTI:
        return right if n_judged == len(run) else []
    if len(run) < len(reply.options):
        return right if len(right) == 1 and all(map(is_boxed, run)) else []
    if n_judged > 1:
        return right if len(right) == 1 and n_judged >= len(run) - 1 else []
    return _marked(run, reply.plain)


def _all_right(run: list[ListEntry]) -> list[ListEntry]:
    """The entries judged right, where they are several and every entry is judged but one that breaks off."""
    right = [entry for entry in run if entry.verdict]
    judged = run if run[-1].content.strip(_LIST_SIGNS) else run[:-1]
    return right if len(right) > 1 and all(entry.verdict is not None for entry in judged) else []


def _marked(run: list[ListEntry], plain: Plain) -> list[ListEntry]:
    """The one entry of a bare list that is marked: by a word, by a tick, or as the only one in bold."""
    ticked = [entry for entry in run if revisions.MARK.match(entry.content)]
    if not ticked:
        ticked = [entry for entry in run if plain.is_bold(entry.claim.group.core)]
    others_bare = all(not entry.content.strip(" \n.,;*_-") for entry in run if entry not in ticked)
    return ticked if len(ticked) == 1 and others_bare else []


def choose(claim: Claim) -> None:
    """Let a claim stand as one that a list of judgements calls right."""
    claim.set_aside = None
    if claim.force < Force.DECLARED:
        claim.force, claim.rule, claim.grade, claim.additive = (
            Force.STRONG,
            "verdict-list",
            Grade.EXPLICIT,
            True,
        )
