"""Web browsers that visit an audit server, without a web browser: requests with a rater's cookie."""

import json
from contextlib import asynccontextmanager

import aiohttp

from cache.connection import open_connection
from mhclient.audit.web.app import AuditServer

JSON = {"Content-Type": "application/json"}


@asynccontextmanager
async def visited(stored, *raters: str):
    """A server, and one web browser per rater that has opened its link."""
    async with AuditServer(stored[0], raters or ("ann",)) as server:
        visits = []
        for link in server.links.values():
            visit = aiohttp.ClientSession(server.url, cookie_jar=aiohttp.CookieJar(unsafe=True))
            async with visit.get(link) as response:
                assert response.status == 200
            visits.append(visit)
        try:
            yield (server, *visits)
        finally:
            for visit in visits:
                await visit.close()


async def answer(visit, path: str, **settings):
    async with visit.get(path, **settings) as response:
        return response.status, await response.json()


async def post(server, visit, path: str, body: object, **headers: str):
    sent = JSON | {"Origin": server.url} | headers
    async with visit.post(path, data=json.dumps(body), headers=sent) as response:
        return response.status, await response.json()


def n_judgements(stored) -> int:
    return int(open_connection(stored[0]).execute("SELECT count(*) FROM judgements").fetchone()[0])


def verdict_on(stored, item: str, verdict: str = "none", **more: object) -> dict[str, object]:
    return {"run": stored[1], "item": item, "verdict": verdict, **more}
