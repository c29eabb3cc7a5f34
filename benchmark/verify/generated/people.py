"""Profiles and patients against the criteria: golds that hold, options that are wrong, their classes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.verify.generated.criteria import AskedOf, Criteria, days_of
from benchmark.verify.violation import Kind, Violation

_ONE_DAY = 1.0


def check_profile(profile: Mapping[str, Any], graph: Criteria) -> Iterator[Violation]:
    """Charts meet their disorder, self-reports do not unless marked, clear cases can be true."""
    for part, stated in profile["parts"].items():
        symptoms = symptoms_of(stated)
        where = f"{profile['id']} ({part})"
        for gold in stated["gold"]:
            if problem := _wrong(profile["type"], stated, symptoms, graph.disorders[gold]):
                yield Violation(where, Kind.GOLD_UNSUPPORTED, f"{gold}: {problem}")
        main = graph.disorders[profile["main"]]
        for name, listed in stated["groups"].items():
            if not set(listed) <= set(main.groups.get(name, {}).get("symptom_pool", ())):
                yield Violation(
                    where, Kind.PROFILE_WRONG, f"group {name} has symptoms that are not in its pool"
                )


def _wrong(kind: str, stated: Mapping[str, Any], symptoms: set[str], gold: AskedOf) -> str | None:
    met = gold.met(symptoms)
    if kind == "type1" and not met:
        return "a chart whose symptoms do not meet it"
    if kind == "type2" and met != (stated.get("partial_by") == "duration"):
        return "a self-report whose symptoms meet it" if met else "marked as complete, and is not"
    if kind == "type4" and not met:
        return "a clear case whose symptoms do not meet it"
    total = stated.get("duration")
    if total and kind in ("type1", "type2"):
        from_text = days_of(total)
        if not gold.least - _ONE_DAY <= from_text <= gold.most + _ONE_DAY:
            return f"{total} is not within its limits"
        if any(days_of(span) > from_text + _ONE_DAY for span in stated.get("group_durations", {}).values()):
            return "a part lasts longer than the whole"
    return None


def check_patient(
    patient: Mapping[str, Any], profile: Mapping[str, Any], graph: Criteria
) -> Iterator[Violation]:
    """The profile's symptoms; letters of the gold; no option that is right as well, unless a fact decides."""
    stated = profile["parts"][patient.get("part") or "all"]
    symptoms, where = symptoms_of(stated), str(patient["id"])
    if set(patient["manifestations"]) != symptoms:
        yield Violation(where, Kind.PROFILE_WRONG, "the patient shows other symptoms than the profile has")
    options = patient["options"]
    if sorted(options[letter] for letter in patient["gold"]) != sorted(stated["gold"]):
        yield Violation(where, Kind.GOLD_UNSUPPORTED, "the letters are not those of the profile's gold")
    pair = {profile["main"], profile.get("other")}
    for key in set(options.values()) - pair:
        right = graph.disorders[key].met(symptoms)
        if right != (key in patient["separated_by"]):
            what = "is right as well" if right else "is said to be separated, and needs not be"
            yield Violation(where, Kind.TWO_RIGHT, f"{key} {what}")
        if (given := patient["classes"].get(key)) != (
            found := _class(stated["groups"], graph.disorders[key])
        ):
            yield Violation(where, Kind.ANNOTATION_WRONG, f"{key} is {found}, not {given}")


def _class(groups: Mapping[str, Sequence[str]], other: AskedOf) -> str:
    if set(groups) & set(other.groups):
        return "high"
    shown = {symptom for symptoms in groups.values() for symptom in symptoms}
    return "moderate" if shown & other.symptoms() else "low"


def symptoms_of(stated: Mapping[str, Any]) -> set[str]:
    """All symptoms of a statement."""
    return {symptom for symptoms in stated["groups"].values() for symptom in symptoms} | set(
        stated.get("added", ())
    )
