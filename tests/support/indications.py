"""An exam of indication questions, one for each indication edge of some diseases of a graph file."""

import csv
import json
import random
from pathlib import Path


def indication_exam(kg: Path, diseases: set[str] | None = None, seed: int = 0) -> list[str]:
    """Lines of a .jsonl file: four drugs each, three of them drawn from those with no usage edge at all."""
    with kg.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = [row for row in rows if row["relation"] == "indication" and row["x_type"] == "drug"]
    pairs = {(row["y_name"], row["x_name"]) for row in wanted}
    edges = sorted(pair for pair in pairs if diseases is None or pair[0] in diseases)
    usage = {(row["y_name"], row["x_name"]) for row in rows if row["x_type"] == "drug"}
    drugs = sorted({row["x_name"] for row in rows if row["x_type"] == "drug"})
    draw, lines = random.Random(seed), []
    for number, (disease, drug) in enumerate(edges):
        absent = [other for other in drugs if (disease, other) not in usage and other != drug]
        options = draw.sample(absent, 3)
        options.insert(number % 4, drug)
        question = f"Which drug is indicated for {disease}?"
        lines.append(json.dumps({"question": question, "options": options, "gold": "ABCD"[number % 4]}))
    return lines
