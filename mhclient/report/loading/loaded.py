"""A run as reports see it: every item scored, with all that is known about it. Values only."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar, cast

from benchmark import Item
from benchmark.same import Content, content_of, copies_among
from cache import RunRow
from mhclient.figures.accuracy import Tally
from mhclient.figures.clustering import QUESTION
from mhclient.figures.coverage import Slice
from mhclient.figures.letter_probabilities import ChoiceFigures
from mhclient.judge.agreement import JudgedFigures
from mhclient.read.choices import Confidence
from mhclient.read.scored import Scored
from mhclient.run.adopted import PublishedReading
from mhclient.run.marks import Mark
from mhclient.run.spec import RunSpec
from mhclient.run.stored_items import reply_name
from mhclient.show.cells import NOT_KNOWN

V = TypeVar("V")
LOOKED_AT = 500  # items


def _once(known: dict[str, tuple[object, Any]], name: str, source: object, make: Callable[[], V]) -> V:
    """What is made of a source, kept under a name until there is another source."""
    of, made = known.get(name, (None, None))
    if of is not source:
        made = make()
        known[name] = source, made
    return cast("V", made)


@dataclass(frozen=True, slots=True)
class LoadedBenchmark:
    """A benchmark's items by id, in the file's order, and the graph behind them.

    Attributes:
        unusable: items that cannot be used, by id → why not; `items` has the others.
        change: how the store's items are not those that the digest is of; None where they are.
        tasks_before: item id → its task, where items are grouped by something else that stands in its place.
    """

    digest: str
    name: str
    manifest: Mapping[str, Any]
    items: Mapping[str, Item]
    graph: Slice | None
    sizes: Mapping[str, int]  # task → items
    unusable: Mapping[str, str] = field(default_factory=dict)
    change: str | None = None
    tasks_before: Mapping[str, str] = field(default_factory=dict)
    _of_items: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def contents(self) -> Mapping[str, Content]:
        """Item id → what it asks: worked out where runs of several benchmarks meet, once."""
        return _once(
            self._of_items,
            "contents",
            self.items,
            lambda: {name: content_of(item) for name, item in self.items.items()},
        )

    @property
    def copies(self) -> Mapping[str, str]:
        """Id of an item that asks what an earlier one asks → that one's id."""
        return _once(self._of_items, "copies", self.items, lambda: copies_among(self.items.values()))


class Spent(NamedTuple):
    """What replies cost; None where it is not known of each of them.

    Attributes:
        known_tokens: of prompts and completions, as far as the provider counts them.
    """

    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: float | None
    known_tokens: int

    @property
    def tokens(self) -> int | None:
        """Prompts and completions together."""
        is_known = self.prompt_tokens is not None and self.completion_tokens is not None
        return self.known_tokens if is_known else None

    @property
    def tokens_in_words(self) -> str:
        """The same as it is shown: at least so many where some replies have no count, – where none has.

        >>> [spent_of(*counts, None).tokens_in_words for counts in ((1200, 2), (1200, None), (None, None))]
        ['1,202', '≥ 1,200', '–']
        """
        if self.tokens is None:
            return f"≥ {self.known_tokens:,}" if self.known_tokens else NOT_KNOWN
        return f"{self.tokens:,}"

    @classmethod
    def total(cls, parts: Iterable["Spent"]) -> "Spent":
        """The sum; each figure is known if that of all parts is."""
        n, prompt_tokens, completion_tokens, tokens, known = 0, 0, 0, 0, array("d")
        n_prompts, n_completions = 0, 0
        for n, part in enumerate(parts, 1):  # noqa: B007  # how many there are, once it ends
            tokens += part.known_tokens
            if part.prompt_tokens is not None:
                prompt_tokens, n_prompts = prompt_tokens + part.prompt_tokens, n_prompts + 1
            if part.completion_tokens is not None:
                completion_tokens, n_completions = (
                    completion_tokens + part.completion_tokens,
                    n_completions + 1,
                )
            if part.cost_usd is not None:
                known.append(part.cost_usd)
        return cls(
            prompt_tokens if n_prompts == n else None,
            completion_tokens if n_completions == n else None,
            sum(known) if n and len(known) == n else None,
            tokens,
        )


@lru_cache(maxsize=10_000)
def spent_of(prompt_tokens: int | None, completion_tokens: int | None, cost_usd: float | None) -> Spent:
    """What one reply cost; many cost the same. A prompt of 0 tokens is one that nobody counted."""
    known = (prompt_tokens or 0) + (completion_tokens or 0)
    return Spent(prompt_tokens or None, completion_tokens, cost_usd, known)


@dataclass(frozen=True, slots=True)
class AppliedDecisions:
    """What people's decisions did to a run.

    Attributes:
        digest: SHA-256 of the decisions file.
        n_replies: replies that have a decision; `n_changed` of them say something else than was read.
        as_read: the run as the reader has it.
    """

    digest: str
    n_replies: int
    n_changed: int
    as_read: Sequence[Scored]

    @property
    def about_this(self) -> bool:
        """Whether any of the file's decisions is about the run."""
        return self.n_replies > 0


@dataclass(frozen=True, slots=True)
class OtherLabels:
    """Golds of another label set than the benchmark's.

    Attributes:
        name: of the set; `known` are all that the run's items have.
        without: task → items that the set has no label of; `scored` does not have them.
    """

    name: str
    known: tuple[str, ...]
    without: Mapping[str, int]

    @property
    def n_without(self) -> int:
        return sum(self.without.values())


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run with every item scored, as often as it is asked.

    Attributes:
        served: the models the provider says it served → replies.
        judged: what raters say about the replies, where any has judged them; `scored` knows nothing of it.
        repetitions: of each item in `scored`, the how-manieth time it was asked, from 1. An item stands there
            as often as the run asks it, one after the other.
        unfinished: replies whose provider does not say how they ended, or says it in no word that is known.
        broken_off: of these, replies that the provider says it broke off; earlier versions took them for one.
        glued: replies whose text holds the commentary before the final answer, as earlier versions kept it.
        in_batches: items that have been handed to a provider's batches and have no reply yet.
        fingerprints: of what served them, as far as the provider says → replies.
        routes, tiers: who served them behind a router, and in which tier of service → replies.
        cached_tokens: of prompts, that the provider read from its cache.
        route_of_each: who served each reply behind a router, in the order of `scored`.
        filters_of_each: what the provider's filters said of each, as the store keeps it, likewise.
        from_cache: items whose reply was in the store before this run asked.
        spent: item id → what its replies cost, for items that have one.
        response_ids: the reply of each item, in the order of `scored`.
        left_out: item id → why it cannot be used; such items count for nothing, and `scored` has the others.
        other_labels: set where golds are of another label set than the benchmark's.
        failures: name of a reply → why it ended without a reply, in full; `failed_keys`: → of its request.
        errors: the same by the error's name → how many.
        choices: how far forced choices can be trusted; None for runs of another kind.
        confidences: how sure the model is of its likeliest letters, where their probabilities are known; of
            an item that was asked several times, at the first.
        decided: set where people's decisions were to stand in `scored` instead of what was read.
        marks: what sets it apart, also from the runs it was loaded with.
        sent_otherwise: in which parameters it differs from those, where that is short: "temperature 0.7".
        guessed: of a simulated model: items that its answer key lacks, so that it guessed.
        asked_between: when the first and the last reply came, ISO 8601, UTC; None without a reply.
        published: of an adopted run: what the tool made of each reply, in the order of `scored`.
        completions: of a run without options shown: the text of each reply, in the order of `scored`.
        asked_again_of: the run whose unread items these are, the run that this one asked again, and so on.
    """

    run: RunRow
    spec: RunSpec
    benchmark: LoadedBenchmark
    scored: Sequence[Scored]
    served: Mapping[str, int]
    from_cache: int
    spent: Mapping[str, Spent]
    response_ids: Sequence[int | None]
    repetitions: Sequence[int]
    failures: Mapping[str, str] = field(default_factory=dict)
    failed_keys: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    other_labels: OtherLabels | None = None
    choices: ChoiceFigures | None = None
    confidences: tuple[Confidence, ...] = ()
    decided: AppliedDecisions | None = None
    judged: JudgedFigures | None = None
    unfinished: int = 0
    broken_off: int = 0
    glued: int = 0
    in_batches: int = 0
    fingerprints: Mapping[str, int] = field(default_factory=dict)
    routes: Mapping[str, int] = field(default_factory=dict)
    tiers: Mapping[str, int] = field(default_factory=dict)
    cached_tokens: int = 0
    route_of_each: Sequence[str | None] = ()
    filters_of_each: Sequence[str | None] = ()
    marks: tuple[Mark, ...] = ()
    sent_otherwise: str = ""
    asked_again_of: tuple[str, ...] = ()
    completions: Sequence[str | None] = ()
    asked_between: tuple[str, str] | None = None
    published: tuple[PublishedReading, ...] = ()
    guessed: int = 0
    _of_scored: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<LoadedRun {self.run.run_id}, {len(self.scored):,} replies>"

    @property
    def names(self) -> tuple[str, ...]:
        """What the reply to each item in `scored` is called: two runs' replies of one name can be paired."""
        return self._once("names", self._names)

    def _names(self) -> tuple[str, ...]:
        ids = [scored.item.id for scored in self.scored]
        return tuple(ids if self.spec.epochs == 1 else map(reply_name, ids, self.repetitions))

    @property
    def tally(self) -> Tally:
        """The replies by kind."""
        return self._once("tally", lambda: Tally(self.scored, self.spec.epochs))

    def _once(self, name: str, make: Callable[[], V]) -> V:
        """What is made of `scored`: once for this run and for those that have the same and other marks."""
        return _once(self._of_scored, name, self.scored, make)

    @property
    def has_entities(self) -> bool:
        """Whether its items name what they are about, such as drugs and diseases; by the first of them."""
        return any(scored.item.entities for scored in islice(self.scored, LOOKED_AT))

    @property
    def of_versions(self) -> bool:
        """Whether its items name the question that they are versions of, and nothing else; by the first."""
        first = [entity for scored in islice(self.scored, LOOKED_AT) for entity in scored.item.entities]
        return bool(first) and all(entity.role == QUESTION for entity in first)

    def at(self, places: Sequence[int]) -> "LoadedRun":
        """The run with the replies at these places of `scored` alone, in this order.

        All that stands in the order of `scored` goes with them; what is told of the whole run stays.
        """

        def chosen(column: Sequence[V]) -> list[V]:
            return [column[place] for place in places] if column else []

        return replace(
            self,
            scored=tuple(chosen(self.scored)),
            response_ids=chosen(self.response_ids),
            repetitions=chosen(self.repetitions),
            route_of_each=chosen(self.route_of_each),
            filters_of_each=chosen(self.filters_of_each),
            published=tuple(chosen(self.published)),
            completions=chosen(self.completions),
            _of_scored={},
        )

    @property
    def spent_in_all(self) -> Spent:
        """What all replies cost, whoever paid for them."""
        return Spent.total(self.spent.values())

    def spent_on(self, item_ids: Iterable[str]) -> Spent:
        """What the replies to these items cost, whoever paid for them."""
        return Spent.total([self.spent[item_id] for item_id in item_ids if item_id in self.spent])
