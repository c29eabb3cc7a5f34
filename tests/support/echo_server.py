"""Servers of completions in front of a local model: one that echoes prompts, one that must write a token."""

from aiohttp import web

from tests.support import local


class EchoServer:
    """`/v1/completions` as vLLM answers it with `echo` and `logprobs` (its entrypoints/openai/completion).

    Args:
        writes: text of a token that is written where none was asked for, as some servers do.
        writes_at_least: the fewest tokens that may be asked for; mlx_lm wants one.
        lists: what log-probs are given of: "all" tokens, those "written" alone (as llama.cpp's), or "none".
        names: whether it knows `logprob_token_ids`; one that does not ignores it, as an older vLLM.
        off_by: what the log-probs of named tokens are wrong by.
    """

    def __init__(self, loaded, *, lists="all", writes=None, writes_at_least=0, names=False, off_by=0.0):
        self._loaded, self._lists, self._writes = loaded, lists, writes
        self._at_least, self.names, self._off_by = writes_at_least, names, off_by
        self.n_texts = self.n_refused = 0

    async def __aenter__(self):
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/completions", self._complete)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"

    async def __aexit__(self, *_):
        await self._runner.cleanup()

    async def _complete(self, request):
        body = await request.json()
        if body["max_tokens"] < self._at_least:
            self.n_refused += 1
            said = f"max_tokens must be at least {self._at_least}"
            return web.json_response({"error": {"message": said}}, status=400)
        self.n_texts += len(body["prompt"])
        if "echo" not in body:
            return web.json_response({"model": body["model"], "choices": self._named(body)})
        choices = [self._choice(index, text, body) for index, text in enumerate(body["prompt"])]
        n_tokens = sum(len(self._ids(text, body)) for text in body["prompt"])
        usage = {"prompt_tokens": n_tokens, "completion_tokens": len(choices), "total_tokens": n_tokens}
        return web.json_response({"model": body["model"], "choices": choices, "usage": usage})

    def _ids(self, text, body):
        return [*(self._loaded.head if body["add_special_tokens"] else ()), *self._loaded.encode([text])[0]]

    def _named(self, body):
        """As vLLM: of the token that is written, and of those that were named."""
        choices = []
        for index, ids in enumerate(body["prompt"]):
            with local.torch.inference_mode():
                step = self._loaded.model(local.torch.tensor([ids])).logits[0, -1].log_softmax(-1)
            known = [token for token in body["logprob_token_ids"] if self.names]
            said = {f"token_id:{token}": step[token].item() + self._off_by for token in known}
            best = int(step.argmax())
            said[f"token_id:{best}"] = step[best].item() + self._off_by
            choices.append({"index": index, "text": "", "logprobs": {"top_logprobs": [said]}})
        return choices

    def _choice(self, index, text, body):
        ids = self._ids(text, body)
        with local.torch.inference_mode():
            steps = self._loaded.model(local.torch.tensor([ids])).logits[0].log_softmax(-1)
        values = [None, *(max(steps[i - 1, token].item(), -9999.0) for i, token in enumerate(ids) if i)]
        tokens = [self._said(token, body) for token in ids]
        if self._writes is not None:
            text, tokens, values = text + self._writes, [*tokens, self._writes], [*values, -0.5]
        if self._lists == "written":
            tokens, values = tokens[-1:], values[-1:]
        log_probs = {"tokens": tokens, "token_logprobs": values, "text_offset": [0] * len(tokens)}
        more = {"finish_reason": "length", "stop_reason": None, "prompt_logprobs": [None, {"5": {"rank": 1}}]}
        return {"index": index, "text": text, "logprobs": None if self._lists == "none" else log_probs} | more

    def _said(self, token, body):
        named = body.get("return_tokens_as_token_ids")
        return f"token_id:{token}" if named else self._loaded.tokenizer.decode(token)


class StrictServer:
    """`/v1/completions` by a function."""

    def __init__(self, answer):
        self._answer = answer

    async def __aenter__(self):
        app = web.Application()
        app.router.add_post("/v1/completions", self._answer)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"

    async def __aexit__(self, *_):
        await self._runner.cleanup()
