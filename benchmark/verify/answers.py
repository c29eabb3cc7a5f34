"""Which options of an item the graph makes right, worked out from the words of the question alone."""

from collections.abc import Callable, Mapping

from benchmark.verify.facts import DIRECTIONS, USAGE, Facts
from benchmark.verify.words import Said


def right_options(task: str, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    """The letters of the options that `facts` makes right, whatever the gold says."""
    return _RULES[task.removesuffix("+E")](said, options, facts)


def _entity_typing(said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    types = facts.types(said.names["entity"])
    return {letter for letter, text in options.items() if text in types}


def _entity_clustering(said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    """An option is right if all others have a type in common that it need not have."""
    types = {letter: facts.types(text) for letter, text in options.items()}
    right = set()
    for letter, own in types.items():
        others = [found for other, found in types.items() if other != letter]
        if any(own - {shared} for shared in set.intersection(*others)):
            right.add(letter)
    return right


def _fact_checking(said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    relation = str(said.relation)
    head_type, tail_type = DIRECTIONS[relation]
    holds = facts.holds(relation, (head_type, said.names["head"]), (tail_type, said.names["tail"]))
    return _saying("yes" if holds else "no", options)


def _relation_typing(said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    """A type pair is right if the relation links it, in either direction: rows stand both ways."""
    linked = facts.type_pairs(str(said.relation))
    true = {text for head, tail in linked for text in (f"{head} → {tail}", f"{tail} → {head}")}
    return {letter for letter, text in options.items() if text in true}


def _relation_prediction(said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    disease = said.names.get("disease") or said.names["disease_b"]
    recorded = facts.usage(said.names["drug"], disease) or {"none"}
    return {letter for letter, text in options.items() if text in recorded}


def _verification(said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
    recorded = facts.usage(said.names["drug"], said.names["disease_b"])
    return _saying("yes" if recorded else "no", options)


def _saying(answer: str, options: Mapping[str, str]) -> set[str]:
    return {letter for letter, text in options.items() if text == answer}


_RULES: dict[str, Callable[[Said, Mapping[str, str], Facts], set[str]]] = {
    "ET": _entity_typing,
    "EC": _entity_clustering,
    "FC": _fact_checking,
    "RT": _relation_typing,
    "RP": _relation_prediction,
    "R1": _verification,
    "R2": _relation_prediction,
}


def dominant_type_pair(relation: str, facts: Facts) -> str:
    """The gold of RT: the types most of a relation's triples link, in the paper's direction."""
    linked = facts.type_pairs(relation)
    head, tail = max(linked, key=lambda pair: (linked[pair], pair), default=("", ""))
    return f"{head} → {tail}"


def is_denial(task: str, gold: set[str]) -> bool:
    """Whether an item's gold denies a fact: then it records whether the whole file denies it too."""
    return bool(gold & {"no", "none"}) and task.removesuffix("+E") in ("FC", "RP", "R1", "R2")


def absent_from_file(task: str, said: Said, file: Facts) -> bool:
    """Whether no row of the file says what the item denies."""
    if task == "FC":
        relation = str(said.relation)
        head_type, tail_type = DIRECTIONS[relation]
        return not file.holds(relation, (head_type, said.names["head"]), (tail_type, said.names["tail"]))
    disease = said.names.get("disease") or said.names["disease_b"]
    return not any(file.holds(name, ("drug", said.names["drug"]), ("disease", disease)) for name in USAGE)
