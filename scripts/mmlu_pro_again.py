"""Read MMLU-Pro's published completions again: how much of each model's score is format.

    python scripts/mmlu_pro_again.py PATH [--store FILE] [--differ FILE] [--record]

PATH is a checkout of github.com/TIGER-AI-Lab/MMLU-Pro (Apache-2.0), whose `eval_results` has an archive per
model with question, options, gold, the letter that was extracted, and the full text. Every archive that is
there and can be read is adopted whole; nothing is tuned to it. The table is printed, and with --record
written to perf/RESULTS.md. FILE gets the replies that are read differently here, for `mhclient adopt` and
`mhclient audit sample`, which estimate the reader's own errors among them.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "perf"))

from recording import RESULTS, describe_conditions, put_section

from cache import Store, open_store
from mhclient.adopt.formats import Log, open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import Fields, LogUnusable
from mhclient.figures.published_score import ReadTwice, Step, Waterfall, differ, only_they, only_we, waterfall
from mhclient.machine.process import processes
from mhclient.report.loading.load import load_runs

UNPACKED_MAX = 512 << 20  # bytes of one model's file; the largest has 40 MB
TEXTS = ("generated_text", "model_outputs")  # the field's name differs from file to file
COLUMNS = (
    *("model", "n", "published", "letter read", "not from nothing", "read", "among read", "unread"),
    *("they read, we did not (right)", "we read, they did not (right)"),
)


def main() -> None:
    """Adopt every archive and print the table."""
    args = _arguments()
    archives = sorted((args.path / "eval_results").glob("*.zip"))
    if not archives:
        raise SystemExit(f"{args.path}: no eval_results/*.zip: no checkout of MMLU-Pro.")
    with tempfile.TemporaryDirectory() as scratch:
        store_path = args.store or Path(scratch) / "mmlu-pro.sqlite3"
        with processes(args.processes) as pool, open_store(store_path) as store:
            # A model's replies are adopted while other processes read those of the models before it.
            readings = [
                pool.submit(_reread, store_path, *named)
                for archive in archives
                if (named := _adopt(store, archive, Path(scratch))) is not None
            ]
            found = [reread for reading in readings if (reread := reading.result()) is not None]
    rows = [reread.row for reread in found]
    if args.differ:
        args.differ.write_text("".join(line for reread in found for line in reread.differ), encoding="utf-8")
    table = "\n".join([_line(COLUMNS), _line(["---", *["---:"] * (len(COLUMNS) - 1)]), *rows])
    print(table)
    if args.record:
        command = "`python scripts/mmlu_pro_again.py PATH`, accuracy in %; the columns: docs/other-logs.md"
        section = f"## mmlu_pro_again\n{describe_conditions()}\n\n{command}\n\n{table}\n"
        old = RESULTS.read_text(encoding="utf-8")
        RESULTS.write_text(put_section(old, "mmlu_pro_again", section), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--store", type=Path, help="keep the runs here, to audit and compare them")
    parser.add_argument(
        "--processes",
        type=int,
        default=len(os.sched_getaffinity(0)),
        help="to read with (default: one for each processor)",
    )
    parser.add_argument(
        "--differ", type=Path, metavar="FILE", help="write the replies that are read differently here"
    )
    parser.add_argument("--record", action="store_true", help="write the table to perf/RESULTS.md, too")
    return parser.parse_args()


def _adopt(store: Store, archive: Path, scratch: Path) -> tuple[str, str] | None:
    """Model and run; None for an archive that cannot be used, which is said."""
    model = re.sub(r"^model_outputs_|_\d+-?shots.*$", "", archive.name)
    try:
        (adopted,) = keep_logs(store, [_log(archive, model, scratch)], "MMLU-Pro")
    except (LogUnusable, zipfile.BadZipFile, ValueError, KeyError) as error:
        print(f"{archive.name}: left out: {error}", file=sys.stderr)
        return None
    return model, adopted.run_id


class Reread(NamedTuple):
    """A model's line of the table, and its replies that are read differently here, as JSON lines."""

    row: str
    differ: list[str]


def _reread(store_path: Path, model: str, run_id: str) -> Reread | None:
    """What a model's replies say, in another process."""
    with Store.open(store_path, read_only=True) as store:
        (run,) = load_runs(store, run_id)
        judged = [ReadTwice(*each) for each in zip(run.scored, run.published, strict=True)]
        places = [
            place for place, each in enumerate(judged) if only_they(each) or only_we(each) or differ(each)
        ]
        texts = store.results.read_texts([run.response_ids[place] for place in places])
        lines = [
            _differing(model, judged[place], text.completion or "")
            for place, text in zip(places, texts, strict=True)
        ]
    steps = waterfall(judged)
    return None if steps is None else Reread(_cells(model, steps), lines)


def _differing(model: str, reply: ReadTwice, completion: str) -> str:
    item = reply.scored.item
    record = {
        "id": f"{model}/{item.id}",
        "task": item.task,
        "question": item.question,
        "options": dict(item.options),
        "gold": item.gold[0],
        "completion": completion,
        "said": reply.theirs.said,
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


def _log(archive: Path, model: str, scratch: Path) -> Log:
    with zipfile.ZipFile(archive) as opened:
        member = next(each for each in opened.infolist() if each.filename.endswith(".json"))
        if member.file_size > UNPACKED_MAX:
            raise ValueError(f"{member.filename} unpacks to {member.file_size:,} bytes")
        text = opened.read(member)
    records = [each for each in json.loads(text) if isinstance(each, dict)]  # one file holds stray texts
    field = next(name for name in TEXTS if name in records[0])
    path = scratch / f"{model}.json"
    path.write_text(
        json.dumps([each for each in records if isinstance(each.get(field), str)]), encoding="utf-8"
    )
    fields = Fields(
        completion=field, options="options", gold="answer", said="pred", id="question_id", task="category"
    )
    log = open_log(path, fields)
    return log._replace(head=log.head._replace(model=model))


def _cells(model: str, steps: Waterfall) -> str:
    shares = [steps.right[step].value for step in Step]
    percents = [
        f"{100 * share:.1f}" if share is not None else "–" for share in (*shares, steps.among_read.value)
    ]
    unread = 100 * (steps.n - steps.among_read.n) / steps.n
    counts = (f"{steps.only_they} ({steps.only_they_right})", f"{steps.only_we} ({steps.only_we_right})")
    return _line([model, str(steps.n), *percents, f"{unread:.1f} %", *counts])


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
