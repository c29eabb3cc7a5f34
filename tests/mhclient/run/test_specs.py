"""What is stored of a run: little, readable by later versions, and never a reason for another id."""

import json
import sqlite3
from dataclasses import dataclass, fields, replace

import pytest

from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.run.parameters import Parameters
from mhclient.run.sparse import sparse, spelled_out
from mhclient.run.spec import Ask, Reask, RunSpec, stored_in_full
from mhclient.run.variant import Variant, load_variant
from tests.support.items import make_binary_items
from tests.support.stored import store_run

PLAIN = RunSpec("openai", "some-model", "https://api.openai.com/v1/chat/completions", "0" * 64,
                load_variant("letter-only"))  # fmt: skip
SPECS = [
    PLAIN,
    replace(PLAIN, parameters=Parameters(None, 4_000, "max_tokens"), tasks=("ET", "RT"), limit=7),
    replace(PLAIN, parameters=Parameters(0)),  # on the wire 0 is another body than 0.0
    replace(PLAIN, ask=Ask.LOGPROBS, settings={"top_logprobs": 20}),
    replace(PLAIN, reask=Reask("earlier", ("truncated",), ("a", "b")), variant=load_variant("json:shots=2")),
]


@dataclass(frozen=True, slots=True)
class LaterSpec(RunSpec):
    """A later version's, with one more setting."""

    rounds: int = 1


@dataclass(frozen=True, slots=True)
class LaterParameters(Parameters):
    """Likewise."""

    top_p: float | None = None


@dataclass(frozen=True, slots=True)
class LaterVariant(Variant):
    """Likewise."""

    language: str = "en"


def later(spec: RunSpec, rounds: int = 1, top_p: float | None = None, language: str = "en") -> RunSpec:
    """The same run as a later version has it."""
    values = {each.name: getattr(spec, each.name) for each in fields(RunSpec)}
    given = {each.name: getattr(spec.parameters, each.name) for each in fields(Parameters)}
    asked = {each.name: getattr(spec.variant, each.name) for each in fields(Variant)}
    values["parameters"] = LaterParameters(**given, top_p=top_p)
    values["variant"] = LaterVariant(**asked, language=language)
    return LaterSpec(**values, rounds=rounds)


@pytest.mark.parametrize("spec", SPECS)
def test_a_new_setting_left_as_it_is_changes_neither_id_nor_record(spec):
    assert later(spec).run_id() == spec.run_id()
    assert later(spec).to_json() == spec.to_json()
    assert later(spec).to_store() == spec.to_store()


@pytest.mark.parametrize("changed", [{"rounds": 2}, {"top_p": 0.5}, {"language": "de"}])
def test_a_new_setting_that_is_used_is_another_run(changed):
    assert later(PLAIN, **changed).run_id() != PLAIN.run_id()
    assert later(PLAIN, **changed).to_store() != PLAIN.to_store()


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("form", ["sparse", "as version 0.1.0 wrote it"])
def test_what_is_stored_is_read_back(spec, form):
    written = spec.to_store() if form == "sparse" else spec.to_json()
    stored = json.loads(json.dumps(written))
    read = RunSpec.from_json(spec.benchmark, stored)
    assert read == spec
    assert read.run_id() == spec.run_id()
    assert json.dumps(stored_in_full(stored), sort_keys=True) == json.dumps(spec.to_json(), sort_keys=True)


def test_only_what_is_unusual_is_stored():
    stored = PLAIN.to_store()
    assert set(stored) == {"version", "provider", "model", "endpoint", "variant"}
    assert set(stored["variant"]) == {"name", "description", "prompt", "answer_format", "system"}
    assert replace(PLAIN, parameters=Parameters(max_tokens=9)).to_store()["parameters"] == {"max_tokens": 9}


def test_no_default_has_changed():
    """Defaults are what sparse records leave out: with another one, old runs would be other runs."""
    assert spelled_out(Parameters()) == {"temperature": 0.0, "max_tokens": 120, "cap_field": None}
    plain = spelled_out(Variant("n", "d", "{question}{options}", "letter"))
    assert {name: plain[name] for name in set(plain) - {"name", "description", "prompt"}} == {
        "answer_format": "letter",
        "system": None,
        "option_label": "A.",
        "option_order": "as-is",
        "shift": 1,
        "keep_letters": False,
        "shots": 0,
        "seed": 0,
        "max_tokens": None,
    }
    assert sparse(replace(PLAIN, tasks=None, limit=None, ask=Ask.WRITE, settings=None, reask=None)) == sparse(
        PLAIN
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rounds": 2}, "made with 'rounds', which this version of mhclient does not know"),
        ({"parameters": {"top_p": 0.5}}, "made with 'top_p', which"),
        ({"variant": PLAIN.to_store()["variant"] | {"language": "de"}}, "made with 'language', which"),
        ({"ask": "in-song"}, "asks by 'in-song', which this version of mhclient does not know"),
        ({"version": 3}, "a later version of mhclient made it"),
    ],
)
def test_what_a_later_version_stored_is_refused_by_name(changes, said):
    with pytest.raises(UsageError, match=f"run 'r': .*{said}"):
        RunSpec.from_json("0" * 64, PLAIN.to_store() | changes, "run 'r'")


def test_a_report_names_the_run_that_a_later_version_made(store, make_benchmark, capsys):
    run_id = store_run(store, make_benchmark(make_binary_items(2)), {})
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE runs SET spec = json_set(spec, '$.rounds', 2)")
    connection.close()
    assert main(["report", run_id]) == 2
    said = capsys.readouterr().err
    assert f"run '{run_id}'" in said
    assert "'rounds'" in said
    assert "Traceback" not in said
