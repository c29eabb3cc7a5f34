"""How easy a page is to read: Flesch's reading ease of its sentences.

206.835 − 1.015 · words per sentence − 84.6 · syllables per word. From 50 on a text is for readers in their
last years of school. Source: R. Flesch, "A new readability yardstick", 1948.
"""

import re

LEAST_WORDS = 4  # of a sentence; what is shorter is a label


def prose_of(page: str) -> str:
    """The sentences of a Markdown page; code within them counts as one short word."""
    text = re.sub(r"```.*?```", "\n", page, flags=re.S)
    text = re.sub(r"^(\||#| {4}).*$", "", text, flags=re.M)
    text = re.sub(r"!\[.*?\]\(.*?\)", "", text)
    text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "code", text)
    return re.sub(r"^\s*(?:[-*]|\d+\.) ", "\n\n", text, flags=re.M)


def syllables(word: str) -> int:
    """Groups of vowels, less a silent e at the end.

    >>> [syllables(word) for word in ("code", "table", "reader", "uncertainty", "the", "asked")]
    [1, 2, 2, 4, 1, 1]
    """
    word = word.lower()
    n = len(re.findall(r"[aeiouy]+", word))
    is_silent = re.search(r"[^aeiouyl]e$|[^aeioutdy]ed$", word) is not None
    return max(1, n - is_silent)


def reading_ease(page: str) -> float:
    """Flesch's figure of a Markdown page; 100 is very easy, 0 is very hard."""
    parts = [part for block in prose_of(page).split("\n\n") for part in re.split(r"[.!?](?:\s|$)", block)]
    sentences = [words for part in parts if len(words := re.findall(r"[A-Za-z’']+", part)) >= LEAST_WORDS]
    every = [word for words in sentences for word in words]
    return 206.835 - 1.015 * len(every) / len(sentences) - 84.6 * sum(map(syllables, every)) / len(every)
