"""What a checker is asked about a case, blindly, and what follows from its reply.

It sees the text and the symptoms of all four options' groups in an order by hash: no diagnosis, no
profile, no options. What it calls present it must quote; a quotation that is no part of the text makes
the entry void.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.prompts import facts_left_open, facts_to_exclude, facts_to_state
from benchmark.mentalkg.texts.problem import TextCheck, TextProblem

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
