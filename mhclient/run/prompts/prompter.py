"""One variant at work: items in, prompts out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json

from benchmark import Item
from benchmark.checks import item_from_json
from mhclient.run.parameters import Prompt
from mhclient.run.prompts.examples import ExamplePools, examples_for
from mhclient.run.prompts.render import render, solved, user_message
from mhclient.run.prompts.schema import answer_schema
from mhclient.run.prompts.shown import Shown, displayed_options
from mhclient.run.prompts.variant import Variant


class Question(NamedTuple):
    """An item as a variant asks it.

    Attributes:
        options: label → text as shown; what the reply is read against.
        mode: "single" or "multi".
        shown: which of the item's letters each label stands for.
    """

    prompt: Prompt
    options: Mapping[str, str]
    mode: str
    shown: Shown


def _read(line: str) -> dict[str, Any]:
    """An item, checked when it came into the store."""
    try:
        read: dict[str, Any] = from_json(line)
    except ValueError:  # half a character, say, which Python's reader takes
        read = json.loads(line)
    return read


class Prompter:
    """Asks items as one variant says.

    Args:
        pools: the candidates for examples; needed if the variant shows any.
    """

    def __init__(self, variant: Variant, pools: ExamplePools) -> None:
        self._variant = variant
        self._pools = pools

    def ask(self, line: str) -> Question:
        """The question that an item's line of items.jsonl becomes.

        Raises:
            UsageError: there are not enough items for the examples.
        """
        asked = _read(line)
        shown, options = self._options(asked["id"], asked["options"])
        prompt = render(asked["question"], options, self._variant, self._examples(asked))
        if self._variant.grammar:
            prompt = prompt._replace(schema=answer_schema(options, multi=asked["mode"] == "multi"))
        return Question(prompt, options, asked["mode"], shown)

    def _examples(self, asked: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        if not self._variant.shots:
            return ()
        chosen = examples_for(item_from_json(asked), self._pools, self._variant)
        return [self._example(other) for other in chosen]

    def _example(self, item: Item) -> tuple[str, str]:
        shown, options = self._options(item.id, item.options)
        labels = sorted(shown.labels(frozenset(item.gold)))
        multi = item.mode.value == "multi"
        return user_message(item.question, options, self._variant), solved(labels, self._variant, multi=multi)

    def _options(self, item_id: str, options: Mapping[str, str]) -> tuple[Shown, dict[str, str]]:
        shown = displayed_options(item_id, options, self._variant)
        return shown, shown.options(options)
