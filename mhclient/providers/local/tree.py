"""Token paths as a tree: beginnings that several forms share are computed once. Pure.

Only tokens that something follows have to be fed to the model: a path's last token is predicted, never read.
With the forms "A", "A\\n" and "(A" behind a prompt, two tokens are fed, "A" and "(": the prompt's last token
predicts "A" and "(", "A" predicts the newline, and "(" predicts the "A" after it.

Decision: docs/decisions/local.md, "A tree behind the prompt, in one forward pass".
"""

from collections.abc import Sequence
from dataclasses import dataclass

ROOT = -1  # the end of the prefix


@dataclass(frozen=True, slots=True)
class TokenTree:
    """The tokens to feed behind a prefix, and where each token of each path is predicted.

    Attributes:
        tokens: the nodes' token ids, each parent before its children.
        parents: per node the index of the node before it, or ROOT.
        depths: per node how many tokens lie behind the prefix up to it, 1 for the root's children.
        steps: per path its tokens as (node that predicts it, token id).
    """

    tokens: tuple[int, ...]
    parents: tuple[int, ...]
    depths: tuple[int, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]

    def ancestors(self, node: int) -> list[int]:
        """The nodes from the root down to this one, this one included."""
        chain = []
        while node != ROOT:
            chain.append(node)
            node = self.parents[node]
        return chain[::-1]


def build_tree(paths: Sequence[Sequence[int]]) -> TokenTree:
    """The tree of some token paths.

    >>> tree = build_tree([(7,), (7, 9), (8, 7)])
    >>> tree.tokens, tree.parents
    ((7, 8), (-1, -1))
    >>> tree.steps
    (((-1, 7),), ((-1, 7), (0, 9)), ((-1, 8), (1, 7)))
    """
    nodes: dict[tuple[int, ...], int] = {}
    parents, depths = [], []
    steps = []
    for path in paths:
        at, walked = ROOT, []
        for depth, token in enumerate(path, 1):
            walked.append((at, token))
            if depth == len(path):
                break
            begun = tuple(path[:depth])
            if begun not in nodes:
                nodes[begun] = len(nodes)
                parents.append(at)
                depths.append(depth)
            at = nodes[begun]
        steps.append(tuple(walked))
    return TokenTree(tuple(begun[-1] for begun in nodes), tuple(parents), tuple(depths), tuple(steps))
