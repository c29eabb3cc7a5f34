"""What goes between a run and the machines that answer it: JSON, as values.

about   → who answers: `MachineIdentity`
answer  a list of requests' bodies → a list of replies or errors, in that order

Nodes with another version of this program may say something else; that is noticed here.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmark.json_text import parse_json
from mhclient.errors import EngineFault, OutOfMemory, PromptTooLong, ProviderError, SurfaceFormError
from mhclient.providers.local.settings import LocalSettings
from mhclient.providers.local.wire import ENGINE_VERSION
from mhclient.show.visible import one_line
from mhclient.version import __version__

LONGEST_TEXT = 500  # characters of what a machine says of itself, or of a request

# Errors that belong to a request, wherever it was computed.
NAMED = {error.__name__: error for error in (EngineFault, OutOfMemory, PromptTooLong, SurfaceFormError)}


@dataclass(frozen=True, slots=True)
class MachineIdentity:
    """Who answers: everything that two machines of one run must have in common.

    Attributes:
        model: with its revision, as in every key.
        how: what of the settings a request's body does not say for itself.
        computed_with: versions and device; where they differ, rounding does.
    """

    model: str
    how: tuple[str, ...]
    computed_with: str
    version: str = __version__
    engine_version: str = str(ENGINE_VERSION)

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> "MachineIdentity":
        """What `to_json` wrote.

        Raises:
            ValueError: it is something else.
        """
        said = parse_json(text)
        known = isinstance(said, dict) and set(said) == set(cls.__dataclass_fields__)
        if (
            not known
            or not isinstance(how := said.pop("how"), list)
            or not _are_names([*said.values(), *how])
        ):
            raise ValueError("not what a machine of this version says of itself")
        return cls(**said, how=tuple(how))

    def differences(self, other: "MachineIdentity") -> list[str]:
        """What keeps two machines from answering one run, in words."""
        return [
            f"{what} {_said(getattr(other, name))} instead of {_said(getattr(self, name))}"
            for name, what in (
                ("model", "it has the model"),
                ("how", "it computes by"),
                ("version", "it runs mhclient"),
                ("engine_version", "it has the engine"),
            )
            if getattr(self, name) != getattr(other, name)
        ]


def _are_names(values: Sequence[object]) -> bool:
    """Whether these are texts that can be shown as they are."""
    return all(isinstance(each, str) and len(each) <= LONGEST_TEXT and each.isprintable() for each in values)


def _said(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(filter(None, value))


def how_of(settings: LocalSettings) -> tuple[str, ...]:
    """What a machine must be started with to answer requests made with these settings."""
    return (settings.ask.value, settings.dtype, settings.engine or "")


def answers_to_json(answers: Sequence[bytes | BaseException]) -> str:
    """Replies and errors as a machine sends them.

    Raises:
        BaseException: an error that belongs to no request: the machine is at fault.
    """
    said = []
    for answer in answers:
        if isinstance(answer, bytes):
            said.append({"reply": answer.decode()})
        elif type(answer).__name__ in NAMED:
            said.append({"error": type(answer).__name__, "message": str(answer)})
        else:
            raise answer
    return json.dumps(said)


def answers_from_json(text: bytes, n_asked: int) -> list[bytes | ProviderError]:
    """What `answers_to_json` wrote.

    Raises:
        ValueError: it is something else.
    """
    said = parse_json(text)
    if not isinstance(said, list) or len(said) != n_asked:
        raise ValueError(f"not {n_asked} answers")
    return [_answer(each) for each in said]


def _answer(said: Any) -> bytes | ProviderError:
    match said:
        case {"reply": str() as reply}:
            return reply.encode()
        case {"error": str() as name, "message": str() as message} if name in NAMED:
            return NAMED[name](one_line(message, LONGEST_TEXT))
    raise ValueError("neither a reply nor an error")
