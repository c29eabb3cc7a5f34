"""Scored items for tests of figures, made without a store."""

from benchmark import Item, Mode
from mhclient.read.scored import Ending, NoReply, Scored
from mhclient.run.prompts import Shown
from parsers import Grade, Outcome

LETTERS = "ABCDEFGHIJ"


def scored(
    gold: str,
    said: str | None,
    *,
    ending: Ending = Outcome.NO_ANSWER,
    grade: Grade = Grade.STRICT,
    options: int = 2,
    multi: bool = False,
    task: str = "T",
    texts: tuple[str, ...] | None = None,
) -> Scored:
    """One item; letters said make it an answer, none makes it what `ending` says."""
    letters = LETTERS[: len(texts) if texts else options]
    item = Item(
        id="i",
        task=task,
        question="?",
        options=dict(zip(letters, texts or [f"option {letter}" for letter in letters], strict=True)),
        gold=tuple(gold),
        mode=Mode.MULTI if multi else Mode.SINGLE,
    )
    return Scored(
        item=item,
        shown=Shown.as_is(letters),
        gold=frozenset(gold),
        ending=Outcome.ANSWER if said else ending,
        said=frozenset(said) if said else None,
        grade=grade if said else None,
        kept_format=None if ending is NoReply.MISSING else bool(said) and grade is Grade.STRICT,
    )
