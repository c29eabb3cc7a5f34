"""Which disorders' symptom criteria imply those of which others: options that would be right as well."""

from benchmark.mentalkg.graph import CriteriaGroup, DiagnosisGraph, Disorder


def implications(graph: DiagnosisGraph) -> list[tuple[str, str]]:
    """(x, y): whoever meets the symptom criteria of x meets those of y, by their thresholds alone."""
    disorders = graph.disorders.values()
    return [(x.id, y.id) for x in disorders for y in disorders if x is not y and implies(x, y)]


def implies(x: Disorder, y: Disorder) -> bool:
    """Whether each group of y is met by every full set of some group of x."""
    return all(any(_guarantees(inner, outer) for inner in x.must_groups) for outer in y.must_groups)


def _guarantees(given: CriteriaGroup, asked: CriteriaGroup) -> bool:
    """Whether no set that meets `given` fails `asked`, for want of a required symptom or of number."""
    if any(_can_avoid(given, {symptom}) for symptom in asked.required):
        return False
    if asked.one_of and _can_avoid(given, asked.one_of):
        return False
    return _fewest_within(given, frozenset(asked.pool)) >= asked.min_count


def _can_avoid(group: CriteriaGroup, avoided: set[str] | frozenset[str]) -> bool:
    left = set(group.pool) - avoided
    reachable = len(left) >= group.min_count and group.required <= left
    return reachable and (not group.one_of or bool(group.one_of & left))


def _fewest_within(group: CriteriaGroup, pool: frozenset[str]) -> int:
    """How few symptoms of a pool a set that meets the group can have."""
    needed = group.required & pool
    needs_one = bool(group.one_of) and not group.one_of & group.required and group.one_of <= pool
    outside = len(set(group.pool) - pool)
    return max(len(needed) + needs_one, group.min_count - outside)
