"""The parser version belongs to the readings: whoever changes a reading raises the version."""

import hashlib

import pytest

from parsers import PARSER_VERSION, read_answer
from tests.support.corpus import READ, REFUSED, read_case

# The version, and the digest of what it makes of the corpus. A new case changes the digest alone; a change
# of any older reading changes both.
PINNED = ("12", "c8d95649a233301c")


def corpus_digest():
    """First 16 hex digits of the SHA-256 of every case's whole reading, one line of JSON each."""
    digest = hashlib.sha256()
    for case in READ + REFUSED:
        digest.update(read_case(case).to_json().encode() + b"\n")
    return digest.hexdigest()[:16]


@pytest.mark.slow
def test_the_readings_of_the_corpus_belong_to_the_parser_version():
    assert (PARSER_VERSION, corpus_digest()) == PINNED, (
        "The corpus is read otherwise than when this version was pinned. Raise PARSER_VERSION unless the "
        "pinned one is unreleased or only cases were added, and pin the new digest here."
    )


def test_every_reading_names_the_version_that_made_it():
    assert read_answer("B", {"A": "x", "B": "y"}).to_dict()["parser_version"] == PARSER_VERSION
