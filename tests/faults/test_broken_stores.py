"""A store and a benchmark that others made are data: what cannot be used is named, and hides nothing else."""

import gzip
import hashlib
import json
import shutil
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest

from cache import Store
from mhclient.audit.web.api import AuditApi
from mhclient.cli.main import main
from mhclient.cli.screen.console import out

FIXTURE = Path(__file__).parents[1] / "fixtures" / "v0_1_0"
RUNS = json.loads((FIXTURE / "runs.json").read_text(encoding="utf-8"))
CHAT, VERBOSE, UNFINISHED = (RUNS[name]["run_id"] for name in ("chat", "verbose", "unfinished"))


@pytest.fixture(scope="module")
def up_to_date(tmp_path_factory):
    """The fixture's store, unpacked and brought up to date once."""
    path = tmp_path_factory.mktemp("v0_1_0") / "mhclient.sqlite3"
    path.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    Store.open(path).close()
    return path


@pytest.fixture(autouse=True)
def store(up_to_date, tmp_path, monkeypatch):
    """The fixture as the working folder, with that store."""
    shutil.copytree(FIXTURE, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "mhclient.sqlite3"
    shutil.copy(up_to_date, path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody-listens")
    return path


def change(store, statement, *values):
    with closing(sqlite3.connect(store)) as connection, connection:
        assert connection.execute(statement, values).rowcount == 1


def items_of(store):
    with closing(sqlite3.connect(store)) as connection:
        found = connection.execute("SELECT item_id, body FROM items ORDER BY position")
        return [(item_id, json.loads(body)) for item_id, body in found]


def change_item(store, position, **fields):
    item_id, item = items_of(store)[position]
    change(store, "UPDATE items SET body = ? WHERE item_id = ?", json.dumps(item | fields), item_id)
    return item_id


def run_words(name, *more):
    return [*RUNS[name]["command"], *more]


BAD_ITEMS: dict[str, tuple[dict[str, object], str]] = {
    "a gold that is no option": ({"gold": ["Z"]}, "gold 'Z' is not among the options"),
    "one option": ({"options": {"A": "x"}, "gold": ["A"]}, "at least two options, found 1"),
    "a doubled gold": ({"gold": ["A", "A"]}, "names a letter twice"),
    "an id that is a number": ({"id": 7}, "'id' must be a non-empty text"),
    "an unknown mode": ({"mode": "guess"}, "'mode' must be single or multi"),
}


@pytest.mark.parametrize("bad", BAD_ITEMS)
def test_a_folder_with_a_bad_item_is_refused_before_anything_is_asked(store, capsys, bad):
    fields, complaint = BAD_ITEMS[bad]
    items, manifest = Path("bench/items.jsonl"), Path("bench/manifest.json")
    first, *others = items.read_text(encoding="utf-8").splitlines()
    text = "".join(f"{line}\n" for line in [*others, json.dumps(json.loads(first) | fields)])
    items.write_text(text, encoding="utf-8")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told["items"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    manifest.write_text(json.dumps(told), encoding="utf-8")
    for more in ((), ("--dry-run",)):
        assert main(run_words("chat", "--store", "new.sqlite3", *more)) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert f"line {len(others) + 1}" in said
        assert complaint in said
    with closing(sqlite3.connect("new.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM attempts").fetchone() == (0,)


CHANGES: dict[str, tuple[str, str]] = {
    "another gold": (
        'UPDATE items SET body = replace(body, \'"gold":["A"]\', \'"gold":["B"]\')',
        "they were changed, or are not all there",
    ),
    "another question": (
        "UPDATE items SET body = json_set(body, '$.question', 'Yes?') WHERE position = 3",
        "they were changed, or are not all there",
    ),
    "an item less": ("DELETE FROM items WHERE position = 39", "they were changed, or are not all there"),
    "another task": ("UPDATE items SET task = 'X' WHERE position = 3", "it has the place of item"),
}


@pytest.mark.parametrize(
    ("run", "kind"),
    [(run, kind) for run in ("chat", "unfinished") for kind in CHANGES] + [("done", "another gold")],
)
def test_items_that_the_store_holds_in_place_of_the_files_are_not_asked(store, capsys, kind, run):
    statement, complaint = CHANGES[kind]
    with closing(sqlite3.connect(store)) as connection, connection:
        assert connection.execute(statement).rowcount
    more = ["--run-id", "new", "--temperature", "1"] if run == "chat" else []
    assert main(run_words("unfinished" if run == "unfinished" else "chat", *more)) == 2
    *_, said = capsys.readouterr().err.splitlines()
    assert complaint in said
    assert store.name in said
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("SELECT count(*) FROM runs WHERE run_id = 'new'").fetchone() == (0,)


@pytest.mark.parametrize("change", [lambda text: text.rstrip(), lambda text: text.replace("\n", "\n\n", 3)])
def test_a_file_that_somebody_edited_may_lack_its_last_line_end_or_have_empty_lines(store, change):
    items, manifest = Path("bench/items.jsonl"), Path("bench/manifest.json")
    text = change(items.read_text(encoding="utf-8"))
    items.write_text(text, encoding="utf-8")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told["items"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    manifest.write_text(json.dumps(told), encoding="utf-8")
    for _ in range(2):  # the second finds the items in the store
        assert main(run_words("chat", "--run-id", "edited", "--no-preflight")) == 0
    with Store.open(store, read_only=True) as opened:
        assert opened.runs.get("edited").benchmark == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("kind", ["another gold", "another question", "an item less"])
@pytest.mark.parametrize("verb", ["report", "compare"])
def test_figures_of_changed_items_say_so(store, capsys, kind, verb):
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(CHANGES[kind][0])
    assert main([verb, CHAT, VERBOSE]) == 0
    assert "items changed" in capsys.readouterr().out
    main(["report", CHAT, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    (found,) = [each["text"] for each in report["findings"] if each["code"] == "items_changed"]
    assert f"the items of benchmark {report['runs'][0]['benchmark'][:12]} have the SHA-256" in found


@pytest.mark.parametrize("bad", BAD_ITEMS)
def test_a_report_names_the_items_it_cannot_use_and_reports_the_rest(store, capsys, bad):
    fields, complaint = BAD_ITEMS[bad]
    item_id = change_item(store, 3, **fields)
    assert main(["report", CHAT, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    (left_out,) = [finding for finding in report["findings"] if finding["code"] == "left_out"]
    assert item_id in left_out["text"]
    assert complaint in left_out["text"]
    assert report["runs"][0]["n_planned"] == len(items_of(store)) - 1
    assert "items left out" in report["runs"][0]["marks"]


@pytest.mark.parametrize("record", ["{", '{"A":"B","B":"C"}', "[]", '{"A":7}'])
def test_a_broken_record_of_the_options_as_shown_costs_its_item_alone(store, capsys, record):
    item_id = items_of(store)[3][0]
    change(store, "UPDATE run_items SET shown = ? WHERE run_id = ? AND item_id = ?", record, CHAT, item_id)
    assert main(["report", CHAT, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["runs"][0]["n_planned"] == len(items_of(store)) - 1


def test_an_audit_leaves_out_what_it_cannot_show_and_says_so(store, capsys):
    item_id = change_item(store, 3, gold=["Z"])
    assert main(["audit", CHAT, "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "LEFT OUT: 1 item" in shown
    assert item_id in shown


BROKEN_SPECS = ["{", "[]", "null", "{}", '{"model": 7}', '{"variant": "x"}', '{"version": "x"}']


def broken(store, spec):
    """Break the specification of one run: all of it, or the values given."""
    with closing(sqlite3.connect(store)) as connection:
        (stored,) = connection.execute("SELECT spec FROM runs WHERE run_id = ?", (CHAT,)).fetchone()
    whole = spec in ("{", "[]", "null", "{}")
    text = spec if whole else json.dumps(json.loads(stored) | json.loads(spec))
    change(store, "UPDATE runs SET spec = ? WHERE run_id = ?", text, CHAT)


@pytest.mark.parametrize("spec", BROKEN_SPECS)
def test_a_broken_specification_is_listed_as_broken_and_hides_no_other_run(store, capsys, spec):
    broken(store, spec)
    assert main(["runs", "--json"]) == 0
    listed = {run["run"]: run for run in map(json.loads, capsys.readouterr().out.splitlines())}
    assert len(listed) == len(RUNS)
    assert listed[CHAT]["state"].startswith("broken")
    assert listed[VERBOSE]["state"] == "done"
    with Store.open(store) as opened:
        served = {run["run"]: run for run in AuditApi(opened).runs("ann")["runs"]}
    assert "broken" in served[CHAT]["broken"]
    assert served[VERBOSE]["replies"] == 40


@pytest.mark.parametrize(
    ("words", "spec"),
    [
        *((("report", CHAT, VERBOSE, "--format", "json"), spec) for spec in BROKEN_SPECS),
        (("compare", VERBOSE, CHAT, UNFINISHED, "--format", "json"), BROKEN_SPECS[0]),
        (("audit", CHAT, VERBOSE, "--plain"), BROKEN_SPECS[0]),
    ],
)
def test_runs_beside_a_broken_one_are_shown_and_it_is_named(store, capsys, spec, words):
    broken(store, spec)
    assert main(list(words)) == (0 if words[0] == "audit" else 1)
    shown = capsys.readouterr()
    assert f"Left out: run '{CHAT}'" in shown.err
    assert shown.out


@pytest.mark.parametrize("verb", ["report", "compare", "audit", "letters", "reread"])
def test_a_broken_run_alone_is_one_line_and_status_2(store, capsys, verb):
    broken(store, "{")
    assert main([verb, CHAT]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert f"run '{CHAT}'" in said


def test_a_run_that_cannot_be_compared_is_told_with_its_store(store, capsys):
    shutil.copy(store, "other.sqlite3")
    spec = json.dumps({"variant": {"max_tokens": -1}})
    change(Path("other.sqlite3"), "UPDATE runs SET spec = json_patch(spec, ?) WHERE run_id = ?", spec, CHAT)
    assert main(["cache", "merge", str(store), "other.sqlite3"]) == 2
    assert f"other.sqlite3: run '{CHAT}': " in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["compare", "report"])
def test_a_cell_that_is_used_once_the_store_is_closed_is_named(store, capsys, verb):
    change(store, "UPDATE responses SET prompt_tokens = 'null' WHERE id = 1")
    assert main([verb, CHAT, VERBOSE, "--store", str(store)]) in (0, 2)
    said = capsys.readouterr().err
    assert "internal error" not in said
    assert verb == "report" or "responses.prompt_tokens where id 1: 'null' is not a number of tokens" in said


def test_a_run_that_was_active_at_no_time_is_listed_as_broken_and_hides_no_other(store, capsys, monkeypatch):
    change(store, "UPDATE sessions SET heartbeat_at = 'x\x1b[2J' WHERE run_id = ?", CHAT)
    assert main(["runs", "--json", "--store", str(store)]) == 0
    listed = {run["run"]: run for run in map(json.loads, capsys.readouterr().out.splitlines())}
    assert len(listed) == len(RUNS)
    assert listed[CHAT]["last_active"] == ""
    assert "is no time" in listed[CHAT]["broken"]
    monkeypatch.setattr(out, "width", 200)  # narrower tables wrap the sentence
    assert main(["runs", "--store", str(store)]) == 0
    assert "broken: when it was last active" in " ".join(capsys.readouterr().out.split())


ARRAYS = "[" + "[]," * 2_000_000 + "[]]"


def states_of_runs(capsys):
    assert main(["runs", "--json"]) == 0
    return {run["run"]: run["state"] for run in map(json.loads, capsys.readouterr().out.splitlines())}


def test_a_specification_of_millions_of_values_is_not_read(store, capsys):
    spec = f'{{"x": {ARRAYS}}}'
    change(store, "UPDATE runs SET spec = ? WHERE run_id = ?", spec, VERBOSE)
    tracemalloc.start()
    states = states_of_runs(capsys)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert states[VERBOSE].startswith("broken")
    assert states[CHAT] == "done"
    assert peak < 5 * len(spec)


def test_a_run_with_an_endless_name_is_listed_as_broken_and_hides_no_other(store, capsys):
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE runs SET run_id = hex(zeroblob(1000000)) WHERE run_id = ?", (VERBOSE,))
    states = states_of_runs(capsys)
    assert states[CHAT] == "done"
    assert max(map(len, states)) < 100
    assert sum(state.startswith("broken") for state in states.values()) == 1


def test_an_item_of_millions_of_values_is_named_and_not_read(store, capsys):
    item_id = items_of(store)[0][0]
    change(store, "UPDATE items SET body = ? WHERE item_id = ?", f'{{"x": {ARRAYS}}}', item_id)
    assert main(["report", CHAT, "--store", str(store)]) == 2
    said = capsys.readouterr().err
    assert f"item {item_id}: " in said
    assert "holds more values, than any mhclient keeps" in said
