"""What our words mean: one source for the page of the documentation, reports and pages.

A word that a screen or a page uses and a reader may not know stands here, in one sentence of plain English.
"""

from collections.abc import Mapping
from typing import NamedTuple


class TaskName(NamedTuple):
    """A task of MHGraphBench: its name in full, and what it asks."""

    name: str
    asks: str


TASK_NAMES: Mapping[str, TaskName] = {
    "ET": TaskName("entity typing", "which type does an entity have?"),
    "EC": TaskName("entity clustering", "which entity has a different type than the others?"),
    "RT": TaskName("relation typing", "which two types does a relation connect?"),
    "FC": TaskName("fact checking", "is this fact in the graph, yes or no?"),
    "RP": TaskName("relation prediction", "which relation do a drug and a disease have?"),
    "R1": TaskName("two-hop verification", "a drug, disease A, and B linked to A: is the drug related to B?"),
    "R2": TaskName(
        "two-hop selection", "a drug, disease A, and B linked to A: which relation has the drug with B?"
    ),
    "R1+E": TaskName(
        "two-hop verification with evidence", "as R1, with texts about the drug and the diseases"
    ),
    "R2+E": TaskName("two-hop selection with evidence", "as R2, with texts about the drug and the diseases"),
    "ES": TaskName(
        "entity selection", "which of several drugs is indicated for a disease? Optional, in no average"
    ),
}

# Word → meaning, in the order of the alphabet.
GLOSSARY: Mapping[str, str] = {
    "A-rate": "the share of answers that are the letter A",
    "AC2": (
        "Gwet's agreement of raters, corrected for chance; unlike kappa it stays high where nearly all "
        "ratings are the same"
    ),
    "accuracy": (
        "the share of all items asked that were read and right; what could not be read counts as wrong"
    ),
    "agreement": (
        "how often two raters say the same; corrected for chance it is kappa or alpha (1 is perfect, 0 "
        "is what chance gives)"
    ),
    "ambiguous": "the reply gives two answers, and nothing says which one is meant",
    "arm": (
        "where the wrong options come from: the original, the graph, a writer (direct), a writer who is "
        "shown paths (walk)"
    ),
    "AvgAll, AvgAll*": "mean over all nine tasks; the star leaves out RT",
    "AvgE": "mean of the accuracies of ET and EC: entities",
    "AvgR, AvgR*": "mean over FC, RT and RP: relations; the star leaves out RT, which has few items",
    "AvgS, AvgS+E": "mean over R1 and R2: two steps in the graph; the same with evidence",
    "benchmark": "a folder of items with their right answers, and how they were made",
    "blind sample": "replies drawn at random and judged without seeing how the program read them",
    "bounds": "accuracy if all unread replies were wrong, and if all were right",
    "cap": "a limit that a run never passes: money, requests or tokens",
    "completion": "the text a model wrote",
    "compliance": "whether a reply has the format asked for, apart from what it says",
    "coverage (Cov, CovDeg)": (
        "how much of the graph a model answers rightly, by entities, relations or triples; with Deg, "
        "weighted by how many triples an entity has"
    ),
    "dangerous side": (
        "a contraindication called a use (indication or off-label use), as the graph records it, of all "
        "items where contraindication is right, unread replies among them; a contraindication that is "
        "missed (called none, or denied) is counted apart; no measure of danger to patients"
    ),
    "distractor": "a wrong option",
    "drift": "that a service answers otherwise than it did, under the same name",
    "effective clusters": (
        "how many independent groups of equal size the items are worth, since items that share an entity "
        "(a drug, a disease) are right or wrong together; 500 questions on three diseases may be "
        "worth three. It is the worst case, all that share one being alike, and says how well the width of "
        "an interval is known (degrees of freedom); it is no effective sample size: intervals may be narrower"
    ),
    "empty": "the reply has no text",
    "equivalent within ±m": (
        "neither is shown to be better, and they are shown to differ by less than m points either way"
    ),
    "error": "no reply came",
    "evidence of a change": (
        "how much better the panels fit a service that changed than one that did not; 1 on average where "
        "nothing changed, 20 or more shows a change"
    ),
    "family of tests": (
        "all the tests that a verdict is adjusted for: those of all items, of tasks, of relations, and those "
        "of the items that both could be read on, are families of their own"
    ),
    "family-adjusted p (adjusted p, p Holm)": (
        "a p value made larger for all the tests of its family; below 0.05 a difference is shown"
    ),
    "filtered": "the provider withheld the reply",
    "for exactly these entities": (
        "intervals about questions like these about these same entities, as with the setting "
        "“entities=fixed”: chance is in which questions about them were asked, and items are taken as "
        "independent; nothing is said of others. Over the very items asked accuracy is known, and has no "
        "interval"
    ),
    "forced choice": "the model writes nothing: the letter with the highest probability counts",
    "format failure": "a reply that was not written as asked, whatever it says",
    "gold": "the right answer",
    "grade": "how plainly an answer was given: strict, explicit, leading, text, in text",
    "guide": "what scores a name against a question, so that a walk knows where to go",
    "Holm": (
        "a method that adjusts p values for a family of tests: the smallest is multiplied by the number of "
        "tests, the next by one less, and so on; a false verdict then stands in at most 5 % of families"
    ),
    "in format": "the reply is exactly what the prompt asked for; others may be read, too",
    "interval": "where the true figure probably lies, with 95 % confidence; † marks a rough one",
    "item": "one question with its options",
    "job": "one thing that a model is asked to write or to judge",
    "key": "the SHA-256 of a request as sent, under which its reply is stored",
    "knowledge graph": "facts as triples: an entity, a relation, another entity",
    "letter too often": "how often a letter is said minus how often it is right, where options change places",
    "margin": (
        "the difference below which two runs count as equally good, chosen before one looks: 3 points unless "
        "another is given"
    ),
    "no answer": "there is text, but no answer in it",
    "out of range": "the reply names a letter that is no option",
    "outcome": "what a reply was read as: an answer, or why there is none",
    "panel": "a few items of a run, asked again and again to see whether the service moved",
    "parent": "the item, or the benchmark, that a hardened one was made from",
    "partial": "some items have no reply yet",
    "patient": (
        "of generated cases: a profile with age, sex, occupation, marital status, and one manifestation "
        "per symptom"
    ),
    "possible ranks": (
        "all places that a run may hold, by tests that hold over all pairs together; 1–2: first or second"
    ),
    "profile": "of generated cases: which symptoms, durations and stressors a text must state",
    "reading": (
        "what the reader found in a completion: outcome, letters, grade, and the characters they were "
        "read from"
    ),
    "recall": "of the items with this right answer, the share that were answered so",
    "refusal": "the model declined to answer",
    "right": "the option read from the reply is the one that the benchmark has as right",
    "route": "which provider serves a request behind a router such as OpenRouter",
    "run": "one model, one benchmark, one prompt variant, one set of parameters",
    "separating fact": (
        "what makes an option wrong although the patient has its symptoms; the text must state it"
    ),
    "shortcut": (
        "a rule that knows nothing of the fact asked about, such as an item's usual answer; accuracy that is "
        "no higher can be had without knowledge"
    ),
    "simultaneous interval": (
        "an interval widened for all comparisons of its family (all items, or tasks, …), so that all of "
        "these together hold with 95 % confidence"
    ),
    "skill": (
        "(accuracy − best constant answer) / (1 − best constant answer): 0 for always saying the same, 1 "
        "for all right"
    ),
    "store": "the one SQLite file with all requests, replies and judgements",
    "strictness": "how generously replies are read: from the bare letter alone to an answer in running text",
    "tier": "of service: what a provider offers at another price and speed (flex, priority)",
    "truncated": "the reply was cut off at its limit of tokens before an answer",
    "two-hop": "over two facts in a row: a drug is used for disease A, and disease A is linked to disease B",
    "undecided": "neither a difference nor equivalence could be shown; that is not evidence of no difference",
    "unread": (
        "no single option could be read from the reply, and its outcome says why; it counts as wrong, "
        "unless it says otherwise"
    ),
    "variant": "a way of asking the same items: wording, answer format, order of options",
    "withheld": (
        "taken by a provider's filter, or declined through its API's field for refusals; there is no "
        "answer, and accuracy counts it as wrong"
    ),
    "writer": "a model that writes options",
}
