"""What `forced_choice.py` compares with: a plain forward pass, lm-evaluation-harness; and its stopwatch."""

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from mhclient.providers.local.engines import ForcedChoiceEngine, Prepared
from mhclient.providers.local.load import LoadedModel


@dataclass(slots=True)
class Stopwatch:
    """Times pieces of work, and begins none after its limit.

    Attributes:
        clock: seconds; of the wall or of this process.
        limit_s: since the stopwatch was made, by the wall.
        repeats: how often a piece is timed at most; the median counts.
    """

    clock: Callable[[], float]
    limit_s: float
    repeats: int
    began_at: float

    def over(self) -> bool:
        return time.perf_counter() - self.began_at > self.limit_s

    def seconds(self, work: Callable[[], None], repeats: int | None = None) -> float:
        """The median time of a piece of work, after one that does not count; NaN once the limit is over."""
        if self.over():
            return math.nan
        work()
        times: list[float] = []
        while len(times) < (repeats or self.repeats) and not (times and self.over()):
            began_at = self.clock()
            work()
            times.append(self.clock() - began_at)
        return statistics.median(times)


def buckets(items: Sequence[Prepared], size: int) -> list[list[Prepared]]:
    """Items of like length together."""
    ordered = sorted(items, key=lambda item: item.n_tokens)
    return [ordered[start : start + size] for start in range(0, len(ordered), size)]


def prepared_by(engine: ForcedChoiceEngine, bodies: Sequence[str]) -> list[Prepared]:
    """Requests as token ids; none of these is refused."""
    return [each for each in engine.prepare(bodies) if isinstance(each, Prepared)]


@torch.inference_mode()
def plain(loaded: LoadedModel, prompts: Sequence[Sequence[int]]) -> None:
    """The least that any method must do: one forward pass over the prompts, logits of one position each.

    Padded on the right without a mask: the fastest attention there is.
    """
    longest = max(map(len, prompts))
    ids = [[*prompt, *[loaded.pad_id] * (longest - len(prompt))] for prompt in prompts]
    loaded.model(
        input_ids=torch.tensor(ids, device=loaded.device), use_cache=False, logits_to_keep=1
    ).logits.cpu()


def lm_eval_scores(loaded: LoadedModel, batch: int) -> Callable[[Sequence[Prepared]], None]:
    """lm-evaluation-harness on the same model and continuations, in batches of the same size."""
    try:
        from lm_eval.api.instance import Instance  # type: ignore[import-not-found]
        from lm_eval.models.huggingface import HFLM  # type: ignore[import-not-found]
    except ImportError:
        raise SystemExit("--lm-eval needs a package that is not among ours: pip install lm_eval") from None

    model = HFLM(
        pretrained=loaded.model,
        tokenizer=loaded.tokenizer,
        batch_size=batch,
        max_length=4096,
        device=str(loaded.device),
    )

    def score(items: Sequence[Prepared]) -> None:
        asked = []
        for item in items:
            prompt = loaded.tokenizer.decode(item.tokens.prefix)
            forms = [form for letter in item.letters for form in item.forms.of(letter)]
            asked += [Instance("loglikelihood", {}, (prompt, form), idx=0) for form in forms]
        model.loglikelihood(asked, disable_tqdm=True)

    return score
