"""R1+E and R2+E: the items of R1 and R2 again, options in the same order, with evidence at the end: texts
about the three nodes from PrimeKG's feature tables, with the answers taken out (paper, appendix D.2).

disease_features is a cross product (one row per mondo_id × description × …), so a node has many rows and a
text may stand in any of them; the first non-empty value of each field is kept. The paper cuts each field to
220 characters and replaces every form of the three usage words by [REL]. We replace first and cut after: the
other way round, a cut through "contraindicated" would leave "contraindic".
"""

import csv
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.build import templates
from benchmark.build.assemble import item_id
from benchmark.build.contexts import TwoHopContext
from benchmark.build.graph import Node, fold
from benchmark.build.settings import Task
from benchmark.errors import FeatureFormatError
from benchmark.item import Item
from benchmark.parquet import ParquetError, text_rows
from benchmark.untrusted import bounded_lines, check_regular_file

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


MAX_CHARS = 220
MASK = "[REL]"

# Between two letters of a word: any hyphen, as typesetting leaves it at a line's end, then white space.
_HYPHEN = "[-\u2010-\u2015\u2212]"
_BREAK = rf"(?:{_HYPHEN}\s*)?"
_FORMS = re.compile(
    # indicated, indications, contraindicated, contra-indication, contra indicated, indi- cated, in dicated.
    rf"(?:contra(?:{_HYPHEN}|\s)*)?[^\W_]*(?:{_BREAK.join('indicat')}|\bin\s+dicat)\w*"
    # contraind., contra-ind.
    rf"|contra(?:{_HYPHEN}|\s)*ind\w*"
    # off (label), off-label, off label, offlabel, Off–Labeled, off - label, off-the-label; but not "a label".
    rf"|off\W{{0,3}}\({_BREAK.join('label')}\w*\)"
    rf"|off[\W_]{{0,3}}(?:the[\W_]{{1,3}})?{_BREAK.join('label')}\w*"
    # unlabeled use, unlabelled uses; but not "unlabeled antibody".
    r"|unlabell?ed[\W_]{1,3}us(?:e|age)\w*",
    re.IGNORECASE,
)


def sanitize(text: str) -> str:
    """Text on one line, with every form of indication, contraindication and off-label replaced by [REL].

    Compatibility letters are folded, invisible characters dropped and accents not looked at, so that none of
    them hides a word; what is kept keeps its accents.
    """
    shown, bare = _twice(text)
    parts, end = [], 0
    for match in _FORMS.finditer(bare):
        parts += [*shown[end : match.start()], MASK]
        end = match.end()
    return "".join([*parts, *shown[end:]])


def _twice(text: str) -> tuple[Sequence[str], str]:
    """The characters to show and, one for each, those to look at."""
    if text.isascii():  # most texts are, and nothing in them is invisible or has another form
        line = " ".join(text.split())
        return line, line
    plain = unicodedata.normalize("NFKC", text)
    visible = "".join(char for char in plain if unicodedata.category(char) != "Cf")
    shown = _with_marks(" ".join(visible.split()))
    return shown, "".join(_bare(letter) for letter in shown)


def _with_marks(text: str) -> list[str]:
    """The characters of a text, each with the marks that combine with it."""
    letters: list[str] = []
    for char in text:
        if letters and unicodedata.combining(char):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _bare(letter: str) -> str:
    """One character for one, without accents; dotless i is an i."""
    return unicodedata.normalize("NFD", letter)[0].replace("ı", "i")


def cut(text: str) -> str:
    """At most 220 characters; a [REL] that would be cut through goes as a whole."""
    short = text[:MAX_CHARS]
    for length in range(len(MASK) - 1, 0, -1):
        if len(text) > MAX_CHARS and short.endswith(MASK[:length]):
            return short[:-length].rstrip()
    return short.rstrip()


def block(role: str, node: Node, texts: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """One node's evidence: its role and name, then a line per field that has a text."""
    lines = [f"{role}: {' '.join(node.name.split())}"]
    lines += [
        f"- {label}: {cut(sanitize(texts[field]))}" for field, label in labels.items() if texts.get(field)
    ]
    return "\n".join(lines if len(lines) > 1 else [*lines, "- No text available."])


def mentions(text: str, disease: Node) -> bool:
    """Whether a text names the disease: the answer may then be guessed, [REL] or not."""
    return fold(disease.name) in fold(text)


BASE = {Task.R1E: Task.R1, Task.R2E: Task.R2}


@dataclass(frozen=True, slots=True)
class EvidenceTables:
    """The feature texts of the slice's drugs and diseases."""

    drugs: Features
    diseases: Features

    def any_for(self, context: TwoHopContext) -> bool:
        """Whether at least one of the three nodes has a text: without any there is no evidence to show."""
        return any(texts for _, _, texts, _ in self._parts(context))

    def text_for(self, context: TwoHopContext) -> str:
        """The three blocks, in the paper's order: drug, disease A, disease B."""
        return "\n\n".join(block(*part) for part in self._parts(context))

    def drug_text_names_b(self, context: TwoHopContext) -> bool:
        """Whether the drug's own texts name disease B: masking the relation then hides little."""
        return any(mentions(text, context.disease_b) for text in self.drugs.of(context.drug.index).values())

    def _parts(self, context: TwoHopContext) -> list[tuple[str, Node, Mapping[str, str], Mapping[str, str]]]:
        drug, disease_a, disease_b = context.drug, context.disease_a, context.disease_b
        return [
            ("Drug", drug, self.drugs.of(drug.index), DRUG_FIELDS),
            ("Disease A", disease_a, self.diseases.of(disease_a.index), DISEASE_FIELDS),
            ("Disease B", disease_b, self.diseases.of(disease_b.index), DISEASE_FIELDS),
        ]


def add_evidence(
    task: Task,
    base: Sequence[Item],
    contexts: Mapping[str, TwoHopContext],
    tables: EvidenceTables,
    size: int | None,
) -> tuple[list[Item], str | None]:
    """The items of `base` that have evidence, half with an edge and half without; and why there are no more.

    Args:
        base: the assembled items of R1 or R2, in file order.
        contexts: context id → context, for the contexts `base` asks about.
    """
    fit = [item for item in base if tables.any_for(contexts[item.details["context"]])]
    related = [item for item in fit if contexts[item.details["context"]].answer]
    unrelated = [item for item in fit if not contexts[item.details["context"]].answer]
    half = min(len(related), len(unrelated), len(base) if size is None else size // 2)
    keep = {item.id for item in (*related[:half], *unrelated[:half])}
    items = [
        _with_evidence(task, item, contexts[item.details["context"]], tables)
        for item in fit
        if item.id in keep
    ]
    reason = None
    if not base:
        reason = f"{BASE[task]} has no items"
    elif size is not None and len(items) < size - size % 2:
        reason = (
            f"of the {len(base):,} {BASE[task]} items, {len(related):,} with an edge and {len(unrelated):,} "
            "without have a feature text; as many of each are asked"
        )
    elif size is not None and len(items) < size:
        reason = "an odd number cannot be half yes, half no"
    return items, reason


def _with_evidence(task: Task, item: Item, context: TwoHopContext, tables: EvidenceTables) -> Item:
    question = templates.with_evidence(item.question, tables.text_for(context))
    details = {
        **item.details,
        "base_item": item.id,
        "drug_text_names_disease_b": tables.drug_text_names_b(context),
    }
    made = replace(item, task=task.value, question=question, details=details)
    return replace(made, id=item_id(made))
