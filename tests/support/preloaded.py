"""What a process that asks would import or make one by one: here, before it is forked (see `processes`)."""

import atexit
import gc
import os
from importlib import import_module

NAMES = (
    "mhclient.cli.verbs.batches",
    "mhclient.cli.verbs.report",
    "mhclient.cli.verbs.run",
    "mhclient.cli.verbs.servers",
    "tests.support.auditing",
    "mhclient.ask.batches.work",
    "mhclient.ask.making",
    "mhclient.providers.anthropic.connection",
    "mhclient.providers.gemini.connection",
    "mhclient.providers.openai.connection",
    "mhclient.providers.registry",
    "mhclient.report.page.write",
    "mhclient.report.writers.terminal",
    "anthropic.resources.beta.messages",
    "anthropic.resources.messages",
    "anyio._backends._asyncio",
    "genai_prices.data",
    "httpcore2",
    "keyring.backends.chainer",
    "keyring.backends.kwallet",
    "keyring.backends.libsecret",
    "keyring.backends.SecretService",
    "keyring.core",
    "mhclient.cli.arguments.runs",
    "mhclient.run.variants",
    "openai.resources.batches",
    "openai.resources.chat",
    "openai.resources.files",
    "openai.resources.responses",
    "parsers.compliance",
    "rich._emoji_codes",
    "scipy.special",
    "tests.support.killing",
)

gc.disable()  # what is imported stays: half a second of three were searches for cycles
for name in NAMES:
    import_module(name)

# Patterns are compiled at their first use: a quarter of a second for replies of many kinds.
corpus = import_module("tests.support.corpus")
for case in corpus.READ[::25]:
    corpus.read_case(case)
import_module("cache.store_file").statements_of_a_new_store()
# Which keyring there is: a sixth of a short run without a key in its environment.
import_module("keyring.core").init_backend()

# Nothing is left to do at its end: to take apart what it holds would go on for seconds.
atexit.register(os._exit, 0)

# A search for cycles in a forked process would touch, and so copy, all that was imported.
gc.freeze()
gc.enable()
