"""What can go wrong with a simulated batch, and what that does to the lines of its results."""

import random
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

EVERY = 3  # of so many lines one is struck by a fault that strikes lines


class BatchFault(StrEnum):
    """What can go wrong with one batch."""

    UPLOAD_REPLY_LOST = "upload-reply-lost"  # the file is there, the connection is cut
    CREATE_REPLY_LOST = "create-reply-lost"  # the batch is made, the connection is cut
    CREATE_LATE = "create-late"  # the connection is cut, and the batch is made a moment later
    FILE_UNSEEN = "file-unseen"  # 400: the file just uploaded is not found yet
    CREATE_UNAVAILABLE = "create-unavailable"  # 503, and nothing is made
    CREATE_REFUSED = "create-refused"  # 429, likewise
    BATCH_FAILED = "batch-failed"
    BATCH_EXPIRED = "batch-expired"  # half of its lines processed
    BATCH_CANCELLED = "batch-cancelled"  # likewise
    BATCH_STUCK = "batch-stuck"  # never ends
    ONLY_ERRORS = "only-errors"  # completed, and each line an error
    LINES_FAILING = "lines-failing"
    LINES_MISSING = "lines-missing"
    LINES_DOUBLED = "lines-doubled"
    LINES_DIFFERING = "lines-differing"  # doubled, and the second says something else
    LINES_REORDERED = "lines-reordered"
    LINES_TORN = "lines-torn"
    UNKNOWN_IDS = "unknown-ids"
    RESULTS_GONE = "results-gone"
    RESULTS_UNSEEN = "results-unseen"  # 404 the first time they are asked for
    DOWNLOAD_SHORT = "download-short"  # the first time it ends early, as if that were all
    DOWNLOAD_CUT = "download-cut"  # the first time, in the middle


def strikes_line(fault: BatchFault | None, number: int) -> bool:
    """Whether the fault makes an error of the line of that number."""
    return fault is BatchFault.ONLY_ERRORS or (fault is BatchFault.LINES_FAILING and number % EVERY == 0)


class _RequestLine(Protocol):
    @property
    def custom_id(self) -> str: ...


class _FaultyBatch(Protocol):
    """What of a simulated batch decides which of its lines go wrong."""

    @property
    def id(self) -> str: ...
    @property
    def fault(self) -> BatchFault | None: ...
    @property
    def lines(self) -> Sequence[_RequestLine]: ...


def told_lines(batch: _FaultyBatch, lines: list[bytes]) -> list[bytes]:
    """The lines of a file of results as the provider gives them, with the batch's fault in them."""
    fault = batch.fault
    struck = set(range(0, len(lines), EVERY))
    if fault is BatchFault.LINES_REORDERED:
        return random.Random(batch.id).sample(lines, len(lines))
    if fault is BatchFault.LINES_MISSING:
        return [line for number, line in enumerate(lines) if number not in struck]
    if fault is BatchFault.LINES_DOUBLED:
        return lines + [lines[number] for number in sorted(struck)]
    if fault is BatchFault.LINES_DIFFERING:
        changed = [lines[number].replace(b'_simulated"', b'_changed"') for number in sorted(struck)]
        changed = [line.replace(b'"stop_sequence": null', b'"stop_sequence": ""') for line in changed]
        return lines + [line.replace(b'"responseId": "resp-', b'"responseId": "other-') for line in changed]
    if fault is BatchFault.LINES_TORN:
        return [line[: len(line) // 2] if n in struck else line for n, line in enumerate(lines)]
    if fault is BatchFault.UNKNOWN_IDS:
        ids = (line.custom_id.encode() for line in batch.lines[::EVERY])
        return [line.replace(i, b"0" * 64) for line, i in zip(lines[::EVERY], ids, strict=False)] + lines
    return lines
