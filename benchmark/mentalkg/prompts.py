"""What a writer is asked, what a checker is asked about the case that comes back, and how often the checker
errs.

The writer's words are ours for the content that the paper describes (arXiv 2602.12871, appendix). No prompt
says which diagnosis is meant: what is not given cannot leak. `PROMPTS_VERSION` is in the manifest of what is
made, and a folder that was begun with another is refused: raise it with every change.

The checker is asked blindly: it sees the text and the symptoms of all four options' groups in an order by
hash, no diagnosis, no profile, no options. What it calls present it must quote; a quotation that is no part
of the text makes the entry void. Among the cases it reads are some whose truth is known: a case compared
with another patient's profile of the same disorder, and cases whose prompt left one symptom out on purpose.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.graph import DiagnosisGraph, Differential
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.texts import TextCheck, TextProblem

PROMPTS_VERSION = "1"
OPENING = "Write one synthetic psychiatric case for a test of diagnostic reasoning."
SYMPTOMS = "Symptoms, each of which must be there, in your own words:"
DURATIONS = "Durations:"
FACTS = "Facts that the text must make plain, in your own words:"
EXCLUDED = "What the text must rule out by facts:"
LEFT_OPEN = "What must stay open: the text may neither confirm nor rule it out:"
AGAIN = "Your last text was refused. Write another that is free of these faults:"

_CHART = (
    "It is a chart entry: third person, clinical register. State age, sex, marital status and occupation at "
    "the start; none of them is a cause of anything, and where one could be a strain, leave a clear gap in "
    "time. Give every symptom as an observation, and every duration as it stands here."
)
_REPORT = (
    "It is a self-report: first person, in the voice of that age and occupation. Show each symptom in "
    "everyday situations, and mention durations in passing. Mention no other complaint, and deny none."
)
_ALWAYS = (
    "150 to 200 words. Name no diagnosis, no abbreviation of one and no manual such as DSM or ICD. Copy no "
    "phrase from the lists. Never describe a method of self-harm. Reply with the case alone: no heading, no "
    "remark, no quotation marks around it."
)


def writing_prompt(patient: Patient, graph: DiagnosisGraph) -> str:
    """The prompt of a patient: the same for every writer."""
    statement = patient.profile.parts[patient.part]
    who = patient.demographics
    sections = [
        f"{OPENING} {_CHART if patient.profile.type == 'type1' else _REPORT}",
        f"Patient: {who.age} years, {who.sex}, {who.occupation}, {who.marital_status}.",
        _listed(SYMPTOMS, _symptoms(patient, graph)),
        _listed(DURATIONS, _durations(patient)),
        _functioning(patient),
        _event(statement.stressor, graph),
        *_of_differential(patient, graph),
        _listed(FACTS, facts_to_state(patient, graph)),
        _ALWAYS,
    ]
    return "\n\n".join(section for section in sections if section)


def writing_again(prompt: str, refused: str | None, problems: Sequence[TextProblem]) -> str:
    """The prompt of a later round: the same, with the text that was refused and why."""
    shown = f"\n\nYour last text:\n{refused}" if refused else ""
    return f"{prompt}\n\n{_listed(AGAIN, [problem.what for problem in problems if problem.refuses])}{shown}"


def facts_to_state(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    """Requirements, separating facts, and for a clear case the rule of its gold: all must be in the text."""
    statement = patient.profile.parts[patient.part]
    facts = [_plain(requirement) for requirement in statement.requirements]
    facts += [_plain(fact.fact) for fact in patient.separated_by.values() if fact.by not in _BY_NUMBERS]
    if patient.profile.type == "type4":
        facts.append(_pair(patient, graph).rules[statement.gold[0]])
    return list(dict.fromkeys(facts))


def facts_to_exclude(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    """For a clear case the rule of the other side."""
    if patient.profile.type != "type4":
        return []
    (gold,) = patient.profile.parts[patient.part].gold
    return [rule for disorder, rule in _pair(patient, graph).rules.items() if disorder != gold]


def facts_left_open(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    """For an ambiguous case the rules of both sides."""
    return list(_pair(patient, graph).rules.values()) if patient.profile.type == "type3" else []


# Facts of these kinds stand in the prompt as durations, functioning and event.
_BY_NUMBERS = ("duration", "impairment", "stressor")


def _pair(patient: Patient, graph: DiagnosisGraph) -> Differential:
    assert patient.profile.other, "only pairs have rules"
    return graph.by_pair[patient.profile.main, patient.profile.other]


def _symptoms(patient: Patient, graph: DiagnosisGraph) -> Iterator[str]:
    for key, place in patient.manifestations.items():
        symptom = graph.symptoms[key]
        shown = symptom.manifestations[place]
        kind = f"{shown.name}: {shown.text}" if shown.name else shown.text
        yield f"{_plain(symptom.name)}: {kind}"


def _durations(patient: Patient) -> Iterator[str]:
    statement = patient.profile.parts[patient.part]
    if statement.total:
        yield f"in all: {statement.total.text}"
    for group, span in statement.group_spans.items():
        yield f"{_plain(group)}: {span.text}"


def _functioning(patient: Patient) -> str:
    statement = patient.profile.parts[patient.part]
    said = {True: "clearly impaired.", False: "not markedly impaired.", None: ""}[statement.impairment]
    for group, impairs in statement.group_impairment.items():
        said += "" if impairs else f" The {_plain(group)} does not markedly impair it."
    return f"Functioning: {said.strip()}" if said else ""


def _event(stressor: tuple[str, str] | None, graph: DiagnosisGraph) -> str:
    if stressor is None:
        return ""
    kind, name = stressor
    return f"Event that came before: {name}. {graph.stressors[kind].examples[name]}"


def _of_differential(patient: Patient, graph: DiagnosisGraph) -> Iterator[str]:
    if patient.profile.other is None:
        return
    pair = _pair(patient, graph)
    if pair.trigger:
        yield f"Weave in, without letting it dominate: {pair.trigger}."
    if patient.profile.type == "type4":
        yield f"What decides: {pair.key_difference}."
    yield _listed(LEFT_OPEN, facts_left_open(patient, graph))
    yield _listed(EXCLUDED, facts_to_exclude(patient, graph))


def _plain(text: str) -> str:
    return text.replace("_", " ")


def _listed(heading: str, entries: Sequence[str] | Iterator[str]) -> str:
    lines = [f"- {entry}" for entry in entries]
    return "\n".join([heading, *lines]) if lines else ""


CHECKER_VERSION = "1"
EXTRACT = "Read a case and say which of the listed symptoms it tells."
JUDGE = "Read a case and say which of the numbered statements it makes plain."
LIST, CASE = "The list:", "The case:"
PRESENT, DENIED = "present", "denied"
YES, NO, OPEN = "yes", "no", "open"

_EXTRACT_REPLY = (
    'Reply with one JSON object: {"symptoms": [{"name": …, "status": "present" | "denied" | "not mentioned", '
    '"quote": …}]}, one entry per symptom, its name as it stands in the list. A quote is copied from the '
    "case, letter by letter; it is empty where nothing is mentioned. Infer nothing that is not told."
)
_JUDGE_REPLY = (
    'Reply with one JSON object: {"statements": [{"number": …, "answer": "yes" | "no" | "open", "quote": '
    "…}]}. Yes: the case makes it plain; no: the case rules it out; open: neither. A quote is copied from "
    "the case, letter by letter; it is empty where the answer is open."
)


class FoundSymptoms(NamedTuple):
    """Symptoms by id; `void` are those whose quotation is not in the text."""

    present: frozenset[str]
    denied: frozenset[str]
    void: frozenset[str]


def asked_symptoms(patient: Patient, graph: DiagnosisGraph) -> list[str]:
    """The symptoms of all options, in an order that tells nothing."""
    pools = {key for disorder in patient.options.values() for key in graph.disorders[disorder].pools}
    return Ranker(0).shuffled(sorted(pools | patient.manifestations.keys()), patient.id, "extract")


def extraction_prompt(text: str, patient: Patient, graph: DiagnosisGraph) -> str:
    """Which symptoms a case tells."""
    entries = [
        f"- {_name(key, graph)}: {graph.symptoms[key].description}" for key in asked_symptoms(patient, graph)
    ]
    return f"{EXTRACT} {_EXTRACT_REPLY}\n\n{LIST}\n" + "\n".join(entries) + f"\n\n{CASE}\n{text}"


def read_extraction(
    reply: Mapping[str, Any], text: str, patient: Patient, graph: DiagnosisGraph
) -> FoundSymptoms:
    """The symptoms that a reply finds, with quotations that stand in the text.

    Raises:
        ValueError: the reply is no list of entries.
    """
    keys = {_name(key, graph): key for key in asked_symptoms(patient, graph)}
    found: dict[str, set[str]] = {PRESENT: set(), DENIED: set(), "void": set()}
    for entry in _entries(reply, "symptoms"):
        key, status = keys.get(str(entry.get("name"))), entry.get("status")
        if key is None or status not in (PRESENT, DENIED):
            continue
        found[status if _quoted(entry, text) else "void"].add(key)
    return FoundSymptoms(*(frozenset(found[status]) for status in (PRESENT, DENIED, "void")))


def extraction_problems(
    found: FoundSymptoms, patient: Patient, graph: DiagnosisGraph
) -> Iterator[TextProblem]:
    """What is missing, what is denied, and whose criteria the found symptoms change."""
    statement = patient.profile.parts[patient.part]
    for key in sorted(statement.symptoms - found.present - found.denied):
        yield TextProblem(TextCheck.MISSING, f"it does not tell {_name(key, graph)}")
    for key in sorted(statement.symptoms & found.denied):
        yield TextProblem(TextCheck.CONTRADICTION, f"it denies {_name(key, graph)}")
    extra = found.present - statement.symptoms
    for disorder in (graph.disorders[key] for key in patient.options.values()):
        now, then = disorder.met_by(statement.symptoms | extra), disorder.met_by(statement.symptoms)
        if now and not then:
            names = ", ".join(_name(key, graph) for key in sorted(extra & disorder.pools))
            yield TextProblem(TextCheck.EXTRA, f"leave out what the patient does not have: {names}")


def statements_of(patient: Patient, graph: DiagnosisGraph) -> list[tuple[str, str]]:
    """Each statement that a case is judged by, with the answer that it must get."""
    return [
        *((fact, YES) for fact in facts_to_state(patient, graph)),
        *((fact, NO) for fact in facts_to_exclude(patient, graph)),
        *((fact, OPEN) for fact in facts_left_open(patient, graph)),
    ]


def judging_prompt(text: str, patient: Patient, graph: DiagnosisGraph) -> str | None:
    """Which statements a case makes plain; None where nothing is to be judged."""
    statements = statements_of(patient, graph)
    if not statements:
        return None
    entries = [f"- {number}. {statement}" for number, (statement, _) in enumerate(statements, 1)]
    return f"{JUDGE} {_JUDGE_REPLY}\n\n{LIST}\n" + "\n".join(entries) + f"\n\n{CASE}\n{text}"


def judging_problems(
    reply: Mapping[str, Any], text: str, patient: Patient, graph: DiagnosisGraph
) -> Iterator[TextProblem]:
    """Statements that got another answer than they must; an answer whose quotation is void is open.

    Raises:
        ValueError: the reply is no list of entries.
    """
    answers = {
        entry.get("number"): entry.get("answer") if _quoted(entry, text) else OPEN
        for entry in _entries(reply, "statements")
    }
    for number, (statement, must) in enumerate(statements_of(patient, graph), 1):
        answer = answers.get(number, OPEN)
        # What must be ruled out may be left open: the gold's own rule decides.
        if answer != must and not (must == NO and answer == OPEN):
            yield TextProblem(TextCheck.RULE, f"{_MUST[must]}: {statement}")


_MUST = {YES: "it must make plain", NO: "it must rule out", OPEN: "it must leave open"}


def _entries(reply: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    entries = reply.get(name)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"it has no list {name!r} of objects")
    return entries


def _quoted(entry: Mapping[str, Any], text: str) -> bool:
    quote = entry.get("quote")
    return isinstance(quote, str) and bool(quote.strip()) and quote.strip() in text


def _name(key: str, graph: DiagnosisGraph) -> str:
    return graph.symptoms[key].name.replace("_", " ")


N_LEFT_OUT = 50


class LeftOut(NamedTuple):
    """A patient without one symptom, which the text must not tell."""

    patient: Patient
    symptom: str


class CheckerErrors(NamedTuple):
    """Counts: symptoms that are told, and those of them not found; symptoms not told, and those found."""

    n_told: int
    n_missed: int
    n_not_told: int
    n_false_alarms: int

    def to_json(self) -> dict[str, Any]:
        """As the manifest has it; a rate without a denominator is null."""
        rates = {
            "miss_rate": self.n_missed / self.n_told if self.n_told else None,
            "false_alarm_rate": self.n_false_alarms / self.n_not_told if self.n_not_told else None,
        }
        return {**self._asdict(), **rates}


def left_out(patients: Sequence[Patient], seed: int) -> list[LeftOut]:
    """Patients whose prompt leaves out a symptom: a sample by hash, of those that have two or more."""
    ranker = Ranker(seed)
    several = [patient for patient in patients if len(patient.manifestations) > 1]
    chosen = sorted(several, key=lambda patient: ranker.rank("control", patient.id))[:N_LEFT_OUT]
    return [_without_one(patient, ranker) for patient in chosen]


def _without_one(patient: Patient, ranker: Ranker) -> LeftOut:
    symptom = ranker.shuffled(sorted(patient.manifestations), "left out", patient.id)[0]
    shown = {key: place for key, place in patient.manifestations.items() if key != symptom}
    return LeftOut(patient._replace(manifestations=shown), symptom)


def checker_errors(
    found: Mapping[str, FoundSymptoms],
    patients: Mapping[str, Patient],
    graph: DiagnosisGraph,
    controls: Iterable[tuple[LeftOut, FoundSymptoms]],
) -> CheckerErrors:
    """Errors over cases compared with another profile, and over those that left one symptom out.

    Args:
        found: case → what was found in it.
        patients: case → its patient.
    """
    others = _other_profiles(patients.values())
    told = missed = not_told = alarms = 0
    for case, seen in found.items():
        patient = patients[case]
        own = frozenset(patient.manifestations)
        other = others.get(patient.id, own)
        differing = own - other
        strange = (other - own).intersection(asked_symptoms(patient, graph))
        told, missed = told + len(differing), missed + len(differing - seen.present)
        not_told, alarms = not_told + len(strange), alarms + len(strange & seen.present)
    for control, seen in controls:
        not_told, alarms = not_told + 1, alarms + (control.symptom in seen.present)
    return CheckerErrors(told, missed, not_told, alarms)


def _other_profiles(patients: Iterable[Patient]) -> dict[str, frozenset[str]]:
    """Patient → the symptoms of the next patient of the same disorder and type that has others."""
    alike: dict[tuple[str, str], list[Patient]] = {}
    for patient in {patient.id: patient for patient in patients}.values():
        alike.setdefault((patient.profile.type, patient.profile.main), []).append(patient)
    found = {}
    for group in alike.values():
        for place, patient in enumerate(group):
            own = frozenset(patient.manifestations)
            after = (frozenset(one.manifestations) for one in [*group[place + 1 :], *group[:place]])
            found[patient.id] = next((other for other in after if other != own), own)
    return found
