"""Ways to change one thing in a benchmark, for faults that are planted in it."""

import json
from dataclasses import replace

from benchmark import (
    Item,
    read_benchmark,
    read_items,
)
from benchmark.build.assemble import item_id
from benchmark.build.manifest import describe_items
from benchmark.csv_text import CsvTable
from benchmark.folder import write_benchmark


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
