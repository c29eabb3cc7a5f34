"""Cells of a workbook are read as the spreadsheet shows them, or refused."""

import datetime as dt

import openpyxl
import pytest

from benchmark.imports import BadLines, read_people_file


def book(path, *cells):
    """A question whose options are these cells: values, or a value with its number format."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.append(["question", *"ABCDEFGH"[: len(cells)], "gold", "note"])
    sheet.append(
        [
            "Which?",
            *(cell[0] if isinstance(cell, tuple) else cell for cell in cells),
            "A",
            dt.date(2020, 5, 4),
        ]
    )
    for n, cell in enumerate(cells, 2):
        if isinstance(cell, tuple):
            sheet.cell(2, n).number_format = cell[1]
    made.save(path)
    return path


FIRST = dt.date(2025, 2, 1)
SHOWN = [
    (0.5, "# ?/?", "1/2"),
    (1.5, "# ?/?", "1 1/2"),
    (0.3333333, "# ?/?", "1/3"),
    (0.125, "# ??/??", "1/8"),
    (0.5, "# ?/4", "2/4"),
    (2, "# ?/?", "2"),
    (1.5, "?/?", "3/2"),
    (-0.5, "# ?/?", "-1/2"),
    (123, "00000", "00123"),
    (1234567, "#,##0", "1,234,567"),
    (1234.5, "#,##0.00", "1,234.50"),
    (2.5, "0.00", "2.50"),
    (0.126, "0.00", "0.13"),
    (0.5, "#.##", ".5"),
    (1230000, "0.00E+00", "1.23E+06"),
    (0.00012, "0.0E+00", "1.2E-04"),
    (5, '0 "mg"', "5 mg"),
    (5, "0\\ \\m\\g", "5 mg"),
    (2.5, 'General" ml"', "2.5 ml"),
    (0.1, '0.0" µg/l"', "0.1 µg/l"),
    (12.5, '"$"#,##0.00', "$12.50"),
    (12.5, "#,##0.00 [$€-407]", "12.50 €"),
    (-5, "#,##0_);(#,##0)", "(5)"),
    (-5, '0 "°C"', "-5 °C"),
    (-5, "0;[Red]-0", "-5"),
    (3, "+0;-0;0", "+3"),
    (1200000, '0.0,,"M"', "1.2M"),
    (0.1 + 0.2, "General", "0.3"),
    (0.5, "0%", "50%"),
    (0.125, "# ##0.0 %", "12.5%"),
    (5, '0.0"%"', "5.0%"),
    (1234, "# ##0", "1 234"),
    (5, "# ##0", "5"),
    (950, '# ##0" Fr."', "950 Fr."),
    (1234.5, "#'##0.00", "1'234.50"),
    (123456, "00-00-00", "12-34-56"),
    (5, "00-00", "00-05"),
    (5551234567, "(###) ###-####", "(555) 123-4567"),
    (5551234, "[<=9999999]###-####;(###) ###-####", "555-1234"),
    (5551234567, "[<=9999999]###-####;(###) ###-####", "(555) 123-4567"),
    (12, "[>10]0.0;0", "12.0"),
    (10, "[>10]0.0;0", "10"),
    (10, "[Red][<5]0;[Blue][=10]0.00;0.0", "10.00"),
    (7, "[<1]0%;0", "7"),
    ("5", '@" mg"', "5 mg"),
    ("text", "0.00", "text"),
    (True, "0", "TRUE"),
]
DATES = [
    (FIRST, "dd.mm.yyyy", "01.02.2025"),
    (FIRST, "yyyy-mm-dd", "2025-02-01"),
    (FIRST, "d/m/yy", "1/2/25"),
    (FIRST, "[$-409]d-mmm;@", "1-Feb"),
    (FIRST, "[$-en-US]mmmm d, yyyy", "February 1, 2025"),
    (dt.datetime.fromisoformat("2025-02-01T14:05"), "yyyy-mm-dd h:mm", "2025-02-01 14:05"),
    (dt.time(8, 0), "h:mm", "8:00"),
    (dt.time(20, 5), "h:mm AM/PM", "8:05 PM"),
    (dt.time(8, 5, 9), "hh:mm:ss", "08:05:09"),
    (dt.timedelta(hours=30), "[h]:mm", "30:00"),
    (dt.timedelta(hours=30), "[hh]:mm:ss", "30:00:00"),
    (dt.timedelta(minutes=90), "[m]", "90"),
    (dt.time(8, 5), 'h"h" mm"min"', "8h 05min"),
]
EVERYWHERE = "is not shown alike everywhere"
HIDES = "hides it or shows a text in its place"
NOT_READ = "this program does not read"
UNKNOWN = [
    (FIRST, "d-mmm", EVERYWHERE),
    (FIRST, "mmm-yy", EVERYWHERE),
    (FIRST, "mm-dd-yy", EVERYWHERE),
    (FIRST, "dddd", EVERYWHERE),
    (FIRST, "[$-F800]dddd, mmmm dd, yyyy", EVERYWHERE),
    (0.33, "# ?/?", "shows a fraction that only comes near to it"),
    (5, '[>3]"many";0', HIDES),
    (2, "[>3]0", NOT_READ),
    (-5, "[>3]0.0;0", NOT_READ),
    (7, "[>10]0.0;0;00", NOT_READ),
    (5, ";;;", HIDES),
    (5, "#'##0", 'has "\'" where the number has no digit'),
    (1234567, "# ##0", "has fewer places than the number has digits"),
    (5, '"hidden"', HIDES),
    (0, "#", HIDES),
    (1234, "##0.0E+0", NOT_READ),
    (5, '"$"#,##0_);("$"#,##0)', EVERYWHERE),
    ("secret", ";;;", HIDES),
]
ROUNDED = [
    (1.24, "0.0", 1.21, "0.0"),
    (1.24, "0.0", 1.2, "General"),
    (1.2, "General", 1.24, "0.0"),
    (0.34, "0", 0.1, "0"),
    (dt.time(8, 5, 9), "h:mm", dt.time(8, 5, 30), "h:mm"),
]


@pytest.mark.parametrize(("value", "form", "shown"), SHOWN)
def test_a_number_is_read_as_its_format_shows_it(tmp_path, value, form, shown):
    (item,) = read_people_file(book(tmp_path / "q.xlsx", (value, form), "other")).items
    assert item.options["A"] == shown


@pytest.mark.parametrize(("value", "form", "shown"), DATES)
def test_dates_and_times_are_read_as_shown_where_all_options_are_such(tmp_path, value, form, shown):
    later = dt.time(21, 7, 8) if isinstance(value, dt.time) else value + dt.timedelta(days=900)
    (item,) = read_people_file(book(tmp_path / "q.xlsx", (value, form), (later, form))).items
    assert item.options["A"] == shown
    assert item.details == {"note": "2020-05-04"}
    with pytest.raises(
        BadLines, match=r"row 2: 'A' is a date or a time \(.*\), and 'B' is none: Excel makes"
    ):
        read_people_file(book(tmp_path / "q.xlsx", (value, form), "more"))


@pytest.mark.parametrize(("value", "form", "why"), UNKNOWN)
def test_what_is_not_certain_is_refused_with_its_cell_and_the_reason(tmp_path, value, form, why):
    with pytest.raises(
        BadLines, match=r"row 2: 'B': C2 holds the \w+ .*[Ff]ormat the cell as text"
    ) as refused:
        read_people_file(book(tmp_path / "q.xlsx", "x", (value, form)))
    assert f" in the format {form[:40]!r}, which {why}. " in str(refused.value)


@pytest.mark.parametrize(("value", "form", "other", "its_form"), ROUNDED)
def test_formats_that_show_two_values_as_one_are_named(tmp_path, value, form, other, its_form):
    with pytest.raises(BadLines, match=r"'A' and 'B' both show .* in the format '.*Give the cells a format"):
        read_people_file(book(tmp_path / "q.xlsx", (value, form), (other, its_form)))
    with pytest.raises(BadLines, match="options A and B read the same"):
        read_people_file(book(tmp_path / "q.xlsx", (value, form), (value, form)))
