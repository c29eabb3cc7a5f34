"""Free answers from the prompt to the report: invented questions, ten replies each, in all forms."""

import csv
import io
import json
from dataclasses import replace

import anyio
import polars as pl
import pytest

from benchmark.extras import how_to_install
from benchmark.mentat.design import DesignName, DesignSettings, QuestionPart, write_paired
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release
from cache import Store
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.figures.text_scores import rouge_l
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.blocks.free import free_figures
from mhclient.report.blocks.outcomes import strictness_findings
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.relabelled import with_labels
from mhclient.report.summarise import summarise_all
from mhclient.run.parameters import Parameters
from mhclient.run.prompts import render
from mhclient.run.variant import load_variant
from parsers import Outcome
from tests.support.asking import run, simulator_for
from tests.support.mentat import write_release

pytestmark = pytest.mark.slow

PROMPT = "Question: Which drug?\n\nAnswer (write your reply in only one short sentence!):"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A store with ten replies to each of fifty questions without options."""
    folder = tmp_path_factory.mktemp("free")
    clone = write_release(folder / "clone")
    settings = DesignSettings(DesignName.BASE, part=QuestionPart.ALL)
    benchmark = write_paired(Release(clone, lambda: ""), folder / "b", labels_for(clone, n_draws=0), settings)

    async def ask() -> str:
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(
                benchmark,
                simulator,
                folder / "store",
                model="sim-wavering",
                variant="mentat-free",
                epochs=10,
                parameters=Parameters(1.0, 1000),
            )
        return str(run_id)

    return folder, anyio.run(ask)


@pytest.fixture(scope="module")
def loaded(asked):
    folder, run_id = asked
    with Store.open(folder / "store", read_only=True) as store:
        return load_runs(store, [run_id])[0]


def test_the_prompt_is_the_released_one_word_for_word():
    prompt = render("Which drug?", {"A": "x", "B": "y"}, load_variant("mentat-free"))
    assert (prompt.system, [message.content for message in prompt.messages]) == (None, [PROMPT])


def test_that_no_free_answer_is_an_explicit_letter_is_no_finding(loaded):
    """The same replies to a prompt that asks for a letter depend on how strictly they are read."""
    lettered = replace(loaded, spec=replace(loaded.spec, variant=load_variant("mentat-b")))
    free, asked_for_letters = (
        {finding.code for finding in strictness_findings(*summarise_all(each))} for each in (loaded, lettered)
    )
    assert "depends_on_strictness" in asked_for_letters
    assert "depends_on_strictness" not in free


def test_free_answers_are_not_compared_with_guessing_among_options_that_were_not_shown(loaded):
    """Most replies unread: asked for letters, that decides whether a model beats guessing."""
    unread = tuple(
        replace(scored, ending=Outcome.NO_ANSWER, said=None) if place % 10 < 7 else scored
        for place, scored in enumerate(loaded.scored)
    )
    for half in (replace(loaded, scored=unread), loaded):
        (summary,) = summarise_all(half)
        assert {figures.chance for figures in summary.tasks.values()} == {None}
        assert not any(figures.letters for figures in summary.tasks.values())
        assert summary.get(shortcuts_by_task) == {}
        assert "guess" not in " ".join(finding.text for finding in strictness_findings(summary))
    lettered = replace(loaded, scored=unread, spec=replace(loaded.spec, variant=load_variant("mentat-b")))
    (summary,) = summarise_all(lettered)
    assert "beats guessing" in " ".join(finding.text for finding in strictness_findings(summary))


def test_figures_are_means_over_replies_then_questions(loaded):
    (summary,) = summarise_all(loaded)
    found = summary.get(free_figures)
    (all_of_it,) = found["all"].by_metric
    assert (all_of_it.n_questions, all_of_it.n_replies) == (50, 500)
    by_item: dict[str, list[float]] = {}
    for scored, text in zip(loaded.scored, loaded.completions, strict=True):
        right = scored.item.options[scored.item.gold[0]]
        by_item.setdefault(scored.item.id, []).append(1 - rouge_l(text, right))
    means = [sum(each) / len(each) for each in by_item.values()]
    assert all_of_it.value == pytest.approx(sum(means) / len(means))
    assert set(found) == {"diagnosis", "monitoring", "treatment", "triage", "documentation", "all"}
    assert all(name in str(summary.run.marks) for name in ("free answers",))


def test_another_label_set_is_another_reference(loaded):
    on_author = with_labels(loaded, "author")
    (summary,) = summarise_all(on_author)
    assert len(on_author.completions) == len(on_author.scored) == 300
    assert summary.get(free_figures)["all"].by_metric[0].n_questions == 30


def test_every_form_has_them_and_says_what_they_cannot_say(asked, tmp_path, capsys):
    folder, run_id = asked
    common = ["report", run_id, "--store", str(folder / "store")]
    assert main([*common, "--show", "free"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "It measures wording, not whether the answer is right" in shown
    assert main([*common, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    of_all = document["free"]["rouge_l"]["categories"]["all"]
    assert of_all["n_replies"] == 500
    assert 0 < of_all["ci95"][0] < of_all["value"] < of_all["ci95"][1] < 1
    assert "free-answers" in {finding["code"] for finding in document["findings"]}
    assert main([*common, "--format", "csv", "--with-answers"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    mean = sum(float(row["inconsistency_rouge_l"]) for row in rows) / len(rows)
    assert mean == pytest.approx(of_all["value"])
    table, page = tmp_path / "r.parquet", tmp_path / "r.html"
    assert main([*common, "--out", str(table), "--with-answers"]) == 0
    assert pl.read_parquet(table)["inconsistency_rouge_l"].mean() == pytest.approx(of_all["value"])
    assert main([*common, "--out", str(page), "--no-items"]) == 0
    assert "It measures wording" in page.read_text(encoding="utf-8")


def test_bleu_stands_beside_it_where_asked_for(asked, capsys):
    pytest.importorskip("sacrebleu")
    folder, run_id = asked
    assert main(["report", run_id, "--store", str(folder / "store"), "--bleu", "--format", "json"]) == 0
    free = json.loads(capsys.readouterr().out)["free"]
    assert list(free) == ["rouge_l", "bleu"]
    assert "tok:13a" in free["bleu"]["signature"]


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("nowhere:depth=3", "give FOLDER"),
        ("nowhere:layer=x", "not a number"),
        ("nowhere:baseline=1", "between -1 and 1"),
    ],
)
def test_a_model_that_cannot_compare_is_status_2(asked, capsys, option, complaint):
    folder, run_id = asked
    assert main(["report", run_id, "--store", str(folder / "store"), "--bertscore", option]) == 2
    assert complaint in " ".join(capsys.readouterr().err.split())


def test_bleu_without_its_package_says_how_to_get_it(asked, monkeypatch, capsys):
    folder, run_id = asked
    monkeypatch.setattr("mhclient.figures.text_scores.find_spec", lambda name: None)
    assert main(["report", run_id, "--store", str(folder / "store"), "--bleu"]) == 2
    assert how_to_install("text") in capsys.readouterr().err


def test_no_letters_are_asked_of_a_prompt_without_options(tmp_path):
    text = 'name="f"\ndescription="d"\nprompt="{question} {options}"\nanswer_format="free"'
    (tmp_path / "f.toml").write_text(text)
    with pytest.raises(UsageError, match="must not hold"):
        load_variant(str(tmp_path / "f.toml"))
    with pytest.raises(UsageError, match="no letter can be shown"):
        load_variant("mentat-free:shots=3")


def test_letters_probabilities_need_options(asked, tmp_path, monkeypatch, capsys):
    folder, _ = asked
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    model = ["run", "--provider", "openai", "--model", "m", "--ask", "logprobs"]
    more = ["--benchmark", str(folder / "b"), "--variant", "mentat-free", "--store", str(tmp_path / "s")]
    assert main([*model, *more]) == 2
    assert "shows no options, so that no letter has a probability" in " ".join(
        capsys.readouterr().err.split()
    )
