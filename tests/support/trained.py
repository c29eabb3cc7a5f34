"""Tiny models that are taught a few answers on the spot, in one way of saying them."""

from collections.abc import Callable, Sequence
from typing import Any

from benchmark import Item
from mhclient.providers.local.prompts import anchored, messages_of, plain_text
from mhclient.run.letter_forms import ANCHOR
from mhclient.run.prompts import render
from mhclient.run.variant import load_variant
from tests.support import local
from tests.support.tiny import byte_level_tokenizer, random_model, wrapped

STEPS_MAX = 300
ENOUGH = 0.02  # mean loss per token of the replies, in nats


def prompt_of(item: Item) -> str:
    """What a local model without a chat template is shown of an item."""
    prompt = render(item.question, item.options, load_variant("letter-only"))
    return plain_text(anchored(messages_of(prompt), ANCHOR))


def taught(items: Sequence[Item], reply: Callable[[Item], str]) -> "local.load.LoadedModel":
    """A model that has learned to reply to these items in this way, by heart."""
    tokenizer = wrapped(byte_level_tokenizer(vocab_size=500))
    loaded = local.load.wrap(random_model("llama", len(tokenizer), seed=3), tokenizer)
    model: Any = loaded.model.train()
    ids, labels = _batch(loaded, [(prompt_of(item), reply(item)) for item in items])
    optimiser = local.torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(STEPS_MAX):
        loss = model(input_ids=ids, labels=labels).loss
        if loss.item() < ENOUGH:
            break
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    model.eval()
    return loaded


def _batch(
    loaded: "local.load.LoadedModel", pairs: Sequence[tuple[str, str]]
) -> "tuple[local.torch.Tensor, local.torch.Tensor]":
    """Token ids and labels, padded on the right; only replies (and their end) are learned."""
    end = loaded.tokenizer.eos_token_id
    rows = []
    for prompt, reply in pairs:
        n_prompt = len(loaded.encode([prompt])[0])
        ids = [*loaded.encode([prompt + reply])[0], end]
        rows.append((ids, [-100] * n_prompt + ids[n_prompt:]))
    longest = max(len(ids) for ids, _ in rows)
    padded = [ids + [loaded.pad_id] * (longest - len(ids)) for ids, _ in rows]
    labels = [own + [-100] * (longest - len(own)) for _, own in rows]
    return local.torch.tensor(padded), local.torch.tensor(labels)
