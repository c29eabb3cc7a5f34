"""Text that was decoded in a code page that is not its own is refused; text of any language is not."""

import json
import re
import unicodedata

import polars as pl
import pytest

from benchmark.errors import ItemFormatError
from benchmark.imports import read_people_file
from benchmark.imports.files.text import misread
from tests.support.questions import found_in, lines

CZECH = "Která léčba je správná při úzkosti? Druhá část otázky? lítium, zinek"
POLISH = "Które leczenie jest właściwe? Źródło lęku? Dziecięca żółtaczka, śmierć"
HUNGARIAN = "Melyik gyógyszer a legjobb, ha erős a szorongás? Az őrült nő fűz, ötször, örökre"
ROMANIAN = "Care este tratamentul potrivit pentru anxietate în ţară şi copilărie?"
CROATIAN = "Koje je odgovarajuće liječenje? što znači čovjek, žena, đak"
TURKISH = "Hangisi doğru? İlaç tedavisi şüpheli, yanlış, ağrı, çocuk, ölüm"
GERMAN = "Größe der Ängste? Für wen ist die Prüfung über das Gemüt?"
FRENCH = "Où sont créées l’âme naïve et l’œuvre de l’éléphant préférée? Ça coûte 5 € à l'élève"
SPANISH = "¿Cuál es el tratamiento del niño, señor? Acción, pingüino, corazón"
LITHUANIAN = "Kuris gydymas yra tinkamas? ąžuolas, šeštadienis, žmogus, ėjimas, įvykis, ūkis"
RUSSIAN = "Да или нет? Какое лечение правильно при тревоге?"
KOREAN = "우울증 약은? 설트랄린, 철"
GREEK = "Ποια θεραπεία είναι σωστή; Ναι ή όχι"
VIETNAMESE = "Bệnh nào là đúng? Thuốc nào cho trầm cảm, một, hai, không, ở trẻ"
PAGES = [
    *((CZECH, page) for page in ("iso8859_2", "cp1250", "cp852", "mac_latin2")),
    *((POLISH, page) for page in ("iso8859_2", "iso8859_13", "cp1257")),
    *((HUNGARIAN, page) for page in ("iso8859_2", "cp1250", "mac_latin2")),
    *((ROMANIAN, page) for page in ("iso8859_2", "cp1250")),
    *((CROATIAN, page) for page in ("iso8859_2", "cp1250", "cp852")),
    *((TURKISH, page) for page in ("iso8859_9", "cp1254")),
    *((SPANISH, page) for page in ("mac_roman",)),
    *((GERMAN, page) for page in ("mac_roman", "mac_latin2")),
    *((LITHUANIAN, page) for page in ("cp1257", "iso8859_13")),
    *((RUSSIAN, page) for page in ("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic")),
    *((GREEK, page) for page in ("iso8859_7", "cp1253")),
    (KOREAN, "cp949"),
    *((text, "cp1258") for text in (VIETNAMESE, VIETNAMESE[:14])),
]
ALL = (
    CZECH,
    POLISH,
    HUNGARIAN,
    ROMANIAN,
    CROATIAN,
    TURKISH,
    GERMAN,
    FRENCH,
    SPANISH,
    LITHUANIAN,
    RUSSIAN,
    GREEK,
    VIETNAMESE,
)
OTHERS = [
    "Größe der „Milz“ – 5 § für 3 cm³ à 2½ €?",
    "¿Qué año? ¡Sí! niño¿cuál?",
    "Ærøskøbing, jäääär, Ÿ, Šimek, Müller™-Test, a†b",
    "Muñoz, Gómez, Crête, Müller, Ångström, São Paulo, Curaçao",
    "µg ± 5 °C × 3, α-amylase, β-blocker, don’t, “quote” — ok…",
    "CAFÉ\u00a0? « É » „Ä“ MAÇÃ “LÔ naïve mean±sd",
    "Sjögren, Ménière, Guillain–Barré, Behçet, Köhler, Tourette’s",
    "Czy to słuszne? Điều trị nào đúng cho chứng lo âu?",
    "哪种治疗是正确的? 어느 치료가 맞습니까? どの治療が正しいですか",
    "Hvilken behandling er rigtig for ængstelse? Hår, sår, bæger, høj",
    "Qual é a opção certa? Não, coração, três, à noite, avô, índio, útil",
    "Vilken behandling är rätt vid ångest? Går, öra, idé",
    "Crohn´s disease? l´hôpital, d´Alembert, rock´n´roll",
    "¹H NMR, ³H-thymidine, Å², Å³, ¢5, 30¢each",
    "x¹², y²³, ¹² and ¹³C? ¹³ ±",
    "/æ/, /ð/, /ø/? å ä ö æ ø ß þ ð ñ",
    "Pehini eo ar respont mat? paeañ, kodoù, ezhomm, gêr, hentoù",
]


def csv(text):
    question, *more = text.split("? ")
    return f"question;A;B;gold\n{question}?;{' '.join(more) or 'x'};y;A\n"


@pytest.mark.parametrize(("text", "page"), PAGES)
def test_text_in_a_code_page_that_is_not_western_is_refused(tmp_path, text, page):
    written = csv(by_marks(text) if page == "cp1258" else text).encode(page)
    (tmp_path / "q.csv").write_bytes(written)
    with pytest.raises(ItemFormatError) as refused:
        read_people_file(tmp_path / "q.csv")
    assert ("it would read '" in str(refused.value)) == decodes(written)


def by_marks(text: str) -> str:
    """As Windows-1258 has it: letters with their shape, the tone as a sign after them."""
    tones = "\u0300\u0301\u0303\u0309\u0323"
    split = unicodedata.normalize("NFD", text)
    ordered = re.sub(rf"([{tones}])([^\W\d_{tones}\x00-\x7f]|[\u0302\u0306\u031b])", r"\2\1", split)
    return re.sub(rf"[^{tones}]+", lambda match: unicodedata.normalize("NFC", match[0]), ordered)


@pytest.mark.parametrize(
    ("text", "page", "words"),
    [
        ("Care pastilă este bună? da", "cp1250", "'pastilã', 'bunã'"),
        ("Lék proti úzkosti? ano", "cp1250", "'úzkosti', 'Lék'"),
        ("Größe? klein", "cp1252", "'Größe'"),
        ("ja – nein? 5 § x", "cp1252", ""),
    ],
)
@pytest.mark.parametrize("name", ["q.csv", "q.jsonl"])
def test_a_code_page_that_is_assumed_is_said_with_words_and_what_to_do(tmp_path, text, page, words, name):
    row = json.dumps({"question": text, "options": ["x", "y"], "gold": "A"}, ensure_ascii=False)
    (tmp_path / name).write_bytes((csv(text) if name == "q.csv" else row).encode(page))
    _, found = found_in(tmp_path / name)
    advice = f" (with the words {words}; where these are wrong, save the file again as UTF-8)"
    assert f"the encoding is taken to be Windows-1252{advice if words else ''}" in found
    (tmp_path / name).write_text(csv(text) if name == "q.csv" else row, encoding="utf-8")
    assert "the encoding is UTF-8" in found_in(tmp_path / name)[1]


def decodes(written: bytes) -> bool:
    """Whether Windows-1252 has a sign for each byte, so that the words alone tell."""
    try:
        written.decode("cp1252")
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("text", [CZECH, GERMAN, FRENCH, RUSSIAN, TURKISH])
@pytest.mark.parametrize("page", ["cp1252", "latin_1", "cp1251", "mac_roman", "cp437"])
def test_utf8_that_was_read_as_something_else_and_saved_again_is_refused(tmp_path, text, page):
    read = b"".join([text.encode()]).decode(page, errors="ignore")
    row = {"question": read, "options": ["x", "y"], "gold": "A"}
    with pytest.raises(ItemFormatError, match="an encoding that is not its own, and saved so: '"):
        read_people_file(lines(tmp_path / "q.jsonl", row))


def test_what_is_misread_is_refused_or_said_in_every_kind_of_file(tmp_path):
    read = RUSSIAN.encode("cp1251").decode("cp1252")
    row = {"question": read, "options": ["x", "y"], "gold": "A"}
    (tmp_path / "q.json").write_text(json.dumps([row], ensure_ascii=False), encoding="utf-8")
    pl.DataFrame([row]).write_parquet(tmp_path / "q.parquet")
    (tmp_path / "q.csv").write_text(csv(read), encoding="utf-8")
    for name in ("q.json", "q.parquet", "q.csv"):
        with pytest.raises(ItemFormatError, match="and saved so: '"):
            read_people_file(tmp_path / name)
    row["question"] = CZECH.encode("iso8859_2").decode("cp1252")
    items, found = found_in(lines(tmp_path / "q.jsonl", row))
    assert items[0].question == row["question"]
    assert "Look at 'léèba': no language has such words together" in found


@pytest.mark.parametrize("text", [*ALL, *OTHERS])
def test_text_of_any_language_is_read(tmp_path, text):
    assert misread(text) is None
    (item,) = read_people_file(
        lines(tmp_path / "q.jsonl", {"question": text, "options": ["x", "y"], "gold": "A"})
    ).items
    assert item.question == text


def test_a_few_words_that_were_damaged_before_are_said_with_their_number(tmp_path):
    rows = [{"question": f"Größe {n}, Prüfung, Übung?", "options": ["x", "y"], "gold": "A"} for n in range(5)]
    rows[3]["options"] = ["fÃ¼nf", "ein Fu\ufffd"]
    items, found = found_in(lines(tmp_path / "q.jsonl", *rows))
    assert len(items) == 5
    assert "line 4 has 'fÃ¼nf', which was decoded wrongly before; so has text of 1 question in all" in found
    rows[0]["question"] = "¾cup, €uro, Mªdel"  # good as they stand, so that they can be asked
    assert "Look at '¾cup'" in found_in(lines(tmp_path / "odd.jsonl", rows[0]))[1]
    rows[0]["question"] = "Gr\ufffd\ufffde der \ufffdngste?"
    with pytest.raises(ItemFormatError, match="and saved so: 'Gr\ufffd"):
        read_people_file(lines(tmp_path / "lost.jsonl", rows[0]))
