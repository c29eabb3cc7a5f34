"""What a variant changes of an item: order and letters of the options, examples, wording of the reply."""

import json
from dataclasses import replace
from functools import partial
from importlib.resources import files

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark import Item, TripleRef
from cache import Caps, Store
from cache.async_store import AsyncStore
from mhclient.ask.making import make_spec
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.run import finish_run, open_run
from mhclient.ask.stopping import Stop
from mhclient.errors import UsageError
from mhclient.providers.registry import find_model
from mhclient.report.loading.load import load_runs
from mhclient.run.prompts import Prompter, Shown, displayed_options, examples_for, pools_from
from mhclient.run.variant import OPTION_ORDERS, Variant, load_variant
from tests.support.asking import PACE, records_of, run, simulator_for, summaries_of
from tests.support.items import make_binary_items, make_items

LETTER_ONLY = load_variant("letter-only")

orders = st.builds(
    lambda order, shift, keep, seed: replace(
        LETTER_ONLY, option_order=order, shift=shift, keep_letters=keep, seed=seed
    ),
    st.sampled_from(OPTION_ORDERS),
    st.integers(0, 9),
    st.booleans(),
    st.integers(0, 99),
)


def shown_options(item: Item, variant: Variant) -> dict[str, str]:
    return displayed_options(item.id, item.options, variant).options(item.options)


def items_with(n_options: int) -> Item:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n_options]
    return Item("i", "T", "Q?", {letter: f"text {letter}" for letter in letters}, ("A",))


@given(variant=orders, n_options=st.integers(2, 26))
def test_no_option_is_lost_and_every_label_leads_back_to_its_own(variant, n_options):
    item = items_with(n_options)
    shown = displayed_options(item.id, item.options, variant)
    options = shown.options(item.options)
    assert sorted(options.values()) == sorted(item.options.values())
    assert sorted(options) == sorted(item.options)
    for label, text in options.items():
        assert text == item.options[next(iter(shown.items_letters({label})))]
        assert shown.labels(shown.items_letters({label})) == {label}
    stored = Shown.from_record(shown.to_record(), list(item.options))
    assert list(stored.letter_of.items()) == list(shown.letter_of.items())


@pytest.mark.parametrize(
    ("settings", "lines"),
    [
        ("option_order=as-is", ["A indication", "B contraindication", "C off-label use", "D none"]),
        ("option_order=reversed", ["A none", "B off-label use", "C contraindication", "D indication"]),
        ("option_order=cyclic", ["A contraindication", "B off-label use", "C none", "D indication"]),
        ("option_order=cyclic,shift=3", ["A none", "B indication", "C contraindication", "D off-label use"]),
        (
            "option_order=reversed,keep_letters=true",
            ["D none", "C off-label use", "B contraindication", "A indication"],
        ),
    ],
)
def test_option_orders(settings, lines):
    options = shown_options(make_items(1)[0], load_variant(f"letter-only:{settings}"))
    assert [f"{label} {text}" for label, text in options.items()] == lines


TO_THE_END, IN_ORDER = "All of the above", "Both A and B"
MOVING = (
    "option_order=reversed",
    "option_order=cyclic",
    "option_order=cyclic,shift=7",
    *(f"option_order=shuffled,seed={seed}" for seed in range(12)),
    "option_order=reversed,keep_letters=true",
)


@pytest.mark.parametrize("settings", MOVING)
def test_options_that_speak_of_others_keep_their_places_in_every_order(settings):
    variant = replace(load_variant(f"letter-only:{settings}"), keep_places=True)
    texts = [*("w", "x", "y"), TO_THE_END]
    item = Item("i", "T", "Q?", dict(zip("ABCD", texts, strict=True)), ("D",))
    lines = list(shown_options(item, variant).items())
    assert lines[-1] == ("D", TO_THE_END)
    assert sorted(text for _, text in lines) == sorted(texts)
    unmoved = replace(item, options={**item.options, "D": IN_ORDER})
    assert list(shown_options(unmoved, variant).items()) == list(unmoved.options.items())
    if "shuffled" not in settings:  # as a run of an earlier version was asked, and is asked on
        assert list(shown_options(item, replace(variant, keep_places=False)).values())[-1] != TO_THE_END


def settings_of(variant: str) -> str:
    return files("mhclient.run.variants").joinpath(f"{variant}.toml").read_text(encoding="utf-8")


def with_fixed(items: list[Item]) -> list[Item]:
    """The same, some of them with an option that speaks of the others."""
    return [
        replace(item, options={**item.options, "D": TO_THE_END}) if n % 3 == 0 else item
        for n, item in enumerate(items)
    ]


@pytest.mark.parametrize(("order", "keeps"), [("as-is", False), ("reversed", True)])
def test_only_a_benchmark_with_such_options_changes_the_specification(make_benchmark, order, keeps):
    """So ids of runs without any are what they were."""
    plain, fixed = make_benchmark(make_items(4), "plain"), make_benchmark(with_fixed(make_items(4)))
    model, variant = find_model("openai", "m"), f"letter-only:option_order={order}"
    assert make_spec(fixed, model, variant).variant.keep_places is keeps
    spec = make_spec(plain, model, variant)
    assert "keep_places" not in json.dumps([spec.to_store(), spec.to_json()])
    if keeps:
        earlier = replace(make_spec(fixed, model, variant), variant=load_variant(variant))
        assert earlier.run_id() != make_spec(fixed, model, variant).run_id()


async def test_a_run_of_an_earlier_version_is_read_and_resumed_in_its_own_order(make_benchmark, store_path):
    """It asked with "All of the above" on top, and a new run asks these questions again, and only these."""
    benchmark, variant = make_benchmark(with_fixed(make_items(12))), "letter-only:option_order=reversed"
    as_now = store_path.with_name("now.toml")
    as_now.write_text(f"{settings_of('letter-only')}\noption_order = 'reversed'\nkeep_places = true\n")
    async with simulator_for(benchmark) as simulator:
        ask = partial(run, benchmark, simulator, store_path, model="sim-tidy:accuracy=1")
        begun, half = await ask(variant=variant, pace=replace(PACE, caps=Caps(requests=5)))
        earlier, _ = await ask(variant=variant)
        later, progress = await ask(variant=str(as_now))
    assert (begun, half.done) == (earlier, 5)
    assert (progress.total, progress.from_cache) == (12, 8)
    store = Store.open(store_path, read_only=True)
    for run_id, last in ((earlier, "A"), (later, "D")):
        (loaded,) = load_runs(store, [run_id])
        assert all(scored.correct for scored in loaded.scored)
        moved = [scored for scored in loaded.scored if TO_THE_END in scored.item.options.values()]
        assert len(moved) == 4
        assert {next(iter(scored.shown.labels({"D"}))) for scored in moved} == {last}


async def test_a_run_under_a_name_goes_on_in_the_orders_it_began_in(make_benchmark, store_path):
    benchmark = make_benchmark(with_fixed(make_items(6)))
    async with simulator_for(benchmark) as simulator:
        model = find_model("openai", "sim-tidy:accuracy=1", base_url=simulator.openai_base_url)
        spec = make_spec(benchmark, model, "letter-only:option_order=reversed")
        moving = replace(spec, variant=replace(spec.variant, keep_places=False))
        for each, caps in ((moving, Caps(requests=2)), (spec, Caps())):
            order = RunOrder(benchmark, each, model.provider, "mine", replace(PACE, caps=caps), adapt=False)
            async with AsyncStore(store_path) as store:
                sent, progress = await open_run(store, order)
                await finish_run(store, order, sent, progress, Controls(Stop()))
    assert (sent, progress.done) == (moving, 6)
    (loaded,) = load_runs(Store.open(store_path, read_only=True), ["mine"])
    assert all(scored.correct for scored in loaded.scored)
    assert {tuple(scored.shown.letter_of.values()) for scored in loaded.scored} == {tuple("DCBA")}


def test_a_shuffled_order_depends_on_item_and_seed_alone_and_favours_no_place():
    variant = replace(LETTER_ONLY, option_order="shuffled")
    items = make_items(400)
    first = [next(iter(shown_options(item, variant).values())) for item in items]
    assert first == [next(iter(shown_options(item, variant).values())) for item in items]
    assert first != [next(iter(shown_options(item, replace(variant, seed=1)).values())) for item in items]
    assert all(70 < first.count(text) < 130 for text in set(first))


def test_settings_become_part_of_the_name_and_must_be_ones():
    variant = load_variant("letter-only:shots=2,seed=5")
    assert (variant.name, variant.shots, variant.seed) == ("letter-only:shots=2,seed=5", 2, 5)
    for wrong in ("shots=many", "shot=1", "shots", "option_order=random", "keep_letters=1"):
        with pytest.raises(UsageError, match="letter-only:"):
            load_variant(f"letter-only:{wrong}")


def prompter(items: list[Item], spelled: str) -> Prompter:
    variant = load_variant(spelled)
    return Prompter(variant, pools_from(items, variant))


def test_examples_stand_as_earlier_turns_with_the_reply_the_prompt_asks_for():
    items = make_items(8)
    question = prompter(items, "json:shots=2").ask(items[0].to_line())
    roles = [message.role for message in question.prompt.messages]
    assert roles == ["user", "assistant", "user", "assistant", "user"]
    for asked, replied in zip(question.prompt.messages[::2], question.prompt.messages[1::2], strict=False):
        example = next(item for item in items if item.question in asked.content)
        assert json.loads(replied.content) == {"answer": example.gold[0]}
        assert example.id != items[0].id


def test_examples_follow_the_variants_order_of_options():
    items = make_items(6)
    question = prompter(items, "letter-only:shots=1,option_order=reversed").ask(items[0].to_line())
    asked, replied = question.prompt.messages[:2]
    gold = next(item for item in items if item.question in asked.content).gold[0]
    assert replied.content == "DCBA"["ABCD".index(gold)]


def test_the_same_seed_takes_the_same_examples_in_any_order_of_the_items():
    items = make_items(50)
    variant = load_variant("letter-only:shots=5,seed=3")
    chosen = examples_for(items[7], pools_from(items, variant), variant)
    assert chosen == examples_for(items[7], pools_from(items[::-1], variant), variant)
    other = replace(variant, seed=4)
    assert chosen != examples_for(items[7], pools_from(items, other), other)


def test_an_example_never_rests_on_the_asked_items_triple():
    """A "no" made from a triple would give the "yes" away, and the other way round."""
    fact = TripleRef("drug|x", "indication", "disease|y")
    twins = [replace(item, triples=(fact,)) for item in make_binary_items(3)]
    others = [replace(item, id=f"other-{item.id}") for item in make_binary_items(9, "FC")]
    variant = load_variant("letter-only:shots=6")
    pools = pools_from([*twins, *(replace(item, question=f"{item.question}!") for item in others)], variant)
    assert not {item.id for item in examples_for(twins[0], pools, variant)} & {item.id for item in twins}


def odd_one_out(number: int, odd: str, *others: str) -> Item:
    """An item of a task that asks every item in the same words: what differs are the options."""
    options = dict(zip("ABCDE", (odd, *others), strict=True))
    return Item(f"EC-{number}", "EC", "Which one has a different type?", options, gold=("A",))


def test_items_asked_in_the_same_words_may_be_examples_for_each_other():
    items = [odd_one_out(n, f"drug {n}", *(f"disease {n}-{other}" for other in range(4))) for n in range(9)]
    variant = load_variant("letter-only:shots=3")
    assert all(len(examples_for(item, pools_from(items, variant), variant)) == 3 for item in items)


def test_an_example_in_the_same_words_never_names_an_option_of_the_asked_item():
    """That drug 1 is the odd one there tells of it here, where it is the odd one too, or not."""
    asked = odd_one_out(1, "drug 1", "disease 1", "disease 2", "disease 3", "disease 4")
    telling = odd_one_out(2, "drug 1", "disease 5", "disease 6", "disease 7", "disease 8")
    misleading = odd_one_out(3, "disease 4", "drug 5", "drug 6", "drug 7", "drug 8")
    fair = odd_one_out(4, "drug 9", "disease 1", "disease 2", "disease 3", "disease 4")
    variant = load_variant("letter-only:shots=1")
    pools = pools_from([asked, telling, misleading, fair], variant)
    assert examples_for(asked, pools, variant) == [fair]


def test_too_few_items_for_the_examples_are_an_error_that_says_so():
    items = make_items(3)
    with pytest.raises(UsageError, match="task RP has only 2 items"):
        prompter(items, "letter-only:shots=3").ask(items[0].to_line())


@pytest.mark.slow
@pytest.mark.parametrize(
    "spelled",
    [
        "letter-only:option_order=shuffled,seed=9",
        "letter-only:option_order=reversed,keep_letters=true",
        "mentat:option_order=cyclic,shots=3",
        "json",
        "answer-line:shots=1",
    ],
)
def test_a_model_that_knows_everything_is_right_under_every_variant(make_benchmark, tmp_path, spelled):
    """Prompt, reading and gold move together: whatever is shown, what is known comes out as known."""
    benchmark = make_benchmark(make_items(30) + make_binary_items(10))
    store = tmp_path / "s.sqlite3"

    async def ask():
        async with simulator_for(benchmark) as simulator:
            return await run(benchmark, simulator, store, model="sim-tidy:accuracy=1", variant=spelled)

    run_id, _ = anyio.run(ask)
    (summary,) = summaries_of(store, run_id)
    assert summary.overall.accuracy.accuracy == 1.0
    rows = records_of(store, run_id).values()
    assert any(row.shown for row in rows) == ("option_order" in spelled)


def test_a_preference_for_the_first_line_is_told_from_one_for_the_letter_a(make_benchmark, tmp_path):
    """Options keep their letters while their lines are reversed: A is now last, and still said."""
    benchmark = make_benchmark(make_items(40))
    store = tmp_path / "s.sqlite3"

    async def ask():
        async with simulator_for(benchmark) as simulator:
            return await run(
                benchmark,
                simulator,
                store,
                model="sim-a-biased:a_rate=1",
                variant="letter-only:option_order=reversed,keep_letters=true",
            )

    run_id, _ = anyio.run(ask)
    letters = summaries_of(store, run_id)[0].tasks["RP"].letters
    assert letters is not None
    assert [row.said.value for row in letters.letters] == [1.0, 0.0, 0.0, 0.0]
    assert [row.said.value for row in letters.places] == [0.0, 0.0, 0.0, 1.0]
