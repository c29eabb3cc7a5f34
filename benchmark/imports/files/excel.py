"""Workbooks of Excel and LibreOffice (.xlsx), read without formulas, bounded before they are unpacked."""

import io
import lzma
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from xml.etree.ElementTree import ParseError
from xml.parsers import expat
from xml.parsers.expat import ExpatError

from openpyxl.reader.excel import SHARED_STRINGS, ExcelReader
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.xml.constants import SHEET_MAIN_NS

from benchmark.errors import ItemFormatError
from benchmark.imports.files.header import (
    LOOK_AT,
    Header,
    as_rows,
    check_names,
    find_closed_header,
    find_header,
    refusal,
    said_of,
    without_header,
)
from benchmark.imports.files.number_formats import cells_of, uncalculated
from benchmark.imports.files.rows import MAX_COLUMNS, MAX_ROWS, Rows
from benchmark.nearest import near_names
from benchmark.untrusted import MB, TABLE_MAX, check_regular_file

ELEMENTS_MAX = 5_000_000  # of half a million questions, each with its options
TEXTS_MAX = 100_000_000  # characters
_BETWEEN = " "  # what stands between a namespace and a name
_TEXT, _PART, _SPOKEN = (f"{SHEET_MAIN_NS}{_BETWEEN}{name}" for name in ("si", "t", "rPh"))


class BookReader(ExcelReader):  # type: ignore[misc, unused-ignore]
    """openpyxl's, with our own way to these texts, and without a look into the sheets."""

    def read_worksheets(self) -> None:
        """Add the sheets, whose cells are read later."""
        with self.archive.sheets_unread():
            super().read_worksheets()

    def sheet_parts(self) -> list[str]:
        """The parts of the workbook's sheets of cells, in their order."""
        listed = [rel for _, rel in self.parser.find_sheets() if "chartsheet" not in rel.Type]
        return [rel.target for rel in listed if rel.target in self.valid_files]

    def read_strings(self) -> None:
        """Fill `shared_strings`, to which cells point by their number.

        Raises:
            ItemFormatError: there are too many.
        """
        if (part := self.package.find(SHARED_STRINGS)) is not None:
            with self.archive.open(part.PartName[1:]) as file:
                try:
                    self.shared_strings = texts_of(file)
                except ValueError as error:
                    place = f"{self.archive.filename}: its part {part.PartName[1:]}"
                    raise ItemFormatError(f"{place} {error}. Save the sheet as CSV.") from error


def texts_of(file: IO[bytes]) -> list[str]:
    """The texts in their order; of one with formats, all its parts, without how it is spoken.

    Raises:
        ValueError: there are too many.
        expat.ExpatError: it is no XML.
    """
    found = _Found()
    parser = expat.ParserCreate(namespace_separator=_BETWEEN)
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = found.starts, found.ends
    parser.CharacterDataHandler = found.says
    parser.EntityDeclHandler = _refuse_entities
    parser.ParseFile(file)
    return found.texts


class _Found:
    """What was found so far."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._parts: list[str] = []
        self._is_text, self._spoken = False, 0
        self._n_elements = self._n_chars = 0

    def starts(self, name: str, _: object) -> None:
        self._n_elements += 1
        if self._n_elements > ELEMENTS_MAX:
            raise ValueError(f"has more than {ELEMENTS_MAX:,} elements")
        self._spoken += name == _SPOKEN
        self._is_text = name == _PART and not self._spoken

    def ends(self, name: str) -> None:
        self._is_text = False
        self._spoken -= name == _SPOKEN
        if name == _TEXT:
            self.texts.append("".join(self._parts).replace("x005F_", ""))  # as openpyxl does
            self._parts.clear()

    def says(self, text: str) -> None:
        if not self._is_text:
            return
        self._n_chars += len(text)
        if self._n_chars > TEXTS_MAX:
            raise ValueError(f"has more than {TEXTS_MAX:,} characters of text")
        self._parts.append(text)


def _refuse_entities(*_: object) -> None:
    raise ValueError("defines entities, which no spreadsheet writes")


UNPACKED_MAX = 256 * MB  # of all parts together; a hundred thousand questions take about 60 MB
# Of a part that is parsed whole, as styles and lists of sheets are: each byte takes up to twenty in memory.
WHOLE_MAX = 12 * MB  # the 65,490 formats that Excel allows take about 8
PARTS_MAX = 5_000
EMPTY_MAX = 10_000  # rows in a row: a cell far below the last question claims a million of them
# What zipfile, its unpackers and openpyxl raise: an unknown method of packing, an encrypted part, a style by
# a number that is none, and so on.
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError),
    *(InvalidFileException, ParseError, ExpatError),
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
)


class _WorkbookParts(zipfile.ZipFile):
    """The parts of a workbook. Sheets and their texts are opened and read in pieces; all else is small."""

    _unread = False

    def read(self, name: str | zipfile.ZipInfo, pwd: bytes | None = None) -> bytes:
        """A part whole.

        Raises:
            ItemFormatError: it is larger than such parts are.
        """
        part = name if isinstance(name, zipfile.ZipInfo) else self.getinfo(name)
        if part.file_size > WHOLE_MAX:
            raise ItemFormatError(
                f"{self.filename}: its part {part.filename} unpacks to {part.file_size // MB:,} MB; "
                f"{WHOLE_MAX // MB} MB are allowed. Save the sheet as CSV."
            )
        with super().open(part, pwd=pwd) as file:
            return file.read()

    def open(self, *named: Any, **how: Any) -> IO[bytes]:
        """A part in pieces."""
        return io.BytesIO(_NO_CELLS) if self._unread else super().open(*named, **how)

    @contextmanager
    def sheets_unread(self) -> Iterator[None]:
        """While the block runs, sheets look empty.

        openpyxl searches them for their size, which may be wrong and is passed over; where a sheet does not
        say it, it reads to the sheet's end and holds all of it: 16 MB took 400. A chart it reads whole.
        """
        self._unread = True
        yield
        self._unread = False


_NO_CELLS = f'<worksheet xmlns="{SHEET_MAIN_NS}"/>'.encode()


def read(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    """The rows of one sheet: the one named, or the only one that has a header of questions.

    Raises:
        ItemFormatError: it cannot be read, is too large unpacked, or no sheet (or more than one) fits.
    """
    _check_size(path)
    try:
        sheets, others = _sheets(path, sheet)
    except _DAMAGED as error:
        raise ItemFormatError(
            f"{path} cannot be read as a workbook: {error}. Save it again as .xlsx."
        ) from error
    name, header = _choose(path, sheets, others, mapping)
    rows = sheets[name]
    place = f"{path}, sheet {name!r}"
    check_names(f"{place}, row {rows[header.last][0]}", header.names)
    unread = [*(other for other in sheets if other != name), *others]
    beside = f" Not read: {', '.join(map(repr, unread))}." if unread else ""
    found = f"Sheet {name!r}{_said(rows, header)}.{beside}"
    numbered = [(f"row {number}", cells) for number, cells in rows[header.last + 1 :]]
    return as_rows(header.names, numbered, [found])


def _said(rows: Sequence[tuple[int, list[str]]], header: Header) -> str:
    if not header.given:
        return f". {said_of(header)}"
    if header.last == header.first:
        return f", the header is in row {rows[header.first][0]}"
    return f", the header is in rows {rows[header.first][0]} and {rows[header.last][0]}, read together"


def _check_size(path: Path) -> None:
    try:
        check_regular_file(path)
        if not path.stat().st_size:
            raise ItemFormatError(f"{path} is empty: it holds no question.")
        if path.stat().st_size > TABLE_MAX:
            raise ItemFormatError(f"{path} has more than {TABLE_MAX // MB:,} MB.")
        with zipfile.ZipFile(path) as parts:
            listed = parts.infolist()
    except OSError as error:
        raise ItemFormatError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise ItemFormatError(
            f"{path} is no .xlsx workbook. An old .xls, or one with a password, has to be saved as .xlsx "
            "(Excel: File, Save As, Excel Workbook)."
        ) from error
    unpacked = sum(part.file_size for part in listed)
    if unpacked > UNPACKED_MAX or len(listed) > PARTS_MAX:
        raise ItemFormatError(
            f"{path} unpacks to {unpacked // MB:,} MB in {len(listed):,} parts; {UNPACKED_MAX // MB} MB in "
            f"{PARTS_MAX:,} are allowed. Save the sheet as CSV."
        )
    if no_workbook := _packed_otherwise({part.filename for part in listed}):
        raise ItemFormatError(f"{path} is no .xlsx workbook but {no_workbook}.")


def _packed_otherwise(parts: Collection[str]) -> str:
    """What else a file is whose parts are no workbook's, and what to do; nothing where they may be."""
    if "[Content_Types].xml" not in parts:
        return "an OpenDocument file: save it as .xlsx" if "content.xml" in parts else "a .zip: unpack it"
    return "a text document: copy the questions into a table" if "word/document.xml" in parts else ""


def _sheets(path: Path, wanted: str | None) -> tuple[dict[str, list[tuple[int, list[str]]]], list[str]]:
    """Rows by sheet, of the one that is wanted, if one is; and the names of the others."""
    with path.open("rb") as file:  # by its name it would have to be .xlsx
        reader = BookReader(file, read_only=True, data_only=True, keep_links=False)
    with _WorkbookParts(path) as reader.archive:
        reader.read()
        parts = dict(zip(reader.wb.worksheets, reader.sheet_parts(), strict=True))
        names = [each.title for each in parts]
        if len(set(parts.values())) < len(parts):  # one part, read again for each of a million names
            raise ItemFormatError(f"{path}: several names in its list are one sheet. Save it anew.")
        if wanted is not None and wanted not in names:
            near = near_names(wanted, names, 1, 0.5)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ItemFormatError(
                f"{path} has no sheet {wanted!r}.{hint} It has {', '.join(map(repr, names))}."
            )
        read = {}
        for each, part in parts.items():
            if wanted in (None, each.title):
                with reader.archive.open(part) as file:
                    missing = uncalculated(file)
                read[each.title] = list(_rows(f"{path}, sheet {each.title!r}", each, missing))
        return read, [name for name in names if name not in read]


def _rows(place: str, sheet: Any, missing: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, list[str]]]:
    """Numbered rows as text, those at the end that are empty left out.

    Args:
        missing: row → columns of formulas without a value.
    """
    sheet.reset_dimensions()  # what a file says of its own size may be wrong either way
    empty: list[tuple[int, list[str]]] = []
    for number, cells in cells_of(sheet, missing, MAX_COLUMNS + 1):
        if len(cells) > MAX_COLUMNS and cells[MAX_COLUMNS]:
            raise ItemFormatError(f"{place}, row {number}: more than {MAX_COLUMNS} columns.")
        if number > MAX_ROWS:
            raise ItemFormatError(f"{place} has more than {MAX_ROWS:,} rows.")
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield from empty
            empty.clear()
            yield number, cells
        elif len(empty) < EMPTY_MAX:
            empty.append((number, cells))
        else:
            return


def _choose(
    path: Path,
    sheets: Mapping[str, list[tuple[int, list[str]]]],
    others: Sequence[str],
    mapping: Mapping[str, str],
) -> tuple[str, Header]:
    looked = {name: [cells for _, cells in rows[: LOOK_AT + 1]] for name, rows in sheets.items()}
    fitting: dict[str, Header] = {}
    for find in (find_header, without_header, find_closed_header):
        fitting = fitting or {
            name: header for name, rows in looked.items() if (header := find(rows, mapping))
        }
    if len(fitting) == 1:
        return next(iter(fitting.items()))
    if fitting:
        names = ", ".join(map(repr, fitting))
        raise ItemFormatError(f"{path}: questions are in several sheets: {names}. Say which with `sheet`.")
    if not any(sheets.values()):
        raise ItemFormatError(f"{path} holds no question: {_all(sheets)} empty.{_not_read(others)}")
    name, rows = max(sheets.items(), key=lambda held: len(held[1]))
    beside = f" (of {', '.join(map(repr, sheets))})" if len(sheets) > 1 else ""
    raise refusal(f"{path}, sheet {name!r}{beside}", [cells for _, cells in rows], mapping)


def _not_read(others: Sequence[str]) -> str:
    """Sheets that were not looked at, since another was named."""
    return f" Others: {', '.join(map(repr, others))}; `sheet` names the one that is read." if others else ""


def _all(sheets: Mapping[str, object]) -> str:
    names = ", ".join(map(repr, sheets))
    return f"sheet {names} is" if len(sheets) == 1 else f"the sheets {names} are"
