"""The names that help texts list are those that the rooms know."""

import pytest

from benchmark import GenericDiseases, MultiUsage, Scope
from benchmark.build.seeds import SHIPPED
from benchmark.describe import WRITERS
from benchmark.labels.fit import SETS, LabelModel
from benchmark.labels.ratings import OrderUndone
from benchmark.mentalkg.profiles import PROFILES
from cache import ASKABLE_AGAIN
from mhclient.ask.making import DEFAULT_VARIANT
from mhclient.cli.arguments import options, replies
from mhclient.figures.clustering import Entities
from mhclient.figures.coverage import CoverageItems
from mhclient.judge import samples
from mhclient.report.page.frame import words_of_the_page
from mhclient.run.letter_forms import ANCHOR
from mhclient.run.parameters import MAX_TOKENS
from mhclient.run.spec import Ask
from mhclient.show.glossary import GLOSSARY
from mhclient.simulator.profiles import PROFILES as SIMULATED


@pytest.mark.parametrize(
    ("listed", "known"),
    [
        (options.SEED_LISTS, SHIPPED),
        (options.SCOPES, Scope),
        (options.MULTI_USAGES, MultiUsage),
        (options.GENERIC_DISEASES, GenericDiseases),
        (options.DESCRIPTION_FORMATS, WRITERS),
        (options.LABEL_SETS, SETS),
        (options.LABEL_ORDERS, OrderUndone),
        (options.LABEL_MODELS, LabelModel),
        (options.ASKABLE_ENDINGS, ASKABLE_AGAIN),
        (options.ENTITIES, Entities),
        (options.COVERAGE_ITEMS, CoverageItems),
        (options.ASKS, set(Ask) - {Ask.COMPOSE}),  # which is no way of asking questions
        (options.CASE_TYPES, PROFILES),
        (options.SIMULATED_MODELS, SIMULATED),
    ],
)
def test_help_lists_what_there_is(listed, known):
    assert set(listed) == {str(name) for name in known}


def test_help_names_the_defaults():
    assert (options.DEFAULT_VARIANT, options.MAX_TOKENS) == (DEFAULT_VARIANT, MAX_TOKENS)
    assert options.ANCHOR.replace("\\n", "\n") == ANCHOR
    assert (replies.SAMPLE_N, replies.SAMPLE_SEED) == (samples.SAMPLE_N, samples.SAMPLE_SEED)


def test_the_page_takes_its_words_from_the_same_list():
    words = words_of_the_page()
    assert words["refusal"] == "The model declined to answer."
    assert {meaning[:-1].casefold() for meaning in words.values()} <= {
        meaning.casefold() for meaning in GLOSSARY.values()
    }
