"""A diagnosis graph as values: symptoms, groups with thresholds, disorders, differentials, stressors.

The layout is MentalKG's (Song, Kang et al., arXiv 2602.12871; github.com/HoyunS/MentalBench, CC BY 4.0).
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

_MASK = 0xFFFFFFFFFFFFFFFF
# 2^64 divided by the golden ratio spreads neighbours (Knuth, volume 3, section 6.4).
_SPREAD = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4096)
def number_of(text: str) -> int:
    """A 64-bit number that looks random, from a text alone."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def mixed(one: int, other: int) -> int:
    """A number below 2^32 from two of 64 bits."""
    return (((one ^ other) * _SPREAD) & _MASK) >> 32


def sorted_mixed(one: int, others: Iterable[int]) -> list[int]:
    """Numbers by `mixed(one, number)`."""
    return [
        number
        for _, number in sorted([((((one ^ other) * _SPREAD) & _MASK) >> 32, other) for other in others])
    ]


def mixed_places(one: int, others: Iterable[tuple[str, int, int]]) -> dict[str, int]:
    """Name → a place below a size, from (name, number, size): `mixed(one, number) % size` for each."""
    return {name: ((((one ^ number) * _SPREAD) & _MASK) >> 32) % size for name, number, size in others}


def following(one: int, place: int) -> int:
    """The `place`-th number of 64 bits that follows one (SplitMix64: Steele, Lea and Flood, OOPSLA 2014)."""
    found = (one + place * _SPREAD) & _MASK
    found = ((found ^ (found >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    found = ((found ^ (found >> 27)) * 0x94D049BB133111EB) & _MASK
    return found ^ (found >> 31)


ATTRIBUTION = (
    "Symptom texts and criteria: MentalKG by Song, Kang et al. (MentalBench, arXiv 2602.12871, "
    "github.com/HoyunS/MentalBench), CC BY 4.0; changed: sampled and written into new cases."
)

# Its files and folders.
NAMES, CRITERIA, EVENTS = "disorder.json", "diagnostic_criteria.json", "event.json"
SYMPTOMS, DIFFERENTIALS = "symptom", "differential_diagnosis"


@dataclass(frozen=True, slots=True)
class Manifestation:
    """One way in which a symptom shows: a subtype with its text, or an example, which has no name."""

    name: str | None
    text: str


@dataclass(frozen=True)
class Symptom:
    """A symptom; `subtypes` says whether its manifestations are named kinds or mere examples."""

    id: str
    name: str
    category: str
    description: str
    manifestations: tuple[Manifestation, ...]
    subtypes: bool

    @cached_property
    def number(self) -> int:
        """A number that looks random, from the id alone."""
        return number_of(self.id)


@dataclass(frozen=True)
class CriteriaGroup:
    """A group of symptoms as one disorder asks for it.

    Attributes:
        optional: the group may be there (`include`); it is no condition (`must_include` is one).
        required: symptoms that must all be there.
        one_of: symptoms of which one must be there; empty where any will do.
        min_days: how long it must last; None where nothing is said.
        impairment: whether it is asked for; False where it is said to be absent, None where nothing is.
    """

    name: str
    optional: bool
    pool: tuple[str, ...]
    min_count: int
    required: frozenset[str]
    one_of: frozenset[str]
    min_days: float | None
    impairment: bool | None

    @cached_property
    def pooled(self) -> frozenset[str]:
        """The pool as a set; groups of one pool mean the same symptoms, whatever they are called."""
        return frozenset(self.pool)

    @property
    def core(self) -> frozenset[str]:
        """What a group is known by: the symptoms that are required; the whole pool where none is."""
        return (self.required | self.one_of) or self.pooled

    def met_by(self, symptoms: frozenset[str]) -> bool:
        """Whether symptoms reach the threshold, with all that is required; durations are asked elsewhere."""
        found = symptoms & self.pooled
        return (
            len(found) >= self.min_count
            and self.required <= found
            and (not self.one_of or bool(self.one_of & found))
        )


@dataclass(frozen=True)
class Disorder:
    """A disorder with its criteria; `stressor` is the key of an event, `requirements` are sentences."""

    id: str
    name: str
    groups: tuple[CriteriaGroup, ...]
    min_days: float | None
    max_days: float | None
    impairment: bool | None
    requirements: tuple[str, ...]
    stressor: str | None

    @cached_property
    def number(self) -> int:
        """A number that looks random, from the id alone."""
        return number_of(self.id)

    @cached_property
    def must_groups(self) -> tuple[CriteriaGroup, ...]:
        """The groups that are conditions."""
        return tuple(group for group in self.groups if not group.optional)

    @cached_property
    def pools(self) -> frozenset[str]:
        """All symptoms of all groups."""
        return frozenset(symptom for group in self.groups for symptom in group.pool)

    @cached_property
    def group_names(self) -> frozenset[str]:
        """What its groups are called."""
        return frozenset(group.name for group in self.groups)

    def met_by(self, symptoms: frozenset[str]) -> bool:
        """Whether symptoms meet every group that is a condition, durations and all else left aside."""
        for group in self.must_groups:  # noqa: SIM110 - asked thousands of times, and a generator takes longer
            if not group.met_by(symptoms):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Differential:
    """How `main` is told from `other`; the direction matters. `trigger` is None where there is none."""

    main: str
    other: str
    trigger: str | None
    key_difference: str
    rules: Mapping[str, str]

    @property
    def id(self) -> str:
        """Both disorders, in their direction: D013-D020."""
        return f"{self.main}-{self.other}"


@dataclass(frozen=True, slots=True)
class Stressor:
    """A kind of event that a disorder asks for, with examples as name → text."""

    key: str
    name: str
    description: str
    examples: Mapping[str, str]


@dataclass(frozen=True)
class DiagnosisGraph:
    """All of a graph, each part by its id; `sha256` is of its files.

    Attributes:
        stressors: by the word that disorders use for them.
        impairments: kinds of functional impairment, in words.
    """

    symptoms: Mapping[str, Symptom]
    disorders: Mapping[str, Disorder]
    differentials: tuple[Differential, ...]
    stressors: Mapping[str, Stressor]
    impairments: tuple[str, ...]
    sha256: str

    @cached_property
    def shown(self) -> Mapping[str, tuple[str, int, int]]:
        """Symptom → (itself, its number, how many ways there are in which it shows)."""
        return {key: (key, one.number, len(one.manifestations)) for key, one in self.symptoms.items()}

    @cached_property
    def with_group(self) -> Mapping[str, frozenset[str]]:
        """Name of a group → the disorders that have it."""
        disorders = self.disorders.values()
        names = frozenset().union(*(each.group_names for each in disorders))
        return {name: frozenset(one.id for one in disorders if name in one.group_names) for name in names}

    @cached_property
    def with_symptom(self) -> Mapping[str, frozenset[str]]:
        """Symptom → the disorders with it in a group."""
        disorders = self.disorders.values()
        return {key: frozenset(one.id for one in disorders if key in one.pools) for key in self.symptoms}

    @cached_property
    def by_pair(self) -> Mapping[tuple[str, str], Differential]:
        """(main, other) → the differential of that direction."""
        return {(each.main, each.other): each for each in self.differentials}
