"""Responses on disk: one SQLite file, content-addressed, crash-safe, shared by processes."""

from cache.connection import open_connection, store_file
from cache.errors import (
    CacheError,
    RunMismatch,
    StoreCorrupt,
    StoreFull,
    StoreUnusable,
    StoreVersionError,
    UnknownRun,
)
from cache.key import KEY_VERSION, canonical_json, differing_fields, key_of_body, request_key
from cache.rows import (
    AttemptEnd,
    BenchmarkItem,
    MissingItem,
    PlannedItem,
    RecordRow,
    Reply,
    RunRow,
    StoredRequest,
)
from cache.store import ResponseStore

__all__ = [
    "KEY_VERSION",
    "AttemptEnd",
    "BenchmarkItem",
    "CacheError",
    "MissingItem",
    "PlannedItem",
    "RecordRow",
    "Reply",
    "ResponseStore",
    "RunMismatch",
    "RunRow",
    "StoreCorrupt",
    "StoreFull",
    "StoreUnusable",
    "StoreVersionError",
    "StoredRequest",
    "UnknownRun",
    "canonical_json",
    "differing_fields",
    "key_of_body",
    "open_connection",
    "request_key",
    "store_file",
]
