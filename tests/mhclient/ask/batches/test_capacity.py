"""How batches are cut: never beyond a limit, and never smaller than need be."""

from hypothesis import given
from hypothesis import strategies as st

from mhclient.ask.batches.submit import BatchCapacity, free_in_queue, queue_limit
from mhclient.providers.batches import BatchLimits, BatchProblem

LINES = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 20)), max_size=60)


@given(LINES, st.integers(1, 20), st.integers(50, 200), st.none() | st.integers(20, 100))
def test_a_batch_keeps_to_every_limit_and_takes_all_that_fits(lines, most_lines, most_bytes, most_tokens):
    capacity = BatchCapacity.within(BatchLimits(most_lines, most_bytes), None, most_tokens)
    taken = []
    for line in lines:
        if not capacity.take(*line):
            break
        taken.append(line)
    n_bytes, tokens = (sum(column) for column in zip(*taken, strict=True)) if taken else (0, 0)
    assert len(taken) <= most_lines
    assert n_bytes <= most_bytes
    assert most_tokens is None or tokens <= most_tokens
    if len(taken) < len(lines):
        next_bytes, next_tokens = lines[len(taken)]
        assert (
            len(taken) == most_lines
            or n_bytes + next_bytes > most_bytes
            or (most_tokens is not None and tokens + next_tokens > most_tokens)
        )


@given(LINES, st.integers(1, 20), st.none() | st.integers(20, 100))
def test_a_line_that_is_not_taken_has_a_reason_and_no_other_has(lines, most_lines, most_tokens):
    capacity = BatchCapacity.within(BatchLimits(most_lines, 200), None, most_tokens)
    for line in lines:
        reason = capacity.refusal(*line)
        assert capacity.take(*line) == (reason is None)


def refusal(limit: str) -> BatchProblem:
    problem = BatchProblem.told(
        "token_limit_exceeded", f"Enqueued token limit reached for m. Limit: {limit} enqueued tokens."
    )
    assert BatchProblem.stored(str(problem)) == problem  # as version 0.1.0 stored it, too
    return problem


def test_the_queues_limit_is_read_from_the_refusal():
    assert queue_limit(None, []) is None
    assert queue_limit(500, [None, BatchProblem.stored("something else")]) == 500
    assert queue_limit(None, [refusal("2,000,000")]) == 1_800_000
    assert queue_limit(1_000, [refusal("2,000,000")]) == 1_000


def test_refusals_in_a_row_halve_what_is_tried():
    assert queue_limit(None, [refusal("1,000")] * 3) == 225
    assert queue_limit(None, [None, refusal("1,000"), refusal("1,000")]) == 900


def test_a_queue_is_filled_only_when_half_of_it_is_free():
    assert free_in_queue(None, 10**9) is None
    assert free_in_queue(100, 0) == 100
    assert free_in_queue(100, 40) == 60
    assert free_in_queue(100, 60) == 0
