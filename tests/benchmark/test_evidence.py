"""Feature texts and the evidence made from them: nothing of the answer may be left."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.build.evidence import (
    DISEASE_FIELDS,
    DRUG_FIELDS,
    MASK,
    MAX_CHARS,
    cut,
    mentions,
    read_features,
    sanitize,
    unescape_cell,
)
from benchmark.build.graph import Node
from benchmark.errors import FeatureFormatError
from benchmark.verify.family import answers_left
from tests.support.graphs import write_rows

FORMS = [
    "indication", "Indications", "indicated", "INDICATES", "indicating", "indicative",
    "contraindication", "contra-indicated", "contra indicated", "Contra–indications", "contraindicates",
    "non-indicated", "unindicated", "off-label", "Off-Label", "off label", "offlabel", "off – label",
    "off-labelled",
    "indi-\ncated", "indi- cations", "contra-\nindication", "off-\nlabel", "off-la- bel",
    "indica\u00adted", "in\u200bdicated", "off\u2011label",
    "índicated", "indic\u0301ated", "ındıcated", "in dicated", "contraind.", "contra-ind.", "contra ind",
    "off-the-label", "off (label)", "óff-lábel", "unlabeled use", "unlabelled uses",
    "\uff49\uff4e\uff44\uff49\uff43\uff41\uff54\uff45\uff44",
]  # fmt: skip


def letters_only(text):
    """Another look at the text than the sanitizer's: hyphens and invisible characters away, then search."""
    bare = re.sub(r"[-\u00ad\u2010-\u2015\u2212\u200b-\u200d]\s*", "", text).casefold()
    return re.sub(r"off\W*label", "offlabel", bare)


@pytest.mark.parametrize("form", FORMS)
def test_no_form_of_an_answer_is_left(form):
    clean = sanitize(f"This drug is {form} in mania.")
    assert MASK in clean
    assert not answers_left(clean)
    assert "indicat" not in letters_only(clean)
    assert "offlabel" not in letters_only(clean)
    assert re.fullmatch(r"This drug is (non-)?\[REL\]\.? in mania\.", clean)


@pytest.mark.parametrize(
    "harmless",
    [
        "a label",
        "offering",
        "predicate",
        "dictated",
        "labelled off the shelf",
        "index",
        "Böök's naïve café",
        "unlabeled antibody",
        "contralateral",
    ],
)
def test_other_words_stay(harmless):
    assert sanitize(f"It is {harmless}.") == f"It is {harmless}."


words = st.sampled_from(
    [*FORMS, "of", "mania", "-", "off", "label", "contra", "indi", "cated", "\n", "\u00ad"]
)


@given(parts=st.lists(words, max_size=12), glue=st.sampled_from(["", " ", "-", "\n"]))
def test_no_mixture_of_words_leaves_an_answer(parts, glue):
    clean = sanitize(glue.join(parts))
    assert not answers_left(clean)
    assert "indicat" not in letters_only(clean)
    assert "offlabel" not in letters_only(clean)


@given(text=st.text(max_size=400))
def test_evidence_fields_are_one_short_line(text):
    shown = cut(sanitize(text))
    assert len(shown) <= MAX_CHARS
    assert len(shown.splitlines()) <= 1


def test_a_mask_is_never_cut_through():
    for length in range(210, 221):
        shown = cut(sanitize("x" * length + " indicated and more text after that"))
        assert "[" not in shown.replace(MASK, "")


def test_a_drug_text_that_names_the_disease_is_known():
    disease = Node("disease", "Bipolar disorder", "1", "MONDO")
    assert mentions("for schizophrenia and bipolar\n disorder", disease)
    assert not mentions("for schizophrenia", disease)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('""', ""),
        ("", ""),
        ("37717", "37717"),
        ('"a \\"b\\" c"', 'a "b" c'),
        ('"one\\ntwo\\tthree"', "one\ntwo\tthree"),
        ('"back\\slash"', "back\\slash"),
        ('"ends with \\"', "ends with \\"),
        ('"""', '"'),
    ],
)
def test_dataverse_cells_are_unescaped_as_it_escapes_them(cell, text):
    assert unescape_cell(cell) == text


plain = st.text(
    st.characters(exclude_characters='\\"', exclude_categories=["Cs", "Cc"]) | st.sampled_from('"\n\t')
)


@given(text=plain)
def test_what_dataverse_escapes_comes_back(text):
    escaped = text.replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    assert unescape_cell(f'"{escaped}"') == text


def test_tab_and_csv_twins_are_equal(real_slice):
    for name, fields, index in (
        ("disease_features", DISEASE_FIELDS, "37717"),
        ("drug_features", DRUG_FIELDS, "14223"),
    ):
        tab, csv = (read_features(real_slice / f"{name}.{kind}", fields, {index}) for kind in ("tab", "csv"))
        assert tab == csv
        assert len(tab.of(index)) >= 6


def test_the_first_value_that_is_not_empty_counts(tmp_path):
    columns = ["node_index", *DISEASE_FIELDS]
    rows = [["7", "name", *[""] * 7], ["7", "other", "definition", *[" "] * 6], ["8", "x", "y", *[""] * 6]]
    found = read_features(write_rows(tmp_path / "d.csv", rows, columns), DISEASE_FIELDS, {"7"})
    assert found.of("7") == {"mondo_name": "name", "mondo_definition": "definition"}
    assert (found.of("8"), found.of("")) == ({}, {})


@pytest.mark.parametrize("name", ["d.tab", "d.csv"])
def test_blank_lines_of_a_table_are_no_rows(tmp_path, name):
    mark = "\t" if name == "d.tab" else ","
    lines = [mark.join(["node_index", *DRUG_FIELDS]), "", mark.join(["7", *"abcdefg"]), "", ""]
    (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    assert read_features(tmp_path / name, DRUG_FIELDS, {"7"}).of("7")["state"] == "f"


@pytest.mark.parametrize(
    ("columns", "rows", "complaint"),
    [
        (["node_index", *DRUG_FIELDS], [], "Are the disease and drug tables swapped"),
        (["node_index", "mondo_name"], [], "has no column 'mondo_definition'"),
        ([], [], "has no column 'node_index'"),
        (["node_index", *DISEASE_FIELDS], [["7", "x"]], "line 2: 2 cells, the header has 9"),
    ],
)
def test_a_table_that_is_not_disease_features_is_refused(tmp_path, columns, rows, complaint):
    with pytest.raises(FeatureFormatError, match=complaint):
        read_features(write_rows(tmp_path / "d.csv", rows, columns), DISEASE_FIELDS, set())


def test_a_table_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "d.tab").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(FeatureFormatError, match="cannot be read"):
        read_features(tmp_path / "d.tab", DISEASE_FIELDS, set())
    with pytest.raises(FeatureFormatError, match="cannot be read"):
        read_features(tmp_path / "none.tab", DISEASE_FIELDS, set())
