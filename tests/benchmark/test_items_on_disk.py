"""Items as JSON lines, and folders of them: what is read, and what is refused with its line."""

import json
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark import Entity, Item, Mode, TripleRef, read_benchmark, read_items
from benchmark.checks import ENTITY_ORDER, item_from_json, parse_object
from benchmark.errors import BenchmarkError, ItemFormatError, NotABenchmark, OutputError
from benchmark.folder import check_folder, write_benchmark
from benchmark.item import LETTERS

ITEM = Item("FC-1", "FC", "Is it so?", {"A": "yes", "B": "no"}, ("A",))
GOOD = ITEM.to_json()

text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)


@st.composite
def items(draw):
    options = draw(st.lists(text, min_size=2, max_size=8))
    letters = LETTERS[: len(options)]
    mode = draw(st.sampled_from(Mode))
    gold = draw(st.sets(st.sampled_from(letters), min_size=1, max_size=1 if mode is Mode.SINGLE else None))
    return Item(
        id=draw(text), task=draw(text), question=draw(text), options=dict(zip(letters, options, strict=True)),
        gold=tuple(sorted(gold)), mode=mode,
        entities=tuple(Entity(*draw(st.tuples(*[text] * 6))) for _ in range(2)),
        relation=draw(st.none() | text), triples=(TripleRef(*draw(st.tuples(text, text, text))),),
        details=draw(st.dictionaries(text, st.none() | st.booleans() | st.integers() | text, max_size=3)),
    )  # fmt: skip


@given(item=items())
def test_an_item_comes_back_as_it_was_written(item):
    assert item_from_json(parse_object(item.to_line())) == item


def test_items_about_the_same_entities_share_them():
    """A report compares them by what they are, not by their texts."""
    entity, triple = Entity("drug", "drug", "Lithium"), TripleRef("a", "indication", "b")
    lines = [
        Item(
            name,
            "FC",
            "?",
            ITEM.options,
            ("A",),
            entities=(entity,),
            relation="indication",
            triples=(triple,),
        )
        for name in ("FC-1", "FC-2")
    ]
    first, second = (item_from_json(parse_object(item.to_line())) for item in lines)
    assert first.entities == (entity,)
    assert first.triples == (triple,)
    for part in ("task", "gold", "entities", "relation", "triples"):
        assert getattr(first, part) is getattr(second, part)


def test_a_line_may_have_blanks_around_it_and_an_entity_its_fields_in_any_order():
    fields = {"name": "Lithium", "type": "drug", "role": "drug", "index": "1", "source": "s", "id": "2"}
    line = f" {json.dumps(GOOD | {'entities': [fields, {'role': '', 'type': 'drug', 'name': 'x'}]})} \n"
    found = item_from_json(parse_object(line)).entities
    assert found == (Entity("drug", "drug", "Lithium", "2", "s", "1"), Entity("", "drug", "x"))


def broken(**changes):
    return json.dumps({**GOOD, **changes})


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not valid JSON"),
        ("[]", "expected a JSON object"),
        (json.dumps(GOOD)[:-9], "not valid JSON"),
        (json.dumps({k: v for k, v in GOOD.items() if k != "gold"}), "'gold' is missing"),
        (broken(qeustion="?"), "unknown field 'qeustion'"),
        (broken(options={"A": "yes"}), "at least two options"),
        (broken(options={}), "at least two options"),
        (broken(options={"A": "yes", "C": "no"}), "lettered A-B"),
        (broken(options={"B": "yes", "A": "no"}), "lettered A-B"),
        (broken(options=["yes", "no"]), "'options' must map letters"),
        (broken(options={"A": "yes", "B": "  "}), "option B must be a non-empty text"),
        (broken(gold=["C"]), "gold 'C' is not among the options A, B"),
        (broken(gold=["A", "B"]), "mode is single but gold has 2 letters"),
        (broken(gold=["A", "A"], mode="multi"), "names a letter twice"),
        (broken(gold=[]), "'gold' is empty"),
        (broken(gold="A"), "must be a list of letters"),
        (broken(mode="several"), "'mode' must be single or multi"),
        (broken(question=" "), "'question' must be a non-empty text"),
        (broken(question=7), "'question' must be a non-empty text, found a number 7"),
        (broken(entities=[{"role": "drug"}]), "an entity must have role, type and name"),
        (broken(entities=["sixsix"]), "an entity must have role, type and name"),
        (broken(entities=[dict.fromkeys("abcdef", "x")]), "an entity must have role, type and name"),
        (broken(entities=[{key: [] for key in ENTITY_ORDER}]), "fields must be texts"),
        (broken(entities=[dict.fromkeys(ENTITY_ORDER, 1)]), "fields must be texts"),
        (broken(triples=[["a", "b"]]), "a triple must be a list of three texts"),
        (broken(triples=["abc"]), "a triple must be a list of three texts"),
        (broken(triples=[["a", [], "b"]]), "a triple must be a list of three texts"),
        (broken(details=[]), "'details' must be an object"),
        (broken(question="\ud800"), "no Unicode text"),
        ('{"id": "x", "id": "y"}', "key 'id' stands twice"),
        ('{"id": NaN}', "NaN is not JSON"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_line_that_is_no_item_is_refused_with_its_number(tmp_path, line, complaint):
    path = tmp_path / "items.jsonl"
    path.write_text(ITEM.to_line() + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(ItemFormatError, match=r"items\.jsonl, line 3: ") as caught:
        list(read_items(path))
    assert complaint in str(caught.value)


def test_an_id_that_stands_twice_is_refused_with_both_lines(tmp_path):
    (tmp_path / "items.jsonl").write_text(ITEM.to_line() * 2, encoding="utf-8")
    with pytest.raises(ItemFormatError, match="line 2: id 'FC-1' already stands in line 1"):
        list(read_items(tmp_path / "items.jsonl"))


def test_items_before_a_broken_line_are_given_out(tmp_path):
    (tmp_path / "items.jsonl").write_text(ITEM.to_line() + "{", encoding="utf-8")
    reader = read_items(tmp_path / "items.jsonl")
    assert next(reader) == ITEM
    with pytest.raises(ItemFormatError):
        next(reader)


def test_line_separators_of_other_scripts_do_not_split_an_item(tmp_path):
    item = Item("x", "FC", "one\u2028two\x85three", {"A": "a", "B": "b"}, ("A",))
    (tmp_path / "items.jsonl").write_text(item.to_line(), encoding="utf-8")
    assert list(read_items(tmp_path / "items.jsonl")) == [item]


@pytest.mark.parametrize("content", [b"\xff\xfe{}", None])
def test_an_unreadable_items_file_is_one_clear_error(tmp_path, content):
    path = tmp_path / "items.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ItemFormatError, match=r"items\.jsonl"):
        list(read_items(path))


def written(folder):
    check_folder(folder)
    return write_benchmark(folder, [ITEM], {"format": "mhclient-benchmark/1", "kind": "own"})


def test_a_written_folder_is_read_back(tmp_path):
    benchmark = written(tmp_path / "b")
    again = read_benchmark(tmp_path / "b")
    assert again.items_sha256 == benchmark.items_sha256
    assert list(read_items(again.items_path)) == [ITEM]
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == ["items.jsonl", "manifest.json"]


def test_an_edited_items_file_is_noticed(tmp_path):
    benchmark = written(tmp_path / "b")
    benchmark.items_path.write_text(ITEM.to_line().replace("Is it so?", "Is it?"), encoding="utf-8")
    with pytest.raises(NotABenchmark, match="was changed after it was built"):
        read_benchmark(tmp_path / "b")
    assert read_benchmark(tmp_path / "b", check_hash=False).kind == "own"


def test_items_of_any_size_are_not_hashed(tmp_path):
    write_benchmark(tmp_path / "b", [], {"format": "mhclient-benchmark/1", "kind": "own"})
    os.truncate(tmp_path / "b" / "items.jsonl", 60 << 30)  # of which the disk holds nothing
    with pytest.raises(NotABenchmark, match=r"items\.jsonl has more than 4,096 MB"):
        read_benchmark(tmp_path / "b")


@pytest.mark.skipif(sys.platform != "linux", reason="a file of Linux that cannot be read")
def test_items_that_cannot_be_read_are_named(tmp_path):
    write_benchmark(tmp_path / "b", [], {"format": "mhclient-benchmark/1", "kind": "own"})
    (tmp_path / "b" / "items.jsonl").unlink()
    (tmp_path / "b" / "items.jsonl").symlink_to("/proc/self/mem")
    with pytest.raises(NotABenchmark, match=r"items\.jsonl cannot be read: Input/output error"):
        read_benchmark(tmp_path / "b")


@pytest.mark.parametrize(
    ("manifest", "complaint"),
    [
        (None, "has no manifest.json"),
        ("", "cannot be read"),
        ("[]", "not a benchmark's manifest"),
        ('{"kind": "own", "kind": "mhgraphbench"}', "key 'kind' stands twice"),
        ("{}", "not a benchmark's manifest"),
        ('{"kind": "own", "items": {"sha256": 7}}', "not a benchmark's manifest"),
        ('{"kind": "own", "items": {"sha256": "0"}, "format": "other/9"}', "has format 'other/9'"),
        ('{"kind": "own", "items": {"sha256": "0"}, "format": "mhclient-benchmark/1"}', "no items.jsonl"),
    ],
)
def test_a_folder_that_is_no_benchmark_is_refused(tmp_path, manifest, complaint):
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(NotABenchmark, match=complaint):
        read_benchmark(tmp_path)
    with pytest.raises(BenchmarkError):
        read_benchmark(tmp_path / "nowhere")


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(OutputError, match=r"thesis\.tex"):
        check_folder(tmp_path, force=True)


def test_an_existing_benchmark_is_replaced_only_on_demand(tmp_path):
    written(tmp_path / "b")
    with pytest.raises(OutputError, match="`force`"):
        check_folder(tmp_path / "b")
    check_folder(tmp_path / "b", force=True)


def test_a_build_that_was_cut_short_can_be_started_again(tmp_path):
    written(tmp_path / "b")
    (tmp_path / "b" / "manifest.json").unlink()
    with pytest.raises(NotABenchmark):
        read_benchmark(tmp_path / "b")
    check_folder(tmp_path / "b")


def test_a_file_cannot_serve_as_the_folder(tmp_path):
    (tmp_path / "b").write_text("")
    with pytest.raises(OutputError, match="is a file"):
        check_folder(tmp_path / "b")
