"""Where the reply to this item ends, if the model went on with a question or a turn of its own."""

from parsers.claims import Claim, Force
from parsers.grammar.runons import NEXT_QUESTION, NEXT_TASK, NEXT_TURN
from parsers.groups import Skeleton
from parsers.lists import foreign_list
from parsers.options import OptionSet
from parsers.reading import SetAside


def cut_run_on(low: str, skeleton: Skeleton, claims: list[Claim], options: OptionSet) -> int | None:
    """Set aside the claims behind the first marker that ends the reply; its place in the skeleton, or None.


    A marker at the head of the text is an echo of the prompt, and so is one that the item's own options follow
    before anything was answered. After a commitment every marker ends the reply.
    """
    committed = next(
        (claim.group.end for claim in claims if claim.stands and claim.force >= Force.STRONG), None
    )
    cut = _first_marker(low, skeleton, claims, committed)
    if committed is not None:
        foreign = foreign_list(
            skeleton, [claim for claim in claims if claim.group.start >= committed], options
        )
        cut = foreign if cut is None or (foreign is not None and foreign < cut) else cut
    if cut is None:
        return None
    for claim in claims:
        if claim.group.start >= cut:
            claim.set_aside = SetAside.AFTER_RUN_ON
    return cut


def _first_marker(low: str, skeleton: Skeleton, claims: list[Claim], committed: int | None) -> int | None:
    """Markers are sought in the plain text: in the skeleton the Q of "Q:" is a mention."""
    tasks = [] if committed is None else NEXT_TASK.finditer(low)
    markers = [*NEXT_QUESTION.finditer(low), *NEXT_TURN.finditer(low), *tasks]
    for match in sorted(markers, key=lambda match: match.start()):
        at = skeleton.at(match.start())
        if match.re is NEXT_TASK and (committed is None or at < committed - 1):
            continue
        if committed is not None and at >= committed - 1:
            return at
        if low[: match.start()].strip() and not _echoes_own_options(claims, at):
            return at
    return None


def _echoes_own_options(claims: list[Claim], at: int) -> bool:
    own = [
        claim for claim in claims if claim.group.start >= at and any(m.joined for m in claim.group.mentions)
    ]
    return len({option for claim in own[:8] for option in claim.options}) >= 2
