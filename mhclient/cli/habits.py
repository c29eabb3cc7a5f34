"""What people type who come from other tools or from earlier versions of ours, and what it is called here."""

from collections.abc import Collection

from mhclient.cli.as_options import as_options
from mhclient.errors import GONE

# A verb → what is meant.
VERBS = {
    **dict.fromkeys(("evaluate", "eval", "eval-set", "ask", "test"), "run"),
    **dict.fromkeys(("results", "view", "show", "score", "summary", "table"), "report"),
    **dict.fromkeys(("ls", "list", "log", "logs", "history", "status", "rm", "delete"), "runs"),
    **dict.fromkeys(("diff", "versus"), "compare"),
    **dict.fromkeys(("inspect", "browse", "samples"), "audit"),
    **dict.fromkeys(("init", "config"), "study"),
    "rescore": "reread",
    "convert": "import",
}
RETRYING = ("retry", "resume", "continue", "eval-retry")
RETRIED = "the same 'run' command again asks what is missing"

# An option → what is meant, where the verb has it.
OPTIONS = {
    **dict.fromkeys(("--max-connections", "--num-concurrent", "--parallel", "--workers"), "--concurrency"),
    **dict.fromkeys(("--log-dir", "--output-path", "--output", "--db", "--database"), "--store"),
    **dict.fromkeys(("--samples", "--n-samples", "--num-samples", "-n"), "--limit"),
    **dict.fromkeys(("--api-base", "--model-base-url", "--url", "--server"), "--base-url"),
    **dict.fromkeys(("--repeats", "--repeat"), "--epochs"),
    **dict.fromkeys(("--reasoning", "--reasoning-effort"), "--effort"),
    **dict.fromkeys(("--reasoning-tokens", "--thinking-budget"), "--thinking"),
    **dict.fromkeys(("--prompt", "--template", "--prompt-template"), "--variant"),
    "--cost-limit": "--max-cost",
    "--token-limit": "--max-total-tokens",
    "--time-limit": "--timeout",
    "--device": "--device-map",
    "--name": "--run-id",
    "-m": "--model",
}
_BODY = "a field of the request's body is given with --set, as in --set {}"
_SHOTS = "examples are a setting of the prompt format, as in --variant letter-only:shots=3"
_ORDER = "options stand in another order by --variant letter-only:option_order=reversed"
# An option → a sentence, and the option that the verb must have for it; "" for any verb.
SENTENCES = {
    "--seed": (_BODY.format("seed=7"), "--set"),
    "--top-p": (_BODY.format("top_p=0.9"), "--set"),
    "--top-k": (_BODY.format("top_k=40"), "--set"),
    "--frequency-penalty": (_BODY.format("frequency_penalty=0.5"), "--set"),
    "--presence-penalty": (_BODY.format("presence_penalty=0.5"), "--set"),
    **dict.fromkeys(("-M", "--model-args", "--gen-kwargs"), (_BODY.format("seed=7"), "")),
    **dict.fromkeys(("--num-fewshot", "--shots", "--fewshot"), (_SHOTS, "--variant")),
    **dict.fromkeys(("-T", "--task-args"), (_SHOTS, "")),
    **dict.fromkeys(("--shuffle", "--shuffle-options"), (_ORDER, "--variant")),
    **dict.fromkeys(
        ("--max-retries", "--retry-on-error"),
        ("what may pass is tried again by itself; --ask-again errors asks all errors again", "--ask-again"),
    ),
    **dict.fromkeys(
        ("--fail-on-error", "--no-fail-on-error"),
        ("a run goes on after an error, and ends with status 1 while items lack a reply", "--ask-again"),
    ),
    **dict.fromkeys(
        ("--api-key", "--key", "--token"),
        ("keys come from the environment (OPENAI_API_KEY, …), since others can see a command line", ""),
    ),
    **{f"--{name.replace('_', '-')}": (as_options(GONE[name]), "") for name in ("token_file", "mixed")},
}  # fmt: skip


def verb_meant(given: str, known: Collection[str]) -> str | None:
    """The verb that somebody means who comes from elsewhere, if there is one of it here."""
    return meant if (meant := VERBS.get(given)) in known else None


def said_of_option(given: str, options: Collection[str]) -> str | None:
    """What to say of an option that there is not; None where nothing is known of it.

    >>> said_of_option("--max-connections", ["--concurrency"])
    'did you mean --concurrency?'
    """
    name = given if given in ("-M", "-T") else given.replace("_", "-").lower()
    if (meant := OPTIONS.get(name)) in options:
        return f"did you mean {meant}?"
    sentence, needed = SENTENCES.get(name, ("", ""))
    return sentence if sentence and (not needed or needed in options) else None
