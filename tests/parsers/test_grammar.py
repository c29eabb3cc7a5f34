"""Each pattern of the reader stands with a string it accepts and one it refuses; all are checked here."""

import pytest

from parsers.grammar import (
    asides,
    assertions,
    beside,
    commitments,
    labels,
    negations,
    refusals,
    revisions,
    runons,
    sets,
    verdict_clauses,
)
from parsers.grammar.pattern import EXAMPLES, Example

MODULES = (
    asides,
    assertions,
    beside,
    commitments,
    labels,
    negations,
    refusals,
    revisions,
    runons,
    sets,
    verdict_clauses,
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.accepts.strip()[:30])
def test_a_pattern_takes_its_accepted_string_and_no_refused_one(example: Example):
    assert example.takes(example.accepts)
    assert not example.takes(example.refuses)
