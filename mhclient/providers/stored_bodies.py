"""What lies in a store is read again, whoever was asked: replies to check them, requests to show them."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from cache import CacheError, Response, RunRow, Store, UnreadableBody
from mhclient.errors import MalformedReply, PromptFiltered, ProviderError, UsageError
from mhclient.providers.anthropic import messages
from mhclient.providers.anthropic.messages import ANTHROPIC_MESSAGES
from mhclient.providers.echo.scores import PATH as ECHO
from mhclient.providers.faults import fault_in_reply
from mhclient.providers.gemini import generate_content
from mhclient.providers.gemini.generate_content import GEMINI
from mhclient.providers.local import wire as local
from mhclient.providers.openai import chat, responses
from mhclient.providers.openai.chat import OPENAI_CHAT
from mhclient.providers.openai.embeddings import EMBEDDINGS, texts_prompt
from mhclient.providers.openai.responses import OPENAI_RESPONSES
from mhclient.providers.reply import FINAL, glued, with_known_end
from mhclient.providers.withheld import withheld_prompt
from mhclient.run.adopted import METHOD as ADOPTED
from mhclient.run.adopted import PROVIDER as OTHER_TOOL
from mhclient.run.jobs import JobPrompter
from mhclient.run.prompts import Prompter
from mhclient.run.spec import Ask, spec_of
from mhclient.run.stored_items import reply_name

ReadBody = Callable[[bytes], Response]
OK = 200
PAGE = 500  # items of a run

# By the end of an endpoint's address: how its bodies are read. The longer ending stands first. What versions
# up to 0.2.0 have read stays as it is in the store: pieces without a break, and ends in the provider's words.
READERS: Mapping[str, tuple[ReadBody, ...]] = {
    OPENAI_CHAT.path_ending: (chat.read_body, partial(chat.read_body, join=glued)),
    OPENAI_RESPONSES.path_ending: (responses.read_body, partial(responses.read_body, join=glued)),
    ANTHROPIC_MESSAGES.path_ending: (messages.read_body, partial(messages.read_body, join=glued)),
    GEMINI.path_ending: (generate_content.read_body, partial(generate_content.read_body, join=glued)),
    EMBEDDINGS.path_ending: (EMBEDDINGS.read_body,),
    ECHO: (local.read_body,),
}


def find_violations(store: Store) -> Iterator[str]:
    """What is wrong with a store, one sentence each; where nothing is, also with what its runs ask."""
    is_sound = True
    for violation in store.check.find_violations(find_body_readers):
        is_sound = False
        yield violation
    for run in store.runs.get_all() if is_sound else ():
        try:
            yield from _asked_otherwise(store, run)
        except CacheError as error:
            yield str(error)


def _asked_otherwise(store: Store, run: RunRow) -> Iterator[str]:
    """Items of a run that its requests do not ask, or not in the order of options that its record tells.

    Examples are left out: which ones are shown has changed with versions.
    """
    try:
        spec = spec_of(run)
    except UsageError:  # it is listed as broken, and nothing can be asked or scored by it
        return
    is_composed, is_adopted = spec.ask is Ask.COMPOSE, spec.provider == OTHER_TOOL
    prompter = JobPrompter() if is_composed else Prompter(replace(spec.variant, shots=0), {})
    records = store.results.read_records(run.run_id)
    while page := list(islice(records, PAGE)):
        bodies = store.requests.read_bodies([record.request_key for record in page])
        for record, body in zip(page, bodies, strict=True):
            name = f"run {run.run_id}, item {reply_name(record.item_id, record.repetition)}"
            try:
                question = prompter.ask(record.item)
                sent = [text for _, text in sent_request(body or "{}").turns]
            except Exception as error:  # noqa: BLE001 - whatever others have put there
                yield f"{name}: it cannot be asked ({error})"
                continue
            asked = question.prompt.messages[-1].content
            if record.shown != question.shown.to_record():
                yield f"{name}: its options are recorded in another order than the run shows them"
            elif sent and not is_adopted and asked not in (sent[-1], texts_prompt(sent)):
                yield f"{name}: its request asks something else"


def is_glued(body: bytes, completion: str | None) -> bool:
    """Whether a text holds what stands before the final answer, as versions up to 0.2.0 kept it."""
    try:
        return FINAL.encode() in body and (
            completion == responses.read_body(body, glued).completion != responses.read_body(body).completion
        )
    except ProviderError:
        return False


def find_body_readers(method: str, endpoint: str) -> tuple[ReadBody, ...]:
    """How the replies to a request are read, and how earlier versions did; none where nobody knows.

    What is returned raises `UnreadableBody` for a body that is no reply.
    """
    if method == local.METHOD:
        return (partial(_read, local.read_body),)
    if method == ADOPTED:
        return (_read_adopted,)
    found = next((reads for path, reads in READERS.items() if endpoint.endswith(path)), ())
    if not found:
        return ()
    ways = (lambda body: with_known_end(found[0](body), OK), *found, _withheld)
    return tuple(partial(_read, read) for read in ways)


class SentRequest(NamedTuple):
    """A request's body, taken apart.

    Attributes:
        turns: role and text of each turn, the system's first.
        others: every other field, as sent.
    """

    turns: tuple[tuple[str, str], ...]
    others: Mapping[str, Any]


# The names that APIs have for what is shown to the model.
_SYSTEM = ("system", "instructions", "systemInstruction")
_TURNS = ("messages", "input", "contents")


def sent_request(body: str) -> SentRequest:
    """What a request of any of our APIs, or of an adopted log, shows the model.

    >>> sent_request('{"model":"m","system":"S","messages":[{"role":"user","content":"Q?"}]}')
    SentRequest(turns=(('system', 'S'), ('user', 'Q?')), others={'model': 'm'})

    Raises:
        UnreadableBody: it is no such body.
    """
    try:
        fields = dict(json.loads(body))
        system = [("system", _said(fields.pop(name))) for name in _SYSTEM if name in fields]
        turns = [turn for name in _TURNS for turn in fields.pop(name, ())]
        shown = [_shown(turn) for turn in turns]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UnreadableBody(f"not as requests are kept ({type(error).__name__})") from error
    return SentRequest((*system, *shown), fields)


def _shown(turn: Any) -> tuple[str, str]:
    """Role and text; a text of which a vector is asked has no role."""
    if isinstance(turn, str):
        return "user", turn
    return str(turn["role"]), _said(turn.get("content", turn))


def _said(content: Any) -> str:
    """What a turn says; Gemini's has parts."""
    if isinstance(content, dict):
        return "".join(str(part["text"]) for part in content["parts"])
    return str(content)


def _withheld(body: bytes) -> Response:
    """A prompt that a filter took, where its error came with status 200."""
    if isinstance(fault_in_reply(OK, {}, body), PromptFiltered):
        return withheld_prompt(body)
    raise MalformedReply("no filter's error")


def _read(read: ReadBody, body: bytes) -> Response:
    try:
        return read(body)
    except ProviderError as error:
        raise UnreadableBody(str(error)) from error


def _read_adopted(body: bytes) -> Response:
    """What another tool kept, as `mhclient.adopt.keep` has written it."""
    try:
        value = json.loads(body)
        names = ("completion", "finish_reason", "served_model")
        tokens = {name: value[name] for name in ("prompt_tokens", "completion_tokens")}
        return Response(body, *(value[name] for name in names), **tokens)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UnreadableBody(f"not as adopted replies are kept ({type(error).__name__})") from error
