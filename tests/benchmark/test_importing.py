"""MentalBench's files as a benchmark."""

import csv
import gzip
import json
import re
import shutil
import tarfile
from collections import Counter

import pytest

from benchmark import Mode, read_items
from benchmark.errors import ItemFormatError
from benchmark.imports import import_mentalbench
from benchmark.imports.mentalbench import RELEASED, parse_answer, parse_options
from benchmark.verify import Inputs, verify
from mhclient.run.variant import built_in_variants

OPTIONS = """
    A. Panic Disorder
    B. Bipolar I Disorder (with X)
    C. Insomnia / Other
    D. Tic-Disorder
    """
NAMES = parse_options(OPTIONS)


def case(**changes):
    return {
        "question": "“I feel…”",
        "options": OPTIONS,
        "answer": "B. Bipolar I Disorder (with X)",
        **changes,
    }


def release(tmp_path, files):
    """A folder laid out as MentalBench's repository is."""
    for path, cases in files.items():
        target = tmp_path / "release" / "resources" / "dataset" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(cases if isinstance(cases, str) else json.dumps(cases), encoding="utf-8")
    return tmp_path / "release"


PAIR = "high/D001/D005"
FILES = {
    "low/D001/main_gpt5.json": {"D001_l001": case()},
    "medium/D001/main_gemini.json": {"D001_m001": case()},
    f"{PAIR}/type3/main_gpt5.json": {
        "D001-D005_h001": case(answer="C & A. Insomnia / Other & Panic Disorder")
    },
    f"{PAIR}/type4/a_main_gpt5.json": {"D001-D005_h001": case()},
    f"{PAIR}/type4/b_main_gpt5.json": {"D001-D005_h001": case()},
    f"{PAIR}/features/main_gpt5.json": {"D001-D005_h001": {"question_both": "not a case"}},
}


def test_cases_of_all_types_are_read_and_feature_files_are_not(tmp_path):
    made = import_mentalbench(release(tmp_path, FILES), tmp_path / "b")
    items = {item.id: item for item in read_items(made.items_path)}
    assert Counter(item.task for item in items.values()) == {"type1": 1, "type2": 1, "type3": 1, "type4": 2}
    both = items[f"{PAIR}/type3/main_gpt5#D001-D005_h001"]
    assert (both.gold, both.mode, both.question) == (("A", "C"), Mode.MULTI, "“I feel…”")
    assert [entity.name for entity in both.entities] == ["Panic Disorder", "Insomnia / Other"]
    part = items[f"{PAIR}/type4/b_main_gpt5#D001-D005_h001"]
    assert (part.gold, part.mode, part.details["part"], part.details["generator"]) == (
        ("B",),
        Mode.MULTI,
        "b",
        "gpt5",
    )
    assert items["low/D001/main_gpt5#D001_l001"].mode is Mode.SINGLE


def test_a_part_of_the_release_is_called_a_part(tmp_path):
    made = import_mentalbench(release(tmp_path, FILES), tmp_path / "b")
    assert made.manifest["tasks"]["type1"]["fewer_because"] == "not all released files were given"
    assert made.manifest["questions_under_100_characters"]
    assert set(made.manifest["variants"].values()) <= set(built_in_variants())


def test_folder_and_archive_give_the_same_items(tmp_path):
    folder = release(tmp_path, FILES) / "resources"
    (tmp_path / "packed").mkdir()
    with tarfile.open(tmp_path / "packed" / "dataset.tar.xz", "w:xz") as archive:
        archive.add(folder / "dataset", "dataset")
    one, other = (import_mentalbench(source, tmp_path / f"b{n}")
                  for n, source in enumerate((folder, tmp_path / "packed")))  # fmt: skip
    assert one.manifest == other.manifest


def test_options_are_taken_from_their_one_string():
    assert NAMES == {
        "A": "Panic Disorder", "B": "Bipolar I Disorder (with X)", "C": "Insomnia / Other",
        "D": "Tic-Disorder",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["", "A. a\nB. b\nC. c", "A. a\nB. a\nC. c\nD. d", "A. a\nC. c\nB. b\nD. d"])
def test_options_that_are_not_four_are_refused(text):
    with pytest.raises(ValueError, match="expected four different options"):
        parse_options(text)


@pytest.mark.parametrize(
    "answer",
    ["", "B", "B. Panic Disorder", "E. Panic Disorder", "A & B. Panic Disorder", "A and B. x",
     "A & C. Insomnia / Other & Panic Disorder"],
)  # fmt: skip
def test_an_answer_whose_names_are_not_those_of_its_letters_is_refused(answer):
    with pytest.raises(ValueError, match="does not fit the options"):
        parse_answer(answer, NAMES)


@pytest.mark.parametrize(
    ("cases", "complaint"),
    [
        ("{", "low/D001/main_gpt5.json is not valid JSON"),
        ({"k1": case(), "k2": case(answer="A. Nobody")}, "main_gpt5.json, key k2: the answer"),
        ({"k1": {"question": "?"}}, "key k1: field 'options' is missing"),
        ([1], "main_gpt5.json is not as released: it must map keys to cases"),
        ({"k1": [1]}, "key k1: "),
        ({"k1": case(question=" ")}, "key k1: the question is empty"),
        ('{"k1": {"question": "?"}, "k1": {}}', "main_gpt5.json is not valid JSON: key 'k1' stands twice"),
    ],
)
def test_a_file_not_as_released_is_refused_with_its_key(tmp_path, cases, complaint):
    with pytest.raises(ItemFormatError, match=complaint):
        import_mentalbench(release(tmp_path, {"low/D001/main_gpt5.json": cases}), tmp_path / "b")
    assert not (tmp_path / "b").exists()


def index_of(made, path, **changes):
    """The index a release would have, as a compressed table."""
    columns = ["path", "type", "generator", "key", "gold", *(f"option_{c}" for c in "abcd"), "question_chars"]
    rows = [
        {"path": item.details["path"], "type": item.task + (item.details["part"] or ""), "key":
        item.details["key"],
         "generator": item.details["generator"], "gold": "".join(item.gold),
         **{f"option_{letter.lower()}": text for letter, text in item.options.items()},
         "question_chars": str(len(item.question)), **changes}
        for item in read_items(made.items_path)
    ]  # fmt: skip
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [name for name in columns if name in rows[0]], extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize("form", ["folder", "archive"])
def test_an_index_beside_the_files_is_used(tmp_path, form):
    folder = release(tmp_path, FILES)
    made = import_mentalbench(folder, tmp_path / "without")
    assert made.manifest["inputs_sha256"]["index"] is None
    source = folder
    if form == "archive":
        source = tmp_path / "download" / "dataset.tar.xz"
        source.parent.mkdir()
        with tarfile.open(source, "w:xz") as archive:
            archive.add(folder / "resources" / "dataset", "dataset")
    index = index_of(made, (folder if form == "folder" else source.parent) / "index.csv.gz")
    assert import_mentalbench(source, tmp_path / "with").manifest["inputs_sha256"]["index"]
    index_of(made, index, question_chars="1")
    with pytest.raises(ItemFormatError, match=r"not as .*index"):
        import_mentalbench(source, tmp_path / "wrong")


def test_an_index_that_is_none_is_refused(tmp_path):
    folder = release(tmp_path, FILES)
    for content, complaint in ((gzip.compress(b"path,key\n"), "no column 'type'"), (b"x", "cannot be read")):
        (tmp_path / "index.csv.gz").write_bytes(content)
        with pytest.raises(ItemFormatError, match=complaint):
            import_mentalbench(folder, tmp_path / "b", index=tmp_path / "index.csv.gz")


def test_a_folder_without_cases_is_refused(tmp_path):
    with pytest.raises(ItemFormatError, match="holds no MentalBench cases"):
        import_mentalbench(tmp_path, tmp_path / "b")
    folder = release(tmp_path, FILES) / "resources"
    with pytest.raises(ItemFormatError, match=f"Pass the one that holds it, .*: {re.escape(str(folder))}"):
        import_mentalbench(folder / "dataset", tmp_path / "b")


@pytest.mark.slow
def test_the_release_has_all_its_items_and_they_are_those_of_the_index(imported_mentalbench):
    made = imported_mentalbench
    assert made.manifest["inputs_sha256"]["index"]
    items = list(read_items(made.items_path))
    assert Counter(item.task for item in items) == RELEASED
    assert len({item.id for item in items}) == sum(RELEASED.values()) == 24_750
    assert {len(item.gold) for item in items if item.task == "type3"} == {2}
    assert {len(item.gold) for item in items if item.task != "type3"} == {1}
    assert made.manifest["generators"] == {"gemini": 8250, "gpt5": 8250, "qwen235": 8250}
    assert made.manifest["knowledge_graph"] == {
        "disorders": 23, "symptoms_of_a_disorder": 84, "symptom_triples": 239,
        "differential_diagnosis_triples": 87,
    }  # fmt: skip
    assert all(
        item.details["option_ids"][letter].startswith("D0") for item in items for letter in item.options
    )
    assert verify(made.directory, Inputs()).violations == ()


def test_an_item_that_is_not_as_the_index_has_it_is_named(mentalbench, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(mentalbench / "sample" / "dataset", folder / "dataset")
    with pytest.raises(ItemFormatError, match=r"only .*index.csv.gz has this item"):
        import_mentalbench(folder, tmp_path / "b", index=mentalbench / "index.csv.gz")


@pytest.mark.slow
def test_items_stand_in_an_order_whose_beginning_is_a_fair_sample(imported_mentalbench):
    first = [item for item in read_items(imported_mentalbench.items_path) if item.task == "type1"][:200]
    assert len({item.entities[0].id for item in first}) > 20
