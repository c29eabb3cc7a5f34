"""Which marks loaded runs have, beside each other, and the footnote that says what they mean."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mhclient.read.scored import NoReply
from mhclient.report.loading.loaded import LoadedRun
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.body_fields import values_of
from mhclient.run.marks import Mark, RunFacts, meanings, own_marks
from mhclient.run.parameters import Parameters
from mhclient.run.sparse import spelled_out

AS_VARIANT = "what the prompt variant needs"
LONGEST = 40  # characters that stand behind a name; of more, the mark's own name does


def mark_all(runs: Sequence[LoadedRun]) -> list[LoadedRun]:
    """The runs with their marks, as they stand beside each other."""
    usual = usual_parameters(runs)
    varying = _varying(runs)
    return [
        replace(run, marks=marks, sent_otherwise=_sent_otherwise(run, usual, varying) if differs else "")
        for run in runs
        for marks in [tuple(_marks(run, usual))]
        for differs in [Mark.OTHER_PARAMETERS in marks]
    ]


def usual_parameters(runs: Sequence[LoadedRun]) -> Mapping[str, Any] | None:
    """What most of the runs were sent with; None where nothing is more frequent than all else."""
    sent = Counter(tuple(_compared(run).items()) for run in runs).most_common(2)
    if not sent or (len(sent) > 1 and sent[0][1] == sent[1][1]):
        return None
    return dict(sent[0][0])


def _varying(runs: Sequence[LoadedRun]) -> list[str]:
    """The parameters that are not the same in all of the runs."""
    sent = [_compared(run) for run in runs]
    names = dict.fromkeys(name for each in sent for name in each)
    return [name for name in names if any(each.get(name) != sent[0].get(name) for each in sent)]


def _sent_otherwise(run: LoadedRun, usual: Mapping[str, Any] | None, varying: Sequence[str]) -> str:
    """What is not as in most runs, or in all where there is no most; empty where that is long."""
    compared, sent = _compared(run), sent_parameters(run)
    names = [name for name in varying if usual is None or compared.get(name) != usual.get(name)]
    is_known = run.spec.provider != ADOPTED  # its log seldom says what was sent
    said = ", ".join(_in_words(name, sent.get(name), is_known=is_known) for name in names)
    return said if len(said) <= LONGEST else ""


def _in_words(name: str, value: Any, *, is_known: bool = True) -> str:
    """
    >>> _in_words("temperature", 1.0), _in_words("max_tokens", 500), _in_words("seed", None)
    ('temperature 1', 'max tokens 500', 'no seed')
    """
    words = name.replace("_", " ")
    if value is None:
        return f"no {words}" if is_known else f"{words} unknown"
    return f"{words} {value:g}" if isinstance(value, float) else f"{words} {value}"


def sent_parameters(run: LoadedRun) -> dict[str, Any]:
    """What the requests asked for, model aside; under which name the cap is sent is the provider's affair."""
    parameters = run.spec.parameters if run.run.sent is None else Parameters.from_json(run.run.sent)
    return shown_parameters(parameters)


def _compared(run: LoadedRun) -> dict[str, Any]:
    """The same, for comparing runs: a cap that follows from the prompt variant is no choice of its own."""
    sent = sent_parameters(run)
    of_variant = run.spec.variant.max_tokens or Parameters().max_tokens
    return sent | {"max_tokens": AS_VARIANT} if sent.get("max_tokens") == of_variant else sent


def shown_parameters(parameters: Parameters) -> dict[str, Any]:
    """As people see them: temperature and cap, and what else is said; further fields as JSON."""
    shown = {name: value for name, value in spelled_out(parameters).items() if name != "cap_field"}
    further = shown.pop("extra", {}) | ({"route": shown.pop("route")} if "route" in shown else {})
    if further:
        shown |= {".".join(path): json.dumps(value) for path, value in values_of(further)}
    return shown


def marks_note(runs: Sequence[LoadedRun]) -> str:
    """What the marks of these runs mean, as a footnote; empty where there are none."""
    differing = [run.sent_otherwise for run in runs if Mark.OTHER_PARAMETERS in run.marks]
    words = dict.fromkeys(each or str(Mark.OTHER_PARAMETERS) for each in differing)
    return meanings(runs_by_mark(runs), {Mark.OTHER_PARAMETERS: ", ".join(words)})


def shown_marks(run: LoadedRun) -> list[str]:
    """The run's marks as they stand behind its name: for "other parameters" these, where they are few."""
    other = run.sent_otherwise or Mark.OTHER_PARAMETERS
    return [other if mark is Mark.OTHER_PARAMETERS else mark for mark in run.marks]


def runs_by_mark(runs: Sequence[LoadedRun]) -> dict[Mark, list[LoadedRun]]:
    """Each mark that occurs, with the runs that have it."""
    found = {mark: [run for run in runs if mark in run.marks] for mark in Mark}
    return {mark: having for mark, having in found.items() if having}


def _marks(run: LoadedRun, usual: Mapping[str, Any] | None) -> Iterator[Mark]:
    without_label = run.other_labels.n_without if run.other_labels else 0
    facts = RunFacts(
        spec=run.spec,
        n_items=len({item.item.id for item in run.scored}) + len(run.left_out) + without_label,
        n_in_benchmark=len(run.benchmark.items) + len(run.benchmark.unusable),
        n_missing=[item.ending for item in run.scored].count(NoReply.MISSING),
        n_errors=sum(run.errors.values()),
        n_models=len(run.served),
        n_fingerprints=len(run.fingerprints),
        n_left_out=len(run.left_out),
        are_changed=run.benchmark.change is not None,
        n_routes=len(run.routes),
    )
    found = set(own_marks(facts))
    found |= {Mark.OTHER_PARAMETERS} if _compared(run) != usual else set()
    found |= {Mark.OTHER_LABELS} if run.other_labels is not None else set()
    found |= {Mark.DECIDED} if run.decided is not None and run.decided.about_this else set()
    return (mark for mark in Mark if mark in found)
