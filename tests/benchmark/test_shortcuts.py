"""What can be guessed without knowing the fact: learnt from other items, never from the item itself."""

from dataclasses import replace

import pytest

from benchmark import Entity, Item, Mode
from benchmark.shortcuts import Surroundings, all_guesses, best_guesses, fold_of, gold_text, usual_answers

TWO = {"A": "yes", "B": "no"}


def item(number: int, gold: str, **parts) -> Item:
    made = Item(id=f"R1-{number}", task="R1", question=f"Is it so with {number}?", options=TWO, gold=(gold,))
    return replace(made, **parts)


def pair(number: int, drug: str, disease: str, gold: str) -> Item:
    entities = (Entity("drug", "drug", drug), Entity("disease", "disease", disease))
    return item(number, gold, entities=entities)


def found(items, graph=None):
    made = all_guesses(items[0].task, items, graph or Surroundings())
    return {one.shortcut: one for one in made}


def test_the_usual_answer_is_learnt_from_the_other_folds():
    items = [pair(n, f"drug {n}", f"disease {n % 2}", "AB"[n % 2]) for n in range(60)]
    by_disease = found(items)["usual answer for the disease"]
    assert by_disease.accuracy == 1.0
    assert found(items)["usual answer for the drug"].accuracy < 0.7  # each drug once: it tells nothing


def test_an_items_own_gold_never_tells_its_guess():
    """Were it counted, a value that one item alone has would always be guessed."""
    items = [pair(n, f"drug {n}", f"disease {n % 7}", "AB"[n * n % 3 % 2]) for n in range(40)]
    for place in range(0, 40, 7):
        turned = [*items]
        turned[place] = replace(items[place], gold=("B",) if items[place].gold == ("A",) else ("A",))
        before, after = (usual_answers(each, [[i.entities[1].key for i in each]]) for each in (items, turned))
        assert before[place] == after[place]


def test_the_best_constant_is_the_most_frequent_answer():
    items = [pair(n, f"drug {n}", f"disease {n}", "A" if n % 4 else "B") for n in range(80)]
    guesses = found(items)["always the same answer"]
    assert set(guesses.answers) == {"yes"}
    assert guesses.accuracy == 0.75


def test_two_ends_tell_more_than_one():
    """Right is yes unless both ends are of the second kind, and no item's own pair is seen elsewhere."""
    items = [
        pair(n, f"drug {n % 8}", f"disease {n % 9}", "A" if n % 8 < 5 or n % 9 < 5 else "B")
        for n in range(72)
    ]
    by = found(items)
    both = by["usual answer for drug and disease"].accuracy
    assert both > max(by["always the same answer"].accuracy, 0.8)


def test_what_the_graph_says_of_the_nodes_is_used():
    items = [pair(n, f"drug {n}", f"disease {n}", "AB"[n % 2]) for n in range(40)]
    triples = [
        (i.entities[0].key, "indication", f"x{k}") for i in items if i.gold == ("A",) for k in range(9)
    ]
    triples += [(i.entities[1].key, "disease_protein", "gene") for i in items]
    triples += [(i.entities[0].key, "disease_protein", "gene") for i in items]
    graph = Surroundings.of(triples)
    assert found(items, graph)["number of triples of both ends"].accuracy == 1.0
    used = Surroundings.of([("d", "indication", i.entities[1].key) for i in items if i.gold == ("A",)])
    assert found(items, used)["whether the disease has a usage edge"].accuracy == 1.0


def test_the_first_hop_is_copied_where_it_is_an_option():
    options = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}
    items = [
        replace(item(n, "AD"[n % 2]), task="R2", options=options, details={"first_hop": "indication"})
        for n in range(10)
    ]
    assert found(items)["first hop copied"].accuracy == 0.5


def names(kind: str) -> list[str]:
    letters = "BCDFGHKLMNPRSTVZ"
    if kind == "gene/protein":
        return [f"{a}{b}{n}A" for a in letters for b in letters[:3] for n in range(1, 3)]
    return [f"{a.lower()}{b.lower()}ine acid disorder" for a in letters for b in letters[:6]]


def test_a_type_is_told_by_the_form_of_a_name_never_seen():
    kinds = ("gene/protein", "disease")
    items = [
        item(
            n + 1_000 * place,
            "AB"[place],
            task="ET",
            options=dict(zip("AB", kinds, strict=True)),
            entities=(Entity("entity", kind, name),),
        )
        for place, kind in enumerate(kinds)
        for n, name in enumerate(names(kind))
    ]
    assert found(items)["type by the form of the name"].accuracy > 0.97


def test_the_odd_one_is_told_by_the_form_of_the_names():
    genes, diseases = names("gene/protein"), names("disease")
    items = []
    for n in range(60):
        options = dict(zip("ABCD", (genes[n], *diseases[n : n + 3]), strict=True))
        entities = [Entity("odd_one_out", "gene/protein", genes[n])]
        entities += [Entity("member", "disease", name) for name in diseases[n : n + 3]]
        items.append(item(n, "A", task="EC", options=options, entities=tuple(entities)))
    by = found(items)
    assert by["odd one by the form of the names"].accuracy > 0.9
    assert by["shortest option"].accuracy == 1.0
    assert "always the same answer" not in by
    best = best_guesses("EC", items, Surroundings())
    assert best is not None
    assert best.accuracy == 1.0
    assert [gold_text(one) for one in items] == list(best.answers)


def test_items_with_several_right_answers_have_no_shortcuts():
    several = [item(n, "A", mode=Mode.MULTI) for n in range(5)]
    assert all_guesses("type3", several, Surroundings()) == []
    assert best_guesses("type3", several, Surroundings()) is None


def test_folds_are_the_same_everywhere_and_about_even():
    assert [fold_of(f"R1-{n}") for n in range(6)] == [fold_of(f"R1-{n}") for n in range(6)]
    sizes = [sum(fold_of(f"R1-{n}") == fold for n in range(1_000)) for fold in range(5)]
    assert min(sizes) > 150


@pytest.mark.parametrize("text", ["", "x"])
def test_short_texts_are_like_nothing(text):
    items = [item(n, "A", options={"A": text, "B": "other"}) for n in range(6)]
    assert found(items)["option most like the question"].accuracy in (0.0, 1.0)
