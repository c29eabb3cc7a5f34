"""`mhclient labels` as a user types it."""

import json
from pathlib import Path

import pytest

from benchmark.labels.models import PRECISION
from mhclient.cli.main import main
from tests.support.mentat import invented_annotations, write_log


@pytest.fixture
def logs(tmp_path):
    return written_logs(tmp_path / "logs", invented_annotations())


def written_logs(folder, annotations):
    """A log of each rater."""
    for rater in {each.rater for each in annotations}:
        of_rater = [each for each in annotations if each.rater == rater]
        write_log(folder / f"{rater}_annotation_data_0.csv", of_rater)
    return str(folder)


def test_check_says_which_order_the_ratings_support(tmp_path, capsys):
    assert main(["labels", "check", written_logs(tmp_path / "logs", invented_annotations(8))]) == 0
    printed = capsys.readouterr()
    assert "24 annotations of 8 questions by 3 raters." in printed.out
    said = " ".join(printed.err.split())
    assert "support the order corrected: different raters of a question agree most with each other" in said


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("n_questions", "raters", "why"),
    [
        (1, ("x0",), "no question was rated twice with its options in different orders"),
        (8, ("x0",), "no question was rated twice with its options in different orders"),
        (4, ("x0", "x1", "x2"), "only 4 questions were rated twice with the options in different orders"),
    ],
)
def test_ratings_that_are_too_few_support_no_order_and_say_why(tmp_path, capsys, n_questions, raters, why):
    """Not even a warning of numpy's: nothing can be worked out of one rating, and that is said."""
    few = [each for each in invented_annotations(n_questions) if each.rater in raters]
    logs = written_logs(tmp_path / "logs", few)
    assert main(["labels", "check", logs]) == 0
    printed = capsys.readouterr()
    assert f"Which order the ratings support is not known: {why}" in " ".join(printed.err.split())
    assert "nan" not in printed.out
    assert main(["labels", "check", logs, "--format", "json"]) == 0
    printed = capsys.readouterr().out
    assert "NaN" not in printed
    document = json.loads(printed)
    assert document["supported"] is None
    assert why in document["supported_why"]


@pytest.mark.slow
def test_fit_writes_labels_that_compare_reads(logs, tmp_path, capsys):
    one, other = str(tmp_path / "one.json"), str(tmp_path / "other.json")
    assert main(["labels", "fit", logs, "--out", one, "--draws", "5"]) == 0
    assert main(["labels", "fit", logs, "--out", other, "--draws", "0", "--order", "released"]) == 0
    assert len(json.loads(Path(one).read_text(encoding="utf-8"))["questions"]["32"]["tops"]) == 5
    capsys.readouterr()
    assert main(["labels", "compare", one, other, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["categories"][-1]["category"], document["categories"][-1]["n"]) == ("all", 4)
    assert main(["labels", "compare", one, one]) == 0
    assert "differ" not in capsys.readouterr().out


def test_a_rater_at_a_bound_and_a_fit_cut_short_are_said_and_no_error(logs, tmp_path, monkeypatch, capsys):
    out = str(tmp_path / "labels.json")
    fit = ["labels", "fit", logs, "--out", out, "--draws", "0", "--force"]
    assert main(fit) == 0
    printed = capsys.readouterr().out
    assert "At a limit" not in printed
    assert "did not converge" not in printed
    for place in range(3):  # many questions on which all agree pull slopes up against their penalty
        of_rater = [each for each in invented_annotations(20) if each.rater == f"x{place}"]
        write_log(Path(logs) / f"x{place}_annotation_data_0.csv", of_rater)
    monkeypatch.setitem(PRECISION, "maxiter", 1)
    assert main(fit) == 0
    assert (
        "The fit did not converge: its labels depend on when it stopped, 1 iteration"
        in capsys.readouterr().out
    )
    monkeypatch.undo()
    assert main(fit) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "a limit of what the fit allows a rater (slope 0.5 to 2, offset −3 to 3): x0, x1, x2." in said
    assert json.loads(Path(out).read_text(encoding="utf-8"))["at_bound"] == ["x0", "x1", "x2"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "nowhere"], "There is no file or folder nowhere."),
        (["check", "empty.csv"], "empty.csv is empty."),
        (["fit", "LOGS", "--out", "x.json", "--set", "released"], "--author-from"),
        (["fit", "LOGS", "--out", "x.json", "--model", "bt", "--offset"], "leave out --offset"),
        (["fit", "LOGS", "--out", "x.json", "--prior-sd", "1e-300"], "--prior-sd 1e-300: must be between"),
        (
            ["fit", "LOGS", "--out", "x.json", "--prior-sd", "0"],
            "--prior-sd 0: must be between 0.01 and 1000",
        ),
        (["fit", "LOGS", "--out", "taken.json"], "taken.json exists"),
        (["compare", "taken.json", "taken.json"], "taken.json is not valid JSON"),
    ],
)
def test_mistakes_are_one_line_and_status_2(logs, tmp_path, monkeypatch, capsys, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.json").write_text("not JSON")
    (tmp_path / "empty.csv").touch()
    assert main(["labels", *(logs if each == "LOGS" else each for each in arguments)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert complaint in said
    assert "Traceback" not in said


def written(path, name, questions, **about):
    """A file of labels, of these questions."""
    settings = {"order": "corrected", "author": False, "offset": False, "prior_sd": 2.0} | about.pop(
        "but", {}
    )
    found = {
        "schema": "mhclient-labels/1",
        "name": name,
        "settings": settings,
        "input_sha256": "a",
        "raters": {"x0": {}, "x1": {}},
        **about,
        "questions": {str(number): {"probabilities": [1, 0, 0, 0, 0]} for number in questions},
    }
    path.write_text(json.dumps(found), encoding="utf-8")
    return str(path)


def test_labels_are_not_written_over_the_ratings_they_are_made_of(logs, tmp_path, capsys):
    ratings = sorted(Path(logs).iterdir())[0]
    kept = ratings.read_bytes()
    for given in (logs, str(ratings)):
        assert main(["labels", "fit", given, "--draws", "0", "--out", str(ratings), "--force"]) == 2
        assert f"{ratings.name} was not written by mhclient" in capsys.readouterr().err.replace("\n", "")
    assert ratings.read_bytes() == kept


def test_compare_says_what_is_compared_and_over_how_many_questions(tmp_path, capsys):
    one = written(tmp_path / "one.json", "experts", range(32, 36))
    assert main(["labels", "compare", one, one]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"First: {one} (experts). Second: {one} (experts)." in said
    assert "Compared over the 4 questions that both have. Category" in said
    assert "Another option is the gold" not in said


def test_compare_says_in_what_the_sources_are_unlike(tmp_path, capsys):
    one = written(tmp_path / "one.json", "experts", range(32, 36))
    but = {"order": "released", "prior_sd": None}
    raters: dict[str, dict[str, float]] = {"x1": {}, "x2": {}}
    other = written(tmp_path / "other.json", "custom", (34, 35, 36), but=but, raters=raters, input_sha256="b")
    assert main(["labels", "compare", one, other]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Compared over the 2 questions that both have. Only the first has 2 (32, 33)." in said
    assert "Only the second has 1 (36)." in said
    assert "They were fitted to different ratings" in said
    assert "Only the first has ratings by x0. Only the second has ratings by x2." in said
    assert "fitted in different ways (the first and the second): order of options: corrected and" in said
    assert "released; standard deviation of the prior: 2 and none." in said
    assert main(["labels", "compare", one, other, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["overlap"] == {"both": [34, 35], "first_alone": [32, 33], "second_alone": [36]}
    assert len(document["unlike"]) == 4


def test_sets_without_a_question_in_common_are_refused(tmp_path, capsys):
    one, other = (written(tmp_path / f"{n}.json", "experts", (n,)) for n in (32, 40))
    assert main(["labels", "compare", one, other]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    said = " ".join(printed.err.split())
    assert "32.json (questions 1 (32))" in said
    assert "40.json (1 (40)) have no question in common." in said
