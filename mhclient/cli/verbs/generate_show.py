"""`mhclient generate mentalkg KG --show PATIENT`: a patient, what is offered, and why the rest is wrong."""

from benchmark.mentalkg.design import CaseDesign
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient
from mhclient.cli.screen.console import out, plain
from mhclient.errors import UsageError


def show_patient(design: CaseDesign, patient_id: str) -> int:
    """Print one patient of a design."""
    patient = next((each for each in design.patients if each.id == patient_id), None)
    if patient is None:
        examples = ", ".join(each.id for each in design.patients[:1])
        raise UsageError(f"There is no patient {patient_id!r} in this design; the first is {examples}.")
    for line in (
        *_person(patient),
        "",
        *_stated(patient, design.graph),
        "",
        *_options(patient, design.graph),
    ):
        out.print(plain(line), soft_wrap=True)
    return 0


def _person(patient: Patient) -> list[str]:
    who = patient.demographics
    kind = patient.profile.type.removeprefix("type")
    return [
        f"{patient.id}: type {kind}, {who.age} years, {who.sex}, {who.occupation}, {who.marital_status}",
    ]


def _stated(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    statement = patient.profile.parts[patient.part]
    lines = []
    for group, symptoms in (*statement.groups.items(), ("added", statement.added)):
        span = statement.group_spans.get(group)
        mild = ", no marked impairment" if statement.group_impairment.get(group) is False else ""
        lines += [f"{group}{f', {span.text}' if span else ''}{mild}:"] if symptoms else []
        lines += [f"  {symptom} {_shown(patient, symptom, graph)}" for symptom in symptoms]
    said = {
        "Duration in all": statement.total.text if statement.total else None,
        "Impairment": {True: "yes", False: "none that is marked", None: None}[statement.impairment],
        "Stressor": " – ".join(statement.stressor) if statement.stressor else None,
        "Requirements": "; ".join(statement.requirements) or None,
        "Withheld": "duration and impairment" if statement.partial_by else None,
    }
    return [*lines, *(f"{name}: {text}" for name, text in said.items() if text)]


def _shown(patient: Patient, symptom: str, graph: DiagnosisGraph) -> str:
    entry = graph.symptoms[symptom]
    manifestation = entry.manifestations[patient.manifestations[symptom]]
    return f"{entry.name.replace('_', ' ')}: {manifestation.name or manifestation.text}"


def _options(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    return [
        f"{letter}. {graph.disorders[key].name} ({_standing(patient, letter, key)})"
        for letter, key in patient.options.items()
    ]


def _standing(patient: Patient, letter: str, key: str) -> str:
    if letter in patient.gold:
        return "gold"
    if key in patient.separated_by:
        by, fact = patient.separated_by[key]
        return f"{patient.classes[key]}; symptoms met, wrong by {by}: {fact}"
    return patient.classes.get(key, "the other side of the differential")
