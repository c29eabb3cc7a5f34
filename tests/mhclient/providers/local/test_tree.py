"""Token paths as a tree: nothing is lost, nothing is fed twice."""

from hypothesis import given
from hypothesis import strategies as st

from mhclient.providers.local.scoring import longest_beginnings
from mhclient.providers.local.surface_forms import ROOT, build_tree

PATHS = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=5).map(tuple), min_size=1, max_size=12)


@given(PATHS)
def test_every_step_is_predicted_behind_exactly_what_comes_before_it(paths):
    tree = build_tree(paths)
    for path, steps in zip(paths, tree.steps, strict=True):
        assert tuple(token for _, token in steps) == path
        for position, (node, _) in enumerate(steps):
            before = [] if node == ROOT else [tree.tokens[i] for i in tree.ancestors(node)]
            assert tuple(before) == path[:position]


@given(PATHS)
def test_each_beginning_is_fed_once_and_no_last_token_is(paths):
    tree = build_tree(paths)
    begun = {path[:length] for path in paths for length in range(1, len(path))}
    fed = [tuple(tree.tokens[i] for i in tree.ancestors(node)) for node in range(len(tree.tokens))]
    assert sorted(fed) == sorted(begun)
    assert [len(beginning) for beginning in fed] == list(tree.depths)


@given(PATHS)
def test_the_slower_ways_rows_hold_every_beginning(paths):
    rows = longest_beginnings(paths)
    for path in paths:
        assert any(row[: len(path) - 1] == path[:-1] for row in rows)
