"""The names that help texts list are those that the rooms know."""

import pytest

from benchmark import GenericDiseases, MultiUsage, Scope
from benchmark.build.seeds import SHIPPED
from benchmark.describe import WRITERS
from benchmark.labels.fit import SETS, LabelModel
from benchmark.labels.ratings import OrderUndone
from benchmark.mentalkg.profiles import PROFILES
from cache import ASKABLE_AGAIN
from mhclient.ask.making import DEFAULT_VARIANT, MAX_TOKENS
from mhclient.cli.arguments import audit, choices
from mhclient.figures.clustering import Entities
from mhclient.figures.coverage import CoverageItems
from mhclient.judge import samples
from mhclient.run.letter_forms import ANCHOR
from mhclient.run.spec import Ask
from mhclient.simulator.profiles import PROFILES as SIMULATED


@pytest.mark.parametrize(
    ("listed", "known"),
    [
        (choices.SEED_LISTS, SHIPPED),
        (choices.SCOPES, Scope),
        (choices.MULTI_USAGES, MultiUsage),
        (choices.GENERIC_DISEASES, GenericDiseases),
        (choices.DESCRIPTION_FORMATS, WRITERS),
        (choices.LABEL_SETS, SETS),
        (choices.LABEL_ORDERS, OrderUndone),
        (choices.LABEL_MODELS, LabelModel),
        (choices.ENDINGS, ASKABLE_AGAIN),
        (choices.ENTITIES, Entities),
        (choices.COVERAGE_ITEMS, CoverageItems),
        (choices.ASKS, set(Ask) - {Ask.COMPOSE}),  # which is no way of asking questions
        (choices.CASE_TYPES, PROFILES),
        (choices.SIMULATED_MODELS, SIMULATED),
    ],
)
def test_help_lists_what_there_is(listed, known):
    assert set(listed) == {str(name) for name in known}


def test_help_names_the_defaults():
    assert (choices.DEFAULT_VARIANT, choices.MAX_TOKENS) == (DEFAULT_VARIANT, MAX_TOKENS)
    assert choices.ANCHOR.replace("\\n", "\n") == ANCHOR
    assert (audit.SAMPLE_N, audit.SAMPLE_SEED) == (samples.SAMPLE_N, samples.SAMPLE_SEED)
