"""People's own questions, as JSON lines or CSV, as a benchmark."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmark import Mode, read_benchmark, read_items
from benchmark.build.graph import fold
from benchmark.errors import ItemFormatError, OutputError
from benchmark.imports import import_questions, read_people_file
from benchmark.imports.files.text import misread

# One's own questions


def own(tmp_path, text, name="q.jsonl"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def read_own(path):
    return list(read_people_file(path).items)


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


QUESTION = {"question": "Which?", "options": ["one", "two", "three"], "gold": "B"}


def test_json_lines_become_items(tmp_path):
    other = {"question": "And?", "options": {"A": "x", "B": "y"}, "gold": ["B"], "id": "q2", "task": "mine"}
    source = own(tmp_path, lines(QUESTION, {**other, "source": "exam 2020"}))
    made = import_questions(source, tmp_path / "b", name="Exam")
    first, second = read_items(made.items_path)
    assert (dict(first.options), first.gold, first.task) == (
        {"A": "one", "B": "two", "C": "three"},
        ("B",),
        "own",
    )
    assert first.id.startswith("own-")
    assert (second.id, second.task, second.details) == ("q2", "mine", {"source": "exam 2020"})
    assert (made.kind, made.manifest["name"], made.manifest["tasks"]["mine"]["items"]) == ("own", "Exam", 1)


def test_csv_becomes_items_with_as_many_options_as_are_filled(tmp_path):
    text = 'question,A,B,C,gold,year\n"Which, then?",one,two,,B,2020\n"Two\nlines",1,2,3,A C,\n'
    first, second = read_own(own(tmp_path, text, "q.csv"))
    assert (first.question, list(first.options), first.details) == (
        "Which, then?",
        ["A", "B"],
        {"year": "2020"},
    )
    assert (second.question, second.gold, second.mode) == ("Two\nlines", ("A", "C"), Mode.MULTI)


@pytest.mark.parametrize("gold", ["A C", "C, A", "A & C", "A;C", ["A", "C"]])
def test_several_right_letters_can_be_written_in_several_ways(tmp_path, gold):
    (item,) = read_own(own(tmp_path, lines({**QUESTION, "gold": gold})))
    assert item.gold == ("A", "C")


def test_how_many_questions_have_several_right_letters_is_said(tmp_path):
    text = "question,A,B,C,gold\nOne?,x,y,z,a\nTwo?,x,y,z,a und b\nThree?,x,y,z,c\n"
    found = " ".join(read_people_file(own(tmp_path, text, "q.csv")).found)
    assert "1 question has several right letters, first in line 3: all questions of that group" in found


def test_all_questions_of_a_task_are_asked_alike(tmp_path):
    rows = [
        {**QUESTION, "gold": "A C"},
        {**QUESTION, "question": "b?"},
        {**QUESTION, "question": "c?", "task": "t"},
    ]
    assert [item.mode for item in read_own(own(tmp_path, lines(*rows)))] == [
        Mode.MULTI,
        Mode.MULTI,
        Mode.SINGLE,
    ]


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("q.jsonl", lines(QUESTION) + "{", "line 2: not valid JSON"),
        ("q.jsonl", lines(QUESTION)[:-1] * 2, "line 1: not valid JSON"),
        (
            "q.jsonl",
            lines({"question": "?"}),
            "line 1: no column for options .A, B, …. and gold among 'question'",
        ),
        ("q.jsonl", lines({**QUESTION, "gold": "D"}), "line 1: gold 'D' is not among the options A, B, C"),
        ("q.jsonl", lines({**QUESTION, "gold": 1}), "line 1: 'gold' is '1', which may be"),
        ("q.jsonl", lines({**QUESTION, "gold": "A B", "mode": "single"}), "mode is single but gold has 2"),
        (
            "q.jsonl",
            lines({**QUESTION, "mode": "many"}),
            "line 1: 'mode' must be single or multi, found 'many'",
        ),
        ("q.jsonl", lines({**QUESTION, "options": ["one"]}), "at least two options"),
        ("q.jsonl", lines({**QUESTION, "question": ""}), "'question' must be a non-empty text"),
        (
            "q.jsonl",
            lines(QUESTION, QUESTION),
            "line 2: same id, or without ids the same question, as line 1",
        ),
        (
            "q.jsonl",
            lines({**QUESTION, "options": ["x", "y", "X "]}),
            "line 1: options A and C read the same: 'X '",
        ),
        ("q.csv", "question,A,B,gold\nq1,x,x,A\n", "line 2: options A and B read the same"),
        (
            "q.csv",
            "id,question,A,B,gold\n1,What?,x,y,A\n2,what?,y,x,A\n",
            "line 3: asks the same as line 2 with another gold. One is wrong. Mend it",
        ),
        *(
            (
                "q.csv",
                f"Nr,{name},question,A,B,gold\n1,He is 40,What?,x,y,A\n2,She is 7,what?,y,x,A\n",
                f"line 3: asks the same as line 2 with another gold. {why}",
            )
            for name, why in (
                (
                    "Contexto do caso",
                    "They differ in 'Contexto do caso', which is not asked: .*"
                    r"question.*Contexto do caso\+question",
                ),
                ("Fallnotiz", "They differ in 'Fallnotiz', which"),
                ("explanation", "One is wrong. Mend it"),
                ("source", "One is wrong. Mend it"),
            )
        ),
        ("q.jsonl", "", "holds no question"),
        ("q.csv", "", "is empty: it holds no question"),
        ("q.csv", "what,A,B\n", "line 1: no column for question and gold among 'what', 'A', 'B'"),
        ("q.csv", "question,A,B,gold\n", "holds no question"),
        ("q.csv", "question,A,B,A,gold\n", "line 1: column 'A' stands twice"),
        ("q.csv", "question,A,B,gold\nwhat, then,1,2,A\n", "line 2: 5 cells, the header has 4"),
        ("q.csv", "question,A,B,gold\nx,1,2,A\n\ny,1,2,\n", "line 4: 'gold' is empty"),
        ("q.csv", "question,A,B,C,gold\nx,1,,3,A\n", "line 2: option B must be a non-empty text"),
    ],
)
def test_a_line_that_is_no_question_is_refused_with_its_number(tmp_path, name, text, complaint):
    with pytest.raises(ItemFormatError, match=complaint):
        import_questions(own(tmp_path, text, name), tmp_path / "b")
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("name", ["q.jsonl", "q.csv"])
def test_a_file_that_cannot_be_read_is_one_clear_error(tmp_path, name):
    with pytest.raises(ItemFormatError, match="cannot be read"):
        read_own(tmp_path / name)
    (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ItemFormatError, match=r"is not UTF-16 text.* Save it again as UTF-8"):
        read_own(tmp_path / name)


def test_an_existing_benchmark_is_kept(tmp_path):
    source = own(tmp_path, lines(QUESTION))
    import_questions(source, tmp_path / "b")
    with pytest.raises(OutputError, match="`force`"):
        import_questions(source, tmp_path / "b")
    import_questions(source, tmp_path / "b", force=True)


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).filter(str.strip)


@given(question=texts, options=st.lists(texts, min_size=2, max_size=6, unique_by=fold), data=st.data())
def test_whatever_is_written_comes_back(tmp_path_factory, question, options, data):
    assume(not misread("\n".join((question, *options)), sure=True))  # such as "Î\xa0", which is Π as UTF-8
    gold = data.draw(st.sampled_from("ABCDEF"[: len(options)]))
    folder = tmp_path_factory.mktemp("own")
    source = own(folder, lines({"question": question, "options": options, "gold": gold}))
    made = import_questions(source, folder / "b")
    (item,) = read_items(read_benchmark(made.directory).items_path)
    assert (item.question, list(item.options.values()), item.gold) == (question, options, (gold,))


RECORDS = [
    {"question": "One?", "A": "x", "B": "y", "gold": "B"},
    {"question": "Two?", "A": "x", "B": "z", "gold": "A"},
]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("q.json", {key: {str(n): row[key] for n, row in enumerate(RECORDS)} for key in RECORDS[0]}),
        ("q.json", {key: [row[key] for row in RECORDS] for key in RECORDS[0]}),
        ("q.json", {"columns": [*RECORDS[0]], "index": [0, 1], "data": [[*row.values()] for row in RECORDS]}),
        ("q.jsonl", RECORDS),
        ("q.json", {"version": 1, "questions": RECORDS}),
    ],
)
def test_json_written_by_columns_or_as_a_list_is_read_like_its_lines(tmp_path, name, value):
    items = read_own(own(tmp_path, json.dumps(value), name))
    assert items == read_own(own(tmp_path, lines(*RECORDS), "lines.jsonl"))


def test_json_over_several_lines_under_a_name_for_lines_is_refused_once(tmp_path):
    text = "".join(json.dumps(row, indent=1) + "\n" for row in RECORDS)
    with pytest.raises(
        ItemFormatError, match="is JSON over several lines: write one object per line"
    ) as refused:
        read_own(own(tmp_path, text))
    assert "\n" not in str(refused.value)
