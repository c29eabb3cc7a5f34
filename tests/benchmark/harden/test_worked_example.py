"""Section 5 of the specification, by hand."""

from dataclasses import replace

import pytest

from benchmark.harden.study import LeftAlone, ends_as_candidates, study, with_verdicts
from benchmark.harden.verdicts import OptionVerdict
from tests.benchmark.harden.toy import D1, D2, EDGES, ITEM, toy_graph, toy_tools

NO_ASKS = replace(ITEM, details={})
MOVED = [edge for edge in EDGES if edge != ("indication", "beta", D1)] + [("indication", "beta", D2)]


def verdicts(graph, beam, item=ITEM):
    studied = study(item, toy_tools(graph, beam=beam))
    assert studied.alone is None
    found = with_verdicts(ends_as_candidates(studied), studied)
    return studied, {graph.name(each.node): each.verdict for each in found if each.node is not None}


@pytest.mark.parametrize("item", [ITEM, NO_ASKS], ids=["asks", "same-link rule"])
@pytest.mark.parametrize("swapped", [False, True], ids=["as is", "x and y swapped"])
def test_one_two_and_three_distractors(item, swapped):
    graph = toy_graph(swapped=swapped)
    studied, found = verdicts(graph, 2, item)
    names = [[graph.name(node) for node in path.nodes] for path in studied.paths]
    assert names == [[D1, "beta"], [D1, D2], [D1, D2, "delta"]]
    assert found == {
        "beta": OptionVerdict.TRUE_IN_GRAPH,
        D2: OptionVerdict.OTHER_TYPE,
        "delta": OptionVerdict.USABLE,
    }
    _, found = verdicts(graph, 3, item)
    usable = {name for name, verdict in found.items() if verdict is OptionVerdict.USABLE}
    assert usable == {"gamma", "delta"}
    _, found = verdicts(toy_graph(MOVED, swapped=swapped), 2, item)
    usable = {name for name, verdict in found.items() if verdict is OptionVerdict.USABLE}
    assert usable == {"gamma", "beta", "delta"}


def test_off_label_use_counts_as_true_where_an_indication_is_asked():
    graph = toy_graph([*EDGES, ("off-label use", "delta", D1)])
    _, found = verdicts(graph, 3)
    assert found["delta"] is OptionVerdict.ALSO_USED


def test_a_key_that_is_contraindicated_too_leaves_the_item_alone():
    graph = toy_graph([*EDGES, ("contraindication", "alpha", D1)])
    assert study(ITEM, toy_tools(graph, beam=3)).alone is LeftAlone.CONTRADICTED


@pytest.mark.parametrize(
    ("changed", "alone"),
    [
        ({"question": "Is alpha or another drug indicated for D1 disorder?"}, LeftAlone.KEY_GIVEN_AWAY),
        ({"options": {"A": "epsilon", "B": "omega", "C": "zeta"}}, LeftAlone.KEY_UNMAPPED),
        ({"question": "Which drug is indicated for gout?", "details": {}}, LeftAlone.QUESTION_UNMAPPED),
    ],
)
def test_an_item_is_left_alone_with_its_reason(changed, alone):
    assert study(replace(ITEM, **changed), toy_tools(toy_graph(), beam=3)).alone is alone


def test_a_key_without_an_edge_to_the_question_is_unknown_to_the_graph():
    item = replace(NO_ASKS, options=dict(ITEM.options) | {"B": "delta"})
    assert study(item, toy_tools(toy_graph(), beam=3)).alone is LeftAlone.NOT_LINKED
