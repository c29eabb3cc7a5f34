"""Read published replies in many languages that a person labelled: per language, right, wrong, unread.

The replies are other people's and stay outside the project. tests/parsers/labelled.jsonl has, for each, where
it is (repository, commit, file, number of the record), the SHA-256 of its text, the label given before the
reader saw it, and how which version of the reader read it then. This script finds the texts and reads them.

    python scripts/labelled_replies.py FOLDER_OF_CLONES        # FOLDER/owner+name/repo is a clone

Decision: docs/decisions/parsers.md, "What 462 replies in 25 languages and scripts taught the reader".
"""

import argparse
import hashlib
import io
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labelled_asia import ASIA
from labelled_bar import BAR
from labelled_east import EAST
from labelled_english import ENGLISH
from labelled_exams import EXAMS
from labelled_fresh import FRESH
from labelled_further import FURTHER
from labelled_held_out import HELD_OUT
from labelled_later import LATER
from labelled_medicine import MEDICINE
from labelled_minds import MINDS
from labelled_recent import RECENT
from labelled_rows import Related
from labelled_schools import SCHOOLS
from labelled_sources import NUMBERED, SECOND_ROUND, residents_2024

from parsers import Outcome, read_answer

LABELLED = Path(__file__).parent.parent / "tests/parsers/labelled.jsonl"
Options = dict[str, str]
LINES = re.compile(r"^\s*\(?([A-Eа-яА-Я1-5])\s*[.．:)）、-]\s*(.+?)\s*$", re.MULTILINE)
INLINE = re.compile(r"(?<![A-Za-z])([A-D])[．.、]\s*(.*?)(?=\s*(?<![A-Za-z])[B-D][．.、]|\s*$)", re.DOTALL)


@dataclass(frozen=True)
class Published:
    """One reply as published: number of its record, text, options of its item."""

    record: int
    text: str
    options: Options


def main() -> None:
    """Print right, false accepts and answers unread per language, now and at first contact."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("clones", type=Path, help="folder with the clones, each in owner+name/repo")
    parser.add_argument("--labels", type=Path, default=LABELLED, help=argparse.SUPPRESS)
    parser.add_argument("--show", action="store_true", help="name every reply that is not read as labelled")
    args = parser.parse_args()
    judged = [json.loads(line) for line in args.labels.read_text(encoding="utf-8").splitlines()]
    now: dict[str, Counter[str]] = defaultdict(Counter)
    first: dict[str, Counter[str]] = defaultdict(Counter)
    absent = 0
    for label, published in _found(judged, args.clones):
        if published is None:
            absent += 1
            continue
        reading = read_answer(published.text, published.options)
        verdict = judge(label, reading.outcome.value, "".join(sorted(reading.letters)))
        for name in {label["language"], "all", "outside English" if label["language"] != "en" else "all"}:
            now[name][verdict] += 1
            first[name][judge(label, *label["first_contact"])] += 1
        if args.show and verdict != "right":
            place = f"{label['repository']} {label['path']} {label['record']}"
            print(f"{verdict}: {place}, {reading.outcome.value}", file=sys.stderr)
    _print(first, now, absent)


def judge(label: dict[str, Any], outcome: str, letters: str) -> str:
    """What a reading is beside a label: right, a false accept, an answer unread, or another outcome."""
    expected = label["outcome"], label["letters"]
    if (outcome, letters) == expected:
        return "right"
    if outcome == Outcome.ANSWER.value:
        return "false accept"
    return "unread" if label["outcome"] == Outcome.ANSWER.value else "other"


def _print(first: dict[str, Counter[str]], now: dict[str, Counter[str]], absent: int) -> None:
    print(f"{'':18}{'n':>5}   {'first contact: right, false, unread':38}now")
    for name in sorted(now, key=lambda name: (len(name) > 3, name)):
        print(f"{name:18}{now[name].total():>5}   {_shares(first[name]):38}{_shares(now[name])}")
    if absent:
        print(f"{absent} replies are not in these clones")


def _shares(counted: Counter[str]) -> str:
    n = counted.total()
    return "  ".join(
        f"{counted[verdict]:>3} ({counted[verdict] / n:6.1%})"
        for verdict in ("right", "false accept", "unread")
    )


def _found(judged: list[dict[str, Any]], clones: Path) -> Iterator[tuple[dict[str, Any], Published | None]]:
    """Each label with its reply; None where the clone lacks it or has another text there."""
    by_file = defaultdict(list)
    for label in judged:
        by_file[label["repository"], label["commit"], label["path"]].append(label)
    for (repository, commit, path), labels in by_file.items():
        replies = {reply.record: reply for reply in _published(clones, repository, commit, path)}
        for label in labels:
            reply = replies.get(label["record"])
            yield label, reply if reply and digest(reply.text) == label["sha256"] else None


def digest(text: str) -> str:
    """The SHA-256 of a reply's text as UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def _published(clones: Path, repository: str, commit: str, path: str) -> Iterable[Published]:
    try:
        stored = _shown(clones, repository, commit, path)
    except subprocess.CalledProcessError:
        return []

    def related(other: str) -> bytes:
        elsewhere = re.match(r"([^@:]+)@([^:]+):(.+)", other)  # a file of another repository
        return _shown(clones, *(elsewhere.groups() if elsewhere else (repository, commit, other)))

    later = SECOND_ROUND | FRESH | ENGLISH | BAR | EXAMS | LATER | ASIA | SCHOOLS | RECENT | EAST
    later = later | FURTHER | MEDICINE | MINDS | HELD_OUT
    if "MIR24" in path:
        return (Published(*row) for row in residents_2024(stored, related))
    if repository in later:
        return (Published(*row) for row in later[repository](stored, related))
    return SOURCES[repository](stored, related)


def _shown(clones: Path, repository: str, commit: str, path: str) -> bytes:
    clone = clones / repository.replace("/", "+") / "repo"
    asked = ["git", "-C", str(clone), "show", f"{commit}:{path}"]
    return subprocess.run(asked, capture_output=True, check=True).stdout


def _lettered(texts: Iterable[str]) -> Options:
    return {chr(ord("A") + position): str(text) for position, text in enumerate(texts)}


def _harness(stored: bytes, _: Related) -> Iterator[Published]:
    """Samples of lm-evaluation-harness: Global-MMLU, COPAL, FORK."""
    for number, line in enumerate(stored.decode().splitlines()):
        sample = json.loads(line)
        doc = sample["doc"]
        texts = [
            doc[key]
            for key in (
                "option_a",
                "option_b",
                "option_c",
                "option_d",
                "choice1",
                "choice2",
                "option_A",
                "option_B",
            )
            if key in doc
        ]
        yield Published(number, sample["resps"][0][0], _lettered(texts))


def _tumlu(stored: bytes, _: Related) -> Iterator[Published]:
    for number, item in enumerate(json.loads(stored)):
        yield Published(number, item["output"] or "", _lettered(item["choices"]))


def _gaokao(stored: bytes, _: Related) -> Iterator[Published]:
    for number, item in enumerate(json.loads(stored)["example"]):
        tail = item["question"]
        options = {letter: " ".join(text.split()) for letter, text in INLINE.findall(tail)}
        if list(options) == ["A", "B", "C", "D"]:
            yield Published(number, item["model_output"], options)


def _enem(stored: bytes, related: Related) -> Iterator[Published]:
    items = {item["id"]: item for item in json.loads(related("data/enem/2022.json"))}
    for number, reply in enumerate(json.loads(stored)):
        item = items.get(reply["id"])
        if item:
            yield Published(number, reply["response"], _lettered(item["options"]))


def _zno(stored: bytes, _: Related) -> Iterator[Published]:
    for number, pred in enumerate(json.loads(stored)["test_preds"]):
        asked = pred["input"][0]["content"].partition("Варіанти відповіді:")[2]
        options = dict(LINES.findall(asked))
        reply = re.split(
            r"<\|start_header_id\|>assistant<\|end_header_id\|>\s*|<start_of_turn>model\s*", pred["pred"]
        )[-1]
        reply = reply.removesuffix("<|eot_id|>").removesuffix("<end_of_turn>")
        if 3 <= len(options) <= 5:
            yield Published(number, reply, options)


def _kice(stored: bytes, related: Related) -> Iterator[Published]:
    items = [item for paper in json.loads(related("data/2023_11_KICE.json")) for item in paper["problems"]]
    for number, part in enumerate(re.split(r"\n-{10,}\n", stored.decode())):
        head = re.match(r"\s*(\d+)번 문제 ?: ", part)
        if head and int(head[1]) <= len(items):
            reply = re.split(r"\n정답 ?:", part[head.end() :])[0]
            choices = items[int(head[1]) - 1]["choices"]
            yield Published(number, reply, {str(place + 1): text for place, text in enumerate(choices)})


def _mir(stored: bytes, _: Related) -> Iterator[Published]:
    import openpyxl  # only this source is a workbook, and the library is an extra

    rows = openpyxl.load_workbook(io.BytesIO(stored), read_only=True).active.iter_rows(values_only=True)
    head = [str(name) for name in next(rows)]
    for number, row in enumerate(rows):
        cells = dict(zip(head, row, strict=True))
        asked = str(cells["Description"]).replace("_x000d_", "")
        if "o1pro" in cells:  # the year before: texts in four lines without numbers
            texts = [line.strip() for line in asked.splitlines() if line.strip()][-4:]
            yield Published(number, str(cells["o1pro"]), dict(zip("1234", texts, strict=False)))
            continue
        options = {label: " ".join(text.split()) for label, text in NUMBERED.findall(asked)}
        if len(options) == 4 and cells["OE respuesta"]:
            yield Published(number, str(cells["OE respuesta"]).replace("_x000d_", ""), options)


def _acegpt(stored: bytes, _: Related) -> Iterator[Published]:
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        options = {letter: text for letter, text in LINES.findall(item["query"]) if letter in "ABCD"}
        if len(options) == 4:
            yield Published(number, item["response"], options)


SOURCES: dict[str, Callable[[bytes, Related], Iterator[Published]]] = {
    "protimroy/crosslingual-test-time-scaling": _harness,
    "ceferisbarov/TUMLU": _tumlu,
    "OpenLMLab/GAOKAO-Bench": _gaokao,
    "piresramon/gpt-4-enem": _enem,
    "NLPForUA/ZNO": _zno,
    "NomaDamas/KICE_slayer_AI_Korean": _kice,
    "foundation29org/MIR_AI_F29": _mir,
    "FreedomIntelligence/AceGPT": _acegpt,
}

if __name__ == "__main__":
    main()
