"""A simulated writer of cases: stock sentences, one per symptom and fact, so that what a text says is known.

A symptom is told as "the matter of NAME is there", a fact by a token of its text. Filler keeps different
patients' texts apart. Each rate of `WriterRates` puts in one fault, which one check should find.
"""

import hashlib
import json
import re

from benchmark.mentalkg import extraction, needs, prompts
from mhclient.simulator.draw import Draw
from mhclient.simulator.rates import WriterRates

PRESENT = "matter of {} is there"
TOLD, EXCLUDED = "fact {} is told", "fact {} is excluded"
_WORDS = 160
_SHORT = 60

_PATIENT = re.compile(r"^Patient: (\d+) years, (\w+), (.+), (.+)\.$", re.MULTILINE)
_FUNCTIONING = re.compile(r"^Functioning: (.+)$", re.MULTILINE)
_CALENDAR = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "easter",
    "holiday",
)
_ADJECTIVES = (
    "green",
    "quiet",
    "narrow",
    "wooden",
    "distant",
    "small",
    "warm",
    "grey",
    "crowded",
    "open",
    "plain",
)
_NOUNS = (
    "kitchen",
    "garden",
    "bridge",
    "market",
    "library",
    "harbour",
    "field",
    "station",
    "window",
    "street",
)
_VERBS = ("looked", "seemed", "stayed", "felt", "sounded", "appeared", "remained", "grew")


def write_case(rates: WriterRates, prompt: str, draw: Draw) -> str | None:
    """The case for a prompt of `generate mentalkg`; None for any other prompt."""
    if not prompt.startswith(prompts.OPENING):
        return None
    chart = "third person" in prompt.split("\n", 1)[0]
    return _case(rates, prompt, draw, chart != (draw("wrong person") < rates.wrong_person))


def _case(rates: WriterRates, prompt: str, draw: Draw, chart: bool) -> str:
    sentences = [
        _opening(prompt, chart),
        *_symptoms(rates, prompt, draw, chart),
        *_durations(rates, prompt, draw),
    ]
    sentences += _facts(rates, prompt, draw)
    if functioning := _FUNCTIONING.search(prompt):
        sentences.append("Functioning suffers." if "clearly" in functioning[1] else "Functioning holds.")
    if draw("leak") < rates.leak_name:
        sentences.append("It looks like a bipolar disorder.")
    if draw("copy") < rates.copy:
        sentences += [entry.split(": ", 1)[1] for entry in listed(prompt, prompts.SYMPTOMS)]
    if draw("short") < rates.short:
        return " ".join(" ".join(sentences).split()[:_SHORT]) + "."
    number = 0
    while len(" ".join(sentences).split()) < _WORDS:
        sentences.insert(1 + number % len(sentences), _filler(draw, number))
        number += 1
    return " ".join(sentences)


def _opening(prompt: str, chart: bool) -> str:
    match = _PATIENT.search(prompt)
    assert match, "every prompt has a patient"
    if not chart:
        return "I have come since things have changed for me."
    word = "woman" if match[2] == "female" else "man"
    return f"A {match[1]}-year-old {word}, {match[4]}, {match[3]}, was seen at the practice."


def _symptoms(rates: WriterRates, prompt: str, draw: Draw, chart: bool) -> list[str]:
    names = [entry.split(": ", 1)[0] for entry in listed(prompt, prompts.SYMPTOMS)]
    if names and draw("drop") < rates.drop_symptom:
        names.remove(draw.one_of("dropped", names))
    if draw("add") < rates.add_symptom:
        names += rates.added.split("+")
    whose = "The" if chart else "With me the"
    return [f"{whose} {PRESENT.format(name)}, sign {int(draw(name) * 10**8)}." for name in names]


def _durations(rates: WriterRates, prompt: str, draw: Draw) -> list[str]:
    spans = [entry.rsplit(": ", 1)[1] for entry in listed(prompt, prompts.DURATIONS)]
    if spans and draw("duration") < rates.wrong_duration:
        spans = ["47 years" for _ in spans]
    return [f"This has lasted for {span}." for span in spans]


def _facts(rates: WriterRates, prompt: str, draw: Draw) -> list[str]:
    told, excluded = listed(prompt, prompts.FACTS), listed(prompt, prompts.EXCLUDED)
    if excluded and draw("rule") < rates.follow_other_rule:
        told, excluded = [*told[:-1], *excluded], told[-1:]
    return [
        *(f"{TOLD.format(token_of(fact))}.".capitalize() for fact in told),
        *(f"{EXCLUDED.format(token_of(fact))}.".capitalize() for fact in excluded),
    ]


def _filler(draw: Draw, number: int) -> str:
    day, noun, verb = (
        draw.one_of(f"{name} {number}", words)
        for name, words in (("day", _CALENDAR), ("noun", _NOUNS), ("verb", _VERBS))
    )
    one, other = (draw.one_of(f"{name} {number}", _ADJECTIVES) for name in ("one", "other"))
    return f"On that {day} the {one} {noun} {verb} {other}, code {int(draw(f'code {number}') * 10**8)}."


def check_case(rates: WriterRates, prompt: str, draw: Draw) -> str | None:
    """What a checker finds in a case; None for any prompt but a checker's."""
    if prompt.startswith(extraction.EXTRACT):
        return _extracted(rates, prompt, draw)
    if prompt.startswith(needs.CLAIM):
        return _claimed(prompt)
    return _judged(prompt) if prompt.startswith(extraction.JUDGE) else None


def _extracted(rates: WriterRates, prompt: str, draw: Draw) -> str:
    text = prompt.split(extraction.CASE, 1)[1]
    found = []
    for entry in listed(prompt, extraction.LIST):
        name = entry.split(": ", 1)[0]
        said = PRESENT.format(name) in text
        missed = draw(f"miss {name}") < rates.miss
        imagined = draw(f"false alarm {name}") < rates.false_alarm
        if said and not missed:
            found.append({"name": name, "status": "present", "quote": PRESENT.format(name)})
        elif not said and imagined:
            found.append({"name": name, "status": "present", "quote": text.split(". ", 1)[0].strip()})
        else:
            found.append({"name": name, "status": "not mentioned", "quote": ""})
    return json.dumps({"symptoms": found})


def _judged(prompt: str) -> str:
    text = prompt.split(extraction.CASE, 1)[1].lower()
    found = []
    for number, statement in enumerate(listed(prompt, extraction.LIST), 1):
        token = token_of(statement.partition(". ")[2])
        told, excluded = TOLD.format(token), EXCLUDED.format(token)
        answer = "yes" if told in text else "no" if excluded in text else "open"
        quote = {"yes": told, "no": excluded, "open": ""}[answer]
        found.append({"number": number, "answer": answer, "quote": quote.capitalize()})
    return json.dumps({"statements": found})


def _claimed(prompt: str) -> str:
    """Criteria of the disorders that a rule names, as its own words have it."""
    sentence = prompt.split(needs.SENTENCE, 1)[1]
    said = needs.NOT_MET if "not met" in sentence else needs.MET if "are met" in sentence else needs.NONE
    claims = [
        {"disorder": key, "needs": said if name in sentence else needs.NONE}
        for key, _, name in (entry.partition(": ") for entry in listed(prompt, needs.DISORDERS))
    ]
    return json.dumps({"claims": claims})


def listed(prompt: str, heading: str) -> list[str]:
    """The entries of a list in a prompt."""
    _, found, rest = prompt.partition(f"{heading}\n")
    lines = rest.split("\n\n", 1)[0].split("\n") if found else []
    return [line.removeprefix("- ") for line in lines if line.startswith("- ")]


def token_of(fact: str) -> str:
    """A word that stands for a fact in a simulated text, and is no phrase of it."""
    return hashlib.sha256(fact.encode()).hexdigest()[:8]
