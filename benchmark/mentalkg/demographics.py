"""Who a patient is besides the symptoms: age, sex, occupation, marital status. Nothing in it is a stressor.

The list is our own. MentalBench's has entries such as "laid off recently", which would be an adjustment
disorder in disguise; and neither nurses nor soldiers are here, whose work invites trauma.
"""

from typing import NamedTuple

SEXES = ("female", "male")
# Occupation → from which age to which.
OCCUPATIONS = {
    "accountant": (24, 64), "architect": (27, 66), "baker": (20, 62), "bookseller": (22, 66),
    "bus driver": (24, 62), "carpenter": (20, 62), "chef": (22, 62), "cleaner": (18, 64),
    "college student": (18, 25), "dental technician": (22, 62), "electrician": (21, 62),
    "farmer": (22, 70), "florist": (20, 66), "furniture maker": (21, 66), "gardener": (20, 66),
    "graphic designer": (22, 62), "hairdresser": (19, 62), "insurance clerk": (22, 62),
    "interpreter": (25, 66), "laboratory assistant": (22, 62), "librarian": (24, 66),
    "mechanic": (20, 62), "music teacher": (25, 66), "office manager": (26, 64),
    "painter and decorator": (20, 62), "pharmacist": (26, 66), "photographer": (21, 66),
    "physiotherapist": (24, 62), "postal worker": (20, 62), "primary school teacher": (24, 64),
    "receptionist": (19, 62), "retired clerk": (66, 74), "retired engineer": (66, 74),
    "retired teacher": (65, 74), "sales assistant": (18, 62), "seamstress": (20, 66),
    "shop owner": (26, 68), "software developer": (22, 62), "surveyor": (25, 64), "tailor": (21, 66),
    "technical writer": (24, 64), "translator": (24, 68), "university lecturer": (29, 66),
    "waiter": (18, 58), "warehouse worker": (18, 60), "web designer": (21, 60),
}  # fmt: skip
MARRIED_FROM = 24


class Demographics(NamedTuple):
    """A patient's age in years, sex, occupation and marital status."""

    age: int
    sex: str
    occupation: str
    marital_status: str


def demographics_of(person: int) -> Demographics:
    """Somebody of an age that fits the occupation, from a number that stands for a person."""
    rest, place = divmod(person, len(_OCCUPATIONS))
    occupation, (youngest, oldest) = _OCCUPATIONS[place]
    rest, years = divmod(rest, oldest - youngest + 1)
    rest, sex = divmod(rest, len(SEXES))
    age = youngest + years
    statuses = ("single", "in a relationship", "married", "married") if age >= MARRIED_FROM else ("single",)
    return Demographics(age, SEXES[sex], occupation, statuses[rest % len(statuses)])


_OCCUPATIONS = tuple(OCCUPATIONS.items())
