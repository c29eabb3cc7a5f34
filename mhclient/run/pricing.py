"""A price that is known after its replies have come.

Decision: docs/decisions/run.md, "A price that comes later fills what has no cost".
"""

from cache import Store
from mhclient.run.prices import BATCH_SHARE, PER_MILLION, Price


def put_price(store: Store, run_id: str, price: Price) -> int:
    """Give the replies that a run rests on their cost where it is not known; one that is known stays.

    Returns:
        How many attempts have a cost now that had none.
    """
    return store.ledger.put_price(
        run_id,
        prompt=price.prompt / PER_MILLION,
        completion=price.completion / PER_MILLION,
        batch_share=BATCH_SHARE,
    )
