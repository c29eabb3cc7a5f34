"""Write the reference pages of the documentation: the command line, names in Python, glossary, llms.txt.

    python scripts/write_reference.py

A test compares what it writes with what is committed.
"""

import argparse
import inspect
import os
import re
import sqlite3
import tempfile
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import ModuleType

import mhclient
from cache import Store
from mhclient import more
from mhclient.cli.parser import VERBS, parser_for
from mhclient.show.glossary import GLOSSARY, TASK_NAMES

DOCS = Path(__file__).parents[1] / "docs"
# Views first: they are what people ask. A column added later stands last, after the comments of the others.
SCHEMA = """
    SELECT name, sql FROM sqlite_schema
    WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
    AND name NOT LIKE '~_%' ESCAPE '~'
    ORDER BY type = 'table', name
"""
STORE_HEAD = """# The store's schema

The store is one SQLite file. It holds what was sent, what came back, and what people said of it; figures are
worked out from that each time. Open it with any tool for SQLite, best read-only, and look at the views first:

```console
$ sqlite3 -readonly mhclient.sqlite3 "SELECT model, task, avg(correct) FROM results GROUP BY model, task"
```

Replies are facts and never change. A version of `mhclient` only adds to the schema, and opens the store of
every earlier version; what only reads leaves that file as it is. It must lie on a disk of one machine: a
shared one is refused, and one of an unknown kind needs `MHCLIENT_STORE_ANYWAY=1`. What each name is for:
[decisions about the store](decisions/cache.md).

| you look for | it is in |
| --- | --- |
| what was asked | `questions`: text, options and gold of every item (the table `items` has them as JSON) |
| what was said | `replies`: the completion of each item of each run, with tokens, cost and errors |
| what was read | `read_replies`: outcome, letters, rule, the words that decided, the reader's version |
| what was right | `results`: all of it, one row for each reply, with `correct` |

The views are not called `items` and `readings`, since tables have these names and hold something else:
`items` has JSON, `readings` has readings by text. Questions of a file without groups have the task `own`
here, which reports call by the file's name.

A run, a grid, `reask`, `collect` and `evaluate` fill `read_items` when they end. For other runs (those of
`adopt` and `ask_items`, and those above 200,000 replies) `mhclient cache read` does so; until then their
`ending` and `correct` are empty, and `read_replies` lacks them. Both views show the table `read_items`
(the table `readings` has readings by text). A letter in `prediction` is the item's own, one in `letters` as
shown: they differ where the prompt had the options in another order.

```console
$ sqlite-utils query mhclient.sqlite3 "SELECT ending, count(*) FROM results GROUP BY ending" --table
$ sqlite-utils query mhclient.sqlite3 "SELECT rule, words, count(*) FROM read_replies GROUP BY 1, 2" --table
$ sqlite-utils query mhclient.sqlite3 "SELECT item_id, question, options, gold FROM questions LIMIT 3" --table
$ sqlite-utils query mhclient.sqlite3 "SELECT model, completion, cost_usd FROM replies LIMIT 3" --table
$ datasette mhclient.sqlite3 --get "/mhclient/results.json?ending=truncated&_shape=array"
```

"""
SUMMARY = (
    "Ask language models multiple-choice questions; report what they know apart from how they format it."
)
COLUMNS = "100"  # of the help as shown; argparse asks the environment


def command_line() -> str:
    """Every verb with its help, as the program prints it."""
    os.environ["COLUMNS"] = COLUMNS
    sections = [section for verb in VERBS for section in _of_verb(verb)]
    return "# The command line\n\nWritten from the program's own help.\n\n" + "\n".join(sections)


def python_names() -> str:
    """Every name of the front door with its signature and docstring."""
    return (
        "# The names of `import mhclient`\n\nWritten from signatures and docstrings. How they work together: "
        "[from Python](python.md).\n\n"
        + "\n".join(_of_name(name, getattr(mhclient, name)) for name in _names_of(mhclient))
        + "\n# The names of `mhclient.more`\n\nWhat the command line does besides asking and reporting.\n\n"
        + "\n".join(_of_name(name, getattr(more, name)) for name in _names_of(more))
    )


def _names_of(module: ModuleType) -> list[str]:
    """What a module offers, but for modules."""
    return [
        name
        for name in module.__all__
        if not name.startswith("__") and not inspect.ismodule(getattr(module, name))
    ]


def glossary() -> str:
    """The tasks, and every word with its meaning."""
    tasks = [f"| {code} | {task.name}: {task.asks} |" for code, task in TASK_NAMES.items()]
    words = [f"| {word} | {meaning} |" for word, meaning in GLOSSARY.items()]
    head = "| {} | means |\n| --- | --- |\n"
    return (
        "# Glossary\n\n"
        + head.format("word")
        + "\n".join(words)
        + "\n\n## Tasks of MHGraphBench\n\n"
        + head.format("task")
        + "\n".join(tasks)
        + "\n\nMore on each of them: [benchmarks](benchmarks.md).\n"
    )


def store_schema() -> str:
    """Every table and view of the store, as SQLite has them in a new one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite3"
        Store.open(path, create=True).close()
        with closing(sqlite3.connect(path)) as new:
            made = new.execute(SCHEMA).fetchall()
    blocks = [f"## {name}\n\n{_block(textwrap.dedent('    ' + sql), 'sql')}" for name, sql in made]
    return STORE_HEAD + "\n".join(blocks)


def llms() -> str:
    """The pages of the site's index, in its order, for programs: <https://llmstxt.org>."""
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    parts = re.findall(r"```\{toctree\}\n:caption: (.*?)\n.*?\n\n(.*?)\n```", index, re.S)
    sections = [f"## {caption}\n\n{_links(names.split())}" for caption, names in parts]
    return f"# mhclient\n\n> {SUMMARY}\n\n" + "\n\n".join(sections) + "\n"


def _links(names: Sequence[str]) -> str:
    """A line per page; those written here say their titles themselves."""
    titles = [_title((DOCS / f"{name}.md").read_text(encoding="utf-8")) for name in names]
    return "\n".join(f"- [{title}]({name}.md)" for name, title in zip(names, titles, strict=True))


def pages() -> Mapping[str, str]:
    """File name → text."""
    return {
        "command-line.md": command_line(),
        "python-reference.md": python_names(),
        "glossary.md": glossary(),
        "store.md": store_schema(),
        "llms.txt": llms(),
    }


def _of_verb(verb: str) -> Iterator[str]:
    parser = next(found for name, found in _subparsers(parser_for(verb)) if name == verb)
    yield f"## mhclient {verb}\n\n{_block(parser.format_help())}"
    for name, action in _subparsers(parser):
        yield f"### mhclient {verb} {name}\n\n{_block(action.format_help())}"


def _subparsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:  # argparse has no public way to ask for them
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _of_name(name: str, found: object) -> str:
    if isinstance(found, tuple):
        listed = "\n".join(f"{kind.__module__}.{kind.__qualname__}" for kind in found)
        return f"## {name}\n\nA tuple, for `except mhclient.{name}`:\n\n{_block(listed, 'text')}"
    text = inspect.cleandoc(found.__doc__ or "") if inspect.isroutine(found) or inspect.isclass(found) else ""
    return f"## {name}\n\n{_signature(name, found)}{_block(text, 'text') if text else ''}"


def _signature(name: str, found: object) -> str:
    if not inspect.isroutine(found):
        return ""
    signature = re.sub(
        r"<(object object|function <lambda>) at 0x[0-9a-f]+>", "…", str(inspect.signature(found))
    )
    return _block(f"{name}{signature}", "text")


def _block(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def _title(text: str) -> str:
    return text.split("\n", 1)[0].removeprefix("# ").replace("`", "")


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
