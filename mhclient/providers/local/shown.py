r"""The text a local model is shown: the chat template's if the tokenizer has one, plain text otherwise.

Source of the anchor: MHGraphBench, appendix D.3: the item and "\nAnswer:", wrapped by the chat template if
there is one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mhclient.errors import ModelUnusable
from mhclient.run.prompt import Prompt

Message = Mapping[str, str]
TOKENIZER = "--tokenizer"  # whose chat template stands around a prompt that is sent to a server


def shown_text(tokenizer: Any, messages: Sequence[Message], anchor: str) -> str:
    """The text before the answer. The anchor stands at the end of every turn of the user's.

    Raises:
        ValueError: the chat template cannot say these messages.
    """
    turns = anchored(messages, anchor)
    if not tokenizer.chat_template:
        return plain_text(turns)
    from jinja2 import TemplateError

    try:
        return _templated(tokenizer, turns)
    except TemplateError:  # some templates know no system message: the user says it, then
        return _templated(tokenizer, without_system(turns))


def anchored(messages: Sequence[Message], anchor: str) -> list[Message]:
    """The same turns with the anchor at the end of each of the user's."""
    return [
        {**message, "content": message["content"] + anchor} if message["role"] == "user" else dict(message)
        for message in messages
    ]


def shower(tokenizer: str | None, revision: str | None, anchor: str) -> Callable[[Prompt], str]:
    """What shows a prompt to a model that is served elsewhere.

    Args:
        tokenizer: folder or name of the tokenizer whose chat template is used; None for plain text.

    Raises:
        MissingPackage: transformers is not installed.
        ModelUnusable: there is no such tokenizer, or it has no chat template.
    """
    loaded = None if tokenizer is None else load_tokenizer(tokenizer, revision)

    def show(prompt: Prompt) -> str:
        messages = messages_of(prompt)
        return shown_text(loaded, messages, anchor) if loaded else plain_text(anchored(messages, anchor))

    return show


def load_tokenizer(path_or_id: str, revision: str | None) -> Any:
    """A tokenizer with a chat template; see `shower` for what it raises."""
    from mhclient.providers.local.packages import require_packages

    require_packages()
    import transformers

    from mhclient.providers.local.checkpoint import opening

    with opening(path_or_id, "tokenizer", TOKENIZER):
        tokenizer = transformers.AutoTokenizer.from_pretrained(path_or_id, revision=revision)
    if not tokenizer.chat_template:
        raise ModelUnusable(f"{TOKENIZER} {path_or_id} has no chat template: leave it out.")
    try_template(tokenizer, path_or_id, TOKENIZER)
    return tokenizer


def try_template(tokenizer: Any, source: str, option: str = "--model") -> None:
    """Say a short conversation by the chat template, if there is one.

    Raises:
        ModelUnusable: it cannot be said; a template is a program, and may be a broken one.
    """
    from mhclient.providers.local.checkpoint import opening

    with opening(source, "chat template", option):
        shown_text(tokenizer, [{"role": "user", "content": "?"}], "")


def messages_of(prompt: Prompt) -> list[Message]:
    """A prompt's turns, the system message first."""
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    return [*system, *({"role": message.role, "content": message.content} for message in prompt.messages)]


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
