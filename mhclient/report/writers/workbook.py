"""A report as a workbook of Excel and LibreOffice: a sheet of figures, and one of questions and replies."""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cache import Store
from mhclient.errors import UsageError
from mhclient.redaction.secrets import results_redactor
from mhclient.report.summary import Summary
from mhclient.report.writers.tidy import result_columns, result_rows, summary_table
from mhclient.show.visible import visible

# What a sheet and a cell hold at most: support.microsoft.com, "Excel specifications and limits".
MOST_ROWS, MOST_CHARACTERS = 1_048_576, 32_767
CUT = "…"
NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}  # XML 1.0, section 2.2
ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # how ECMA-376 writes a character by number: part 1, 22.9.2.19
WIDEST = 60  # characters of a column


class WrittenWorkbook(NamedTuple):
    """The file, and how many of its texts are cut because a cell holds no more."""

    data: bytes
    n_cut: int

    def what_was_cut(self) -> str | None:
        """The same in one sentence; None where nothing was."""
        if not self.n_cut:
            return None
        return (
            f"{self.n_cut:,} texts are longer than the {MOST_CHARACTERS:,} characters that a cell of Excel "
            "holds, and end in …; a report as .sqlite has them whole."
        )


def as_workbook(store: Store, summaries: Sequence[Summary]) -> WrittenWorkbook:
    """The sheets `summary` (a row per run and task) and `items` (a row per item: asked, said, read, right).

    Raises:
        UsageError: there are more items than a sheet has rows.
    """
    runs = [summary.run for summary in summaries]
    n_rows = sum(len(run.scored) for run in runs)
    if n_rows >= MOST_ROWS:
        raise UsageError(
            f"{n_rows:,} replies are more than the {MOST_ROWS:,} rows of an Excel sheet. Report fewer runs, "
            "or write .parquet or .sqlite."
        )
    book = _Book()
    book.add_sheet("summary", *summary_table(summaries))
    columns = result_columns(runs)
    book.add_sheet("items", columns.names, result_rows(store, runs, columns))
    return book.written()


class _Book:
    """A workbook that is being written: the same bytes for the same rows, and no file beside it.

    The parts are those that ECMA-376 (part 1, section 12.3) asks for, and styles for a bold header. Texts
    stand in their cells and stay texts, whatever they begin with.
    """

    def __init__(self) -> None:
        self._file = io.BytesIO()
        self._archive = ZipFile(self._file, "w")
        self._sheets: list[str] = []
        self._hide_in = results_redactor().hide_in  # what is packed cannot be looked through afterwards
        self._n_cut = 0

    def add_sheet(self, name: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
        """Write a sheet with a header that stays in view."""
        self._sheets.append(name)
        letters = [_letters(at) for at in range(1, len(columns) + 1)]
        # Packed as it is written: a sheet may have a million rows.
        with self._archive.open(_part(f"xl/worksheets/sheet{len(self._sheets)}.xml"), "w") as part:
            part.write(f"{_XML}{_SHEET_BEGINS}<cols>{_widths(columns)}</cols><sheetData>".encode())
            part.write(self._row(1, letters, columns, bold=True))
            for number, row in enumerate(rows, 2):
                part.write(self._row(number, letters, [row.get(column) for column in columns]))
            part.write(b"</sheetData></worksheet>")

    def written(self) -> WrittenWorkbook:
        """The file's bytes."""
        numbered = [*enumerate(self._sheets, 1)]
        parts = {
            "[Content_Types].xml": _TYPES.format(
                "".join(_TYPE.format(f"worksheets/sheet{at}", "worksheet") for at, _ in numbered)
            ),
            "_rels/.rels": _LINKS.format(_LINK.format(1, "officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": _BOOK.format(
                "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, name in numbered)
            ),
            "xl/_rels/workbook.xml.rels": _LINKS.format(
                "".join(_LINK.format(at, "worksheet", f"worksheets/sheet{at}.xml") for at, _ in numbered)
                + _LINK.format(len(numbered) + 1, "styles", "styles.xml")
            ),
            "xl/styles.xml": _STYLES,
        }
        with self._archive as archive:
            for name, text in parts.items():
                archive.writestr(_part(name), _XML + text)
        return WrittenWorkbook(self._file.getvalue(), self._n_cut)

    def _row(
        self, number: int, letters: Sequence[str], values: Sequence[Any], *, bold: bool = False
    ) -> bytes:
        cells = (
            self._cell(f'r="{letter}{number}"' + (' s="1"' if bold else ""), value)
            for letter, value in zip(letters, values, strict=True)
        )
        return f'<row r="{number}">{"".join(cells)}</row>'.encode()

    def _cell(self, place: str, value: Any) -> str:
        if value in (None, "") or (isinstance(value, float) and not isfinite(value)):
            return ""
        if isinstance(value, bool):
            return f'<c {place} t="b"><v>{int(value)}</v></c>'
        if isinstance(value, int | float):
            return f"<c {place}><v>{value!r}</v></c>"
        text = escape(self._fitting(str(value)))
        return f'<c {place} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'

    def _fitting(self, text: str) -> str:
        shown = visible(self._hide_in(text)).translate(NO_XML)
        units = shown.encode("utf-16-le", "replace")  # what Excel counts
        if len(units) > 2 * MOST_CHARACTERS:
            self._n_cut += 1
            shown = units[: 2 * (MOST_CHARACTERS - len(CUT))].decode("utf-16-le", "ignore") + CUT
        return ESCAPE.sub("_x005F_", shown)


_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_FORMATS = "http://schemas.openxmlformats.org"
_MAIN = f'xmlns="{_FORMATS}/spreadsheetml/2006/main"'
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_TYPE = f'<Override PartName="/xl/{{}}.xml" ContentType="{_KIND}.{{}}+xml"/>'
_TYPES = (
    f'<Types xmlns="{_FORMATS}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f"{_TYPE.format('workbook', 'sheet.main')}{_TYPE.format('styles', 'styles')}{{}}</Types>"
)
_LINKS = f'<Relationships xmlns="{_FORMATS}/package/2006/relationships">{{}}</Relationships>'
_LINK = f'<Relationship Id="rId{{}}" Type="{_FORMATS}/officeDocument/2006/relationships/{{}}" Target="{{}}"/>'
_BOOK = (
    f'<workbook {_MAIN} xmlns:r="{_FORMATS}/officeDocument/2006/relationships">'
    "<sheets>{}</sheets></workbook>"
)
_STYLES = (
    f'<styleSheet {_MAIN}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    "<borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    '<cellStyleXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_SHEET_BEGINS = (
    f'<worksheet {_MAIN}><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
)
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of an archive; the hour of writing would make each report another file


def _part(name: str) -> ZipInfo:
    part = ZipInfo(name, _FIRST_DAY)
    part.compress_type = ZIP_DEFLATED
    return part


def _widths(columns: Sequence[str]) -> str:
    widths = (min(WIDEST, max(10, len(column) + 2)) for column in columns)
    return "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(widths, 1)
    )


def _letters(column: int) -> str:
    """A column's name, as Excel counts.

    >>> _letters(1), _letters(26), _letters(27)
    ('A', 'Z', 'AA')
    """
    before, at = divmod(column - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + at)
