"""Well-known public extraction rules, written anew, to show how much the rule of extraction matters.

They are here to be compared with, not to be used: `parsers` says why. Each is a function of a completion
and the labels as shown, and gives one label or None. Where a rule's authors extract "A to D" or the like,
the item's own labels stand in their place; nothing else is changed.

Decision: docs/decisions/parsers.md, "What the published extraction of MIRAGE guesses".
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

Extractor: TypeAlias = Callable[[str, Collection[str]], str | None]


def first_character(completion: str, labels: Collection[str]) -> str | None:
    """The first character of the reply, if it is a label (MENTAT, section I)."""
    first = completion.strip()[:1]
    return first if first in labels else None


def first_letter(completion: str, labels: Collection[str]) -> str | None:
    """The first capital letter that stands alone."""
    found = _alone(completion, labels)
    return found[0] if found else None


def last_letter(completion: str, labels: Collection[str]) -> str | None:
    """The last capital letter that stands alone (the last fallback of MMLU-Pro's `extract_final`)."""
    found = _alone(completion, labels)
    return found[-1] if found else None


def answer_colon(completion: str, labels: Collection[str]) -> str | None:
    r"""`Answer: X`, the first one (simple-evals' `(?i)Answer[ \t]*:[ \t]*\$?([A-D])\$?`)."""
    return _first(rf"(?i)Answer[ \t]*:[ \t]*\$?({_any(labels)})\$?", completion)


def answer_is(completion: str, labels: Collection[str]) -> str | None:
    r"""`answer is (X)`, the first one (MMLU-Pro's `answer is \(?([A-J])\)?`)."""
    return _first(rf"answer is \(?({_any(labels)})\)?", completion)


def mmlu_pro(completion: str, labels: Collection[str]) -> str | None:
    r"""`answer is X`, else `.*[aA]nswer:\s*X`, else the last letter: MMLU-Pro's whole cascade."""
    return (
        answer_is(completion, labels)
        or _last_of_first_line(rf"[aA]nswer:\s*({_any(labels)})", completion)
        or last_letter(completion, labels)
    )


def whole_text(completion: str, labels: Collection[str]) -> str | None:
    """The reply is the label and nothing else, as exact match scores it."""
    stripped = completion.strip()
    return stripped if stripped in labels else None


def mhgraphbench(completion: str, labels: Collection[str]) -> str | None:
    """An explicit pattern such as `Answer: (X)`, else a leading letter, else a letter in the text.

    MHGraphBench, section 4.2. The paper gives no patterns: the first of each kind is taken here, and a letter
    stands alone. So its published figures can be emulated, with what it takes for an answer: the article A.
    """
    return (
        _first(rf"(?i:answer)(?i:\s+is)?\s*[:=]?\s*[*(]*({_any(labels)})\b", completion)
        or _first(rf"\A\W*({_any(labels)})\b", completion)
        or first_letter(completion, labels)
    )


PUBLISHED_EXTRACTORS: Mapping[str, Extractor] = {
    "whole text": whole_text,
    "first character": first_character,
    "first letter": first_letter,
    "last letter": last_letter,
    "Answer: X": answer_colon,
    "answer is X": answer_is,
    "MMLU-Pro": mmlu_pro,
    "MHGraphBench": mhgraphbench,
}


def _any(labels: Collection[str]) -> str:
    return "|".join(map(re.escape, labels))


def _alone(completion: str, labels: Collection[str]) -> list[str]:
    return re.findall(rf"\b({_any(labels)})\b", completion)


def _first(pattern: str, completion: str) -> str | None:
    found = re.search(pattern, completion)
    return found.group(1).upper() if found else None


def _last_of_first_line(pattern: str, completion: str) -> str | None:
    """What `.*` before the pattern finds, the last match of the first line that has one, in linear time."""
    found, line = None, -1
    for match in re.finditer(pattern, completion):
        end = completion.find("\n", match.start())
        if found is not None and end != line:
            break
        found, line = match.group(1), end
    return found
