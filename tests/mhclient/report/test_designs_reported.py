"""A paired design from the question file to the report: scripted models on invented questions."""

import csv
import io
import json
from dataclasses import replace

import anyio
import pytest

from benchmark import Benchmark, read_items
from benchmark.mentat.design import DesignSettings, QuestionPart, write_paired
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release
from cache import Store
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.figures.fairness import FairnessVerdict
from mhclient.read.choices import Confidence
from mhclient.report.blocks.fairness import fairness_across, fairness_of, fairness_table, pooled_document
from mhclient.report.blocks.label_sets import accuracy_by_set, probabilities_by_category, soft_by_category
from mhclient.report.compare.comparing import compare
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.relabelled import label_set_names, with_labels
from mhclient.report.settings import Settings
from mhclient.report.summarise import summarise_all
from parsers import Outcome
from tests.support.asking import run, simulator_for
from tests.support.mentat import write_release

LETTERS = "ABCDE"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A store with a simulated model's replies to a gender design with null versions."""
    folder = tmp_path_factory.mktemp("designs")
    clone = write_release(folder / "clone")
    labels = labels_for(clone, n_draws=20)
    settings = DesignSettings(part=QuestionPart.ALL, n_null=1)
    benchmark = write_paired(Release(clone, lambda: ""), folder / "b", labels, settings)

    async def ask() -> str:
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(benchmark, simulator, folder / "store")
        return str(run_id)

    return folder, anyio.run(ask)


def loaded(asked):
    folder, run_id = asked
    with Store.open(folder / "store", read_only=True) as store:
        return load_runs(store, [run_id])[0]


def scripted(stored, choose):
    """The run as if the model had chosen these options: item → original option, or None for no answer."""

    def answered(scored):
        option = choose(scored.item)
        if option is None:
            return replace(scored, ending=Outcome.NO_ANSWER, said=None)
        letter = LETTERS[scored.item.details["order"].index(option)]
        return replace(scored, ending=Outcome.ANSWER, said=scored.shown.labels({letter}))

    return replace(stored, scored=tuple(map(answered, stored.scored)))


def knows(item):
    """The gold of most questions, by number alone."""
    number = item.details["q_id"]
    return number % 5 if number % 4 else (number + 1) % 5


def flips_for_women(item):
    return (item.details["q_id"] + 1) % 5 if item.details["gender"] == "female" else item.details["q_id"] % 5


def says_a(item):
    return item.details["order"][0]


def figures_of(stored, choose, **settings):
    (summary,) = summarise_all(scripted(stored, choose), Settings(**settings))
    return summary.get(fairness_of)["gender", "all"]


@pytest.mark.slow
def test_a_model_that_ignores_gender_never_flips_and_is_not_called_fair_for_that(asked):
    found = figures_of(loaded(asked), knows)
    assert (found.flips.flips, found.noise.flips, found.n_questions) == (0, 0, 40)
    assert found.verdict is FairnessVerdict.UNDECIDED
    assert 0.05 < found.provable < 0.10
    assert figures_of(loaded(asked), knows, margin=0.10).verdict is FairnessVerdict.EQUIVALENT


@pytest.mark.slow
def test_a_model_that_flips_for_one_gender_is_found(asked):
    found = figures_of(loaded(asked), flips_for_women)
    assert found.flips.flips == 40
    assert found.verdict is FairnessVerdict.DIFFERENT
    assert {level.name: level.accuracy for level in found.levels}["female"] == 0


@pytest.mark.slow
def test_a_model_moved_by_the_order_of_options_shows_in_the_noise_floor(asked):
    found = figures_of(loaded(asked), says_a)
    assert found.flips.flips == 0  # the versions of a vignette share their order
    assert found.noise.share > 0.5


@pytest.mark.slow
def test_the_tables_show_flips_of_a_pair_beside_the_floor_of_a_pair(asked):
    """Women get another option: two of three pairs flip in every vignette, and every vignette has a flip."""
    (summary,) = summarise_all(scripted(loaded(asked), flips_for_women))
    of_category, across = fairness_table(summary), fairness_across([summary])
    for table in (of_category, across):
        assert table is not None
        row = next(row for row in table.rows if "40/40" in " ".join(map(str, row)))
        shown = dict(zip(table.head, map(str, row), strict=True))
        assert shown["Flips per pair"] == "66.7 (80/120)"
        assert shown["Order alone, per pair"] == "0.0 (0/40)"
        assert shown["Any flip"] == "100.0 (40/40)"


@pytest.mark.slow
def test_an_unread_version_is_a_choice_of_its_own_and_wrong(asked):
    found = figures_of(loaded(asked), lambda item: None if item.details["gender"] == "male" else knows(item))
    assert (found.flips.flips, found.flips.n_read) == (40, 0)
    assert {level.name: level.accuracy for level in found.levels}["male"] == 0


@pytest.mark.slow
def test_few_questions_get_figures_and_no_verdict(asked):
    (summary,) = summarise_all(loaded(asked))
    of_category = summary.get(fairness_of)["gender", "documentation"]
    assert (of_category.n_questions, of_category.verdict) == (8, None)


@pytest.mark.slow
def test_every_label_set_scores_the_same_replies(asked):
    stored = scripted(loaded(asked), lambda item: item.details["q_id"] % 5)
    (summary,) = summarise_all(stored)
    found = summary.get(accuracy_by_set)
    assert label_set_names(stored) == ("experts", "author")
    assert found["experts"]["triage"].accuracy == 1.0
    assert found["experts"]["triage"].of_labels is not None
    assert found["experts"]["all"].n == 160


@pytest.mark.slow
def test_another_label_set_scores_stored_replies_anew(asked):
    stored = loaded(asked)
    again = with_labels(stored, "author")
    assert 0 < len(again.scored) < len(stored.scored)  # authors are known where one answer is right
    assert {scored.task for scored in again.scored} == {"diagnosis", "monitoring", "treatment"}
    assert [each.correct for each in again.scored] == [
        each.correct for each in stored.scored if each.task in ("diagnosis", "monitoring", "treatment")
    ]
    with pytest.raises(UsageError, match="There are experts, author"):
        with_labels(stored, "nobody")


@pytest.mark.slow
def test_items_without_a_label_of_the_set_are_said_to_be_that_and_not_broken(asked, capsys):
    folder, run_id = asked
    common = ["report", run_id, "--store", str(folder / "store"), "--labels", "author"]
    assert main([*common, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    found = {finding["code"]: finding["text"] for finding in document["findings"]}
    assert "left_out" not in found
    assert found["other_labels"] == (
        "OTHER LABELS: the option that counts as right is that of the label set author. It has no label for "
        "64 of 160 items (triage 32, documentation 32). No figure counts them. Label sets there are: "
        "experts, author."
    )
    assert main([*common, "--show", "accuracy"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "(other labels)" in said
    assert "broken" not in said
    assert "limited" not in said.lower()
    assert with_labels(loaded(asked), "experts").other_labels is None  # the golds of the benchmark itself


def with_turned_labels(stored):
    """The run with one set of labels more, `turned`: each option has the probability of the one before."""

    def turned(scored):
        labels = scored.item.details["labels"]
        p = labels["experts"]["p"]
        more = {**labels, "turned": {**labels["experts"], "p": [*p[-1:], *p[:-1]]}}
        return replace(scored, item=replace(scored.item, details={**scored.item.details, "labels": more}))

    return replace(stored, scored=tuple(map(turned, stored.scored)))


@pytest.mark.slow
def test_soft_and_pooled_figures_go_by_the_labels_that_were_asked_for(asked):
    """Accuracy of another label set beside soft scores of the first would be of two golds."""
    stored = with_turned_labels(scripted(loaded(asked), lambda item: item.details["q_id"] % 5))
    for name, right in (("experts", 1.0), ("turned", 0.0)):
        runs = [with_labels(each, name) for each in (stored, renamed(stored, "other"))]
        summaries = list(summarise_all(runs))
        assert summaries[0].overall.accuracy.correct.value == right
        assert summaries[0].get(soft_by_category)["diagnosis"].agreement == pytest.approx(right)
        assert pooled_document(summaries)["pooled"]["accuracy"]["all"]["value"] == right


@pytest.mark.slow
def test_the_report_shows_tables_json_and_columns(asked, capsys):
    folder, run_id = asked
    common = ["report", run_id, "--store", str(folder / "store")]
    assert main([*common, "--show", "categories,labels,soft,fairness,levels"]) == 0
    shown = capsys.readouterr().out
    for title in ("Accuracy by label set", "Soft scores", "Paired versions", "mean of categories"):
        assert title in shown
    assert main([*common, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document["fairness"]["gender"]) >= {"triage", "all"}
    assert document["label_sets"]["experts"]["all"]["n"] == document["soft"]["all"]["n"] == 160
    assert main([*common, "--format", "csv", "--with-answers"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["gender"] for row in rows} == {"male", "female", "nonbinary"}
    assert {row["option_said"] for row in rows} <= {"", "0", "1", "2", "3", "4"}


@pytest.mark.slow
def test_a_table_that_no_run_has_is_one_line_and_status_2(asked, capsys):
    folder, run_id = asked
    common = ["report", run_id, "--store", str(folder / "store"), "--show"]
    assert main([*common, "free"]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    said = " ".join(printed.err.split())
    assert "--show free: none of these runs has anything to show there." in said
    assert "--variant mentat-free" in said
    assert main([*common, "free,accuracy"]) == 0


@pytest.mark.slow
def test_labels_that_are_not_there_are_status_2(asked, capsys):
    folder, run_id = asked
    assert main(["report", run_id, "--store", str(folder / "store"), "--labels", "nobody"]) == 2
    assert "There are experts, author" in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
def test_letters_probabilities_are_scored_by_original_option(asked):
    """Each reply has the label itself as its probabilities, whatever the order shown: nothing diverges."""
    stored = loaded(asked)
    confidences = []
    for place, scored in enumerate(stored.scored):
        label = scored.item.details["labels"].get("experts")
        if label is not None:
            shown = [next(iter(scored.shown.labels({letter}))) for letter in LETTERS]
            letters = tuple((name, p, (p, p)) for name, p in zip(shown, label["p"], strict=True))
            confidences.append(Confidence(place, max(label["p"]), 0.0, 1.0, True, letters))
    (summary,) = summarise_all(replace(stored, confidences=tuple(confidences)))
    found = summary.get(probabilities_by_category)["all"]
    assert found.n == len(confidences) > 0
    assert (found.divergence, found.brier) == pytest.approx((0.0, 0.0))
    assert found.cross_entropy == pytest.approx(found.entropy)


def renamed(stored, name):
    """The run as another model's, with replies of its own."""
    run = replace(stored.run, run_id=name)
    return replace(stored, run=run, response_ids=[None] * len(stored.response_ids))


@pytest.mark.slow
def test_models_that_share_questions_are_pooled(asked):
    stored = loaded(asked)
    runs = [scripted(stored, knows), renamed(scripted(stored, flips_for_women), "other")]
    summaries = list(summarise_all(runs))
    each = [summary.get(fairness_of)["gender", "all"] for summary in summaries]
    pooled = pooled_document(summaries)["pooled"]["fairness"]["gender"]["all"]
    assert (pooled["n_models"], pooled["n_questions"]) == (2, 40)
    assert pooled["flips"]["value"] == pytest.approx((0 + 1) / 2)
    for place, (name, accuracy, _) in enumerate(pooled["levels"]):
        assert name == each[0].levels[place].name
        assert accuracy["value"] == pytest.approx(sum(one.levels[place].accuracy for one in each) / 2)
    assert pooled_document(summaries[:1]) == {}


@pytest.mark.slow
def test_power_says_what_a_design_could_show(asked, capsys):
    folder, _ = asked
    common = ["power", "--benchmark", str(folder / "b")]
    assert main([*common, "--design", "gender", "--discordant", "0.1", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert main([*common, "--design", "gender", "--discordant", "0.1"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Assumed (--discordant): in 10 % of the questions one of any two versions is answered" in said
    assert "to be called different in 80 % of such runs" in said
    assert "a report's is 5 unless --margin names another" in said
    rows = {row["category"]: row for row in document["rows"]}
    assert rows["all"]["n_questions"] == 40
    assert 0.05 < rows["all"]["provable"] < 0.3
    assert rows["documentation"]["provable"] is None
    assert main([*common, "--design", "age"]) == 2
    assert "varies gender" in " ".join(capsys.readouterr().err.split())
    assert main(["power", "--n", "100", "--design", "gender"]) == 2
    assert "needs --benchmark" in " ".join(capsys.readouterr().err.split())


def in_benchmark(stored, name, **manifest):
    """The run as if it had asked another benchmark, whose manifest differs in this."""
    changed = {**stored.benchmark.manifest, **manifest}
    return replace(renamed(stored, name), benchmark=replace(stored.benchmark, digest=name, manifest=changed))


@pytest.mark.slow
@pytest.mark.parametrize(
    "manifest",
    [{}, {"seed": 43}, {"design": {"name": "gender", "ages": [1, 2]}}, {"labels": {"default": "released"}}],
)
def test_runs_of_two_designs_are_compared_where_words_and_golds_are_the_same(asked, manifest):
    stored = loaded(asked)
    (pair,) = compare([stored, in_benchmark(stored, "other", **manifest)]).pairs
    assert (pair.left_out, pair.unlike.said) == (0, "")


def test_two_designs_share_the_questions_with_the_same_words_whatever_their_ids(tmp_path, capsys):
    clone = write_release(tmp_path / "clone")
    labels = labels_for(clone, n_draws=0)

    async def ask(seed: int) -> tuple[str, Benchmark]:
        settings = DesignSettings(part=QuestionPart.SHOTS, seed=seed)
        benchmark = write_paired(Release(clone, lambda: ""), tmp_path / f"b{seed}", labels, settings)
        model = "sim-tidy" if seed == 42 else "sim-verbose"
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(benchmark, simulator, tmp_path / "store", model=model)
        return str(run_id), benchmark

    (one, first), (other, second) = (anyio.run(ask, seed) for seed in (42, 43))
    capsys.readouterr()
    assert main(["compare", one, other, "--store", str(tmp_path / "store"), "--format", "json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    words = [
        {item.id: item.question for item in read_items(benchmark.items_path)} for benchmark in (first, second)
    ]
    same = set(words[0].values()) & set(words[1].values())
    n_ids = len(words[0].keys() & words[1].keys())
    assert pair["overall"]["right"]["n"] == len(same) < n_ids
    assert 0 < pair["other_words"] <= n_ids - len(same)
