"""Files that hold no questions, or too much: one line says what is wrong and what to do."""

import contextlib
import zipfile

import openpyxl
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark.errors import ItemFormatError
from benchmark.imports import read_people_file
from benchmark.imports.files import columnar, excel
from mhclient.cli.as_options import as_options
from tests.support.workbooks import workbook


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("q.xls", b"\xd0\xcf\x11\xe0", "Save it as .xlsx"),
        ("q.xlsx", b"\xd0\xcf\x11\xe0" * 200, "no .xlsx workbook. An old .xls, or one with a password"),
        ("q.xlsx", b"", "q.xlsx is empty: it holds no question"),
        (
            "q.csv",
            b'question;a;b;gold\nWas?;x;y;a\n"Wo?;x;y;b\nWer?;x;y;a\n',
            "line 3: a quotation mark opens a cell",
        ),
        (
            "q.csv",
            b'question;a;b;gold\nWas?;x;y;a\n"Wo?\nJa, wo?;x;y;b\n',
            "line 3: a quotation mark opens a cell",
        ),
        ("q.pdf", b"%PDF", ".pdf is no kind of file that is read"),
        ("q.csv", b"\x81\x00\x01\xff", "is not UTF-8 text"),
        ("q.csv", b"a,b\r\n1,2\r\n", "no column for question and gold among 'a', 'b'"),
        ("q.parquet", b"PAR1", "it is no Parquet file"),
        ("q.json", b"[1, 2]", "record 1: no JSON object"),
        ("q.json", b"3", "holds no list of questions"),
    ],
)
def test_what_is_no_such_file_is_refused_with_what_to_do(tmp_path, name, content, complaint):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ItemFormatError, match=complaint):
        read_people_file(tmp_path / name)


def test_a_question_over_lines_of_any_kind_closes_its_quotation_mark(tmp_path):
    """What Unicode takes for the end of a line, and CSV does not, moves no line."""
    text = 'question;a;b;gold\n"One;\u2028";x;y;a\nFour?;x;y;b\n'
    (tmp_path / "q.csv").write_text(text, encoding="utf-8")
    assert len(read_people_file(tmp_path / "q.csv").items) == 2


@pytest.mark.parametrize(
    ("question", "encoding", "reads"),
    [
        ("Welche Größe?", "cp850", "Gr”áe"),
        ("Welche Prüfung?", "mac_roman", "PrŸfung"),
        ("Które było?", "cp1250", "by³o"),
        ("Hangisi doğru?", "cp1254", "doðru"),
        ("Какой вопрос?", "cp1251", "Êàêîé"),
        ("Είναι σωστό;", "cp1253", "Åßíáé"),
        ("问题文字选项?", "gbk", "ÎÊÌâÎÄ"),
        ("題目是什麼東西?", "big5", "ÃD¥Ø"),
    ],
)
def test_text_in_an_encoding_that_is_not_known_is_refused_with_a_word_of_it(
    tmp_path, question, encoding, reads
):
    (tmp_path / "q.csv").write_bytes(f"question,A,B,gold\n{question},x,y,A\n".encode(encoding))
    with pytest.raises(ItemFormatError, match=rf"it would read '{reads}.*\(Excel: CSV UTF-8\)"):
        read_people_file(tmp_path / "q.csv")


@pytest.mark.parametrize(
    "question",
    [
        "Größe der „Milz“ – 5 § für 3 cm³ à 2½ €?",
        "Où sont créées l’âme naïve et l’œuvre de l’éléphant préférée? HÉRÉDITÉ, GÉNÉRALITÉS",
        "¿Qué año? ¡Sí! niño¿cuál?",
        "Die Hauptstadt ist ………………………………, und ····················?",
        "Ærøskøbing, jäääär, Ÿ, Šimek, Müller™-Test, a†b",
    ],
)
def test_words_of_western_europe_in_windows_1252_are_read(tmp_path, question):
    (tmp_path / "q.csv").write_bytes(f'question,A,B,gold\n"{question}",x,y,A\n'.encode("cp1252"))
    assert read_people_file(tmp_path / "q.csv").items[0].question == question


def test_a_folder_without_questions_is_refused(tmp_path):
    with pytest.raises(ItemFormatError, match=r"is no benchmark and holds no"):
        read_people_file(tmp_path)


@pytest.mark.slow
def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        for number in range(3):
            with parts.open(f"xl/worksheets/sheet{number}.xml", "w") as part:
                for _ in range(100):
                    part.write(b" " * (1 << 20))
    assert path.stat().st_size < 1 << 20
    with pytest.raises(ItemFormatError, match=r"unpacks to 300 MB"):
        read_people_file(path)


@pytest.mark.slow
def test_a_cell_far_below_the_last_question_costs_nothing(tmp_path):
    rows = [["question", "A", "B", "gold"], ["What?", "x", "y", "B"]]
    path = workbook(tmp_path / "q.xlsx", ("s", rows))
    book = openpyxl.load_workbook(path)
    book["s"]["A1048576"] = " "
    book.save(path)
    assert len(read_people_file(path).items) == 1
    assert excel.EMPTY_MAX < 1_048_576


@pytest.mark.slow
def test_a_parquet_file_that_claims_too_many_rows_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "q.parquet"
    pl.DataFrame({"question": ["same"] * 1_100_000}).write_parquet(path)
    with pytest.raises(ItemFormatError, match=r"more than 1,000,000 rows"):
        read_people_file(path)


@pytest.mark.slow
def test_more_text_than_is_read_is_refused(tmp_path, monkeypatch):
    pl.DataFrame({"question": ["x" * 1_000_000] * 100}).write_parquet(tmp_path / "q.parquet")
    monkeypatch.setattr(columnar, "TABLE_MAX", 10_000_000)
    with pytest.raises(ItemFormatError, match="unpacks to more than can be read"):
        read_people_file(tmp_path / "q.parquet")


@pytest.mark.slow
@given(place=st.integers(0, 3_000), byte=st.integers(0, 255))
@settings(max_examples=12, deadline=None)
def test_a_damaged_parquet_file_is_refused_or_read(tmp_path_factory, place, byte):
    folder = tmp_path_factory.mktemp("damaged")
    rows = [{"question": f"q{n}", "choices": ["x", "y"], "answer": n % 2} for n in range(20)]
    pl.DataFrame(rows).write_parquet(folder / "q.parquet")
    data = bytearray((folder / "q.parquet").read_bytes())
    data[-1 - place % len(data)] = byte
    (folder / "q.parquet").write_bytes(data)
    with contextlib.suppress(ItemFormatError):
        assert 0 < len(read_people_file(folder / "q.parquet").items) <= len(rows)


def test_an_empty_sheet_is_said_with_the_others(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Leer"
    book.create_sheet("Fragen").append(["question", "A", "B", "gold"])
    book.save(tmp_path / "q.xlsx")
    with pytest.raises(
        ItemFormatError, match=r"sheet 'Leer' is empty. Others: 'Fragen'; `sheet` names the one"
    ):
        read_people_file(tmp_path / "q.xlsx", sheet="Leer")


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("Nr,Was,A,B,richtig", 'or say which it is: `columns={"question": "COLUMN"}`'),
        ("Questions,A,B,richtig", 'or say which it is: `columns={"question": "Questions"}`'),
        (
            "Frage,A,B,Lösung,Musterlösung",
            'which it is: `columns={"gold": "Lösung"}` or `columns={"gold": "Musterlösung"}`',
        ),
        ("Frage,A,B,Antwort richtig?", 'or say which it is: `columns={"gold": "Antwort richtig?"}`'),
        ("Soru,A,B,Cevap açıklaması,Cevap doğru?", 'which it is: `columns={"gold": "Cevap doğru?"}`'),
        ("Frage,A,B,Richtig A?,Richtig B?", "column, 'gold': 'Richtig A?' and 'Richtig B?' seem to mark"),
        ("Frage,Antwort 1,Richtig 1,Antwort 2,Richtig 2", "'Richtig 1' and 'Richtig 2' seem to mark"),
        ("Soru,A,A doğru?,B,B doğru?", "'A doğru?' and 'B doğru?' seem to mark an option each"),
        ("question,A,B,is_correct_a,is_correct_b", "'is_correct_a' and 'is_correct_b' seem to mark"),
        (
            "Otázka,Odpověď A,Odpověď B,Správná odpověď",
            '{"question": "Otázka", "options": "Odpověď A+Odpověď B", "gold": "Správná odpověď"}`.',
        ),
        ("문제,보기1,보기2,정답", '{"question": "문제", "options": "보기1+보기2", "gold": "정답"}`.'),
        ("Spørgsmål,Svar A,Svar B,Rigtigt svar", '{"question": "Spørgsmål", "gold": "Rigtigt svar"}`.'),
        (
            "Spm - max 120,Svar 1 - max 75,Svar 2 - max 75,Tid,Rett",
            '{"question": "Spm - max 120", "options": "Svar 1 - max 75+Svar 2 - max 75", "gold": "COLUMN"}`.',
        ),
        ("Frage,Richtig?", "or, where all answers are yes and no, write these into 'Richtig?'."),
        ("Frage,A,B,topic", 'or say which it is: `columns={"gold": "COLUMN"}`'),
        ("Frage,A,B,topic,Loesungen", 'or say which it is: `columns={"gold": "Loesungen"}`'),
        (
            "Was,x,y,ok",
            'is which: `columns={"question": "COLUMN", "options": "COLUMN+COLUMN", "gold": "COLUMN"}`',
        ),
    ],
)
def test_columns_that_are_not_found_are_asked_for_by_their_own_names(tmp_path, header, said):
    (tmp_path / "q.csv").write_text(f"{header}\n{','.join('x' * len(header.split(',')))}\n")
    with pytest.raises(ItemFormatError) as refused:
        read_people_file(tmp_path / "q.csv")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Aussage;Richtig?\nx;ja\ny;nein\n", "Aussage"),
        ("İfade;Doğru?\nx;evet\ny;hayır\n", "İfade"),
        ("Affirmation;Thème;Correct ?\nx;t;vrai\ny;t;faux\n", "COLUMN"),
    ],
)
def test_of_answers_that_are_yes_and_no_what_is_asked_must_be_said_alone(tmp_path, text, column):
    (tmp_path / "q.csv").write_text(text, encoding="utf-8")
    with pytest.raises(
        ItemFormatError, match=r"are yes and no: `columns={\"question\": \"(\w+)\"}`"
    ) as refused:
        read_people_file(tmp_path / "q.csv")
    assert f'"{column}"' in str(refused.value)
    asked = text.partition(";")[0]
    assert len(read_people_file(tmp_path / "q.csv", {"question": asked}).items) == 2


def test_a_column_that_is_misspelt_is_proposed_as_it_stands_in_the_file(tmp_path):
    (tmp_path / "q.csv").write_text("Frage,A,B,Lösung,topic\nx,y,z,A,t\n")
    with pytest.raises(ItemFormatError) as refused:
        read_people_file(tmp_path / "q.csv", {"gold": "Loesung"})
    said = str(refused.value)
    assert "`columns={\"gold\": \"Loesung\"}`: there is no column 'Loesung'. Did you mean 'Lösung'?" in said
    assert said.endswith('or say which it is: `columns={"gold": "Lösung"}`.')
    assert as_options(said).endswith("or say which it is: --map gold=Lösung.")


def test_a_plus_may_be_part_of_a_columns_name(tmp_path):
    (tmp_path / "q.csv").write_text("Frage,Na+,K+,Ca2+,Lösung\nWas?,x,y,z,y\n", encoding="utf-8")
    (item,) = read_people_file(tmp_path / "q.csv", {"options": "Na++K++Ca2+"}).items
    assert (item.options, item.gold) == ({"A": "x", "B": "y", "C": "z"}, ("B",))


def test_a_modules_name_in_the_current_folder_runs_nothing(tmp_path, monkeypatch):
    """Python looks there first for what `-m` names imports."""
    monkeypatch.chdir(tmp_path)
    rows = [{"question": f"{n}?", "A": "x", "B": "y", "gold": "A"} for n in range(3)]
    pl.DataFrame(rows).write_parquet("q.parquet")
    for name in ("json", "polars", "tempfile", "benchmark"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\nraise SystemExit")
    assert len(read_people_file(tmp_path / "q.parquet").items) == 3
    assert not (tmp_path / "ran").exists()


def test_a_sheet_that_stands_in_the_list_again_and_again_is_not_read_as_often(tmp_path):
    path, made = (
        tmp_path / "q.xlsx",
        workbook(tmp_path / "good.xlsx", ("s", [["question", "A", "B", "gold"]])),
    )
    with zipfile.ZipFile(made) as good, zipfile.ZipFile(path, "w") as parts:
        for part in good.namelist():
            data = good.read(part)
            if part == "xl/workbook.xml":
                begin = data.index(b"<sheet ")
                one = data[begin : data.index(b"/>", begin) + 2]
                again = b"".join(
                    one.replace(b'name="', b'name="%d' % n).replace(b'sheetId="', b'sheetId="%d' % n)
                    for n in range(1, 4_000)
                )
                data = data.replace(one, one + again)
            parts.writestr(part, data)
    with pytest.raises(ItemFormatError, match="several names in its list are one sheet"):
        read_people_file(path)
