"""The JSON schema of an answer, for providers whose grammar holds a reply to one. Pure.

Decision: docs/decisions/run.md, "A grammar is a variant of its own".
"""

from collections.abc import Iterable
from typing import Any

NAME = "answer"  # providers want one


def answer_schema(labels: Iterable[str], *, multi: bool) -> dict[str, Any]:
    """An object whose `answer` is one of the labels, or several where items may have several right ones.

    Providers take only a part of JSON Schema: every field required, none besides (OpenAI's and Anthropic's
    pages on structured outputs).

    >>> answer_schema("AB", multi=False)["properties"]
    {'answer': {'type': 'string', 'enum': ['A', 'B']}}
    """
    one = {"type": "string", "enum": list(labels)}
    return {
        "type": "object",
        "properties": {"answer": {"type": "array", "items": one} if multi else one},
        "required": ["answer"],
        "additionalProperties": False,
    }
