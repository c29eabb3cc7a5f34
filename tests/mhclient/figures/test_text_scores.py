"""Measures of free answers, against the libraries that define them, and means worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.figures.text_scores import ROUGE_L, FreeAnswer, TextMetric, bleu, inconsistency, rouge_l

WORDS = st.lists(
    st.sampled_from(["stop", "the", "Lithium,", "re-check", "TSH!", "µg", "5", "(é)"]), max_size=12
)
TEXTS = st.one_of(st.text(max_size=40), WORDS.map(" ".join))


@given(reply=TEXTS, reference=TEXTS)
def test_rouge_l_is_that_of_rouge_score(reply, reference):
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(["rougeL"], use_stemmer=False)
    assert rouge_l(reply, reference) == pytest.approx(
        scorer.score(reference, reply)["rougeL"].fmeasure, abs=1e-9
    )


@given(reply=TEXTS, reference=TEXTS.filter(str.strip))
def test_bleu_is_that_of_sacrebleu(reply, reference):
    sacrebleu = pytest.importorskip("sacrebleu")
    (found,) = bleu().scores([(reply, reference)])
    assert found == pytest.approx(sacrebleu.sentence_bleu(reply, [reference]).score / 100, abs=1e-9)


def test_bleu_states_its_signature():
    pytest.importorskip("sacrebleu")
    assert "tok:13a|smooth:exp" in bleu().signature


def answer(question, reply, *, item=None, reference="stop lithium", wrong=("add lithium",)):
    return FreeAnswer(question, item or question, reply, reference, wrong)


def test_means_are_over_replies_then_items_then_questions():
    """By hand: question 1 has items of 0 and 1/2, question 2 one of 1: (1/4 + 1)/2."""
    answers = [
        answer("1", "stop lithium", item="1/0"),
        answer("1", "Stop lithium!", item="1/0"),
        answer("1", "stop", item="1/1", reference="stop lithium now"),
        answer("2", "no idea"),
    ]
    found = inconsistency(answers, ROUGE_L)
    assert (found.n_questions, found.n_replies) == (2, 4)
    assert found.value == pytest.approx((0.25 + 1) / 2)
    assert found.ci95 == (0.25, 1)
    assert inconsistency(answers[:1], ROUGE_L).ci95 is None


def test_wrong_options_are_scored_as_if_they_were_replies():
    assert inconsistency([answer("1", "x")], ROUGE_L).of_wrong == pytest.approx(0.5)
    assert inconsistency([answer("1", "x", wrong=())], ROUGE_L).of_wrong is None


def test_scores_outside_0_to_1_are_clipped():
    """Rescaled ones can lie below 0."""
    low = TextMetric("low", "low", "", lambda pairs: [-0.5 for _ in pairs])
    assert inconsistency([answer("1", "x")], low).value == 1
