"""The words of the page, each in a line."""

from collections.abc import Mapping

GLOSSARY: Mapping[str, str] = {
    "run": "One model, one benchmark, one way of asking, one set of parameters.",
    "variant": "A way of asking: wording, answer format, order of options.",
    "right": "The option read from the reply is the one that the benchmark has as right.",
    "unread": "No single option could be read from the reply. It counts as wrong, unless it says otherwise.",
    "truncated": "The reply was cut off at its limit of tokens before an answer.",
    "refusal": "The model declined to answer.",
    "ambiguous": "The reply gives two answers, and nothing says which one is meant.",
    "no answer": "There is text, but no answer in it.",
    "out of range": "The reply names a letter that is no option.",
    "empty": "The reply has no text.",
    "filtered": "The provider withheld the reply.",
    "error": "No reply came.",
    "in format": "The reply is exactly what the prompt asked for. Others may be read, too.",
    "rank set": "All places that a run may hold, given every comparison. 1–2: first or second.",
    "equivalent": "Shown to differ by less than the margin, in either direction.",
    "undecided": "Neither a difference nor equivalence is shown. That is not evidence of no difference.",
    "letter too often": "How often a letter is said less how often it is right, where options change places.",
    "effective clusters": "How many independent groups of equal size the items amount to: items that share a "
    "drug, a disease or another entity depend on each other.",
    "for exactly these items": "Intervals that are about the items asked, and not about others like them.",
    "partial": "Some items have no reply yet.",
}
