r"""The text a model is shown, here or served elsewhere: by its chat template if there is one, else plain.

Source of the anchor: MHGraphBench, appendix D.3: the item and "\nAnswer:", wrapped by the chat template if
there is one.
"""

from collections.abc import Mapping, Sequence

from mhclient.run.parameters import Prompt

Message = Mapping[str, str]
TOKENIZER = "`tokenizer`"  # whose chat template stands around a prompt that is sent to a server


def anchored(messages: Sequence[Message], anchor: str) -> list[Message]:
    """The same turns with the anchor at the end of each of the user's."""
    return [
        {**message, "content": message["content"] + anchor} if message["role"] == "user" else dict(message)
        for message in messages
    ]


def messages_of(prompt: Prompt) -> list[Message]:
    """A prompt's turns, the system message first."""
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    return [*system, *({"role": message.role, "content": message.content} for message in prompt.messages)]


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
