"""What the library says of parameters, in the words of a study file and of `evaluate`."""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager

from mhclient.errors import UsageError, with_names

KEYS = {"adapt": "adapt_parameters", "model": "name", "variant": "variants"}
ARGUMENTS = {"model": "models", "variant": "variants"}  # of `evaluate`
_ELSEWHERE = ", or add `provider`"  # both doors say with the name whose a model is


def own_words(before: str = "") -> AbstractContextManager[None]:
    """While the block runs, a refusal is said in the words of a study file, after these."""
    return _renaming(lambda message: before + in_own_words(message))


def as_arguments() -> AbstractContextManager[None]:
    """The same in the words of `evaluate`, which takes several models and variants."""
    return _renaming(in_arguments)


def in_own_words(message: str) -> str:
    """A message with keys for parameters, in quotes, so that the command line makes no options of them.

    >>> in_own_words("`model=gpt-5`: write `model=openai:gpt-5`, or add `provider`.")
    "'name = gpt-5': write 'name = openai:gpt-5'."
    >>> in_own_words("`price=2.5,10`")
    "'price = [2.5, 10]'"
    """
    return with_names(message.replace(_ELSEWHERE, ""), _key)


def in_arguments(message: str) -> str:
    """
    >>> in_arguments("`model=gpt-5`: write `model=openai:gpt-5`; `limit` is 0.")
    '`models=gpt-5`: write `models=openai:gpt-5`; `limit` is 0.'
    """
    return with_names(message.replace(_ELSEWHERE, ""), _argument)


def key_instead(table: object, keys: Collection[str], needed: str) -> str:
    """The key that somebody has written for the one that is needed, where one holds a text."""
    given = table.items() if isinstance(table, dict) else ()
    unknown = [key for key, value in given if key not in keys and isinstance(value, str)]
    return f" Did you mean '{needed}' by '{unknown[0]}'?" if unknown and needed not in dict(given) else ""


@contextmanager
def _renaming(rename: Callable[[str], str]) -> Iterator[None]:
    try:
        yield
    except UsageError as error:
        error.args = (rename(str(error)),)
        raise


def _argument(name: str, value: str | None) -> str:
    argument = ARGUMENTS.get(name, name)
    return f"`{argument}`" if value is None else f"`{argument}={value}`"


def _key(name: str, value: str | None) -> str:
    key = KEYS.get(name, name)
    if name == "price" and value is not None:
        value = f"[{value.replace(',', ', ')}]"
    return f"'{key}'" if value is None else f"'{key} = {value}'"
