"""`mhclient completion`: scripts for shells, which ask the program itself what may stand at the cursor.

They call it with every press of the tab key; the answer is verbs, options and their values, models and runs,
one per line. Nothing is said where a file may stand: the shell knows those.
"""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from cache import CacheError, RunRow, Store
from mhclient.cli.arguments.options import SIMULATED_MODELS, default_store
from mhclient.cli.parser import VERBS, verb_parser
from mhclient.cli.selecting import NAMING_RUNS
from mhclient.providers.built_in import known_providers
from mhclient.run.stored_runs import LAST, STUDY, spec_or_none
from mhclient.run.variant import built_in_variants
from mhclient.show.files import print_text

T = TypeVar("T")
# A shell puts it at the prompt as it is, to be run: the name of a run in a store of others may be `$(…)`.
PLAIN = re.compile(r"[\w.,:=@+/%-]+")
LINE = "--line"  # what follows is one text: to bash, what stands between : = and @ is a word of its own


# Options that name models, and so the provider before them.
NAMING_MODELS = ("model", "writer", "checker", "judge")
COMPATIBLE = "compatible"  # simulated models are asked so
SELECTING = ("model", "variant", STUDY)  # what runs are selected by; rarer ones are not offered
SETTINGS_OF_VARIANTS = ("shots=", "seed=", "option_order=", "option_label=", "keep_letters=", "shift=")


def candidates(words: Sequence[str]) -> list[str]:
    """What the last word may become, after the words before it.

    >>> candidates(["rep"])
    ['report']
    """
    *before, word = words or [""]
    verb = next((each for each in before if each in VERBS), None)
    found = list(VERBS) if verb is None else list(_of_verb(verb, before, word))
    return [each for each in dict.fromkeys(found) if each.startswith(word) and PLAIN.fullmatch(each)]


def candidates_in(line: str) -> list[str]:
    """The same for a line that has been typed up to the cursor.

    >>> candidates_in("mhclient run --effort=me")
    ['--effort=medium']
    """
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation that is still open
        words = line.split()
    return candidates([*words[1:], ""] if not line or line[-1].isspace() else words[1:])


def _of_verb(verb: str, before: Sequence[str], word: str) -> Iterator[str]:
    parser = _innermost(verb_parser(verb), before[before.index(verb) + 1 :])
    options = {text: action for action in parser._actions for text in action.option_strings}
    waiting = options.get(before[-1]) if before else None
    option, given, value = word.partition("=")
    if waiting is not None and waiting.nargs != 0:
        yield from _values(waiting, before, word)
    elif given and option in options:
        yield from (f"{option}={each}" for each in _values(options[option], before, value))
    elif word.startswith("-"):
        yield from options
    else:
        for action in parser._actions:
            if not action.option_strings:
                yield from _values(action, before, word)


def _innermost(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of an action of a verb, where one has been typed."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            chosen = next((word for word in words if word in action.choices), None)
            return parser if chosen is None else action.choices[chosen]
    return parser


def _values(action: argparse.Action, before: Sequence[str], word: str) -> Iterator[str]:
    """What an option or a place may hold."""
    if action.choices is not None:
        yield from map(str, action.choices)
    elif action.dest == "variant":
        yield from _variants(word)
    elif action.dest == "provider":
        yield from known_providers()
    elif action.dest in NAMING_MODELS:
        yield from _models(before, word)
    elif action.dest in NAMING_RUNS:
        yield from _runs(before, word)


def _variants(word: str) -> Iterator[str]:
    """Their names; after a colon, the settings that may follow."""
    name, colon, settings = word.partition(":")
    if not colon:
        yield from built_in_variants()
    elif "=" not in settings.rpartition(",")[2]:
        begun = settings.rpartition(",")[0]
        yield from (f"{name}:{begun}{',' if begun else ''}{setting}" for setting in SETTINGS_OF_VARIANTS)


def _models(before: Sequence[str], word: str) -> Iterator[str]:
    """Those of runs in the store, and simulated ones; before a colon, whose models there may be."""
    named = _value_of("--provider", before)
    asked = [(run.spec.get("provider"), run.spec.get("model")) for run in _stored(before) if not run.broken]
    known = [*asked, *((named or COMPATIBLE, model) for model in SIMULATED_MODELS)]
    if named is not None:
        yield from (str(model) for provider, model in known if provider == named)
        return
    if ":" not in word:
        yield from (f"{provider}:" for provider in known_providers())
    else:
        yield from (f"{provider}:{model}" for provider, model in known)


def _runs(before: Sequence[str], word: str) -> Iterator[str]:
    """The runs of the store that is named, the newest first, and what selects several of them."""
    runs = [run for run in reversed(_stored(before)) if not run.broken]
    if not runs:
        return
    yield LAST
    studies = _in_store(before, lambda store: list(store.starts.get_studies()))
    yield from (f"{STUDY}={study}" for study in studies)
    yield from (run.run_id for run in runs)
    if "=" not in word:
        yield from (f"{name}=" for name in SELECTING if name != STUDY)
    else:
        yield from (f"model={run.spec.get('model')}" for run in runs)
        specs = filter(None, map(spec_or_none, runs))
        yield from (f"variant={spec.variant.name}" for spec in specs)


def _value_of(option: str, before: Sequence[str]) -> str | None:
    return next(iter(before[before.index(option) + 1 :]), None) if option in before else None


def _stored(before: Sequence[str]) -> list[RunRow]:
    """The runs of the store that is named, the oldest first; none where it cannot be opened."""
    return _in_store(before, lambda store: store.runs.get_all())


def _in_store(before: Sequence[str], look: Callable[[Store], list[T]]) -> list[T]:
    path = Path(_value_of("--store", before) or default_store())
    try:
        if not path.is_file():
            return []
        with Store.open(path, read_only=True) as store:
            return look(store)
    except CacheError:
        return []


def execute(words: Sequence[str]) -> int:
    """Print them; after `--line`, of a line as it has been typed."""
    found = candidates_in(words[1]) if words[:1] == [LINE] else candidates(words)
    sys.stdout.write("".join(f"{each}\n" for each in found))
    return 0


BASH = r"""_mhclient() {
    local IFS=$'\n' line=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[^:=]/} begun=
    COMPREPLY=($(mhclient __complete --line "$line" 2>/dev/null))
    if [ ${#COMPREPLY[@]} -eq 0 ]; then compopt -o default; return; fi
    # Only what stands behind the last : or = is replaced.
    line=${line##*[[:space:]]}
    if [ -n "$breaks" ]; then begun=${line%"${line##*[$breaks]}"}; fi
    COMPREPLY=("${COMPREPLY[@]#"$begun"}")
    case ${COMPREPLY[0]} in *[:=]) compopt -o nospace ;; esac
}
complete -F _mhclient mhclient
"""

ZSH = r"""#compdef mhclient
_mhclient() {
    local -a found begun
    found=(${(f)"$(mhclient __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( ! ${#found} )); then _files; return; fi
    begun=(${(M)found:#*[:=]}) found=(${found:#*[:=]})
    compadd -a found
    if (( ${#begun} )); then compadd -S '' -a begun; fi
}
compdef _mhclient mhclient
"""

FISH = r"""function __mhclient_complete
    set -l words (commandline -opc)
    set -l found (mhclient __complete $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c mhclient -f -a '(__mhclient_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def execute_completion(args: argparse.Namespace) -> int:
    print_text(SCRIPTS[args.shell])
    return 0
