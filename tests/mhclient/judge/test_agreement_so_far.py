"""Agreement shown to somebody who is still judging: never after one judgement alone."""

from cache import JudgementRow
from mhclient.judge.agreement import agreement_so_far


def row(number: int, case: int, rater: str, letters: str, blind: bool = False) -> JudgementRow:
    return JudgementRow(
        *(number, f"case {case}", rater, "", "answer", letters, "", None, "1+test", ""), blind=blind
    )


def judgements(n: int, same: int, *, blind: bool = False) -> list[JudgementRow]:
    """Ann says A of every reply, Bob says A of the first ones and B of the rest."""
    ann = [row(number, number, "ann", "A", blind) for number in range(n)]
    bob = [row(n + number, number, "bob", "A" if number < same else "B", blind) for number in range(n)]
    return [*ann, *bob]


def test_nothing_is_said_of_fewer_than_ten_shared_replies():
    assert agreement_so_far(judgements(9, 9), "ann", blind=False) is None


def test_the_figure_moves_with_every_tenth_reply_alone():
    found = agreement_so_far(judgements(19, 8), "ann", blind=False)
    assert found is not None
    assert (found.n, found.same.count, found.same.n) == (10, 8, 10)
    found = agreement_so_far(judgements(20, 8), "ann", blind=False)
    assert found is not None
    assert (found.n, found.same.count, found.same.n) == (20, 8, 20)


def test_a_sample_counts_blind_judgements_alone():
    assert agreement_so_far(judgements(10, 10), "ann", blind=True) is None
    assert agreement_so_far(judgements(10, 10, blind=True), "ann", blind=True) is not None
