"""What a rater works on: the cases, those chosen, the one looked at, the judgements. No screen in here."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mhclient.audit.filters import JUDGED, NOT_READ, Filter
from mhclient.judge.judgements import NO_NOTE, Judgement, Judging, RaterVerdict, has_judged
from mhclient.read.case import Case
from mhclient.read.collect import cases_at, in_brief


@dataclass(slots=True)
class RaterSession:
    """A rater's working session.

    Attributes:
        mine: what the rater says of those cases that have been chosen, by case.
        places: the cases chosen by the filter, as places in `cases`, and `chosen` these themselves.
        at: which of them is looked at.
        picked: labels picked so far, for items that ask for several.
    """

    cases: Sequence[Case]
    judging: Judging
    filter_text: str = ""
    places: list[int] = field(default_factory=list)
    chosen: list[Case] = field(default_factory=list)
    at: int = 0
    picked: frozenset[str] = frozenset()
    mine: dict[str, Judgement] = field(default_factory=dict)
    judged: list[Case] = field(default_factory=list)  # in the order of judging in this session

    def __post_init__(self) -> None:
        self.choose(self.filter_text)

    @classmethod
    def begin(cls, cases: Sequence[Case], judging: Judging, filter_text: str | None) -> "RaterSession":
        """A session at the first reply left to judge.

        Args:
            filter_text: None for what was not read, where there is any and the readings are in sight.
        """
        if filter_text is None:
            some_unread = not judging.blind and not all(case.read for case in in_brief(cases))
            filter_text = NOT_READ if some_unread else ""
        session = cls(cases, judging, filter_text)
        if session.case is not None and has_judged(session.mine, session.case):
            session.go_to_unjudged()
        return session

    @property
    def case(self) -> Case | None:
        """The case looked at; None where no case is chosen."""
        return self.chosen[self.at] if self.chosen else None

    @property
    def blind(self) -> bool:
        """Whether the readings are hidden, before and after judging: who slips may judge again, as blind."""
        return self.judging.blind

    @property
    def n_judged(self) -> int:
        """How many of the chosen ones the rater has judged."""
        return sum(has_judged(self.mine, case) for case in self.chosen)

    def choose(self, text: str) -> None:
        """Choose cases by a line of text; the case looked at stays if it is among them.

        Raises:
            FilterError: the line names what there is not; the choice stays as it was.
        """
        before = self.places[self.at] if self.places else None
        wanted = Filter.parse(text, blind=self.blind)
        if wanted.looks_at_texts:
            self.cases = tuple(self.cases)  # from the store, once: the next line is to be answered at once
        if JUDGED in wanted.fields:
            self.mine = self.judging.mine(case.key for case in self.cases)
        self.places = wanted.chosen(self.cases, self.mine)
        self.chosen = list(cases_at(self.cases, self.places))
        self.mine |= self.judging.mine(case.key for case in self.chosen)
        self.filter_text = text
        self.look_at(self.places.index(before) if before in self.places else 0)

    def look_at(self, at: int) -> None:
        """Go to one of the chosen cases; beyond the ends to the last one there."""
        self.at = max(0, min(at, len(self.places) - 1))
        self.picked = frozenset()

    def go_to_unjudged(self) -> None:
        """Go to the next case that the rater has not judged, round the end; stay if there is none."""
        order = [*range(self.at + 1, len(self.places)), *range(self.at)]
        for at in order:
            if not has_judged(self.mine, self.chosen[at]):
                self.look_at(at)
                return

    def pick(self, letter: str) -> bool:
        """Pick a label: a judgement where one is asked for; where several are it waits for `confirm`.

        Returns:
            whether it judged.
        """
        case = self.case
        if case is None or letter not in case.options:
            return False
        if case.mode == "single":
            return self.judge(RaterVerdict.ANSWER, frozenset({letter}))
        self.picked ^= {letter}
        return False

    def confirm(self) -> bool:
        """Judge the labels picked; returns whether there were any."""
        return bool(self.picked) and self.judge(RaterVerdict.ANSWER, self.picked)

    def judge(self, verdict: RaterVerdict, letters: frozenset[str] = frozenset()) -> bool:
        """Judge the case looked at, and go on to the next one; a note made before stays with it."""
        case = self.case
        if case is None:
            return False
        before = self.mine.get(case.key)
        judgement = Judgement(verdict, letters, before.note if before else "")
        self.judging.judge(case, judgement)
        self._keep(case, judgement)
        self.look_at(self.at + 1)
        return True

    def note(self, text: str) -> None:
        """Put a note to the case looked at, judged or not.

        Raises:
            JudgementError: the note is too long.
        """
        case = self.case
        if case is not None:
            noted = self.judging.note(case, text)
            if noted != self.mine.get(case.key, NO_NOTE):
                self._keep(case, noted)

    def undo(self) -> bool:
        """Take back this session's last judgement, else that of the case looked at; returns whether any."""
        case = self._last_judged() or self.case
        if case is None or case.key not in self.mine:
            return False
        now = self.judging.undo(case)
        if now is None:
            del self.mine[case.key]
        else:
            self.mine[case.key] = now
        return True

    def _keep(self, case: Case, judgement: Judgement) -> None:
        self.mine[case.key] = judgement
        self.judged.append(case)

    def _last_judged(self) -> Case | None:
        """The case judged last in this session, looked at again if it is among those chosen."""
        if not self.judged:
            return None
        judged = self.judged.pop()
        found = (at for at, case in enumerate(self.chosen) if case.key == judged.key)
        if (at := next(found, None)) is not None:
            self.look_at(at)
        return judged
