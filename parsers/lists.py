"""Lists of options in a reply: the item's own options restated, judged one by one, or another item's options.

A restated list names every option and chooses none. A judged list ("A: incorrect … C: correct") chooses what it
judges right. A list of foreign texts under the same letters means that the model has gone on to the next question.
"""

import re
from dataclasses import dataclass

from parsers.claims import Claim, Force
from parsers.grammar import revisions
from parsers.groups import Skeleton
from parsers.options import OptionSet
from parsers.reading import Grade, Mode, SetAside

CONTENT = 400  # characters of an entry looked at for a verdict

_ENTRY_HEAD = re.compile(r"(?:\A|\n)[\s\"'(\[*_-]*(?:\d{1,2}[.)]\s*)?\Z")
_ENTRY_TAIL = re.compile(r"\s?[).:\]\-–—=,]|\s*(?:❌|✗|✘|✖|✓|✔|✅|is\b|\n|\Z|\()")
_CHECKBOX = re.compile(r"\[(?P<mark>[ xX✓✔])\]\s*\Z")


@dataclass(slots=True)
class Entry:
    """One line of a list: its claim, what follows its label, and the verdict in it (None for none)."""

    claim: Claim
    content: str
    verdict: bool | None

    @property
    def option(self) -> int:
        return next(iter(self.claim.options))


def settle_lists(
    skeleton: Skeleton, claims: list[Claim], options: OptionSet, mode: Mode, cut_short: bool
) -> None:
    """Set the entries of restated lists aside, and let judged lists speak."""
    for run in _runs(_entries(skeleton, claims)):
        if not _is_list(run, len(options), mode, cut_short):
            continue
        chosen = _chosen(run, mode, len(options))
        for entry in run:
            entry.claim.context.listed = True
            if entry in chosen:
                _choose(entry.claim)
            elif entry.claim.set_aside is None and _may_restate(entry.claim, mode):
                entry.claim.set_aside = SetAside.NEGATED if entry.verdict is False else SetAside.RESTATED


def _may_restate(claim: Claim, mode: Mode) -> bool:
    """ "The options are:" above a list announces it, whatever it is called; only on its own line is it an answer."""
    return claim.force < Force.DECLARED or (
        mode is Mode.SINGLE and claim.context.before.rstrip(" ").endswith("\n")
    )


def foreign_list(skeleton: Skeleton, claims: list[Claim], options: OptionSet) -> int | None:
    """Where a list of other texts under the same letters begins; None where there is none."""
    if not options.needles:
        return None  # texts without words cannot be told from others
    for run in _runs(_entries(skeleton, claims)):
        if len(run) >= 3 and run[0].option == 0 and not any(_is_own(entry) for entry in run):
            return run[0].claim.group.start
    return None


def _is_own(entry: Entry) -> bool:
    """Whether the entry is about this item: its label stands with its own text, or it is judged."""
    return entry.verdict is not None or any(mention.joined for mention in entry.claim.group.mentions)


def _entries(skeleton: Skeleton, claims: list[Claim]) -> list[Entry]:
    heads = [claim for claim in claims if _is_entry(skeleton, claim)]
    entries = []
    for number, claim in enumerate(heads):
        start = claim.group.end
        end = heads[number + 1].group.start if number + 1 < len(heads) else len(skeleton.text)
        content = skeleton.text[start : min(end, start + CONTENT)]
        if number + 1 == len(heads):
            content = re.split(r"\n\s*\n|\n(?=\s*(?:so|therefore|thus|hence|the|based)\b)", content)[0]
        entries.append(
            Entry(
                claim,
                content,
                _verdict(skeleton.text[max(0, claim.group.start - 8) : claim.group.start], content),
            )
        )
    return entries


def _is_entry(skeleton: Skeleton, claim: Claim) -> bool:
    group = claim.group
    if len(group.mentions) != 1 or not group.has_label or len(claim.options) != 1:
        return False
    joined = group.mentions[0].joined
    head = _ENTRY_HEAD.search(
        skeleton.text[max(0, group.start - 16) : group.start]
        if group.start > 16
        else "\n" + skeleton.text[: group.start]
    )
    if head or _CHECKBOX.search(skeleton.text[max(0, group.start - 8) : group.start]):
        return joined or bool(_ENTRY_TAIL.match(skeleton.text, group.end))
    if joined:
        return not claim.context.before.strip(" \"'([") or claim.context.before.rstrip().endswith(
            (":", ".", ";")
        )
    return (
        bool(re.match(r"\s?[:)]\s", skeleton.text[group.end : group.end + 3]))
        and not claim.context.before.strip()
    )


def _verdict(before: str, content: str) -> bool | None:
    box = _CHECKBOX.search(before)
    if box:
        return box["mark"] != " "
    positive, negative = (
        revisions.VERDICT_POSITIVE.search(content),
        revisions.VERDICT_NEGATIVE.search(content),
    )
    if positive and (negative is None or positive.start() <= negative.start()):
        return True
    return False if negative else None


def _runs(entries: list[Entry]) -> list[list[Entry]]:
    """Stretches of entries in ascending order of their letters."""
    runs: list[list[Entry]] = []
    for entry in entries:
        if runs and entry.option > runs[-1][-1].option:
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _is_list(run: list[Entry], n_options: int, mode: Mode, cut_short: bool) -> bool:
    if len(run) < 2:
        return False
    if len(run) == n_options:
        return True
    judged = sum(entry.verdict is not None for entry in run)
    consecutive = [entry.option for entry in run] == list(range(len(run)))
    if mode is Mode.MULTI:
        return judged == len(run) or (consecutive and cut_short)
    if run[0].claim.force is Force.DECLARED and len(run) < 3:
        return False
    return len(run) >= 3 or judged >= 2 or consecutive


def _chosen(run: list[Entry], mode: Mode, n_options: int) -> list[Entry]:
    """The entries judged right, where the list as a whole is a judgement."""
    right = [entry for entry in run if entry.verdict]
    wrong = [entry for entry in run if entry.verdict is False]
    if mode is Mode.MULTI:
        return right if len(right) + len(wrong) == len(run) else []
    complete = len(run) == n_options and len(right) + len(wrong) >= n_options - 1
    return right if len(right) == 1 and complete and wrong else []


def _choose(claim: Claim) -> None:
    claim.set_aside = None
    if claim.force < Force.DECLARED:
        claim.force, claim.rule, claim.grade, claim.additive = (
            Force.STRONG,
            "verdict-list",
            Grade.EXPLICIT,
            True,
        )
