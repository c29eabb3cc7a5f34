"""Lists of options in a reply, an option a line or all in a line. `settle_lists` asks in this order:

1. judged: a verdict on every option ("A: incorrect … C: correct") chooses those judged right; of several such
   lists the last one counts;
2. announced: behind a cue ("Answer: A. …, B. …") all that are listed are the answer;
3. restated: any other list of the options chooses none.

A list of foreign texts under the same letters means that the model has gone on to the next question.
"""

from dataclasses import dataclass
from functools import cached_property

from parsers.claims.claims import Claim, Completion, Force, breaks_off, set_parts_aside
from parsers.claims.cues import blunt_verdict, calls_right, declares, denies
from parsers.claims.judge import declared
from parsers.grammar import beside
from parsers.grammar.languages.language import Role
from parsers.grammar.languages.lexicon import has_cues, listed, roles_in, spoken
from parsers.grammar.negations import BEFORE_ELIMINATION
from parsers.grammar.pattern import LABEL, MENTION, NO_MENTION
from parsers.grammar.vocabulary import COPULA
from parsers.mentions.groups import WINDOW, Skeleton
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Grade, SetAside
from parsers.text.markup import Plain

_LIST_SIGNS = " \n.,;:'\"()[]*_-"
_BRACKETS = 3  # characters before a label that are signs, not a noun
FEW = 3  # entries, so many of which are a list wherever they stand
ENDING = 40  # characters at the end of an entry that are its verdict
CUT = 700  # characters of a reply that breaks off where it has no end
CONTENT = 400  # characters of an entry looked at for a verdict

_ENTRY_HEAD = Pattern(r"(?:\A|\n)[\s\"'(\[*_|>+・•●○◦▪‣✅✔✓☑❌✗✘✖-]*(?:\d{1,2}[.)]\s*)?\Z")
_ENTRY_TAIL = Pattern(r"\s?[).:\]\-–—=,|]|\s*(?:❌|✗|✘|✖|✓|✔|✅|is\b|\n|\Z|\()")
_INLINE_TAIL = Pattern(r"\s?[:)]\s")
_PARAGRAPH_END = Pattern(r"\n\s*\n|\n(?=\s*(?:so|therefore|thus|hence|the|based)\b)")
_TEXT_ENTRY = Pattern(r"\s*[:–—-]\s")
_CLAUSE_END = Pattern(r"[:.;!?。\n]")
_VERDICT_SIGNS = (":", "=", "-", "–", "—", "→")
_CHECKBOX = Pattern(r"\[(?P<mark>[ xX✓✔])\]\s*\Z|(?:\A|\n)[ *>-]*(?:(?P<tick>[✅✔✓☑√])|[❌✗✘✖☐])[ *]*\Z")
# "This is wrong", right behind the option's text.
_THIS = "this|that|it|यह|هذا|هذه|это|esto|esta|isto|questo|questa|dies|das|ceci|bu|ini"
_WORDS = (
    rf"(?:(?:{COPULA}|{spoken('copula')}|{_THIS}|{spoken('statement')}|statement|option|also|auch|aussi|anche|tambien|tambem|также|тоже|[项項]|选项|说法|也|都)\s*){{0,3}}"
    rf"(?:(?P<no>❌|✗|✘|✖|×|☐|{listed('false')})|(?P<yes>✓|✔|✅|☑|√|○|〇|{listed('true')}))"
    r"(?:です|だ|である|的|입니다|이다|합니다|함)?(?![^\W\d_])"
)
_REASON = rf"(?:because|since|as|due|given|{listed('because')})(?!\w)"
# A verdict in a word right behind the label and its text, or as the last word of what is said of it.
_SAID_FIRST = Pattern(
    rf"[\s()\].।:：|=→>*,，_\"'–—-]*(?:[^\W\d_]{{2,14}}\s*:\s*)?{_WORDS}[)\]\"'*_]*(?:\s+(?:है|हैं|ہے|ہیں|است))?"
    rf"(?=\s*(?:\Z|[.,;:!|(\n。，；、！।–—-]|{MENTION}|{_REASON}))"
)
_SAID_LAST = Pattern(
    rf"(?:[(\[（:：.|。!=→>–—]|\s-)[\s*_]*(?:(?:so|thus|hence|also|故|因此|所以),?\s*)?{_WORDS}[\s.。)\]）*_|!,;]*\Z"
)


@dataclass(eq=False)
class ListEntry:
    """One line of a list: its claim, and what stands before and behind its label."""

    claim: Claim
    before: str
    content: str

    @cached_property
    def verdict(self) -> bool | None:
        """What the line says of the option: right, wrong, or nothing."""
        return _verdict(self.before, self.content)

    @property
    def form(self) -> bool:
        """Whether a noun stands before the label: "B. …" and "option B, …" are no lines of one list."""
        first = self.claim.group.mentions[0]
        return first.is_label and first.core[0] - first.start > _BRACKETS

    @property
    def option(self) -> int:
        return next(iter(self.claim.options))


def settle_lists(reply: Completion) -> None:
    """Set the entries of restated lists aside, and let judged lists speak."""
    if len(reply.claims) < 2:
        return
    _settle_each(reply)
    _set_next_round_aside(reply)


_ROUNDS = 2  # times that the options were gone through before


def _set_next_round_aside(reply: Completion) -> None:
    """Set the last option aside where lists went before, one like the other, and a cut one begins with it."""
    claims = reply.claims
    last, before = claims[-1], claims[-2]
    begins = last.stands and last.group.has_label and min(last.options) == 0 and last.context.closes
    if not begins or before.by not in _LISTED or max(before.options) == 0:
        return
    if any(map(str.isalpha, reply.skeleton.text[before.group.end : last.group.start])):
        return
    rounds = [claim for claim in claims[:-1] if claim.by == before.by and last.options <= claim.options]
    if len(rounds) >= _ROUNDS and last.rule in ("alone", "leading"):
        last.put_aside(SetAside.RESTATED, "list")


_LISTED = ("list", "enumeration")


def _settle_each(reply: Completion) -> None:
    shown = [claim for claim in reply.claims if claim.set_aside is not SetAside.AFTER_RUN_ON]
    if _settle_ones(reply):
        return
    set_parts_aside(reply)
    judged: list[ListEntry] = []
    for run in _runs(_entries(reply.skeleton, shown)):
        if _announced(run, reply):
            for claim in (entry.claim for entry in run):
                claim.force, claim.rule, claim.additive = Force.DECLARED, "answer-list", True
                claim.stand()
            continue
        if not _is_list(run, reply):
            continue
        settled = _declared_elsewhere(run, reply)
        chosen = _chosen(run, reply) or ([] if settled else _all_right(run))
        whole = _shows_all(run, reply) or (
            len(run) == len(reply.options)
            and (
                beside.HEADS_WORKING.search(_line_above(run[0].claim, reply)) is not None or _none_right(run)
            )
        )
        if chosen and reply.mode is AnswerMode.MULTI:
            for entry in judged:  # of several lists of verdicts the last one counts
                entry.claim.put_aside(SetAside.SUPERSEDED, "verdicts-again")
            judged = chosen
        left = run[0].verdict is not False and all(entry.verdict is False for entry in run[1:])
        left = left or (run[0].claim.force is Force.DECLARED and run[1].claim.by == "the-others")
        for entry in run:
            if entry in chosen:
                _choose(entry.claim)
            elif entry.claim.stands and _may_restate(
                entry, reply.mode, settled, whole, entry is run[0] and not left
            ):
                wrong = entry.verdict is False
                entry.claim.put_aside(
                    *((SetAside.NEGATED, "judged-list") if wrong else (SetAside.RESTATED, "list"))
                )


_ONES = Pattern(rf"\W*?(?:{LABEL}\)?\s?[:=]\s?[01](?!\w|[.,]\d)[^\w{NO_MENTION}]*)+")
_ONE = Pattern(r"\)?\s?[:=]\s?(?P<said>[01])")


def _settle_ones(reply: Completion) -> bool:
    """Let the options with a 1 be chosen, where the reply gives every one a 1 or a 0: "A: 1, B: 0"."""
    text, claims = reply.skeleton.text, reply.claims
    if len(claims) != len(reply.options) or not _ONES.fullmatch(text):
        return False
    for claim in claims:
        said = _ONE.match(text, claim.group.end)
        if said is not None and said["said"] == "1":
            _choose(claim)
        else:
            claim.put_aside(SetAside.NEGATED, "judged-list")
    return True


def _announced(run: list[ListEntry], reply: Completion) -> bool:
    """Whether a cue announces the list, so that all of it is the answer: "Answer: A. …, B. …".

    In single mode a list of all options is only shown; behind a heading ("Solution:") it is so in both.
    """
    first = run[0].claim
    if len(run) < 2 or first.set_aside not in (None, SetAside.UNCOMMITTED):
        return False
    cue = _line_above(first, reply)
    if not (first.force is Force.DECLARED or (cue and (declared(cue) or declares(cue, "")))):
        return False
    if _CANDIDATES.search(cue) or BEFORE_ELIMINATION.search(cue) or denies(cue, ""):
        return False
    whole = len(run) == len(reply.options)
    if whole and (reply.mode is AnswerMode.SINGLE or beside.HEADS_WORKING.search(cue)):
        return False
    if reply.mode is AnswerMode.SINGLE and _declared_elsewhere(run, reply, Force.STRONG):
        return False
    return all(entry.verdict is not False for entry in run) and all(map(_is_next, run[:-1], run[1:]))


def _line_above(claim: Claim, reply: Completion) -> str:
    """What stands before the claim in its line, or in the line above it, without bullets."""
    before = reply.skeleton.text[max(0, claim.group.start - WINDOW) : claim.group.start]
    before = _LIST_SIGN.sub("", before)
    return before[before.rfind("\n") + 1 :]


# "Two potential answers:" and "Eliminate incorrect answers:" head what is weighed.
_CANDIDATES = Pattern(
    r"\b(?:potential|possible|plausible|candidate|wrong|incorrect|other|remaining|eliminat\w*)\b"
)
_LIST_SIGN = Pattern(r"[\s>*•・+○●▪_-]*(?:\d{1,2}[.)]\s*)?\Z")


def _is_next(entry: ListEntry, following: ListEntry) -> bool:
    """Whether one entry stands in the line below the other, or right behind it with its own text."""
    said = entry.content.strip(_LIST_SIGNS + "・•|>+")
    if _is_joined(entry) and _is_joined(following) and not said:
        return True
    return "\n" in entry.content and "\n" not in said and "\n\n" not in entry.content.rstrip(" ")


def _declared_elsewhere(run: list[ListEntry], reply: Completion, least: Force = Force.DECLARED) -> bool:
    """Whether the reply calls something the answer outside the list."""
    listed = {id(entry.claim) for entry in run}
    return any(claim.force >= least and id(claim) not in listed for claim in reply.standing)


def _shows_all(run: list[ListEntry], reply: Completion) -> bool:
    """Whether the run is the list as shown, every label with its own text and nothing said of any."""
    if len(run) < max(3, len(reply.options)) or not all(map(_is_joined, run)):
        return False
    return not any(entry.content.strip(_LIST_SIGNS) for entry in run[:-1])


def _none_right(run: list[ListEntry]) -> bool:
    """Whether every entry is judged wrong: "The final answer is: A … false, B … false"."""
    return all(entry.verdict is False for entry in run)


def _may_restate(entry: ListEntry, mode: AnswerMode, settled: bool, whole: bool, heads: bool) -> bool:
    """Whether an entry may be a mere restatement; `heads` where it is the first, and not the only one left.

    "The options are:" announces a list, whatever its verb, by its first entry; "B is correct" judges, unless
    the reply goes on to say what its answer is.
    """
    claim = entry.claim
    if whole:
        return True
    if claim.rule == "predicate" and entry.verdict is not False and not settled:
        return False
    above = claim.context.before.rstrip(" -*•–").endswith("\n")
    announced = heads and mode is AnswerMode.SINGLE and above
    return claim.force < Force.DECLARED or announced


def foreign_list(reply: Completion, claims: list[Claim]) -> int | None:
    """Where a list of other texts under the same letters begins; None where there is none."""
    if not any(claim.group.has_label and claim.options == {0} for claim in claims):
        return None  # a list begins with the first label
    if not reply.options.needles:
        return None  # texts without words cannot be told from others
    for run in _runs(_entries(reply.skeleton, claims)):
        labelled = run[0].claim.group.has_label and run[0].option == 0
        start = run[0].claim.group.start
        if not labelled or (len(run) < FEW and not _asked_above(reply.skeleton.text, start)):
            continue
        if _is_own(run[0]):
            continue
        if sum(map(_is_own, run)) * 3 <= len(run):
            return start
    return None


def _asked_above(text: str, start: int) -> bool:
    """Whether the line above a place ends with a question; looked for nearby before anywhere."""
    for reach in (CONTENT, start):
        before = text[max(0, start - reach) : start]
        above = before.rstrip()
        words = above.rstrip("\"')*")
        if words:
            return "\n" in before[len(above) :] and words.endswith("?")
    return False


def _is_own(entry: ListEntry) -> bool:
    """Whether the entry is about this item: its label stands with its own text, or it is judged."""
    return _is_joined(entry) or entry.verdict is not None


def _is_joined(entry: ListEntry) -> bool:
    group = entry.claim.group
    return len(group.mentions) > 1 or any(mention.joined for mention in group.mentions)


def _entries(skeleton: Skeleton, claims: list[Claim]) -> list[ListEntry]:
    heads = [claim for claim in claims if _is_entry(skeleton, claim) and not answers_ahead(skeleton, claim)]
    if (
        len(heads) < 2 and len({claim.options for claim in claims if claim.group.named_by_label}) > 1
    ):  # all in a line: "A is correct, B is incorrect, …"
        heads = [claim for claim in claims if claim in heads or _is_judged(claim)]
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


# "◆ … Rationale:": what heads the reply is its answer, whatever list follows.
_REASONS_FOLLOW = Pattern(
    r"(?:(?:[.*]|[^\S\n])*+\n)++[#*\s]*+"
    r"(?:[^\W\d_]{4,24}|[\u3400-\u9fff]{2,8})(?: [^\W\d_]{2,12}){0,2}\s*[:：]"
    r"|(?:[.*]*+\s++|[^\n]{0,80}\n\s*+[#*]*+\s?)(?:rationale|explanation|reasoning|reason|justification)\s*:"
)


def answers_ahead(skeleton: Skeleton, claim: Claim) -> bool:
    """Whether a claim is an option on the first line of the reply, with a heading for its reasons below."""
    heads = claim.context.lead is not None and not claim.context.lead.strip(" \n#(*")
    return heads and claim.stands and _REASONS_FOLLOW.match(skeleton.text, claim.group.end) is not None


def _is_entry(skeleton: Skeleton, claim: Claim) -> bool:
    """Whether a claim heads a line, or a sentence, of its own and is followed by a delimiter or its text."""
    group, context = claim.group, claim.context
    if len(claim.options) != 1 or len({mention.options for mention in group.mentions}) != 1:
        return False
    if not group.has_label:
        heads = not context.before or context.before.rstrip(" -*•–").endswith("\n")
        headed = heads and _TEXT_ENTRY.match(context.after) is not None
        return context.line_alone or headed
    joined = group.mentions[0].joined or len(group.mentions) > 1
    before = skeleton.text[max(0, group.start - 16) : group.start]
    if _ENTRY_HEAD.search(before if group.start > 16 else "\n" + before) or _CHECKBOX.search(before):
        return joined or _ENTRY_TAIL.match(context.verdict) is not None
    opens = not context.before.strip(" \"'([")
    if joined:
        return opens or context.before.rstrip().endswith((":", ".", ";"))
    return opens and _INLINE_TAIL.match(context.verdict) is not None


def _is_judged(claim: Claim) -> bool:
    """Whether a verdict of a word stands right behind one label of the item."""
    known = len(claim.options) == 1 and UNKNOWN not in claim.options
    return known and claim.group.named_by_label and _SAID_FIRST.match(claim.context.verdict) is not None


def _verdict(before: str, content: str) -> bool | None:
    box = _CHECKBOX.search(before)
    if box:
        return bool(box["tick"]) if box["mark"] is None else box["mark"] != " "
    said = _SAID_FIRST.match(content) or _SAID_LAST.search(content.strip()[-ENDING:])
    if said:
        return said["no"] is None
    positive, negative = (
        beside.VERDICT_POSITIVE.search(content),
        beside.VERDICT_NEGATIVE.search(content),
    )
    if positive and (negative is None or positive.start() <= negative.start()):
        return True
    if negative:
        return False
    if content.lstrip(" )")[:1] in _VERDICT_SIGNS:
        return blunt_verdict(content)
    return _said_of(_CLAUSE_END.split(content.lstrip(" )\"',*"), 1)[0])


def _said_of(clause: str) -> bool | None:
    """What a clause behind the label says of it in another language than English: "верен", "… ni sahihi"."""
    if not clause or clause[0] == "\n" or (clause.isascii() and not has_cues(clause)):
        return None
    if calls_right("", f" {clause}"):
        return True
    return False if denies("", f" {clause}") and not calls_right("", f" {clause}") else None


def _runs(entries: list[ListEntry]) -> list[list[ListEntry]]:
    """Stretches of entries in ascending order of their letters."""
    runs: list[list[ListEntry]] = []
    for entry in entries:
        if runs and entry.option > runs[-1][-1].option and entry.form == runs[-1][-1].form:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _is_list(run: list[ListEntry], reply: Completion) -> bool:
    if len(run) < 2:
        return False
    if len(run) == len(reply.options):
        return True
    if not run[0].claim.group.has_label:
        return _two_judged(run) or _declared_elsewhere(run, reply)
    if reply.mode is AnswerMode.MULTI:
        judged = all(entry.verdict is not None for entry in run)
        return judged or (reply.cut_short and _from_the_top(run, True))
    if run[0].claim.stands and run[0].claim.force is Force.DECLARED and len(run) < FEW:
        return False
    return len(run) >= FEW or _two_judged(run) or _from_the_top(run, reply.cut_short)


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
    if [entry.option for entry in run] != list(range(len(run))) or not any(map(_is_joined, run)):
        return False
    return cut_short or not any(entry.verdict is False for entry in run)


def _chosen(run: list[ListEntry], reply: Completion) -> list[ListEntry]:
    """The entries judged right, where the list as a whole is a judgement."""
    if len(reply.visible) > CUT and breaks_off(reply.visible):
        return []  # it goes over the options again and again
    if roles_in(_line_above(run[0].claim, reply)) & Role.WRONG:
        return []  # "選ぶのは誤り: A × B ○": whose mark means what
    right = [entry for entry in run if entry.verdict]
    n_judged = sum(entry.verdict is not None for entry in run)
    if reply.mode is AnswerMode.MULTI:
        skipped = n_judged == len(run) - 1 >= FEW
        return right if n_judged == len(run) or skipped else []
    if len(run) < len(reply.options):
        listed, start = {entry.option for entry in run}, run[0].claim.group.start
        told = any(
            claim.force >= Force.STRONG and claim.group.start < start and claim.options.isdisjoint(listed)
            for claim in reply.standing
        )  # the list says why the others are not
        return right if len(right) == 1 and n_judged == len(run) and not told else []
    if n_judged > 1:
        return right if len(right) == 1 and n_judged >= len(run) - 1 else []
    return _marked(run, reply.plain)


def _all_right(run: list[ListEntry]) -> list[ListEntry]:
    """The entries judged right in a list of which every entry is judged, where they are several."""
    right = [entry for entry in run if entry.verdict]
    return right if len(right) > 1 and all(entry.verdict is not None for entry in run) else []


def _marked(run: list[ListEntry], plain: Plain) -> list[ListEntry]:
    """The one entry of a bare list that is marked: by a word, by a tick, or as the only one in bold."""
    ticked = [entry for entry in run if beside.MARK.match(entry.content)]
    if not ticked:
        ticked = [entry for entry in run if plain.is_bold(entry.claim.group.core)]
    others_bare = all(not entry.content.strip(" \n.,;*_-") for entry in run if entry not in ticked)
    return ticked if len(ticked) == 1 and others_bare else []


def _choose(claim: Claim) -> None:
    claim.stand()
    if claim.force < Force.DECLARED:
        claim.force, claim.rule, claim.grade, claim.additive = (
            Force.STRONG,
            "verdict-list",
            Grade.EXPLICIT,
            True,
        )
