"""The simulated models: what each knows, how it writes, and how it fails; `completions.py` writes.

Each behaviour is one number that a report should find again, so that a pipeline can be checked against a
truth that is known. Every choice is a named draw from one seed (`Draw`).
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from inspect import getdoc
from typing import Any, Protocol

from mhclient.errors import UsageError


class Draw:
    """Named draws from one seed: each name gives its own number in [0, 1), whatever else is drawn."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __call__(self, name: str) -> float:
        digest = hashlib.blake2b(f"{name}|{self._seed}".encode("utf-8", "replace"), digest_size=7).digest()
        return int.from_bytes(digest, "big") / 2**56

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        return choices[int(self(name) * len(choices))]


@dataclass(frozen=True, slots=True)
class WriterRates:
    """How badly a simulated writer writes. Rates are probabilities, drawn independently per prompt.

    Attributes:
        prose_rate: how often its JSON stands in chatter.
        broken_json_rate: how often its JSON is cut short in the middle.
        true_rate: of an option for `harden`, how often it is one that the writer was told not to use.
        duplicate_rate: how often it is one of the existing options.
        twin_rate: how often it is the right answer with a word repeated.
        long_rate: how often it explains itself inside the option.
        offpath_rate: how often it cites a path that is not there.
        judge_false_yes: how often a judge calls a wrong answer right.
        judge_false_no: how often a judge calls a right answer wrong.
        drop_symptom: how often a symptom of a case is left out.
        add_symptom: how often the `added` symptoms are put into a case.
        added: names of symptoms, with + between them.
        leak_name: how often a case names a diagnosis.
        wrong_duration: how often every duration in a case is another.
        short: how often a case has 60 words.
        wrong_person: how often a chart is told in the first person, and a self-report in the third.
        copy: how often a case copies what its symptoms are described by.
        follow_other_rule: how often a clear case shows the other side's rule.
        miss: how often a checker does not find a symptom that is told.
        false_alarm: how often a checker finds a symptom that is not told.
    """

    prose_rate: float = 0.0
    broken_json_rate: float = 0.0
    true_rate: float = 0.0
    duplicate_rate: float = 0.0
    twin_rate: float = 0.0
    long_rate: float = 0.0
    offpath_rate: float = 0.0
    judge_false_yes: float = 0.0
    judge_false_no: float = 0.0
    drop_symptom: float = 0.0
    add_symptom: float = 0.0
    added: str = "Depressed Mood"
    leak_name: float = 0.0
    wrong_duration: float = 0.0
    short: float = 0.0
    wrong_person: float = 0.0
    copy: float = 0.0
    follow_other_rule: float = 0.0
    miss: float = 0.0
    false_alarm: float = 0.0


class WriterKnowledge(Protocol):
    """What a writer knows besides its prompt."""

    def names(self) -> Sequence[str]:
        """Names of things, in order."""
        ...

    def is_right(self, question: str, text: str) -> bool:
        """Whether a text is the right answer to a question."""
        ...


# An attribute in a docstring; its sentence may go on in lines that stand further in.
_DOCUMENTED = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Profile:
    """A simulated model. Rates are probabilities, drawn independently per prompt.

    Attributes:
        accuracy: how often it knows the answer; otherwise it picks a wrong option.
        sway_rate: at a temperature above 0, how often a reply to a prompt that came before is drawn anew;
            else it is as the first one was.
        a_rate: how often it says A, whatever it knows (preference for the first letter).
        verbose_rate: how often it writes prose around its letter instead of the letter alone.
        wordless_rate: how often it gives the option's text without its letter.
        rambling_rate: how often it talks and comes to no answer within the token cap.
        refusal_rate: how often it declines, among the prompts that `refuses_on` picks.
        refuses_on: only prompts that hold this text are declined; "" for all.
        filter_rate: how often the provider's filter withholds the text, among the prompts that `filters_on`
            picks.
        filters_on: only prompts that hold this text, whatever their case, are withheld; "" for all.
        thinking_tokens: the most hidden reasoning it does per prompt, counted against the token cap.
        requests_per_s: its rate limit, enforced with 429; 0 for none.
        by_shortcut: 1: what it takes for right is what the best shortcut of the task answers, whatever is
            right (see `benchmark/shortcuts`).
        fooled_by: on how many items it takes the wrong option that is most like the right one, if any is.
        writer: it answers jobs instead of questions, as well as these rates let it.
        refused_once_rate: how many of its prompts it refuses with 429 when they are first asked, whatever the
            rate and saying nothing.
        changes_after: the number of requests to the server after which its accuracy is `accuracy_after`,
            under another fingerprint; 0: it never changes.
        accuracy_after: how often it knows the answer from then on.
        held_to: the type that a request's schema holds its answer to, string or array; "" for no schema.
        grammar_loss: how much less often it knows the answer where a schema holds its reply.
        flex_refusal_rate: how many of its prompts the tier "flex" has no room for when they are first asked.
        usual_tier_rate: how often it serves in the usual tier, whatever is asked for.
        n_routes: how many providers serve it, at most four; 0: nobody says who does.
        cached_share: of each prompt's tokens, how many come from a cache.
        by_question: 1: what it chooses depends on the question alone, not on the patient's gender, age or
            nationality nor on the order of options, where the answer key knows these.
        turns_on: with `by_question`, a gender: its versions of a question are answered with another option.
        tells_limit: 1: headers say the limit and how long to wait; 0: a refusal says nothing.
    """

    name: str
    description: str
    accuracy: float = 0.8
    sway_rate: float = 0.0
    a_rate: float = 0.0
    verbose_rate: float = 0.0
    wordless_rate: float = 0.0
    rambling_rate: float = 0.0
    refusal_rate: float = 0.0
    refuses_on: str = ""
    filter_rate: float = 0.0
    filters_on: str = ""
    thinking_tokens: int = 0
    requests_per_s: float = 0.0
    refused_once_rate: float = 0.0
    tells_limit: int = 1
    changes_after: int = 0
    accuracy_after: float = 0.0
    held_to: str = ""
    grammar_loss: float = 0.0
    flex_refusal_rate: float = 0.0
    usual_tier_rate: float = 0.0
    n_routes: int = 0
    cached_share: float = 0.0
    by_shortcut: int = 0
    by_question: int = 0
    turns_on: str = ""
    fooled_by: float = 0.0
    writer: WriterRates | None = None


PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("sim-tidy", "knows 80 %; one letter, nothing else"),
        Profile(
            "sim-verbose",
            "knows the same 80 %, but explains itself: a fifth of its replies run into the cap unanswered",
            verbose_rate=0.7,
            wordless_rate=0.1,
            rambling_rate=0.2,
        ),
        Profile(
            "sim-a-biased", "knows 60 %; in 30 % of cases says A, whatever it knows", accuracy=0.6, a_rate=0.3
        ),
        Profile("sim-refusing", "knows 80 %; declines a quarter of the prompts", refusal_rate=0.25),
        Profile(
            "sim-reasoning",
            "knows 90 %; up to 160 hidden reasoning tokens count against the cap, and may use it up",
            accuracy=0.9,
            thinking_tokens=160,
        ),
        Profile(
            "sim-wavering",
            "knows 80 %; at a temperature above 0, half of its replies to what it was asked before are new",
            sway_rate=0.5,
        ),
        Profile(
            "sim-shortcut",
            "knows nothing, but takes the best shortcut of each task: the usual answer, the name's form, …",
            accuracy=1.0,
            by_shortcut=1,
        ),
        Profile("sim-even", "knows 80 %; answers all versions of a question alike", by_question=1),
        Profile(
            "sim-turning",
            "as sim-even, but for women it takes another option",
            by_question=1,
            turns_on="female",
        ),
        Profile(
            "sim-ordered",
            "as sim-even, but in 40 % of questions it says A, whatever stands there",
            by_question=1,
            a_rate=0.4,
        ),
        Profile(
            "sim-writer", "writes and judges what jobs ask for; rates say how badly", writer=WriterRates()
        ),
        Profile(
            "sim-checker",
            "says which symptoms a simulated case tells; settings miss and false_alarm",
            writer=WriterRates(),
        ),
        Profile(
            "sim-embedder",
            "gives vectors of texts, by the letters they share; a guide for 'harden'",
            writer=WriterRates(),
        ),
        Profile("sim-limited", "as sim-tidy, but answers 20 requests a second at most", requests_per_s=20.0),
    )
}


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a simulated model writes for one prompt."""

    completion: str
    finish_reason: str  # "stop" or "length"
    reasoning_tokens: int
    completion_tokens: int  # reasoning included


def profile_named(model: str) -> Profile | None:
    """The profile a model name asks for: `sim-tidy`, or with settings `sim-tidy:accuracy=0.7,a_rate=0.1`.

    Raises:
        UsageError: the profile has no setting of a name given, or a value is no number.
    """
    name, _, settings = model.partition(":")
    profile = PROFILES.get(name)
    if profile is None or not settings:
        return profile
    given = [part.partition("=")[::2] for part in settings.split(",")]
    if profile.writer is not None:
        rates = _settings(WriterRates, given)
        return replace(profile, name=model, writer=replace(profile.writer, **rates))
    return replace(profile, name=model, **_settings(Profile, given))


def settings_of(of: type[Profile] | type[WriterRates]) -> dict[str, str]:
    """What may follow a model's name, each with what the class's documentation says of it."""
    documented = (getdoc(of) or "").partition("Attributes:\n")[2]
    said = {name: " ".join(sentence.split()) for name, sentence in _DOCUMENTED.findall(documented)}
    return {name: said.get(name, "") for name in _kinds(of)}


def _kinds(of: type[Profile] | type[WriterRates]) -> dict[str, Any]:
    kinds = {field.name: field.type for field in fields(of) if field.type in (str, int, float)}
    return {name: kind for name, kind in kinds.items() if name not in ("name", "description")}


def _settings(of: type[Profile] | type[WriterRates], given: Iterable[tuple[str, str]]) -> dict[str, Any]:
    kinds = _kinds(of)
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for name, value in given:
        try:
            found[name] = kinds[name](value)
        except KeyError:
            wrong.append(f"there is no '{name}'")
        except ValueError:
            wrong.append(f"{name}={value} is not a number")
    if wrong:
        raise UsageError(f"settings of a simulated model: {'; '.join(wrong)}. There are: {', '.join(kinds)}.")
    return found
