"""Labels within the texts of options: left out where they agree with the places, refused elsewhere."""

import json

import pytest

from benchmark.imports import BadLines, read_people_file
from tests.support.questions import found_in, lines

TEXTS = ("lithium", "zinc", "iron", "lead")
AGREEING = [
    *(
        "A. {}|B. {}|C. {}|D. {}",
        "A) {}|B) {}|C) {}|D) {}",
        "(A) {}|(B) {}|(C) {}|(D) {}",
        "A: {}|B: {}|C: {}|D: {}",
    ),
    *(
        "a) {}|b) {}|c) {}|d) {}",
        "(a){}|(b){}|(c){}|(d){}",
        "1. {}|2. {}|3. {}|4. {}",
        "(1) {}|(2) {}|(3) {}|(4) {}",
    ),
    *(
        "[A] {}|[B] {}|[C] {}|[D] {}",
        "A - {}|B - {}|C - {}|D - {}",
        "А. {}|Б. {}|В. {}|Г. {}",
        "а) {}|б) {}|в) {}|г) {}",
    ),
    *(
        "α) {}|β) {}|γ) {}|δ) {}",
        "ア. {}|イ. {}|ウ. {}|エ. {}",
        "A、{}|B、{}|C、{}|D、{}",
        "① {}|② {}|③ {}|④ {}",
    ),
    *(
        "i. {}|ii. {}|iii. {}|iv. {}",
        "A.{}|B.{}|C.{}|D.{}",
        "Ａ．{}|Ｂ．{}|Ｃ．{}|Ｄ．{}",
        "（A）{}|（B）{}|（C）{}|（D）{}",
    ),
    *("가. {}|나. {}|다. {}|라. {}", "0: {}|1: {}|2: {}|3: {}"),
]
FORMS = [*((pattern, "columns") for pattern in AGREEING), (AGREEING[0], "list")]


def labelled(pattern, texts=TEXTS):
    return [label.format(text) for label, text in zip(pattern.split("|"), texts, strict=True)]


def table(tmp_path, *rows):
    path = tmp_path / "q.csv"
    header = ["question", *"ABCDE"[: len(rows[0]) - 2], "answer"]
    path.write_text("".join("\t".join(row) + "\n" for row in [header, *rows]), encoding="utf-8")
    return path


@pytest.mark.parametrize(("pattern", "form"), FORMS)
def test_labels_that_agree_with_the_places_are_left_out_and_said(tmp_path, pattern, form):
    options = labelled(pattern)
    if form == "list":
        path = lines(tmp_path / "q.jsonl", {"question": "Which?", "options": options, "answer": "B"})
    else:
        path = table(tmp_path, ["Which?", *options, "B"])
    (item,), found = found_in(path)
    assert (item.options, item.gold) == (dict(zip("ABCD", TEXTS, strict=True)), ("B",))
    assert "The options of 1 question bear labels, which are left out:" in found
    assert f"is read as {TEXTS[0]!r}" in found


@pytest.mark.parametrize("gold", ["B", "zinc", "B. zinc", "(b)", "2"])
def test_a_gold_may_be_the_letter_the_text_or_the_label_with_it(tmp_path, gold):
    said = {"gold_is": "index1"} if gold == "2" else {}
    path = table(tmp_path, ["Which?", *labelled(AGREEING[0]), gold])
    assert read_people_file(path, said).items[0].gold == ("B",)


@pytest.mark.parametrize(("pattern", "form"), FORMS)
def test_labels_that_disagree_with_the_places_are_refused_with_their_lines(tmp_path, pattern, form):
    moved = labelled(pattern)
    moved[:2] = moved[1::-1]
    rows = [
        {"question": f"{n}?", "options": moved if n % 2 else labelled(pattern), "answer": "A"}
        for n in range(4)
    ]
    if form == "list":
        path = lines(tmp_path / "q.jsonl", *rows)
    else:
        path = table(tmp_path, *([row["question"], *row["options"], row["answer"]] for row in rows))
    with pytest.raises(BadLines) as refused:
        read_people_file(path)
    places = ["line 2", "line 4"] if form == "list" else ["line 3", "line 5"]
    assert [line.partition(":")[0] for line in refused.value.every_line] == places
    assert f"option A is {moved[0]!r}: letters within the options are not those of their" in str(
        refused.value
    )


@pytest.mark.parametrize(
    "options",
    [
        ["A. thaliana", "B. subtilis", "C. difficile", "D. melanogaster"],
        ["B. subtilis", "A. fumigatus", "C. albicans", "D. melanogaster"],
        ["E. coli", "S. aureus", "B. cereus", "P. aeruginosa"],
        ["B: 12", "zinc", "iron", "lead"],
        ["lithium", "A. fumigatus", "iron", "lead"],
        ["1:2", "2:1", "3:1", "4:1"],
        ["1. Mai", "2. Mai", "3. Mai", "4. Mai"],
        ["1.5 mg", "2.5 mg", "3.5 mg", "4.5 mg"],
        ["A) lithium", "B. zinc", "C: iron", "D lead"],
        ["B. zinc", "C. iron", "D. lead", "E. lithium"],
        ["A", "B", "AB", "0"],
        ["vitamin A: 5 mg", "vitamin B: 5 mg", "vitamin C: 5 mg", "vitamin D: 5 mg"],
        ["I. V. access", "oral", "i. m. injection", "none"],
        ["A. B. Smith", "C. D. Jones", "E. F. Brown", "G. H. White"],
        ["No. 1", "No. 2", "No. 3", "No. 4"],
    ],
    ids=lambda options: options[0],
)
def test_what_only_looks_like_a_label_stays(tmp_path, options):
    others = [f"{n}?\tw\tx\ty\tz\tA".split("\t") for n in range(3)]
    items, found = found_in(table(tmp_path, ["Which?", *options, "A"], *others))
    assert list(items[0].options.values()) == options
    assert "labels" not in found


def test_where_most_questions_have_labels_one_may_be_missing(tmp_path):
    rows = [[f"{n}?", *labelled(AGREEING[0]), "A"] for n in range(8)]
    rows[5][3] = "iron"
    items, _ = found_in(table(tmp_path, *rows))
    assert {tuple(item.options.values()) for item in items} == {TEXTS}
    rows[5][1:3] = rows[5][2:0:-1]
    with pytest.raises(BadLines, match=r"line 7: option A is 'B\. zinc'"):
        read_people_file(table(tmp_path, *rows))


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["A. Smith", "B. Jones", "C. Brown", "D. Lee"], True),
        (["A. Freud", "B. Skinner"], True),
        (["А. Выготский", "Б. Зейгарник"], True),
        (["A. zinc", "B. iron"], False),
    ],
)
def test_where_labels_may_be_initials_it_is_said_how_these_are_kept(tmp_path, options, names):
    path = lines(tmp_path / "q.jsonl", {"question": "Who?", "options": options, "answer": "B"})
    (item,), found = found_in(path)
    assert [*item.options.values()] == [option.split(" ")[1] for option in options]
    assert ("initials of names are kept behind them (Smith, A.)" in found) == names
    behind = [", ".join(option.split(" ")[::-1]) for option in options]
    kept = lines(tmp_path / "k.jsonl", {"question": "Who?", "options": behind, "answer": "B"})
    assert [*found_in(kept)[0][0].options.values()] == behind


def test_labels_of_right_and_wrong_options_are_left_out_in_whatever_order(tmp_path):
    row = {"question": "Which?", "correct_answer": "B. zinc", "incorrect_answers": ["A. lithium", "C. iron"]}
    (item,) = read_people_file(lines(tmp_path / "q.jsonl", row)).items
    assert sorted(item.options.values()) == ["iron", "lithium", "zinc"]
    assert [item.options[letter] for letter in item.gold] == ["zinc"]


def test_labels_in_an_object_or_a_list_written_as_text(tmp_path):
    held = ({"A": "A. lithium", "B": "B. zinc"}, json.dumps(["A. lithium", "B. zinc"]))
    rows = [{"question": f"{n}?", "answer": "A", "options": options} for n, options in enumerate(held)]
    items = read_people_file(lines(tmp_path / "q.jsonl", *rows)).items
    assert [item.options for item in items] == [{"A": "lithium", "B": "zinc"}] * 2
