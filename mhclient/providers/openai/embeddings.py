"""OpenAI's embeddings, and every server that speaks them: texts in, vectors out.

Source: developers.openai.com/api/reference (embeddings, create). What is asked is a job whose text is a JSON
array of texts. The completion in the store says how many vectors came; they are read from the body.
"""

import base64
import binascii
import json
import math
import sys
from array import array
from collections.abc import Sequence
from typing import Annotated, Any, NotRequired

from annotated_types import MinLen
from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import MalformedReply
from mhclient.providers.dialect import Dialect
from mhclient.providers.reply import CountedBody, Label, counts_in, validated
from mhclient.run.parameters import FinishReason, Parameters, Prompt

PATH = "/embeddings"


class _Vector(TypedDict):
    index: int
    embedding: str | list[float]


class _Body(CountedBody):
    data: Annotated[list[_Vector], MinLen(1)]
    model: NotRequired[Label]


_BODY = TypeAdapter(_Body)


def texts_prompt(texts: Sequence[str]) -> str:
    """Texts as a job says them."""
    return json.dumps(list(texts), ensure_ascii=False, separators=(",", ":"))


def build_body(model: str, prompt: Prompt, parameters: Parameters) -> dict[str, Any]:
    """The body to send; base64 is a third of what the same numbers take as text."""
    del parameters  # there are none for vectors
    return {"model": model, "input": json.loads(prompt.messages[-1].content), "encoding_format": "base64"}


def read_body(body: bytes) -> Response:
    """The reply in a body with status 200.

    Raises:
        MalformedReply: it holds no vectors, or some of another length than the others.
    """
    read = validated(body, _BODY)
    vectors = _vectors(read)
    n, width = len(vectors), len(vectors[0])
    return Response(
        body=body,
        completion=f"{n} vectors of {width} numbers",
        finish_reason=FinishReason.STOP,
        served_model=read.get("model"),
        prompt_tokens=counts_in(read, None, FinishReason.STOP).prompt_tokens,
        completion_tokens=0,
    )


def vectors_in(body: bytes) -> list[Sequence[float]]:
    """One vector of float32 for each text, in their order; not of numpy, which every provider would load.

    Raises:
        MalformedReply: as `read_body`.
    """
    return _vectors(validated(body, _BODY))


def _vectors(read: _Body) -> list[Sequence[float]]:
    data = sorted(read["data"], key=lambda each: each["index"])
    if [each["index"] for each in data] != list(range(len(data))):
        raise MalformedReply("the reply's vectors are not numbered from 0 on, each once")
    rows = [_numbers(each["embedding"]) for each in data]
    if len({len(row) for row in rows}) != 1 or not len(rows[0]):
        raise MalformedReply("the reply's vectors are not of one length")
    # A sum of float32 is finite as a float64 exactly if each of them is.
    if not all(math.isfinite(sum(row)) for row in rows):
        raise MalformedReply("a vector of the reply holds what is no number")
    return rows


def _numbers(given: str | list[float]) -> Sequence[float]:
    """A vector as base64 of little-endian float32, or as a list from servers that know no other form."""
    if isinstance(given, list):
        return array("f", given)
    numbers = array("f")
    try:
        numbers.frombytes(base64.b64decode(given, validate=True))
    except (binascii.Error, ValueError) as error:
        raise MalformedReply(f"a vector of the reply is no base64 of float32 ({error})") from error
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


EMBEDDINGS = Dialect(PATH, None, build_body, read_body)
