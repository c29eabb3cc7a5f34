r"""The text a local model is shown: the chat template's if the tokenizer has one, plain text otherwise.

Source of the anchor: MHGraphBench, appendix D.3: the item and "\nAnswer:", wrapped by the chat template if
there is one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Message = Mapping[str, str]


def shown_text(tokenizer: Any, messages: Sequence[Message], anchor: str) -> str:
    """The text before the answer. The anchor stands at the end of every turn of the user's.

    Raises:
        ValueError: the chat template cannot say these messages.
    """
    anchored = [
        {**message, "content": message["content"] + anchor} if message["role"] == "user" else dict(message)
        for message in messages
    ]
    if not tokenizer.chat_template:
        return plain_text(anchored)
    from jinja2 import TemplateError

    try:
        return _templated(tokenizer, anchored)
    except TemplateError:  # some templates know no system message: the user says it, then
        return _templated(tokenizer, without_system(anchored))


def _templated(tokenizer: Any, messages: Sequence[Message]) -> str:
    return str(tokenizer.apply_chat_template(list(messages), tokenize=False, add_generation_prompt=True))


def plain_text(messages: Sequence[Message]) -> str:
    """Turns as one text for a model without a chat template.

    >>> plain_text([{"role": "user", "content": "Q1?\\nAnswer:"}, {"role": "assistant", "content": "B"},
    ...             {"role": "user", "content": "Q2?\\nAnswer:"}])
    'Q1?\\nAnswer: B\\n\\nQ2?\\nAnswer:'
    """
    text = ""
    for message in messages:
        if message["role"] == "assistant":
            text += f" {message['content']}"
        else:
            text += f"\n\n{message['content']}" if text else message["content"]
    return text


def without_system(messages: Sequence[Message]) -> list[Message]:
    """The same messages with the system's text at the beginning of the first turn."""
    said = [message["content"] for message in messages if message["role"] == "system"]
    others = [message for message in messages if message["role"] != "system"]
    if not said or not others:
        return list(others)
    first = {**others[0], "content": "\n\n".join([*said, others[0]["content"]])}
    return [first, *others[1:]]
