"""PrimeKG's feature tables: texts about diseases and drugs, by node index. `evidence.py` makes use of them.

disease_features is a cross product (one row per mondo_id × description × …), so a node has many rows and a
text may stand in any of them; the first non-empty value of each field is kept (paper, appendix D.2).
"""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.bounded import bounded_lines, check_regular_file
from benchmark.build.parquet import text_rows
from benchmark.errors import FeatureFormatError
from benchmark.parquet import ParquetError

# The fields the paper takes, in its order (appendix D.2), with the label shown before each.
DISEASE_FIELDS = {
    "mondo_name": "Name",
    "mondo_definition": "Definition",
    "umls_description": "Description",
    "orphanet_clinical_description": "Clinical description",
    "mayo_symptoms": "Symptoms",
    "mayo_causes": "Causes",
    "mayo_risk_factors": "Risk factors",
    "orphanet_management_and_treatment": "Management and treatment",
}
DRUG_FIELDS = {
    "description": "Description",
    "indication": "Clinical use",  # the field's own name is an answer
    "mechanism_of_action": "Mechanism of action",
    "pharmacodynamics": "Pharmacodynamics",
    "half_life": "Half-life",
    "state": "State",
    "category": "Category",
}
# Characters of one text; the longest of PrimeKG's psychiatric slice has 10,338. Names are looked for in each.
TEXT_MAX = 1_000_000
# Dataverse's text escapes (its CSVFileReader). The backslash itself is not escaped: undo no more.
_ESCAPES = {'\\"': '"', "\\n": "\n", "\\t": "\t"}


@dataclass(frozen=True, slots=True)
class Features:
    """Node index → field → its first non-empty value, for the nodes asked for."""

    texts: Mapping[str, Mapping[str, str]]

    def of(self, index: str) -> Mapping[str, str]:
        """The texts of a node; empty for a node without index or without a row."""
        return self.texts.get(index, {}) if index else {}


def read_features(path: Path, fields: Collection[str], indexes: Collection[str]) -> Features:
    """Read a feature table as CSV (`.csv`), Dataverse's tab format (`.tab`, `.tsv`) or Parquet.

    Raises:
        FeatureFormatError: unreadable, a needed column is missing, or a row has the wrong number of cells.
    """
    wanted = frozenset(indexes) - {""}
    texts: dict[str, dict[str, str]] = {}
    try:
        check_regular_file(path)
        rows = _rows(path)
        header = next(rows, (1, []))[1]
        columns = _columns(path, header, fields)
        for line, row in rows:
            if len(row) != len(header):
                raise FeatureFormatError(
                    f"{path}, line {line}: {len(row)} cells, the header has {len(header)}."
                )
            if (index := row[columns["node_index"]]) in wanted:
                if len(longest := max(row, key=len)) > TEXT_MAX:
                    column = header[row.index(longest)]
                    raise FeatureFormatError(
                        f"{path}, line {line}: column '{column}' has {len(longest):,} characters; no text of "
                        f"a disease or drug has more than {TEXT_MAX:,}."
                    )
                _keep_first(texts.setdefault(index, {}), row, columns, fields)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise FeatureFormatError(f"{path} cannot be read as a table: {error}.") from error
    return Features(texts)


def _keep_first(
    texts: dict[str, str], row: Sequence[str], columns: Mapping[str, int], fields: Collection[str]
) -> None:
    for field in fields:
        if text := row[columns[field]].strip():
            texts.setdefault(field, text)


def _columns(path: Path, header: Sequence[str], fields: Collection[str]) -> dict[str, int]:
    missing = [name for name in ("node_index", *fields) if name not in header]
    if missing:
        other = DRUG_FIELDS if set(fields) == set(DISEASE_FIELDS) else DISEASE_FIELDS
        swapped = " Are the disease and drug tables swapped?" if set(other) <= set(header) else ""
        raise FeatureFormatError(f"{path} has no column {', '.join(map(repr, missing))}.{swapped}")
    return {name: header.index(name) for name in ("node_index", *fields)}


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Numbered rows, header first."""
    if path.suffix == ".parquet":
        return _parquet_rows(path)
    return _tab_rows(path) if path.suffix in (".tab", ".tsv") else _csv_rows(path)


def _csv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(1 << 24)  # the texts of a disease may pass the default of 128 KiB
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file)
        yield from ((reader.line_num, row) for row in reader if row)


def _tab_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Dataverse escapes tabs and line feeds within texts: lines and tabs can be split as they stand."""
    with path.open(encoding="utf-8-sig", newline="\n") as file:
        for number, line in enumerate(bounded_lines(file), start=1):
            if line.strip("\r\n"):
                yield number, [unescape_cell(cell) for cell in line.rstrip("\r\n").split("\t")]


def unescape_cell(cell: str) -> str:
    r"""One cell of a `.tab` file: `"a \"b\""` is `a "b"`, `""` is empty, a bare cell is a number.

    A text that really held a backslash before n, t or a quotation mark cannot be told apart: Dataverse
    escapes those three characters and leaves the backslash as it is.
    """
    if len(cell) < 2 or not (cell[0] == cell[-1] == '"'):
        return cell
    text = cell[1:-1]
    for escaped, plain in _ESCAPES.items():
        text = text.replace(escaped, plain)
    return text


def _parquet_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from ((number, list(row)) for number, row in enumerate(text_rows(path), start=1))
    except ParquetError as error:
        raise FeatureFormatError(f"{path} cannot be read as Parquet: {error}.") from error
