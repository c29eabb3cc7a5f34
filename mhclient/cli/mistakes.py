"""What argparse says of a mistake, in words that say what to do.

What people type who come from other tools or from earlier versions of ours, and what it is called here.
"""

import re
from collections.abc import Collection, Sequence

from benchmark.nearest import near_names
from mhclient.errors import GONE, with_names


def _instead(gone: str) -> str:
    """What to use for what is gone: `on=ray`, in words of Python there, is --on ray here."""
    return with_names(GONE[gone], lambda name, value: f"--{name} {value or ''}".rstrip())


_UNKNOWN = re.compile(r"unrecognized arguments: (.*)", re.DOTALL)
_CHOICE = re.compile(r"argument (\S+): invalid choice: (['\"])(.*)\2 \(choose from (.*)\)", re.DOTALL)
_REQUIRED = re.compile(r"the following arguments are required: (.*)", re.DOTALL)
_NO_VALUE = re.compile(r"argument (\S+): expected (?:one argument|at least one argument|(\d+) arguments)")
_AMBIGUOUS = re.compile(r"ambiguous option: (\S+) could match (.*)", re.DOTALL)

_TWICE = re.compile(r"(--([\w-]+)): (?:--\2 |\2 is )")  # the option, which the sentence names again
RUN_MISSING = "RUN is missing: 'mhclient runs' lists the runs, and @last stands for those just made"
_SAID_OF = {"RUN": RUN_MISSING}
# What stands behind an option and is easily taken for a verb's own word.
_GIVEN_WITH = {
    "--pilot": "two stored runs that show what to expect are given with --pilot RUN RUN",
    "--answer-key": "a benchmark's items are given with --answer-key DIR/items.jsonl",
    "--kg": "a graph is given with --kg FILE",
    "--to": "the format is given with --to, the place with --out",
}


def in_words(message: str, options: Sequence[str]) -> str:
    """A sentence.

    Args:
        options: those that there are.

    >>> in_words("unrecognized arguments: --efort low", ["--effort", "--epochs"])
    'there is no option --efort; did you mean --effort?'
    """
    return _sentence(_improved(message, options))


def _improved(message: str, options: Sequence[str]) -> str:
    if match := _UNKNOWN.fullmatch(message):
        return _unknown(match[1].split(" "), options)
    if match := _CHOICE.fullmatch(message):
        return _no_such(match[1], match[3], [name.strip(" '\"") for name in match[4].split(",")])
    if match := _REQUIRED.fullmatch(message):
        return _SAID_OF.get(match[1], f"{match[1]} is missing")
    if match := _NO_VALUE.fullmatch(message):
        return f"{match[1]} needs {'a value' if match[2] is None else f'{match[2]} values'} after it"
    if match := _AMBIGUOUS.fullmatch(message):
        return f"{match[1]} may be {match[2].replace(', ', ' or ')}: write it out"
    return _TWICE.sub(_once, message.removeprefix("argument "), count=1)


def _once(named: re.Match[str]) -> str:
    return f"{named[1]} " if named[0].endswith(f"--{named[2]} ") else f"{named[1]} is "


def _unknown(words: Sequence[str], options: Sequence[str]) -> str:
    first = next((word for word in words if word.startswith("-")), words[0])
    name = first.partition("=")[0]
    if not name.startswith("-"):
        given = next((f"; {said}" for option, said in _GIVEN_WITH.items() if option in options), "")
        return f"'{name}' is one word too many{given}"
    near = near_names(name, options, 1)
    said = said_of_option(name, options) or (f"did you mean {near[0]}?" if near else None)
    return f"there is no option {name}" + (f"; {said}" if said else "")


def _no_such(argument: str, given: str, known: Sequence[str]) -> str:
    near = near_names(given, known, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"choose from {', '.join(known)}"
    if argument == "VERB" and (meant := verb_meant(given, known)):
        hint = f"did you mean '{meant}'?"
    if argument == "VERB" and given in RETRYING:
        hint = RETRIED
    if argument == "VERB" and given in GONE:
        hint = _instead(given)
    if argument in ("VERB", "ACTION"):
        return f"there is no {argument.lower()} '{given}'; {hint}"
    option = f"{argument}: " if argument.startswith("-") else ""
    return f"{option}'{given}' is no choice; {hint}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


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
    **{f"--{name.replace('_', '-')}": (_instead(name), "") for name in ("token_file", "mixed")},
    "--store-anyway": ("set MHCLIENT_STORE_ANYWAY=1 in the environment", ""),
    "--queue-tokens": ("from Python: mhclient.start_simulator(queue_tokens=N)", "--batch-faults"),
    **dict.fromkeys(("--max-reply-mb", "--wait-for-server"), ("only 'mhclient run' has it", "--max-cost")),
    **dict.fromkeys(("--batch-lines", "--queued-tokens"), ("only 'mhclient run' has it", "--batch")),
    "--relations": ("from Python: mhclient.more.harden(relations=[…])", "--beam"),
    **dict.fromkeys(
        ("--relatives", "--any-type"),
        ("from Python: a field of benchmark.harden.walk.HardenSettings, for mhclient.more.harden", "--beam"),
    ),
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
