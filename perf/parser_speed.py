"""How fast the reader is: short replies per second of one core, long prose, and long repetitions.

A figure alone says little on another machine, so each stands beside a baseline of the same run: one search
of a plain regular expression, `\\b[A-Z]\\b`, per short reply; for long ones, the time per character at other
lengths. Times are processor time. Prose is read once, each text after others of its kind: their words are
known by then, its own are not all.

    python perf/parser_speed.py [--replies 14288] [--characters 1000000] [--quick] [--record]
"""

import re
import statistics
import time
from collections.abc import Iterable

from prose import KINDS, prose
from recording import make_parser, recording

from parsers import read_answer

Options = dict[str, str]
Asked = tuple[str, Options]

SHORT = {
    "a bare letter": "B",
    "a decorated letter": "**(B)**",
    "an answer line": "Answer: B",
    "an answer sentence": "The correct answer is B.",
    "a label and its text": "B. {text}",
    "an option text": "{text}",
    "a JSON field": '{{"answer": "B"}}',
    "a sentence": "I would say B, because the first episode lasted a week.",
    "a refusal": "I'm sorry, but I can't help with that.",
}
REPEATED = (
    "A ", "the answer is A ", "not A ", "if A then B ", "(", "[", '{"answer":', '"', "'", "`", "*", "**A** ",
    "$A$ ", "\\boxed{", "\\boxed{A} ", "<think>", "</think>", "<answer>A</answer>", "<|", ".", "A,B,",
    "?" * 86 + "$", "বিকল্প: ক) ", "বিকল্প: ক)\n", "বিকল্প: ক) \n\n",
    "A and B and ", "A or B or ", "bipolar disorder ", "A) major depressive disorder\n", "none of the above ",
    "the patient sleeps badly ", "x", "1234 ", "\u200bA", "e\u0301", "答案是A。", "А ", "Ｂ ", "\n", " ",
    "Wait, the answer is A. Actually, B. ", "Question: what?\nAnswer: A\n", "User: hi\nAssistant: A\n",
    "I cannot answer. ", "\\frac{A}{B} ", "neither A nor B ", "- A\n- B\n", "| A | B |\n", "> A\n", "-> A ",
    "lit \\boxed{", '["x",',
)  # fmt: skip
N_PROSE = {2_000: 100, 10_000: 20, 100_000: 3}  # characters → texts
N_BEFORE = 100  # texts of 2,000 characters read before those that are timed
NAIVE = re.compile(r"\b[A-Z]\b")


def main() -> None:
    """Print the tables."""
    parser = make_parser(__doc__)
    parser.add_argument("--replies", type=int, default=14_288, help="short replies of each kind")
    parser.add_argument("--characters", type=int, default=1_000_000, help="length of the longest replies")
    args = parser.parse_args()
    with recording(__file__, args):
        _print_short(100 if args.quick else args.replies)
        _print_prose({2_000: 2} if args.quick else N_PROSE)
        _print_long(2_000 if args.quick else args.characters)


def _print_short(n_replies: int) -> None:
    print(f"{n_replies:,} short replies of each kind, every one to an item of its own")
    print(f"{'':24}{'replies/s':>10}{'per naive search':>18}")
    every = _items(n_replies)
    taken_in_all = naive_in_all = 0.0
    for name, form in SHORT.items():
        asked = [(form.format(text=options["B"]), options) for options in every]
        taken, naive = _seconds(asked), _naive_seconds(asked)
        taken_in_all, naive_in_all = taken_in_all + taken, naive_in_all + naive
        print(f"{name:24}{n_replies / taken:>10,.0f}{taken / naive:>18.1f}")
    n_in_all = n_replies * len(SHORT)
    rate, ratio = n_in_all / taken_in_all, taken_in_all / naive_in_all
    print(f"{'all kinds, equally often':24}{rate:>10,.0f}{ratio:>18.1f}")


def _print_prose(n_texts: dict[int, int]) -> None:
    """The median text of each kind and length, all texts being different."""
    items = _items(max(n_texts.values()))
    print("\nlong prose, µs per character of the median text; every text is read once")
    print(f"{'characters':24}" + "".join(f"{size:>10,}" for size in n_texts))
    for kind in KINDS:
        for number, options in enumerate(items[:N_BEFORE]):
            read_answer(prose(kind, min(n_texts), -1 - number, options), options)
    for kind in KINDS:
        medians = [_median_text(kind, size, items[:n]) for size, n in n_texts.items()]
        print(f"{kind:24}" + "".join(f"{median * 1e6:>10.3f}" for median in medians))


def _median_text(kind: str, size: int, items: list[Options]) -> float:
    """Seconds for each character."""
    asked = [(prose(kind, size, number, options), options) for number, options in enumerate(items)]
    return statistics.median(_seconds([one]) for one in asked) / size


def _print_long(n_characters: int) -> None:
    """The slowest repetitive replies, at full length and at a tenth of it."""
    options = _items(1)[0]
    timed = [(_seconds([(_repeated(phrase, n_characters), options)]), phrase) for phrase in REPEATED]
    print(f"\n{len(REPEATED)} phrases repeated to {n_characters:,} characters; the slowest")
    print(f"{'':24}{'seconds':>10}{'per character, of a tenth':>28}")
    for taken, phrase in sorted(timed, reverse=True)[:6]:
        tenth = _seconds([(_repeated(phrase, n_characters // 10), options)])
        print(f"{phrase.strip()[:22]!r:24}{taken:>10.3f}{taken / (10 * tenth):>28.2f}")


def _items(n_items: int) -> list[Options]:
    """Options that differ from item to item, as those of a benchmark do."""
    return [
        {
            "A": "major depressive disorder",
            "B": f"bipolar disorder, {_word(number)}",
            "C": f"{_word(number + 1)} anxiety",
            "D": "none of the above",
        }
        for number in range(n_items)
    ]


def _word(number: int) -> str:
    """A made-up word for a number."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number)) + "osis"


def _repeated(phrase: str, n_characters: int) -> str:
    return (phrase * (n_characters // len(phrase) + 1))[:n_characters]


def _seconds(asked: Iterable[Asked]) -> float:
    start = time.process_time()
    for completion, options in asked:
        read_answer(completion, options)
    return time.process_time() - start


def _naive_seconds(asked: Iterable[Asked]) -> float:
    start = time.process_time()
    for completion, _ in asked:
        NAIVE.search(completion)
    return time.process_time() - start


if __name__ == "__main__":
    main()
