"""What verbs that report were told: which items, how intervals are made, how free answers are scored."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.errors import UsageError
from mhclient.figures.clustering import ClusterBy, Entities
from mhclient.figures.text_scores import ROUGE_L, TextMetric, bleu
from mhclient.loading import later
from mhclient.report.loading.item_choice import ItemChoice, in_words
from mhclient.report.settings import Settings

if TYPE_CHECKING:
    from mhclient.providers.local import encoders, settings
else:  # they bring torch and asyncio, which most reports do not need
    encoders = later("mhclient.providers.local.encoders")
    settings = later("mhclient.providers.local.settings")


def settings_of(args: argparse.Namespace) -> Settings:
    """What `add_interval_options` was given."""
    known = args.cluster in tuple(ClusterBy)
    return Settings(
        cluster_by=ClusterBy(args.cluster) if known else ClusterBy.ITEM,
        column=None if known else args.cluster,
        entities=Entities(args.entities),
        only=in_words(items_of(args).where),
        margin=None if (points := getattr(args, "margin", None)) is None else points / 100,
    )


def items_of(args: argparse.Namespace) -> ItemChoice:
    """Which items `add_interval_options` was given."""
    where: dict[str, list[str]] = {}
    for column, value in getattr(args, "where", ()):
        where.setdefault(column, []).append(value)
    return ItemChoice(where, getattr(args, "by", None), getattr(args, "with_answers", False))


SPELLED = "FOLDER, or FOLDER:layer=40,baseline=0.5150192"


def text_metrics_of(args: argparse.Namespace) -> tuple[TextMetric, ...]:
    """ROUGE-L, and what else is asked for.

    Raises:
        MissingPackage: a package is not installed.
        UsageError: there is no such model, or no such setting of it.
    """
    more = [bleu()] if args.bleu else []
    return (ROUGE_L, *more, *([_bertscore(args.bertscore)] if args.bertscore else []))


def _bertscore(spelled: str) -> TextMetric:
    folder, layer, baseline = read_bertscore(spelled)
    settings.require_packages()
    model = encoders.load_bertscore(folder, layer, baseline)
    return TextMetric("bertscore", "BERTScore", model.signature, model.scores)


def read_bertscore(spelled: str) -> tuple[Path, int | None, float | None]:
    """Folder, layer and baseline.

    Raises:
        UsageError: a setting has another name, or no usable value.

    >>> read_bertscore("models/deberta:layer=40")
    (PosixPath('models/deberta'), 40, None)
    """
    folder, _, settings = spelled.partition(":")
    given = dict(part.partition("=")[::2] for part in settings.split(",") if part)
    try:
        layer = int(given.pop("layer")) if "layer" in given else None
        baseline = float(given.pop("baseline")) if "baseline" in given else None
    except ValueError as error:
        raise UsageError(f"`bertscore={spelled}`: not a number. Give {SPELLED}.") from error
    if given or not folder or (baseline is not None and not -1 < baseline < 1):
        raise UsageError(f"`bertscore={spelled}`: give {SPELLED}, with a baseline between -1 and 1.")
    return Path(folder).expanduser(), layer, baseline
