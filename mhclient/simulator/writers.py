"""What simulated writers write for the jobs of `generate` and `harden`. Pure and seeded.

An author knows the prompts of one kind of job by how they begin (`composed`); any other prompt is answered
with a JSON object that depends on the prompt alone. Cases consist of stock sentences, one per symptom and
fact, so that what a text says is known: a symptom is told as "the matter of NAME is there", a fact by a token
of its text. Filler keeps different patients' texts apart. Each rate of `WriterRates` puts in one fault, which
one check should find.
"""

import hashlib
import json
import re
from collections.abc import Sequence

from benchmark.build.graph import fold
from benchmark.harden.mapping import bare_name
from benchmark.harden.prompts import (
    CHOOSER,
    FORBIDDEN,
    JUDGE,
    KEY,
    MAPPER,
    OLD_OPTIONS,
    PATHS,
    QUESTION,
    REFUSED,
    WRITER,
)
from benchmark.harden.verdicts import in_case_of, says
from benchmark.mentalkg import criteria, prompts
from mhclient.simulator.profiles import Draw, WriterKnowledge, WriterRates

PRESENT = "matter of {} is there"
TOLD, EXCLUDED = "fact {} is told", "fact {} is excluded"
_WORDS = 160
_SHORT = 60

_PATIENT = re.compile(r"^Patient: (\d+) years, (\w+), (.+), (.+)\.$", re.MULTILINE)
_FUNCTIONING = re.compile(r"^Functioning: (.+)$", re.MULTILINE)
_CALENDAR = (
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "easter", "holiday"),
)
_ADJECTIVES = (
    *("green", "quiet", "narrow", "wooden", "distant", "small", "warm", "grey", "crowded", "open", "plain"),
)
_NOUNS = (
    *("kitchen", "garden", "bridge", "market", "library", "harbour", "field", "station", "window", "street"),
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
    if prompt.startswith(prompts.EXTRACT):
        return _extracted(rates, prompt, draw)
    if prompt.startswith(criteria.CLAIM):
        return _claimed(prompt)
    return _judged(prompt) if prompt.startswith(prompts.JUDGE) else None


def _extracted(rates: WriterRates, prompt: str, draw: Draw) -> str:
    text = prompt.split(prompts.CASE, 1)[1]
    found = []
    for entry in listed(prompt, prompts.LIST):
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
    text = prompt.split(prompts.CASE, 1)[1].lower()
    found = []
    for number, statement in enumerate(listed(prompt, prompts.LIST), 1):
        token = token_of(statement.partition(". ")[2])
        told, excluded = TOLD.format(token), EXCLUDED.format(token)
        answer = "yes" if told in text else "no" if excluded in text else "open"
        quote = {"yes": told, "no": excluded, "open": ""}[answer]
        found.append({"number": number, "answer": answer, "quote": quote.capitalize()})
    return json.dumps({"statements": found})


def _claimed(prompt: str) -> str:
    """Criteria of the disorders that a rule names, as its own words have it."""
    sentence = prompt.split(criteria.SENTENCE, 1)[1]
    said = (
        criteria.NOT_MET
        if "not met" in sentence
        else criteria.MET
        if "are met" in sentence
        else criteria.NONE
    )
    claims = [
        {"disorder": key, "needs": said if name in sentence else criteria.NONE}
        for key, _, name in (entry.partition(": ") for entry in listed(prompt, criteria.DISORDERS))
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


LONG_TAIL = " in a dose that is adapted to weight, age, and the function of the kidneys"


def harden_author(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str | None:
    """The text for a job of `harden`; None where the prompt is none of its."""
    if prompt.startswith(WRITER):
        return _distractors(rates, prompt, draw, known)
    if prompt.startswith(JUDGE):
        return _judgement(rates, prompt, draw, known)
    if prompt.startswith(MAPPER):
        return _mentions(prompt, known)
    return _choice(prompt) if prompt.startswith(CHOOSER) else None


def _line(prompt: str, heading: str) -> str:
    """What stands behind a heading, up to the next one."""
    after = prompt.partition(heading)[2]
    return re.split(rf"\n(?:{re.escape(KEY)}|Answer:)|\n\n", after, maxsplit=1)[0].strip()


def _section(prompt: str, heading: str) -> list[str]:
    """The lines of a list under a heading."""
    if f"\n{heading}\n" not in prompt:
        return []
    below = prompt.partition(f"\n{heading}\n")[2].split("\n\n", 1)[0]
    return [re.sub(r"^(?:- |\d+\. )", "", line) for line in below.split("\n")]


def _distractors(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str:
    key, wanted = _line(prompt, KEY), re.search(r"Write (\d+) wrong options", prompt)
    # Without paths it can think of the names it knows that the prompt does not hold.
    ends = _ends(prompt, key) or [(name, None) for name in known.names() if not says(prompt, name)]
    refused = " ".join(map(fold, _section(prompt, REFUSED)))
    fresh = [(text, path) for text, path in ends if fold(text) not in refused] or ends
    n = int(wanted[1]) if wanted else 1
    start = int(draw("start") * len(fresh)) if fresh else 0
    taken = [fresh[(start + at) % len(fresh)] for at in range(min(n, len(fresh)))]
    lists = _section(prompt, FORBIDDEN), _section(prompt, OLD_OPTIONS)
    written = [
        {
            "text": _text(rates, text, (key, *lists), draw, at),
            "path": _cited(rates, path, len(ends), draw, at),
        }
        for at, (text, path) in enumerate(taken)
    ]
    return json.dumps(
        {"distractors": [each | {"why_wrong": "as simulated"} for each in written]}, ensure_ascii=False
    )


def _ends(prompt: str, key: str) -> list[tuple[str, int | None]]:
    """The last node of each path that is shown, each name once, in the key's case."""
    found: dict[str, int | None] = {}
    for number, path in enumerate(_section(prompt, PATHS), start=1):
        found.setdefault(in_case_of(key, bare_name(path.rsplit("– ", 1)[-1])), number)
    return list(found.items())


def _text(
    rates: WriterRates, text: str, beside: tuple[str, Sequence[str], Sequence[str]], draw: Draw, at: int
) -> str:
    """An option, or what the rates make of it."""
    key, forbidden, olds = beside
    if draw(f"true {at}") < rates.true_rate:
        return forbidden[at % len(forbidden)] if forbidden else key
    if draw(f"duplicate {at}") < rates.duplicate_rate:
        return olds[at % len(olds)]
    if draw(f"twin {at}") < rates.twin_rate:
        return f"{key} {key.split()[-1].lower()}"
    return text + LONG_TAIL if draw(f"long {at}") < rates.long_rate else text


def _cited(rates: WriterRates, path: int | None, n: int, draw: Draw, at: int) -> int | None:
    """The path's number, or one that no path has."""
    return n + 100 if path is not None and draw(f"offpath {at}") < rates.offpath_rate else path


def _judgement(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str:
    right = known.is_right(_line(prompt, QUESTION), _line(prompt, "Answer:"))
    errs = draw("judge") < (rates.judge_false_no if right else rates.judge_false_yes)
    return "yes" if right != errs else "no"


def _mentions(prompt: str, known: WriterKnowledge) -> str:
    question, key = _line(prompt, QUESTION), _line(prompt, KEY)
    named = [name for name in known.names() if name in question]
    after = [question.rpartition(" for ")[2].rstrip("?.")] if " for " in question else []
    return json.dumps({"question": named or after, "answer": [key]}, ensure_ascii=False)


def _choice(prompt: str) -> str:
    """The first entry that shares a word with the mention; 0 where none does."""
    mention = re.search("means the same as “(.*)”", prompt)
    words = set(fold(mention[1]).split()) if mention else set()
    for number, name in re.findall(r"^(\d+)\. (.*)$", prompt, re.MULTILINE):
        if number != "0" and words & set(fold(name).split()):
            return str(number)
    return "0"


def composed(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str:
    """What a writer with these rates writes for a prompt."""
    text = (
        harden_author(rates, prompt, draw, known)
        or write_case(rates, prompt, draw)
        or check_case(rates, prompt, draw)
        or json.dumps({"text": hashlib.sha256(prompt.encode()).hexdigest()[:12]})
    )
    if draw("broken json") < rates.broken_json_rate:
        return text[: len(text) // 2]
    return CHATTER.format(text) if draw("prose") < rates.prose_rate else text


CHATTER = "Certainly! Here is what you asked for:\n\n{}\n\nLet me know if you need anything else."
