"""Exported items are the items; `scripts/check_exchange.py` runs them through the real tools."""

import ast
import json
import re
from typing import Any

import polars as pl
import pytest

from benchmark import (
    SAMPLE_SIZES,
    BuildSettings,
    Item,
    Mode,
    MultiUsage,
    build_benchmark,
    read_items,
    sample_paths,
)
from benchmark.errors import NotABenchmark, OutputError
from benchmark.exchange import EXPORTERS
from benchmark.exchange.records import slug, slugs
from benchmark.folder import FORMAT, write_benchmark


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A benchmark with single- and multi-answer items."""
    settings = BuildSettings(sizes=SAMPLE_SIZES, multi_usage=MultiUsage.ASK)
    return build_benchmark(sample_paths(), settings, tmp_path_factory.mktemp("exchange") / "b")


@pytest.fixture(scope="module")
def items(made):
    return list(read_items(made.items_path))


def rows_match(frame, items):
    assert frame["id"].to_list() == [item.id for item in items]
    for row, item in zip(frame.iter_rows(named=True), items, strict=True):
        assert dict(zip(row["letters"], row["choices"], strict=True)) == dict(item.options)
        assert [row["letters"][place] for place in row["gold_index"]] == row["gold"] == list(item.gold)
        assert json.loads(row["entities"]) == item.to_json()["entities"]
        assert (row["question"], row["relation"], row["mode"]) == (item.question, item.relation, item.mode)


def test_parquet_holds_every_item(made, items, tmp_path):
    rows_match(pl.read_parquet(EXPORTERS["parquet"].write(made, tmp_path / "new" / "items.parquet")), items)


def test_a_hugging_face_folder_holds_every_item_by_task_with_a_card(made, items, tmp_path):
    card = EXPORTERS["hf"].write(made, tmp_path / "hf").read_text(encoding="utf-8")
    for task, name in (("ET", "et"), ("R2+E", "r2_e")):
        (file,) = (tmp_path / "hf" / "data").glob(f"{name}-*.parquet")
        rows_match(pl.read_parquet(file), [item for item in items if item.task == task])
        assert f'- config_name: {name}\n  data_files:\n  - split: test\n    path: "data/{file.name}"' in card
    assert card.startswith("---\npretty_name:")
    assert "an illustration" in card


@pytest.mark.slow
def test_file_names_change_with_the_items(made, tmp_path):
    """The datasets library would else give out an older export of the same folder name."""
    other = build_benchmark(sample_paths(), BuildSettings(seed=7, sizes=SAMPLE_SIZES), tmp_path / "other")
    names = []
    for number, benchmark in enumerate((made, other)):
        EXPORTERS["hf"].write(benchmark, tmp_path / str(number))
        names.append({path.name for path in (tmp_path / str(number) / "data").iterdir()})
    assert names[0].isdisjoint(names[1])


def test_an_inspect_folder_has_a_task_for_each_mode_and_the_right_targets(made, items, tmp_path):
    module = EXPORTERS["inspect"].write(made, tmp_path / "inspect")
    tree = ast.parse(module.read_text(encoding="utf-8"))
    # inspect_ai looks for functions decorated with the bare name "task".
    tasks = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and [ast.unparse(mark) for mark in node.decorator_list] == ["task"]
    ]
    assert tasks == ["mhgraphbench", "mhgraphbench_multi"]
    for mode in Mode:
        lines = (tmp_path / "inspect" / f"{mode}.jsonl").read_text(encoding="utf-8").splitlines()
        chosen = [item for item in items if item.mode is mode]
        for sample, item in zip(map(json.loads, lines), chosen, strict=True):
            assert (sample["id"], sample["input"], sample["target"]) == (
                item.id,
                item.question,
                list(item.gold),
            )
            assert sample["choices"] == list(item.options.values())


def test_an_lm_eval_folder_has_a_task_per_family_and_a_group(made, items, tmp_path):
    group = EXPORTERS["lm-eval"].write(made, tmp_path / "lm")
    families = [
        line[4:] for line in group.read_text(encoding="utf-8").splitlines() if line.startswith("  - ")
    ]
    assert {"mhgraphbench_et", "mhgraphbench_rp_multi", "mhgraphbench_r2_e_multi"} <= set(families)
    by_id = {item.id: item for item in items}
    seen = []
    for family in families:
        text = (tmp_path / "lm" / f"{family}.yaml").read_text(encoding="utf-8")
        assert f"task: {family}\n" in text
        assert ("multiple_choice" in text) != family.endswith("_multi")
        for line in (tmp_path / "lm" / "data" / f"{family}.jsonl").read_text(encoding="utf-8").splitlines():
            doc = json.loads(line)
            item = by_id[doc["id"]]
            assert doc["letters"][doc["gold_index"]] == item.gold[0]
            assert doc["gold_text"] == ", ".join(item.gold)
            assert doc["prompt"].startswith(f"{item.question}\n\nA. {item.options['A']}\nB. ")
            assert doc["prompt"].endswith("\nAnswer:")
            seen.append(doc["id"])
            assert (doc["question"], doc["choices"]) == (item.question, list(item.options.values()))
    assert sorted(seen) == sorted(by_id)


def test_an_lm_eval_folder_has_chat_models_write_the_letter(made, tmp_path):
    """A chat service gives no log-probs of what it is sent; the second group needs none."""
    EXPORTERS["lm-eval"].write(made, tmp_path / "lm")
    text = (tmp_path / "lm" / "mhgraphbench-chat.yaml").read_text(encoding="utf-8")
    families = [line[4:] for line in text.splitlines() if line.startswith("  - ")]
    assert {"mhgraphbench_et-chat", "mhgraphbench_r2_e_multi"} <= set(families)
    for family in families:
        text = (tmp_path / "lm" / f"{family}.yaml").read_text(encoding="utf-8")
        assert "output_type: generate_until" in text
        assert f"  file: {family.removesuffix('-chat')}.jsonl" in text


@pytest.mark.parametrize(
    ("reply", "said"),
    [("B", "B"), ("**B**", "B"), ("(B) birch", "B"), ("B. birch", "B"), ("The answer is B.", "B"),
     ("So: elm.\nAnswer: (B)", "B"), ("A good question.", None), ("I think so", None), ("E", None)],
)  # fmt: skip
def test_the_letter_that_lm_evals_filter_takes(tmp_path, reply, said):
    """Its regex filter is `findall`, of which the first match's first group that is not empty counts."""
    item = Item("q", "t", "?", dict(zip("ABCD", "abcd", strict=True)), ("A",), Mode.SINGLE)
    made = write_benchmark(tmp_path / "b", [item], {"format": FORMAT, "kind": "own", "name": "x"})
    EXPORTERS["lm-eval"].write(made, tmp_path / "lm")
    text = (tmp_path / "lm" / "x_t-chat.yaml").read_text(encoding="utf-8")
    (pattern,) = re.findall("regex_pattern: (.*)", text)
    found = re.findall(json.loads(pattern), reply)
    assert next((group for group in found[0] if group), None) == said if found else said is None


@pytest.mark.parametrize(
    ("reply", "score"),
    [("A, C", 1), ("C, A", 1), (" C and A.", 1), ("AC", 1), ("a & c", 1), ("(C) (A)", 1),
     ("A", 0), ("A, B, C", 0), ("A, B", 0), ("", 0), ("and", 0), ("A, A, C", 0), ("A, C because", 0)],
)  # fmt: skip
def test_lm_eval_scores_letters_as_a_set(tmp_path, reply, score):
    """The loader itself is not imported: it needs the datasets library."""
    item = Item("q", "t", "?", {"A": "a", "B": "b", "C": "c"}, ("A", "C"), Mode.MULTI)
    made = write_benchmark(tmp_path / "b", [item], {"format": FORMAT, "kind": "own", "name": "x"})
    EXPORTERS["lm-eval"].write(made, tmp_path / "lm")
    loader = (
        (tmp_path / "lm" / "load.py").read_text(encoding="utf-8").replace("from datasets", "# from datasets")
    )
    written: dict[str, Any] = {"__file__": str(tmp_path / "lm" / "load.py")}
    exec(loader, written)
    doc = json.loads((tmp_path / "lm" / "data" / "x_t_multi.jsonl").read_text(encoding="utf-8"))
    assert written["score"](doc, [reply]) == {"set_match": score}
    assert "!function load.score" in (tmp_path / "lm" / "x_t_multi.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", EXPORTERS)
def test_a_benchmark_without_items_is_not_exported(tmp_path, form):
    empty = write_benchmark(tmp_path / "b", [], {"format": FORMAT, "kind": "own", "name": "x"})
    with pytest.raises(NotABenchmark, match="holds no item"):
        EXPORTERS[form].write(empty, tmp_path / "out")


@pytest.mark.parametrize("form", EXPORTERS)
def test_nothing_is_overwritten(made, tmp_path, form):
    target = tmp_path / "there"
    if form == "parquet":
        target.write_text("mine")
    else:
        target.mkdir()
        (target / "mine").write_text("")
    with pytest.raises(OutputError, match="Name a new"):
        EXPORTERS[form].write(made, target)


@pytest.mark.parametrize("form", EXPORTERS)
def test_a_place_that_cannot_be_written_is_one_clear_error(made, tmp_path, form):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        EXPORTERS[form].write(made, tmp_path / "file" / "below")


def test_names_become_what_every_tool_accepts():
    assert [slug(name) for name in ("R1+E", "Größe Ä", "+", "Type 3 (ambiguous)")] == [
        "r1_e", "gr_e", "items", "type_3_ambiguous"
    ]  # fmt: skip
    assert slugs(["a b", "a-b", "default"], reserved=["default"]) == {
        "a b": "a_b", "a-b": "a_b_2", "default": "default_2"
    }  # fmt: skip


def test_text_with_braces_and_quotes_stays_as_it_is(tmp_path):
    nasty = 'What is {{ x }} and {0} and """?'
    item = Item("q", 'my "task" {x}', nasty, {"A": "{a}", "B": "}"}, ("B",))
    made = write_benchmark(
        tmp_path / "b", [item], {"format": "mhclient-benchmark/1", "kind": "own", "name": '"""x{'}
    )
    for form in ("hf", "inspect", "lm-eval"):
        EXPORTERS[form].write(made, tmp_path / form)
    ast.parse((tmp_path / "inspect" / "x.py").read_text(encoding="utf-8"))
    sample = json.loads((tmp_path / "inspect" / "single.jsonl").read_text(encoding="utf-8"))
    assert sample["input"] == nasty
    assert (
        json.loads((tmp_path / "lm-eval" / "data" / "x_my_task_x.jsonl").read_text(encoding="utf-8"))["id"]
        == "q"
    )
