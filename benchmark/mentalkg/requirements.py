"""What additional requirements and rules say about how episodes lie in time, as far as it decides anything.

They are sentences for people. Two things in them are needed: whether psychosis stands outside mood episodes
or never does, which contradict each other; and whether a group fills most of the whole duration.
"""

import re

# "delusions_and_hallucinations occur for 2 or more weeks in the absence of a major mood episode";
# "psychotic symptoms persist for at least 2 weeks without manic symptoms".
_OUTSIDE = re.compile(r"\b(?:in the absence of|weeks without|persist without)\b", re.IGNORECASE)
# "… occur exclusively during the manic episode"; "appear only during the period of the depressive episode".
_WITHIN = re.compile(r"\b(?:exclusively|only) during\b", re.IGNORECASE)
# "manic_episode is present for the majority of the total duration"; a rule: "appear for the majority of …".
_MAJORITY = re.compile(r"\bfor the majority of the total duration\b", re.IGNORECASE)
_GROUP_FILLS = re.compile(rf"^(\w+) is present {_MAJORITY.pattern}", re.IGNORECASE)


def contradicts(stated: str, requirement: str) -> bool:
    """Whether both cannot hold: one has psychosis outside episodes, the other within them only."""
    return bool(
        (_OUTSIDE.search(stated) and _WITHIN.search(requirement))
        or (_WITHIN.search(stated) and _OUTSIDE.search(requirement))
    )


def group_that_fills(requirement: str) -> str | None:
    """The group that must be there for most of the total duration.

    >>> group_that_fills("manic_episode is present for the majority of the total duration of the illness")
    'manic_episode'
    """
    match = _GROUP_FILLS.match(requirement)
    return match[1] if match else None


def separates(rule: str) -> str | None:
    """What a rule separates two disorders by, `psychosis outside episodes` or `concurrence`; else None.

    >>> separates("Manic symptoms appear for the majority of the total duration of the active phase.")
    'concurrence'
    """
    if _OUTSIDE.search(rule):
        return "psychosis outside episodes"
    return "concurrence" if _MAJORITY.search(rule) or _WITHIN.search(rule) else None
