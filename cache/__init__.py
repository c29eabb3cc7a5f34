"""Responses on disk: one SQLite file, content-addressed, crash-safe, shared by processes.

`Store` is the way in; `cache.async_store` has its twin for event loops, imported by those who ask alone.
"""

from cache.batch_rows import BatchLine, BatchRow, BatchState, KeptLines, LineEnd
from cache.claims import AlreadyAnswered, Arrival, AskedElsewhere, Begun, Claimed, OverCap, RequestClaim
from cache.errors import (
    CacheError,
    RunMismatch,
    StoreCorrupt,
    StoreFull,
    StoreMoved,
    StoreUnusable,
    StoreVersionError,
    UnknownRun,
    UnreadableBody,
)
from cache.judging_rows import (
    CaseEnd,
    JudgementRow,
    NewJudgement,
    NewSample,
    ReadingRow,
    SampleCaseRow,
    SampleRow,
)
from cache.key import KEY_VERSION, canonical_json, differing_fields, key_of_body, request_key
from cache.merge.merge import Merged
from cache.met import MetReplies
from cache.packing import pack
from cache.rows import (
    ASKABLE_AGAIN,
    FAILED_ENDS,
    SERVED,
    UNSENT,
    AdoptedReply,
    AttemptEnd,
    AttemptRow,
    BenchmarkItem,
    MissingItem,
    PlannedItem,
    RecordRow,
    RepliesState,
    ReplyRow,
    Response,
    RunRow,
    StoredRequest,
    TaskCounts,
    TextRow,
    now,
)
from cache.spend import NO_CAPS, NOTHING, REFUSED_FOR_FREE, Caps, Spend
from cache.store import Store, open_store
from cache.tables.adopted import AdoptedItem, AdoptedSender
from cache.tables.attempts import ClaimTerms
from cache.tables.ledger import RunningSpend
from cache.tables.runs import EVERY_TURN
from cache.tables.sessions import HEARTBEAT_EVERY_S, LastSession, Neighbours

__all__ = [
    "ASKABLE_AGAIN",
    "EVERY_TURN",
    "FAILED_ENDS",
    "HEARTBEAT_EVERY_S",
    "KEY_VERSION",
    "NOTHING",
    "NO_CAPS",
    "REFUSED_FOR_FREE",
    "SERVED",
    "UNSENT",
    "AdoptedItem",
    "AdoptedReply",
    "AdoptedSender",
    "AlreadyAnswered",
    "Arrival",
    "AskedElsewhere",
    "AttemptEnd",
    "AttemptRow",
    "BatchLine",
    "BatchRow",
    "BatchState",
    "Begun",
    "BenchmarkItem",
    "CacheError",
    "Caps",
    "CaseEnd",
    "ClaimTerms",
    "Claimed",
    "JudgementRow",
    "KeptLines",
    "LastSession",
    "LineEnd",
    "Merged",
    "MetReplies",
    "MissingItem",
    "Neighbours",
    "NewJudgement",
    "NewSample",
    "OverCap",
    "PlannedItem",
    "ReadingRow",
    "RecordRow",
    "RepliesState",
    "ReplyRow",
    "RequestClaim",
    "Response",
    "RunMismatch",
    "RunRow",
    "RunningSpend",
    "SampleCaseRow",
    "SampleRow",
    "Spend",
    "Store",
    "StoreCorrupt",
    "StoreFull",
    "StoreMoved",
    "StoreUnusable",
    "StoreVersionError",
    "StoredRequest",
    "TaskCounts",
    "TextRow",
    "UnknownRun",
    "UnreadableBody",
    "canonical_json",
    "differing_fields",
    "key_of_body",
    "now",
    "open_store",
    "pack",
    "request_key",
]
