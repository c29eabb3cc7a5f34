"""Readings of replies that others published, against what their own extraction made of them.

The texts are not part of the project: these tests skip where they are absent. GPT-4's replies to MIRAGE's
five medical sets give the accuracies printed in its paper, except that its extraction returns "A" where it
finds no letter, and the first where it finds several.
"""

import gzip
import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from parsers import Outcome, read_answer
from tests.support.places import ROOT, SHARED

MIRAGE = SHARED / "llm_responses" / "mirage_cot.jsonl.gz"


@pytest.fixture(scope="module")
def gpt4():
    if not MIRAGE.exists():
        pytest.skip("needs the published replies")
    with gzip.open(MIRAGE, "rt", encoding="utf-8", newline="\n") as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["model"] == "gpt-4-32k" and row["response"] is not None]


@pytest.mark.slow
def test_accuracy_differs_from_the_published_one_by_their_guesses_alone(gpt4):
    """Where no letter is found they take A; where several are, the first. Nothing else differs."""
    counts: Counter[str] = Counter()
    for row in gpt4:
        reading = read_answer(row["response"], row["options"])
        their_right = row["upstream_pred"] == row["gold"]
        counts["published"] += their_right
        counts["fell back to A"] += their_right and row["upstream_fallback"]
        counts["took the first"] += (
            their_right and not row["upstream_fallback"] and reading.outcome is Outcome.AMBIGUOUS
        )
        counts["ours"] += reading.letters == {row["gold"]}
    guessed = counts["fell back to A"] + counts["took the first"]
    assert counts["fell back to A"] > 0
    assert abs(counts["published"] - counts["ours"] - guessed) <= 2


@pytest.mark.slow
def test_a_letter_that_their_extraction_found_is_hardly_ever_read_as_another(gpt4):
    found = [row for row in gpt4 if not row["upstream_fallback"]]
    readings = [read_answer(row["response"], row["options"]).letters for row in found]
    others = sum(
        bool(read) and read != {row["upstream_pred"]} for row, read in zip(found, readings, strict=True)
    )
    assert others <= 0.001 * len(found)
    assert sum(not read for read in readings) <= 0.01 * len(found)


LABELS = [
    json.loads(line)
    for line in (ROOT / "tests/parsers/labelled.jsonl").read_text(encoding="utf-8").splitlines()
]


SCRIPT = ROOT / "scripts" / "labelled" / "labelled.py"


def git(folder, *words):
    asked = ["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@y", *words]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def test_no_text_of_a_reply_is_kept_and_every_label_can_be_found_again():
    kept = {"language", "repository", "commit", "path", "record", "sha256", "draw", "outcome", "letters"}
    for label in LABELS:
        assert set(label) - {"mode", "where"} == kept | {"labelled", "first_contact", "version"}
        assert len(label["sha256"]) == 64
        assert bool(label["letters"]) == (label["outcome"] == "answer")
    assert len({label["sha256"] for label in LABELS}) == len(LABELS)


@pytest.mark.slow
def test_replies_are_found_by_their_digest_and_counted_by_language(tmp_path):
    """Of three labels one is read right, one has another text by now, and one clone is absent."""
    clone = tmp_path / "clones" / "ceferisbarov+TUMLU" / "repo"
    clone.mkdir(parents=True)
    git(clone, "init", "-q")
    items = [{"output": "Cavab: B", "choices": ["x", "y"]}, {"output": "Cavab: A", "choices": ["x", "y"]}]
    (clone / "biology.json").write_text(json.dumps(items), encoding="utf-8")
    git(clone, "add", ".")
    git(clone, "commit", "-qm", "replies")
    label = {
        "language": "az", "repository": "ceferisbarov/TUMLU", "commit": git(clone, "rev-parse", "HEAD"),
        "path": "biology.json", "record": 0, "sha256": sha256(b"Cavab: B").hexdigest(),
        "outcome": "answer", "letters": "B", "first_contact": ["no_answer", ""],
    }  # fmt: skip
    changed = label | {"record": 1, "sha256": "0" * 64}
    absent = label | {"repository": "OpenLMLab/GAOKAO-Bench"}
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps(one) + "\n" for one in (label, changed, absent)), encoding="utf-8")
    shown = subprocess.run(
        [sys.executable, SCRIPT, tmp_path / "clones", "--labels", labels],
        check=True, capture_output=True, text=True, cwd=ROOT,
    ).stdout  # fmt: skip
    az = next(line.split() for line in shown.splitlines() if line.startswith("az"))
    assert az[:4] == ["az", "1", "0", "("]
    assert "2 replies are not in these clones" in shown
