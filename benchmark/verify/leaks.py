"""Evidence looked at again: is an answer left in it, and is it what the feature tables say?"""

import csv
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from benchmark.errors import FeatureFormatError
from benchmark.parquet import ParquetError, text_rows
from benchmark.untrusted import TABLE_MAX, read_regular_file

# Label → column, per block (paper, appendix D.2).
_DRUG = {
    "Description": "description",
    "Clinical use": "indication",
    "Mechanism of action": "mechanism_of_action",
    "Pharmacodynamics": "pharmacodynamics",
    "Half-life": "half_life",
    "State": "state",
    "Category": "category",
}
_DISEASE = {
    "Name": "mondo_name",
    "Definition": "mondo_definition",
    "Description": "umls_description",
    "Clinical description": "orphanet_clinical_description",
    "Symptoms": "mayo_symptoms",
    "Causes": "mayo_causes",
    "Risk factors": "mayo_risk_factors",
    "Management and treatment": "orphanet_management_and_treatment",
}
BLOCKS = (("Drug", "drug", _DRUG), ("Disease A", "disease_a", _DISEASE), ("Disease B", "disease_b", _DISEASE))
LIMIT, MASK = 220, "[REL]"

Texts = Mapping[str, Mapping[str, str]]  # node index → column → first text


def answers_left(evidence: str) -> list[str]:
    """Words of the evidence that still say indication, contraindication or off-label.

    Hyphens and invisible characters are taken out and letters folded first: a second way to look, and a wider
    one than the mask's own.
    """
    plain = unicodedata.normalize("NFKD", evidence).casefold().replace("ı", "i")
    bare = "".join(char for char in plain if unicodedata.category(char) not in ("Cf", "Mn"))
    joined = re.sub(r"[-\u2010-\u2015\u2212]\s*", "", bare)
    return re.findall(
        r"\w*indicat\w*|\bin\s+dicat\w*|contra\s*ind\w*"
        r"|off[^\w\n]{0,3}(?:the[^\w\n]{0,3})?label\w*|unlabell?ed[^\w\n]{0,3}us(?:e|age)\w*",
        joined,
    )


def blocks_of(evidence: str) -> list[tuple[str, str, dict[str, str]]] | None:
    """(block title, name, label → text) of each block, or None if it is not laid out as evidence."""
    blocks = []
    for block in evidence.split("\n\n"):
        first, *lines = block.split("\n")
        title, colon, name = first.partition(": ")
        fields = dict(
            line[2:].partition(": ")[::2] for line in lines if line.startswith("- ") and ": " in line
        )
        if not colon or (len(fields) != len(lines) and lines != ["- No text available."]):
            return None
        blocks.append((title, name, fields))
    return blocks


def field_complaint(shown: str, source: str) -> str:
    """What is wrong with a field as shown, given its text in the feature table; empty if nothing is."""
    if len(shown) > LIMIT:
        return f"{len(shown)} characters, at most {LIMIT} are allowed"
    visible = "".join(c for c in unicodedata.normalize("NFKC", source) if unicodedata.category(c) != "Cf")
    plain = " ".join(visible.split())
    # A mask stands for a word or two; everything else must be there literally.
    pattern = r".{1,40}?".join(map(re.escape, shown.split(MASK)))
    whole = re.fullmatch(pattern, plain, re.DOTALL)
    start = re.match(pattern, plain, re.DOTALL) if len(shown) >= LIMIT - len(MASK) else None
    return "" if whole or start else "not the text of the feature table, or not cut at 220 characters"


def read_texts(path: Path, columns: Collection[str], indexes: Collection[str]) -> Texts:
    """Node index → column → first text that is not empty, for the nodes asked for."""
    texts: dict[str, dict[str, str]] = {}
    for row in _table(path, columns):
        index = row.get("node_index", "")
        if index in indexes:
            mine = texts.setdefault(index, {})
            for column in columns:
                if row.get(column, "").strip():
                    mine.setdefault(column, row[column])
    return texts


def _table(path: Path, columns: Collection[str]) -> Iterator[dict[str, str]]:
    csv.field_size_limit(1 << 24)
    try:
        if path.suffix == ".parquet":
            rows = text_rows(path, ("node_index", *columns))
            held = next(rows)
            yield from (dict(zip(held, row, strict=True)) for row in rows)
        elif path.suffix in (".tab", ".tsv"):
            lines = read_regular_file(path, TABLE_MAX).decode("utf-8-sig").split("\n")
            header = lines[0].rstrip("\r").split("\t")
            for line in filter(None, lines[1:]):
                yield dict(zip(header, map(_bare, line.rstrip("\r").split("\t")), strict=False))
        else:
            with path.open(encoding="utf-8-sig", newline="") as file:
                yield from csv.DictReader(file, restval="")
    except (OSError, UnicodeDecodeError, csv.Error, ParquetError) as error:
        raise FeatureFormatError(f"{path} cannot be read as a table: {error}.") from error


def _bare(cell: str) -> str:
    if not re.fullmatch(r'".*"', cell, re.DOTALL):
        return cell
    return re.sub(r'\\(["nt])', lambda match: {'"': '"', "n": "\n", "t": "\t"}[match[1]], cell[1:-1])
