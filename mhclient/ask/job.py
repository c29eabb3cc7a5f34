"""A job: one item of a run that has no reply yet, with all that is sent for it."""

from typing import NamedTuple

from cache import MissingItem, RequestClaim, StoredRequest
from mhclient.run.prompts import Question
from mhclient.run.stored_items import reply_name


class Job(NamedTuple):
    """One missing item, ready to be asked."""

    item: MissingItem
    question: Question
    claim: RequestClaim
    tokens: float  # of prompt and completion, as reckoned for the token limit

    @property
    def name(self) -> str:
        """The item, and which time it is asked: no other job of the run has it."""
        return reply_name(self.item.item_id, self.item.repetition)

    @property
    def request(self) -> StoredRequest:
        return self.claim.request
