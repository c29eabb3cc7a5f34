"""Labels against the numbers of MENTAT's release: objectives, strengths, agreement."""

from dataclasses import replace

import numpy as np
import pytest

from benchmark.labels.agreement import OrderAgreement, agreement_by_order, krippendorff_interval, supported
from benchmark.labels.compare import by_category, compare_labels
from benchmark.labels.fit import SETS, LabelModel, LabelSettings, draw_labels, fit_labels
from benchmark.labels.label_file import label_set, read_labels
from benchmark.labels.models import Hierarchical, fit_bradley_terry
from benchmark.labels.ratings import OrderUndone, preferences_of, ratings_of, softmax
from tests.support.mentat import NUMBERS, needs_numbers, released_numbers

pytestmark = [needs_numbers, pytest.mark.slow]
RELEASED, CORRECTED, IGNORED = OrderUndone


@pytest.fixture(scope="module")
def numbers():
    return released_numbers()


@pytest.fixture(scope="module")
def released(numbers):
    annotations, _, authors = numbers
    return fit_labels(annotations, SETS["released"], authors)


def tops(fitted):
    return dict(zip(fitted.ratings.questions, fitted.probabilities.argmax(axis=1).tolist(), strict=True))


def test_58_of_61_questions_have_an_author_row(numbers):
    annotations, _, authors = numbers
    questions = {each.question for each in annotations}
    assert (len(annotations), len(questions), sorted(questions - authors.keys())) == (600, 61, [92, 173, 175])


@pytest.mark.parametrize(
    ("settings", "objective", "within"),
    [
        (SETS["released"], 506.5278, 1e-3),
        (SETS["reordered"], 296.2030, 0.5),
        (SETS["experts"], 946.0378, 0.05),
        (replace(SETS["released"], offset=False), 2348.7209, 0.05),
        (replace(SETS["reordered"], offset=False), 842.0038, 0.5),
        (replace(SETS["experts"], author=True), 970.6594, 0.05),
    ],
)
def test_objectives_are_those_of_the_specification(numbers, settings, objective, within):
    annotations, _, authors = numbers
    fitted = fit_labels(annotations, settings, authors)
    assert fitted.fit.converged
    assert fitted.fit.objective == pytest.approx(objective, abs=within)


def test_the_released_hierarchical_labels_come_out_again(numbers, released):
    _, analysis, _ = numbers
    published = np.array([analysis["hbt_scores"][str(q)]["bt_scores"] for q in released.ratings.questions])
    assert np.abs(released.probabilities - published).max() < 1e-3
    for place, rater in enumerate(released.ratings.raters):
        given = analysis["hbt_rater_parameters"][rater]["bt_scores"]
        assert released.fit.slopes[place] == pytest.approx(given["slope"], abs=1e-2)
        assert released.fit.offsets[place] == pytest.approx(given["offset"], abs=1e-2)


def test_pairs_are_as_many_as_released(released):
    assert (len(released.preferences.row), len(released.preferences.winner)) == (4162, 3336)


def test_bradley_terry_equals_the_released_61_fits(numbers):
    annotations, analysis, authors = numbers
    settings = LabelSettings(RELEASED, author=True, prior_sd=None, model=LabelModel.BT)
    fitted = fit_labels(annotations, settings, authors)
    published = np.array([analysis["bt_scores"][str(q)]["bt_scores"] for q in fitted.ratings.questions])
    assert np.abs(fitted.probabilities - published).max() < 1e-4


def test_bradley_terry_equals_the_140_fits_by_text_gender(numbers):
    annotations, analysis, _ = numbers
    n_fits = 0
    for place, gender in enumerate(("male", "female", "nonbinary")):
        ratings = ratings_of([each for each in annotations if each.gender == gender], RELEASED)
        found = softmax(fit_bradley_terry(preferences_of(ratings)).beta)
        of_gender = analysis["bt_scores_typed"][place]
        published = np.array([of_gender[str(question)]["bt_scores"] for question in ratings.questions])
        assert np.abs(found - published).max() < 1e-3
        assert set(of_gender) == {str(question) for question in ratings.questions}
        n_fits += len(published)
    assert n_fits == 140


def test_means_and_alphas_are_the_released_ones(numbers):
    annotations, analysis, authors = numbers
    ratings = ratings_of(annotations, RELEASED, authors)
    for place, question in enumerate(ratings.questions):
        values = ratings.values[ratings.question == place]
        published = analysis["means_and_alphas"][str(question)]
        assert values.mean(axis=0) == pytest.approx(published["res"], abs=1e-9)
        assert krippendorff_interval(values) == pytest.approx(published["alpha"], abs=1e-9)


def row_of(found: OrderAgreement) -> tuple[str, ...]:
    """A column of the table, as printed."""
    return (
        f"{found.retest.median:.3f}; {found.retest.same_top:.0%}",
        f"{found.between.mean:.3f}; {found.between.same_top:.0%}",
        f"{found.median_alpha:.3f}; {found.mean_alpha('triage'):.3f}, "
        f"{found.mean_alpha('documentation'):.3f}",
    )


def test_only_the_corrected_order_lets_raters_agree_with_themselves(numbers):
    found = agreement_by_order(numbers[0])
    assert (found[0].retest.n, found[0].between.n) == (350, 2462)
    assert supported(found).order is CORRECTED
    assert [row_of(each) for each in found] == [
        ("-0.250; 24%", "0.065; 25%", "0.055; 0.070, 0.088"),
        ("0.974; 87%", "0.721; 75%", "0.716; 0.750, 0.635"),
        ("-0.250; 23%", "0.001; 20%", "-0.007; 0.007, 0.015"),
    ]


@pytest.mark.parametrize(
    ("settings", "on_top", "in_top_two", "in_top_three"),
    [
        (replace(SETS["released"], author=False), 32, None, 46),
        (replace(SETS["reordered"], author=False), 52, None, 58),
        (SETS["experts"], 51, 55, 58),
    ],
)
def test_where_the_authors_answer_stands(numbers, settings, on_top, in_top_two, in_top_three):
    annotations, _, authors = numbers
    fitted = fit_labels(annotations, settings)
    of = dict(zip(fitted.ratings.questions, fitted.probabilities, strict=True))
    ranks = np.array([(of[question] > of[question][option]).sum() for question, option in authors.items()])
    found = [int((ranks < k).sum()) for k in (1, 2, 3)]
    assert (found[0], found[2]) == (on_top, in_top_three)
    assert in_top_two in (None, found[1])


def test_slopes_of_experts(numbers):
    fitted = fit_labels(numbers[0], SETS["experts"])
    assert isinstance(fitted.fit, Hierarchical)
    expected = [1.823, 1.579, 2.000, 1.761, 1.834, 1.677, 1.262, 1.956]
    assert fitted.fit.slopes == pytest.approx(expected, abs=1e-3)


def test_experts_are_the_same_from_other_starts(numbers):
    fitted = fit_labels(numbers[0], SETS["experts"])
    assert isinstance(fitted.fit, Hierarchical)
    random = np.random.RandomState(1)
    start = replace(
        fitted.fit, beta=random.normal(size=fitted.fit.beta.shape), slopes=random.uniform(0.6, 1.9, 8)
    )
    again = replace(fitted, fit=start).again(np.ones(600))
    assert np.abs(again - fitted.probabilities).max() < 1e-4


def test_the_order_changes_golds(numbers, released):
    annotations, _, authors = numbers
    reordered = fit_labels(annotations, SETS["reordered"], authors)
    both = [label_set(each, "") for each in (released, reordered)]
    distances = compare_labels(*both)
    found = {each.category: each for each in by_category(distances)}
    assert (found["all"].n, found["all"].same_top, found["triage"].same_top, found["triage"].n) == (
        61,
        52,
        25,
        28,
    )
    assert found["all"].total_variation == pytest.approx(0.458, abs=0.01)
    assert (len(released.separated), len(reordered.separated)) == (1, 25)


def test_experts_change_13_of_the_released_golds(numbers, released):
    experts, published = (
        fit_labels(numbers[0], SETS["experts"]),
        read_labels(NUMBERS / "released_analysis.json"),
    )
    assert {q: label.top for q, label in published.labels.items()} == tops(released)
    assert sum(tops(experts)[question] == top for question, top in tops(released).items()) == 48


def test_draws_keep_every_question_and_repeat_with_the_seed(numbers):
    fitted = fit_labels(numbers[0], SETS["experts"])
    draws = draw_labels(fitted, 3, seed=5)
    assert draws.shape == (3, 61, 5)
    assert np.isfinite(draws).all()
    assert (draws == draw_labels(fitted, 3, seed=5)).all()
    assert not (draws == draw_labels(fitted, 3, seed=6)).all()


def test_choix_agrees_on_bradley_terry(numbers):
    choix = pytest.importorskip("choix")
    ratings = ratings_of(numbers[0], RELEASED, numbers[2])
    found = softmax(fit_bradley_terry(preferences_of(ratings)).beta)
    preferences = preferences_of(ratings)
    for question in range(len(ratings.questions)):
        of_question = preferences.winner // 5 == question
        pairs = zip(preferences.winner % 5, preferences.loser % 5, preferences.counts(), strict=True)
        data = [
            (int(one), int(other))
            for (one, other, n), wanted in zip(pairs, of_question, strict=True)
            if wanted
            for _ in range(int(n))
        ]
        strengths = choix.opt_pairwise(5, data, alpha=0)
        assert np.abs(softmax(strengths) - found[question]).max() < 1e-4
