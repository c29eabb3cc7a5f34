r"""Prompts and surface forms as token ids: tokenised jointly, with the boundary between them checked.

A tokenizer that sees "Answer:" followed by "\n" may make one token of ":\n", and then the ids of the prompt
alone are not the beginning of the ids of prompt and form. Gluing the two would score a text no tokenizer
produces. So prompt and form are tokenised as one text, and what all forms of an item share is found
afterwards.

Token paths make a tree: beginnings that several forms share are computed once. Only tokens that something
follows have to be fed to the model: a path's last token is predicted, never read. With the forms "A", "A\n"
and "(A" behind a prompt, two tokens are fed, "A" and "(": the prompt's last token predicts "A" and "(", "A"
predicts the newline, and "(" predicts the "A" after it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mhclient.errors import EngineFault, PromptTooLong, SurfaceFormError

T = TypeVar("T", int, str)

# texts → token ids of each, without special tokens of the tokenizer's own.
Encode = Callable[[Sequence[str]], list[list[int]]]


@dataclass(frozen=True, slots=True)
class JointTokens:
    """One item, ready to be scored.

    Attributes:
        prefix: the token ids that the prompt shares with the prompt followed by any of the forms.
        paths: per form, the token ids that follow the prefix; none is empty.
        n_shortened: how many of the prompt's own tokens are not in the prefix, because a form merged with
            them. They stand at the beginning of the other forms' paths, so all scores rest on one prefix.
    """

    prefix: tuple[int, ...]
    paths: tuple[tuple[int, ...], ...]
    n_shortened: int = 0

    @property
    def n_tokens(self) -> int:
        """The longest sequence that has to be read to score this item."""
        return len(self.prefix) + max(len(path) for path in self.paths)


def tokenise_jointly(
    encode: Encode, head: Sequence[int], prompts: Sequence[str], forms: Sequence[Sequence[str]]
) -> list[JointTokens | SurfaceFormError]:
    """Tokenise each prompt alone and followed by each of its forms, all in one call of the tokenizer.

    Args:
        head: ids that stand before every text (a beginning-of-sequence token).
        forms: per prompt, the strings that may follow it.

    Returns:
        Per prompt its tokens, or why it has none that could be scored.
    """
    pairs = list(zip(prompts, forms, strict=True))
    encoded = iter(encode([text for prompt, its in pairs for text in (prompt, *(prompt + f for f in its))]))
    ids = [(next(encoded), [next(encoded) for _ in its]) for its in forms]
    tokenised: list[JointTokens | SurfaceFormError] = []
    for (prompt_ids, joint_ids), its in zip(ids, forms, strict=True):
        try:
            tokenised.append(_joined(tuple(head), prompt_ids, joint_ids, its))
        except SurfaceFormError as error:
            tokenised.append(error)
    return tokenised


def _joined(
    head: tuple[int, ...], prompt: list[int], joint: list[list[int]], forms: Sequence[str]
) -> JointTokens:
    shared = min((shared_length(prompt, ids) for ids in joint), default=len(prompt))
    for ids, form in zip(joint, forms, strict=True):
        if len(ids) <= shared:
            raise SurfaceFormError(
                f"this model's tokenizer makes no token of the form {form!r} behind the prompt. "
                "Leave that form out with `form`."
            )
    if not head and not shared:
        raise SurfaceFormError("the prompt leaves no token from which the forms could be predicted.")
    return JointTokens(
        prefix=head + tuple(prompt[:shared]),
        paths=tuple(tuple(ids[shared:]) for ids in joint),
        n_shortened=len(prompt) - shared,
    )


def shared_length(one: Sequence[T], other: Sequence[T]) -> int:
    """How many ids two sequences have in common from the beginning.

    >>> shared_length([1, 2, 3], [1, 2, 4, 5])
    2
    """
    if one == other[: len(one)]:  # nearly always, and quickly told
        return len(one)
    for index, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return index
    return min(len(one), len(other))


def check_letters_differ(item: JointTokens, letters: Sequence[str]) -> None:
    """Refuse paths that cannot tell two letters apart.

    Args:
        letters: per path, the option letter it says.

    Raises:
        SurfaceFormError: two letters share a token path, so their mass cannot be told apart.
    """
    said: dict[tuple[int, ...], str] = {}
    for path, letter in zip(item.paths, letters, strict=True):
        if said.setdefault(path, letter) != letter:
            raise SurfaceFormError(
                f"this model's tokenizer writes options {said[path]} and {letter} with the same tokens, "
                "so their probabilities cannot be distinguished."
            )


def check_length(n_tokens: int, max_length: int) -> None:
    """Refuse a prompt that would have to be cut.

    Raises:
        PromptTooLong: it has more tokens than are allowed.
    """
    if n_tokens > max_length:
        raise PromptTooLong(
            f"prompt and answer have {n_tokens} tokens, {max_length} are allowed (`max_length`, or the "
            "model's own limit). The prompt was not cut."
        )


def check_known(ids: Iterable[int], n_known: int) -> None:
    """Refuse token ids that the model has no embedding of: looking one up may take a GPU's context with it.

    Args:
        n_known: ids below this have one.

    Raises:
        EngineFault: tokenizer and model are not of one kind.
    """
    largest = max(ids, default=0)
    if largest >= n_known:
        raise EngineFault(
            f"the tokenizer makes token {largest} of a prompt, and the model knows {n_known}: "
            "they do not belong together."
        )


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
