"""What stands before a question: vignettes, passages, cases, as people and published data sets have them."""

import json
from typing import Any

import polars as pl
import pytest

from benchmark.errors import ItemFormatError
from benchmark.folder import read_items
from benchmark.imports import read_people_file
from benchmark.imports.contexts import is_context
from mhclient.study.source import find_benchmark, folder_for
from tests.support.questions import found_in, lines

CASE = "A 30-year-old woman has not slept for a week and spends money."
OTHER = "A 50-year-old man has been sad for three weeks."
ASK = "What is the most likely diagnosis?"


def table(tmp_path, *rows):
    path = tmp_path / "q.csv"
    path.write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "name",
    [
        *("Vignette", "context", "Passage", "article", "Case", "scenario", "Abstract", "story", "case_text"),
        *("Fallbeispiel", "Fall", "Fallvignette", "Lesetext", "texte", "Cas clinique", "caso", "Viñeta"),
        *("Contexto", "caso clinico", "Casus", "Fallbeskrivning", "Opis przypadku", "Olgu", "Случай", "病例"),
        *("症例", "Text", "passage 1"),
    ],
)
def test_a_column_of_a_usual_name_is_asked_before_the_question(tmp_path, name):
    rows = [["id", name, "Frage", "A", "B", "Lösung"], ["1", CASE, ASK, "MDD", "mania", "B"]]
    items, found = found_in(table(tmp_path, *rows, ["2", OTHER, ASK, "MDD", "mania", "A"]))
    assert [item.question for item in items] == [f"{CASE}\n\n{ASK}", f"{OTHER}\n\n{ASK}"]
    assert f"Asked before each question: {name}." in found
    assert name not in items[0].details


def test_the_same_question_of_two_passages_is_asked_of_each(tmp_path):
    options = {"question": "Best title?", "options": ["w", "x"]}
    rows = [
        {"article": "A long text about cats.", "answer": "A", **options},
        {"article": "A long text about dogs.", "answer": "B", **options},
        {"article": None, "answer": "B", **options},
    ]
    items, found = found_in(lines(tmp_path / "q.jsonl", *rows))
    assert [item.gold for item in items] == [("A",), ("B",), ("B",)]
    assert items[2].question == "Best title?"
    assert "Asked before each question: article (1 of 3 have none)." in found


@pytest.mark.parametrize(
    ("name", "values"),
    [
        *(("Case", ["1", "2"]), ("Fall", ["Fall 12", "Fall 13"]), ("context", ["inpatient", "outpatient"])),
        *(("explanation", [CASE, OTHER]), ("Begründung", [CASE, OTHER]), ("exp", [CASE, OTHER])),
        *(("Correct answer explanation", [CASE, OTHER]), ("hint", [CASE, OTHER]), ("fact1", [CASE, OTHER])),
        *(("Kommentar", [CASE, OTHER]), ("long_answer", [CASE, OTHER]), ("解析", [CASE, OTHER])),
        *(
            ("Topic", ["Bipolar", "Depression"]),
            ("Lernziel", [CASE, OTHER]),
            ("url", ["https://example.org/a-long-path/of/a/page.html"] * 2),
        ),
    ],
)
def test_names_of_cases_and_what_gives_the_answer_away_are_kept_beside(tmp_path, name, values):
    rows = [[value, "Which is it?", "MDD", f"mania {n}", "B"] for n, value in enumerate(values)]
    items, found = found_in(table(tmp_path, [name, "question", "A", "B", "gold"], *rows))
    assert [item.question for item in items] == ["Which is it?"] * 2
    assert [item.details[name] for item in items] == values
    assert f"Kept beside each question: {name}." in found


@pytest.mark.parametrize("name", ["Patientin", "stimulus", "Beschreibung", "Aufnahmebefund", "a+b"])
def test_a_long_column_beside_short_questions_is_asked_about(tmp_path, name):
    header = [name, "Frage", "A", "B", "Lösung"]
    path = table(tmp_path, header, [CASE, "Diagnose?", "MDD", "mania", "B"], [OTHER, "Dx?", "x", "y", "A"])
    with pytest.raises(ItemFormatError) as refused:
        read_people_file(path)
    joined, alone = json.dumps({"question": f"{name}+Frage"}), json.dumps({"question": "Frage"})
    assert f"`columns={joined}` asks it before each question, `columns={alone}` leaves" in str(refused.value)
    assert read_people_file(path, json.loads(joined)).items[0].question == f"{CASE}\n\nDiagnose?"
    assert read_people_file(path, json.loads(alone)).items[0].question == "Diagnose?"


def test_columns_are_joined_in_the_order_that_the_user_says(tmp_path):
    header = ["Vignette", "Labor", "Frage", "A", "B", "Lösung"]
    path = table(tmp_path, header, [CASE, "Na 130", "Diagnose?", "MDD", "mania", "B"])
    items, found = found_in(path, {"question": "Labor+Vignette+Frage"})
    assert items[0].question == f"Na 130\n\n{CASE}\n\nDiagnose?"
    assert "Asked before each question: Labor, Vignette." in found
    items, found = found_in(path, {"question": "Frage"})
    assert items[0].question == "Diagnose?"
    assert "Not asked, as `columns` names what is: Vignette." in found
    with pytest.raises(ItemFormatError, match=r"there is no column 'Vignete'\. Did you mean 'Vignette'"):
        read_people_file(path, {"question": "Vignete+Frage"})


def test_a_file_without_such_a_column_keeps_its_ids(tmp_path):
    (item,) = read_people_file(
        table(tmp_path, ["question", "A", "B", "gold"], ["2 + 2?", "4", "5", "A"])
    ).items
    assert item.id == "own-10dd14ad67b826d3"


RACE = {"example_id": "h1", "article": CASE, "answer": "B", "question": ASK, "options": ["x", "y", "z", "w"]}
SIQA = {"context": CASE, "question": ASK, "answerA": "x", "answerB": "y", "answerC": "z", "label": "2"}
CHOICES = {"context": CASE, "question": ASK, "answers": ["x", "y", "z", "w"]}
BBQ = {
    **{"example_id": 0, "question_index": "1", "question_polarity": "neg", "context_condition": "ambig"},
    **{"category": "Age", "answer_info": {"ans0": ["x", "old"]}, "context": CASE, "question": ASK},
    **{"additional_metadata": {"version": "a"}, "ans0": "x", "ans1": "y", "ans2": "z", "label": 1},
}
PUBLISHED: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "RACE": (RACE, {}),
    "SIQA": (SIQA, {"gold_is": "index1"}),
    "LogiQA by index": (
        {"context": CASE, "query": ASK, "correct_option": 1, "options": ["x", "y", "z", "w"]},
        {"gold_is": "index0"},
    ),
    "LogiQA by letter": ({"label": "b", "context": CASE, "question": ASK, "options": ["x", "y", "z"]}, {}),
    "LogiQA 2.0": (
        {
            "id": 1,
            "answer": 1,
            "text": CASE,
            "type": {"t": True},
            "question": ASK,
            "options": ["x", "y", "z"],
        },
        {"gold_is": "index0"},
    ),
    "BBQ": (BBQ, {"gold_is": "index0"}),
    "ReClor": ({**CHOICES, "label": 1, "id_string": "train_1"}, {"gold_is": "index0"}),
    "CosmosQA": (
        {
            "id": "3",
            "context": CASE,
            "question": ASK,
            **{f"answer{n}": "xyzw"[n] for n in range(4)},
            "label": 1,
        },
        {"gold_is": "index0"},
    ),
    "QuAIL": (
        {**CHOICES, "correct_answer_id": 1, "question_type": "Causality", "domain": "f", "context_id": "f1"},
        {"gold_is": "index0"},
    ),
    "DREAM": (
        {
            "dialogue_id": "5",
            "dialogue": CASE.split(" and "),
            "question": ASK,
            "choice": ["x", "y"],
            "answer": "y",
        },
        {},
    ),
    "MedMCQA": (
        {
            **{"id": "u", "question": ASK, "opa": "x", "opb": "y", "opc": "z", "opd": "w", "cop": 1},
            **{"choice_type": "single", "exp": CASE, "subject_name": "Psychiatry", "topic_name": None},
        },
        {"gold_is": "index0"},
    ),
    "MedXpertQA": (
        {
            **{"id": "Text-1", "question": ASK, "label": "B", "medical_task": "Diagnosis"},
            "options": [
                {"letter": letter, "content": text} for letter, text in zip("ABC", "xyz", strict=True)
            ],
        },
        {},
    ),
    "SciQ": (
        {"question": ASK, "distractor3": "x", "distractor1": "z", "correct_answer": "y", "support": CASE},
        {},
    ),
    "OpenBookQA": (
        {
            **{"id": "7", "question_stem": ASK, "choices": {"text": ["x", "y"], "label": ["A", "B"]}},
            **{"answerKey": "B", "fact1": CASE, "humanScore": 1.0, "clarity": 2.0, "turkIdAnonymized": "b"},
        },
        {},
    ),
    "ARC": (
        {"id": "M", "question": ASK, "choices": {"text": ["x", "y"], "label": ["A", "B"]}, "answerKey": "B"},
        {},
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_data_sets_with_and_without_passages(tmp_path, name):
    row, said = PUBLISHED[name]
    (item,) = read_people_file(lines(tmp_path / "q.jsonl", row), said).items
    has_passage = any(is_context(column) for column in row)
    passage = "\n".join(CASE.split(" and ")) if name == "DREAM" else CASE
    assert item.question == (f"{passage}\n\n{ASK}" if has_passage else ASK)
    assert [item.options[letter] for letter in item.gold] == ["y"]


PUBMED = {"contexts": [CASE, OTHER], "labels": ["AIMS", "RESULTS"], "meshes": ["Humans", "Sleep"]}
HUB = {
    "pubid": 1,
    "question": "Is it mania?",
    "context": PUBMED,
    "long_answer": CASE,
    "final_decision": "yes",
}
OWN = {
    **{"QUESTION": "Is it mania?", "CONTEXTS": [CASE, OTHER], "LABELS": ["AIMS", "RESULTS"]},
    **{"MESHES": ["Humans"], "YEAR": "2011", "final_decision": "yes", "LONG_ANSWER": CASE},
}


def _hub(folder):
    pl.DataFrame([HUB]).write_parquet(folder / "pubmed.parquet")
    return folder / "pubmed.parquet"


def _own(folder):
    (folder / "ori_pqal.json").write_text(json.dumps({"21645374": OWN}), encoding="utf-8")
    return folder / "ori_pqal.json"


@pytest.mark.parametrize("write", [_hub, _own, lambda folder: lines(folder / "q.jsonl", HUB)])
def test_pubmedqa_has_no_options_but_yes_no_and_maybe(tmp_path, write):
    (item,), found = found_in(write(tmp_path))
    assert item.question == f"{CASE}\n{OTHER}\n\nIs it mania?"
    assert list(item.options.values()) == ["yes", "no", "maybe"]
    assert item.gold == ("A",)
    assert "No column holds options: they are yes, no and maybe, as in 'final_decision'." in found


@pytest.mark.parametrize(
    ("answers", "options"),
    [
        *(
            (["yes", "no"], ["yes", "no"]),
            ([True, False], ["true", "false"]),
            (["ja", "nein"], ["ja", "nein"]),
        ),
        *((["No", "Maybe"], ["yes", "no", "maybe"]), (["oui", "non"], ["oui", "non"])),
    ],
)
def test_answers_that_are_yes_and_no_are_the_options(tmp_path, answers, options):
    rows = [{"passage": CASE, "question": f"q{n}?", "answer": said} for n, said in enumerate(answers)]
    items = read_people_file(lines(tmp_path / "boolq.jsonl", *rows)).items
    assert [list(item.options.values()) for item in items] == [options] * 2
    said = [item.options[item.gold[0]] for item in items]
    assert said == [str(answer).lower() for answer in answers]


def test_other_answers_without_options_are_refused_with_how_to_name_them(tmp_path):
    with pytest.raises(ItemFormatError, match=r"no column for options \(A, B, …\) among"):
        read_people_file(lines(tmp_path / "q.jsonl", {"question": "Who?", "answer": "Kraepelin"}))


def test_what_an_earlier_version_made_without_the_passage_is_made_anew(tmp_path):
    """`run exam.csv` keeps the questions beside its store; those were kept before passages were asked."""
    rows = [["Vignette", "Frage", "A", "B", "Lösung"], [CASE, ASK, "MDD", "mania", "B"]]
    path, store = table(tmp_path, *rows), tmp_path / "mhclient.sqlite"
    earlier = folder_for(path, [path], store, json.dumps([{}, None]))
    read_people_file(path, {"question": "Frage"}).write(earlier)
    found = find_benchmark(str(path), store)
    assert [item.question for item in read_items(found.benchmark.items_path)] == [f"{CASE}\n\n{ASK}"]
