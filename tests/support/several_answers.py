"""Items with several right answers, as MentalBench has them: cases and the disorders they may be."""

from itertools import pairwise
from pathlib import Path

from benchmark import Benchmark, Entity, Item, Mode, read_benchmark
from benchmark.csv_text import CsvTable
from benchmark.folder import write_benchmark

DISORDERS = (
    "Attention-Deficit/Hyperactivity Disorder (Predominantly Inattentive Presentation)",
    "Attention-Deficit/Hyperactivity Disorder (Combined Presentation)",
    "Bipolar II Disorder",
    "Persistent Depressive Disorder",
)
ENTITIES = [Entity("gold", "disorder", name, f"D{number}") for number, name in enumerate(DISORDERS)]
# Item → its gold and a reply: exact, over, under, another set, nothing; two cases of a second type.
CASES = {
    "c1": ("A", "A"),
    "c2": ("A", "A, C"),
    "c3": ("AB", "A"),
    "c4": ("AB", "A, D"),
    "c5": ("BC", "I cannot tell."),
    "c6": ("D", "C"),
    "d1": ("C", "C"),
    "d2": ("CD", "B, A"),
}
REPLIES = {name: reply for name, (_, reply) in CASES.items()}


def write_several_answers(folder: Path) -> Benchmark:
    """The items and a graph of their disorders as a benchmark folder."""
    items = [
        Item(
            id=name,
            task="type1" if name.startswith("c") else "type2",
            question=f"Case {name}: which disorders?",
            options=dict(zip("ABCD", DISORDERS, strict=True)),
            gold=tuple(gold),
            mode=Mode.MULTI,
            entities=tuple(ENTITIES["ABCD".index(letter)] for letter in gold),
        )
        for name, (gold, _) in CASES.items()
    ]
    rows = [f"resembles,{one.key},{one.name},{other.key},{other.name}" for one, other in pairwise(ENTITIES)]
    head = "relation,head_key,head_name,tail_key,tail_name"
    graph = CsvTable("\n".join([head, *rows, ""]), len(rows))
    write_benchmark(folder, items, {"format": "mhclient-benchmark/1", "kind": "mentalbench"}, graph)
    return read_benchmark(folder)
