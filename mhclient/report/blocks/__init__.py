"""The blocks of a report on runs: one topic, one file, in every form.

A block is a file of this folder that defines `BLOCK`, and a line of `ENTRIES` below; a small topic stands in
the file of one that it belongs to, as a block with another name. Everything else follows: the terminal,
Markdown, LaTeX, JSON, the page and `mhclient serve` loop over that list. To add a topic:

1.  Write `blocks/<topic>.py`. Whatever the topic has is a function of values, and stands there:

        def guess_figures(basis: Basis) -> GuessFigures | None: ...            # worked out once per run, kept
        def guess_table(summary: Summary) -> Table | None: ...                 # rows of text and `Cell`
        def guess_chart(summaries: Sequence[Summary]) -> Iterator[Chart]: ...  # all runs: see chart.py
        def guess_findings(summary: Summary) -> Iterator[Finding]: ...         # a code and a sentence each
        def guess_document(summary: Summary) -> dict[str, Any]: ...            # its keys of the run's JSON
        def guess_keys(figures: Figures) -> dict[str, Any]: ...                # the same of each task, …
        def guess_across(summaries: Sequence[Summary]) -> Table | None: ...    # a row per run
        def guess_columns(summary: Summary) -> Columns: ...                    # of a row per run and task

        BLOCK = Block(
            figures=(guess_figures,),
            # usual: shown unless --show names others; paper: LaTeX has it too, all runs in one table
            tables=(RunTable(guess_table, usual=True, paper=True),),
            charts=guess_chart,
            findings=guess_findings,
            document=guess_document,
            of_set=guess_keys,
            across={"guessing": guess_across},            # the name is LaTeX's label
            columns=guess_columns,
        )

    Leave out what the topic does not have. `summary.get(guess_figures)` is what `guess_figures` returned,
    with its type. Statistics stand in `mhclient/figures/`; this folder decides what is shown, and how.

2.  Add its line to `ENTRIES`: the file, the part of the page, the names of its tables as `--show` takes them,
    in the order of `tables`. Its place in the list is its place in every form, but for this: a part of the
    page has the tables across runs first and then the usual ones; in Markdown and LaTeX the tables that the
    paper has too come first, by their number.

3.  Describe its JSON keys and its columns in `docs/report.md`. New keys stand behind those of schema 1.

Rules:

*   A block that does not apply to a run returns None, {} or nothing. No other place asks whether it applies.
*   A cell knows what is behind it: `Cell("71.4", Behind(run, {"task": "RP", "result": "right"}, n=5, of=7))`.
    The page makes a link of it (which items filters pick is said in `page/assets/filters.js`), the other
    forms show the text. A plain string is a cell with no items behind it. Points of charts have a `Behind`.
*   A block may use another block's functions, never the loop: the loop knows the blocks. `decisions` alone
    asks it, for what the blocks have that decisions can change.
*   No two blocks have a key, a table or a table across runs of the same name; the loop refuses that.

This file is light, since the command line reads the tables' names from it: it imports nothing that computes.
"""

from enum import StrEnum
from typing import NamedTuple


class Part(StrEnum):
    """The parts of the page, in their order; each has its address there, its heading, and what it asks."""

    heading: str
    asks: str

    def __new__(cls, name: str, heading: str, asks: str) -> "Part":
        part = str.__new__(cls, name)
        part._value_ = name
        part.heading, part.asks = heading, asks
        return part

    ACCURACY = "accuracy", "Accuracy", "by task and group of tasks, and what can be guessed"
    STRICTNESS = "strictness", "Knowledge or format", "what counts as an answer, and what changes with it"
    OUTCOMES = "outcomes", "Outcomes", "why replies could not be read"
    FILTERS = "filters", "What was withheld", "what did the provider's filters take, and where?"
    LETTERS = "letters", "Letters", "does a run prefer a letter, whatever stands behind it?"
    CALIBRATION = "calibration", "Confidence", "is a run as sure as it is right?"
    COVERAGE = "coverage", "Coverage", "how much of the graph does a run get right?"
    USAGE = (
        "usage",
        "Contraindications and uses",
        "contraindication, indication, off-label use: what is right, and which way errors go",
    )
    RELATIONS = "relations", "Relations and entities", "which relations and entities go wrong?"
    EVIDENCE = "evidence", "Evidence", "do descriptions in the prompt help?"
    REPETITIONS = "repetitions", "Repetitions", "what do several replies to one item say?"
    SETS = "sets", "Several right answers", "items with more than one right answer"
    FREE = "free", "Free answers", "how unlike the right option's text are replies that saw no options?"
    FAIRNESS = "fairness", "Labels and fairness", "other labels, and versions of one question"
    JUDGEMENTS = "judgements", "Judgements", "what raters say of the replies, and of the reader"


class Entry(NamedTuple):
    """A block's line in the list.

    Attributes:
        file: the module of this folder that has the block.
        part: the part of the page that its charts and tables stand in; None for a block without any.
        tables: the names of its tables of one run, as `--show` takes them, in the order of the block's.
        block: what the module calls it, where it has several.
    """

    file: str
    part: Part | None = None
    tables: tuple[str, ...] = ()
    block: str = "BLOCK"


ENTRIES = (
    Entry("asked"),
    Entry("judged", Part.ACCURACY, ("decisions",), block="DECISIONS_BLOCK"),
    Entry("asked", block="SENT_BLOCK"),
    Entry("asked", Part.OUTCOMES, ("served",), block="SERVED_BLOCK"),
    Entry("accuracy", Part.ACCURACY, ("accuracy", "groups")),
    Entry("published", Part.STRICTNESS, ("published",)),
    Entry("outcomes", Part.OUTCOMES, ("outcomes",)),
    Entry("filters", Part.FILTERS, ("filters", "verdicts", "words")),
    Entry("outcomes", Part.STRICTNESS, ("strictness",), block="STRICTNESS_BLOCK"),
    Entry("letters", Part.LETTERS, ("letters", "shares")),
    Entry("accuracy", block="CLUSTERS_BLOCK"),
    Entry("chance", Part.ACCURACY, ("chance", "shortcuts", "answers")),
    Entry("calibration", Part.CALIBRATION, ("calibration",)),
    Entry("distractors", Part.ACCURACY, ("distractors",)),
    Entry("accuracy", Part.ACCURACY, ("averages",), block="AVERAGES_BLOCK"),
    Entry("coverage", Part.COVERAGE, ("coverage",)),
    Entry("ranking", Part.ACCURACY),
    Entry("ranking", Part.ACCURACY, block="QUESTIONS_BLOCK"),
    Entry("coverage", Part.COVERAGE, block="RANKS_BLOCK"),
    Entry("usage", Part.USAGE, ("usage", "usage_errors", "usage_said", "usage_tasks")),
    Entry("coverage", Part.RELATIONS, ("relations", "entities"), block="RELATIONS_BLOCK"),
    Entry("evidence", Part.EVIDENCE, ("evidence",)),
    Entry("sets", Part.SETS, ("sets", "disorders", "confusions")),
    Entry("cases", Part.SETS, ("writers", "pairs", "baselines")),
    Entry("epochs", Part.REPETITIONS, ("repetitions", "attempts")),
    Entry("free", Part.FREE, ("free",)),
    Entry("label_sets", Part.FAIRNESS, ("categories", "labels", "soft", "probabilities")),
    Entry("fairness", Part.FAIRNESS, ("fairness", "levels")),
    Entry("fairness", Part.FAIRNESS, block="POOLED_BLOCK"),
    Entry("judged", Part.JUDGEMENTS, ("raters", "reader")),
    Entry("calibration", block="CHOICES_BLOCK"),
)
TABLE_NAMES = tuple(name for entry in ENTRIES for name in entry.tables)
