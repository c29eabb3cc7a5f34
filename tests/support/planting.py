"""Benchmarks with one thing wrong in each, and the violations that name it."""

import json
from dataclasses import replace

from benchmark import (
    Item,
    Mode,
    read_benchmark,
    read_items,
)
from benchmark.build.assemble import item_id
from benchmark.build.manifest import describe_items
from benchmark.folder import CsvTable, write_benchmark
from benchmark.verify import Kind


def plant(made, tmp_path, change):
    """The benchmark with `change(items)` applied, hashes and counts made to fit: only the plant is wrong."""
    original = read_benchmark(made)
    items = change(list(read_items(original.items_path)))
    manifest = json.loads(json.dumps(original.manifest))
    for task, noted in manifest["tasks"].items():
        kept = {name: noted[name] for name in ("asked_for", "fewer_because", "left_out")}
        manifest["tasks"][task] = {**describe_items([item for item in items if item.task == task]), **kept}
    triples = CsvTable(
        (made / "triples.csv").read_text(encoding="utf-8"), original.manifest["triples"]["count"]
    )
    return write_benchmark(tmp_path / "planted", items, manifest, triples).directory


def one(items, task, fits=lambda item: True):
    return next(place for place, item in enumerate(items) if item.task == task and fits(item))


def change_one(task, change, fits=lambda item: True):
    """Change the first fitting item of a task; its id is made anew, as a generator at fault would."""

    def apply(items):
        place = one(items, task, fits)
        changed = change(items[place])
        items[place] = replace(changed, id=item_id(changed))
        return items

    return apply


def other_letter(item: Item) -> Item:
    wrong = next(letter for letter in item.options if letter not in item.gold)
    return replace(item, gold=(wrong,))


def is_no(item: Item) -> bool:
    return item.options[item.gold[0]] in ("no", "none")


def replace_text(old, new):
    return lambda item: replace(item, question=item.question.replace(old, new))


def in_evidence(words):
    return lambda item: replace(item, question=item.question.replace("\n- ", f"\n- {words} ", 1))


def set_option(item: Item, letter: str, text: str) -> Item:
    return replace(item, options={**item.options, letter: text})


def gold_twin(item: Item) -> Item:
    """A distractor that reads as the gold does."""
    wrong = next(letter for letter in item.options if letter not in item.gold)
    return set_option(item, wrong, item.options[item.gold[0]].upper())


def gold_first(item: Item) -> Item:
    if item.task not in ("ET", "EC", "RP"):
        return item
    texts = sorted(item.options.values(), key=lambda text: text != item.options[item.gold[0]])
    changed = replace(item, options=dict(zip(item.options, texts, strict=True)), gold=("A",))
    return replace(changed, id=item_id(changed))


def turned(item: Item) -> Item:
    """The same question with its options the other way round."""
    options = dict(zip(item.options, list(item.options.values())[::-1], strict=True))
    (right,) = (item.options[letter] for letter in item.gold)
    gold = tuple(letter for letter, text in options.items() if text == right)
    changed = replace(item, options=options, gold=gold)
    return replace(changed, id=item_id(changed))


def swap(task, fits, field):
    """Two items of a task exchange a field: each is as good as before, but not for its own question."""

    def apply(items):
        one, other = [place for place, item in enumerate(items) if item.task == task and fits(item)][:2]
        values = getattr(items[one], field), getattr(items[other], field)
        assert values[0] != values[1]
        items[one], items[other] = (
            replace(items[place], **{field: value}) for place, value in ((one, values[1]), (other, values[0]))
        )
        return items

    return apply


def is_yes(item: Item) -> bool:
    return not is_no(item)


def of(relation, wanted=is_yes):
    return lambda item: item.relation == relation and wanted(item)


def another_third_triple(items):
    """R1 yes: relation and third triple are those of another item."""
    place, other = one(items, "R1", of("indication")), one(items, "R1", of("contraindication"))
    triples = (*items[place].triples[:2], items[other].triples[2])
    items[place] = replace(items[place], triples=triples, relation="contraindication")
    return items


def third_triple_on_no(items):
    place, other = one(items, "R1", is_no), one(items, "R1", is_yes)
    triples = (*items[place].triples, items[other].triples[2])
    items[place] = replace(items[place], triples=triples, relation=items[other].relation)
    return items


def swap_roles(item: Item) -> Item:
    """EC: a wrong option is called the odd one out."""
    odd, member, *rest = item.entities
    return replace(item, entities=(replace(odd, role="member"), replace(member, role="odd_one_out"), *rest))


def texts_of_another_drug(items):
    """The first block shows another drug's texts, and the drug's index is changed to fit."""
    place = one(items, "R1+E")
    other = one(items, "R1+E", lambda item: item.entities[0].name != items[place].entities[0].name)
    asked, evidence = items[place].question.split("\n\nEvidence:\n\n")
    head, *blocks = evidence.split("\n\n")
    block = items[other].question.split("\n\nEvidence:\n\n")[1].split("\n\n")[0]
    shown = "\n\n".join(["\n".join([head.split("\n")[0], *block.split("\n")[1:]]), *blocks])
    drug = replace(items[place].entities[0], index=items[other].entities[0].index)
    changed = replace(items[place], question=f"{asked}\n\nEvidence:\n\n{shown}",
                      entities=(drug, *items[place].entities[1:]))  # fmt: skip
    items[place] = replace(changed, id=item_id(changed))
    return items


def gold_at(item: Item, place: int) -> Item:
    texts = [text for text in item.options.values() if text != item.options[item.gold[0]]]
    texts.insert(place, item.options[item.gold[0]])
    changed = replace(item, options=dict(zip(item.options, texts, strict=True)), gold=("ABCDE"[place],))
    return replace(changed, id=item_id(changed))


def move_golds(task, number, fits=lambda item: True):
    """Golds at B go to A, for as many items as said."""

    def apply(items):
        chosen = [place for place, item in enumerate(items)
                  if item.task == task and item.gold == ("B",) and fits(item)][:number]  # fmt: skip
        assert len(chosen) == number
        return [gold_at(item, 0) if place in chosen else item for place, item in enumerate(items)]

    return apply


def place_tells_answer(items):
    """RP: each answer always at one letter, while the letters are in balance over the task."""
    places = {"indication": 0, "contraindication": 1, "off-label use": 2, "none": 3}
    return [gold_at(i, places[i.options[i.gold[0]]]) if i.task == "RP" else i for i in items]


def without_twins(item: Item) -> Item:
    return replace(item, details={k: v for k, v in item.details.items() if k != "near_twins"})


def detail(name, value):
    return lambda item: replace(item, details={**item.details, name: value})


PLANTS = {
    "triples of two FC items swapped": (swap("FC", of("indication"), "triples"), {Kind.ANNOTATION_WRONG}),
    "triples of two denials swapped": (
        swap("FC", of("disease_protein", is_no), "triples"), {Kind.NEGATIVE_WRONG}
    ),
    "a fact with nothing behind it": (
        change_one("FC", lambda i: replace(i, triples=()), is_yes), {Kind.ANNOTATION_WRONG}
    ),
    "triples of two RP items swapped": (swap("RP", of("indication"), "triples"), {Kind.ANNOTATION_WRONG}),
    "hops of two R1 items swapped": (swap("R1", is_no, "triples"), {Kind.ANNOTATION_WRONG}),
    "hops in the wrong order": (
        change_one("R2", lambda i: replace(i, triples=(i.triples[1], i.triples[0], *i.triples[2:]))),
        {Kind.ANNOTATION_WRONG},
    ),
    "third triple of another R1 item": (another_third_triple, {Kind.ANNOTATION_WRONG}),
    "R1 no with a third triple": (third_triple_on_no, {Kind.ANNOTATION_WRONG}),
    "RT triples of another relation": (swap("RT", lambda i: True, "triples"), {Kind.ANNOTATION_WRONG}),
    "a wrong option called the odd one out": (change_one("EC", swap_roles), {Kind.ANNOTATION_WRONG}),
    "texts of another drug": (texts_of_another_drug, {Kind.EVIDENCE_WRONG, Kind.ANNOTATION_WRONG}),
    "another index": (
        change_one("ET", lambda i: replace(i, entities=(replace(i.entities[0], index="7"),))),
        {Kind.ANNOTATION_WRONG},
    ),
    "a near twin without its flag": (
        change_one("EC", without_twins, lambda i: "near_twins" in i.details), {Kind.ANNOTATION_WRONG}
    ),
    "another first hop": (change_one("R1", detail("first_hop", "none")), {Kind.ANNOTATION_WRONG}),
    "another replacement": (change_one("FC", detail("replaced", "x"), is_no), {Kind.ANNOTATION_WRONG}),
    "a drug text that names disease B, denied": (
        change_one("R1+E", detail("drug_text_names_disease_b", False),
                   lambda i: i.details["drug_text_names_disease_b"]),
        {Kind.ANNOTATION_WRONG},
    ),
    "two golds of RP moved to A": (move_golds("RP", 2), {Kind.UNBALANCED}),
    "two golds of ET moved to A": (
        move_golds("ET", 2, lambda i: i.options["B"] == "drug"), {Kind.UNBALANCED}
    ),
    "all golds of RT at A": (
        lambda items: [gold_at(i, 0) if i.task == "RT" else i for i in items], {Kind.UNBALANCED}
    ),
    "the place tells the answer": (place_tells_answer, {Kind.UNBALANCED}),
    "a fifth option in RP": (
        change_one("RP", lambda i: replace(i, options={**i.options, "E": "maybe"})), {Kind.FORM_WRONG}
    ),
    "an option of ET that is no type": (
        change_one("ET", lambda i: set_option(i, next(c for c in i.options if c not in i.gold), "medicine")),
        {Kind.FORM_WRONG},
    ),
    "an option fewer than the settings say": (
        change_one("EC", lambda i: replace(i, options=dict(list(i.options.items())[:4])),
                   lambda i: i.gold != ("E",)),
        {Kind.FORM_WRONG},
    ),
    "one FC item in mode multi": (
        change_one("FC", lambda i: replace(i, mode=Mode.MULTI)), {Kind.FORM_WRONG}
    ),
    "a relation without FC items": (
        lambda items: [i for i in items if (i.task, i.relation) != ("FC", "off-label use")],
        {Kind.FACTS_MISSING},
    ),
    "a relation without RT item": (
        lambda items: [i for i in items if (i.task, i.relation) != ("RT", "indication")],
        {Kind.FACTS_MISSING},
    ),
    "items in another order": (lambda items: sorted(items, key=lambda i: (i.task, i.id)), {Kind.ORDER_WRONG}),
    "wrong gold in ET": (change_one("ET", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in EC": (change_one("EC", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in FC": (change_one("FC", other_letter), {Kind.GOLD_UNSUPPORTED}),
    "a fact called false": (change_one("FC", other_letter, lambda i: not is_no(i)), {Kind.GOLD_UNSUPPORTED}),
    "wrong gold in RT": (change_one("RT", other_letter), {Kind.GOLD_UNSUPPORTED}),
    "gold backwards in RT": (
        change_one("RT", lambda i: set_option(i, i.gold[0], "disease → exposure"),
                   lambda i: i.relation == "exposure_disease"),
        {Kind.GOLD_UNSUPPORTED},
    ),
    "wrong gold in RP": (change_one("RP", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in R1": (change_one("R1", other_letter), {Kind.GOLD_UNSUPPORTED}),
    "wrong gold in R2": (change_one("R2", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in R2+E": (change_one("R2+E", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.SCAFFOLD_BROKEN}),
    "two options that read the same": (change_one("EC", gold_twin), {Kind.TWO_RIGHT}),
    "an option word in evidence": (change_one("R1+E", in_evidence("indicated")), {Kind.LEAK}),
    "a broken word in evidence": (change_one("R2+E", in_evidence("contra-\u00adindica-ted")), {Kind.LEAK}),
    "off label in evidence": (change_one("R2+E", in_evidence("Off Label")), {Kind.LEAK}),
    "evidence that is not in the table": (change_one("R1+E", in_evidence("made up")), {Kind.EVIDENCE_WRONG}),
    "evidence blocks in another order": (
        change_one("R1+E", lambda i: replace(i, question=i.question.replace("Disease A:", "Disease C:"))),
        {Kind.EVIDENCE_WRONG},
    ),
    "a hop that is no fact": (
        change_one("R1", replace_text("is indicated for", "is contraindicated for"),
                   lambda i: "is indicated for" in i.question),
        {Kind.SCAFFOLD_BROKEN},
    ),
    "a question in other words": (change_one("ET", replace_text("Which", "What")), {Kind.UNREADABLE}),
    "a task nobody knows": (
        change_one("ET", lambda i: replace(i, task="XY")), {Kind.UNREADABLE, Kind.MANIFEST_WRONG}
    ),
    "an entity that is not asked about": (
        change_one("RP", lambda i: replace(i, entities=i.entities[:1])), {Kind.ANNOTATION_WRONG}
    ),
    "an entity with another id": (
        change_one("ET", lambda i: replace(i, entities=(replace(i.entities[0], id="7"),))),
        {Kind.ANNOTATION_WRONG},
    ),
    "another relation": (change_one("FC", lambda i: replace(i, relation="indication"),
                                    lambda i: i.relation == "disease_protein"), {Kind.ANNOTATION_WRONG}),
    "a triple that is not in the slice": (
        change_one("FC", lambda i: replace(i, triples=(replace(i.triples[0], tail="nothing"),))),
        {Kind.ANNOTATION_WRONG},
    ),
    "absence misrecorded": (
        change_one("R1", lambda i: replace(i, details={**i.details, "absent_from_file": False}), is_no),
        {Kind.ABSENCE_WRONG},
    ),
    "a negative with nothing behind it": (
        change_one("FC", lambda i: replace(i, triples=()), is_no), {Kind.NEGATIVE_WRONG}
    ),
    "evidence on another question": (
        change_one("R1+E", lambda i: replace(i, details={**i.details, "base_item": "R1-0"})),
        {Kind.SCAFFOLD_BROKEN},
    ),
    "the same item twice": (lambda items: [*items, items[0]], {Kind.DUPLICATE_STEM}),
    "the same question twice": (lambda items: [*items, turned(items[0])], {Kind.DUPLICATE_STEM}),
    "yes more often than no": (
        lambda items: [item for item in items if item.task != "R1" or not is_no(item)], {Kind.UNBALANCED}
    ),
    "a relation with more yes than no": (
        lambda items: [i for i in items if (i.task, i.relation) != ("FC", "indication") or not is_no(i)],
        {Kind.UNBALANCED},
    ),
    "gold always at A": (lambda items: [gold_first(item) for item in items], {Kind.UNBALANCED}),
    "an id that is not the content's": (
        lambda items: [replace(items[0], id="ET-0000000000000000"), *items[1:]], {Kind.ID_WRONG}
    ),
    "R2 without its R1": (
        lambda items: items[: one(items, "R1")] + items[one(items, "R1") + 2 :] , {Kind.SCAFFOLD_BROKEN}
    ),
}  # fmt: skip
