"""What is wrong whatever the questions are, found before they are read where that takes long."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from cache import CacheError, RunRow, Store
from mhclient.errors import UsageError
from mhclient.providers.model import Model
from mhclient.run.spec import spec_of
from mhclient.run.variant import load_variant
from mhclient.study.source import GRAPH

LARGE = 5_000_000  # bytes, read in more than a moment


def check_before_reading(
    sources: Iterable[str | Path], store: Path, models: Sequence[Model], variants: Sequence[str]
) -> None:
    """Refuse a variant that there is not; and where the questions are long to read, a model without a key.

    Where the store knows the model, all replies may be there, for which no key is needed.

    Raises:
        UsageError: there is no such variant, or its file cannot be used.
        MissingKey: there is no key for a provider.
    """
    for variant in variants:
        load_variant(variant)
    if not any(map(_is_large, sources)):
        return  # what is wrong with the questions is said first, then
    known = _models_of(store)
    for model in models:
        if model.name not in known:
            model.provider.check_key()


def _is_large(source: str | Path) -> bool:
    """A file that is; what there is not is told by who reads it."""
    try:
        return Path(str(source).removeprefix(f"{GRAPH}:")).stat().st_size >= LARGE
    except OSError:
        return False


def _models_of(path: Path) -> frozenset[str]:
    """The models that a store has runs of; whoever asks says if it cannot be used."""
    if not path.is_file():
        return frozenset()
    try:
        with Store.open(path, read_only=True) as store:
            return frozenset(_model_of(run) for run in store.runs.get_all())
    except CacheError:
        return frozenset()


def _model_of(run: RunRow) -> str:
    try:
        return spec_of(run).model
    except UsageError:  # said where the run itself is named
        return ""
