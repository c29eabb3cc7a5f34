"""Options that speak of other options or of places: which they are, and where they stay."""

import pytest

from benchmark.fixed_places import SpeaksOf, movable, names_letters, speaking

OTHERS = [
    *("All of the above", "None of the above.", "all the above", "None of above", "Any of the above"),
    *("Both of the above", "Neither of the above", "Two of the above", "All of these", "None of these"),
    *("None of the other options", "All of the answers are correct", "All are correct", "None is correct"),
    *(
        "All of the above are true",
        "No other option is correct",
        "None of the listed options",
        "Both",
        "Neither",
    ),
    *("None of the above drugs", "All of the above mentioned", "All of the following", "“All of the above”"),
    *("Alle genannten", "Alle der oben genannten", "Keine der Antworten ist richtig", "Keine der genannten"),
    *("Alle Antworten sind richtig", "Keine der obigen Aussagen trifft zu", "Keines davon", "Weder noch"),
    *("Alle oben genannten Antworten sind richtig", "Keine Antwort ist richtig", "Alle Aussagen treffen zu"),
    *("Toutes les réponses ci-dessus", "Aucune de ces réponses", "Toutes les propositions sont exactes"),
    *(
        "Aucune des réponses précédentes",
        "Toutes ces réponses",
        "Tout ce qui précède",
        "Aucune des propositions",
    ),
    *("Todas las anteriores", "Ninguna de las anteriores", "todas son correctas", "Todo lo anterior"),
    *("Ninguna es correcta", "Todas las opciones anteriores", "Ninguno de los anteriores", "Ambas"),
    *("Todas as anteriores", "Nenhuma das anteriores", "Nenhuma das alternativas", "Todas estão corretas"),
    *("Nenhuma das alternativas acima", "Tutte le precedenti", "Nessuna delle precedenti"),
    *("Tutte le risposte sono corrette", "Nessuna delle risposte", "Nessuna di queste"),
    *("Alle bovenstaande antwoorden", "Geen van bovenstaande", "Geen van de genoemde", "Al het bovenstaande"),
    *("Alla ovanstående", "Inget av ovanstående", "Inga av alternativen", "Samtliga ovanstående"),
    *("Wszystkie powyższe", "Żadne z powyższych", "Wszystkie odpowiedzi są prawidłowe"),
    *(
        "Żadna z powyższych odpowiedzi",
        "Hepsi",
        "Hiçbiri",
        "Yukarıdakilerin hepsi",
        "Yukarıdakilerin hiçbiri",
    ),
    *("Все вышеперечисленное", "Всё перечисленное", "Ничего из перечисленного", "Все ответы верны"),
    *(
        "Ни один из вышеперечисленных",
        "Все перечисленные варианты",
        "以上都是",
        "以上都不是",
        "以上皆非",
        "以上均不是",
    ),
    *(
        "以上选项都对",
        "以上都不对",
        "以上全部",
        "上記のすべて",
        "上記のいずれでもない",
        "すべて正しい",
        "いずれも正しくない",
    ),
    *("上記すべて", "以上のすべて", "以上皆是", "위의 모두"),
    *("Усе вищезазначене", "Жодна з відповідей", "Всички изброени", "Нито едно от посочените"),
    *("Све наведено", "Sve navedeno", "Ništa od navedenog", "Všechny výše uvedené", "Žádná z uvedených"),
    *(
        "Všetky odpovede sú správne",
        "Žiadna z uvedených",
        "Az összes fenti",
        "Egyik sem",
        "A fentiek egyike sem",
    ),
    *(
        "Egyik válasz sem helyes",
        "Toate cele de mai sus",
        "Niciuna dintre variante",
        "Visi aukščiau išvardyti",
    ),
    *("Nė vienas iš jų", "Όλα τα παραπάνω", "Κανένα από τα παραπάνω", "Όλες οι απαντήσεις είναι σωστές"),
    *("Alle ovenstående", "Ingen af ovenstående", "Ingen av alternativene", "Kaikki edellä mainitut"),
    *(
        "Ei mikään edellä mainituista",
        "Ei mikään",
        "Tất cả các đáp án trên",
        "Tất cả đều đúng",
        "Semua benar",
    ),
    *("Tidak ada jawaban yang benar", "همه موارد", "هیچکدام", "כל התשובות נכונות", 'כל הנ"ל', "ถูกทุกข้อ"),
]
PLACES = [
    *(
        "Both A and B",
        "A and B only",
        "Neither A nor B",
        "A and B",
        "A or B",
        "A, B",
        "a and b",
        "(A) and (B)",
    ),
    *(
        "A & B",
        "Only A",
        "A only",
        "Only A and B",
        "Options A and B",
        "Answers A and B are correct",
        "A) and B)",
    ),
    *("All except A", "All of the above except B", "Either A or B", "A but not B", "Option A", "1 and 2"),
    *("Options 1 and 2", "both 1 and 2", "The first two", "A und B", "Sowohl A als auch B", "Weder A noch B"),
    *("Nur A", "A und B sind richtig", "Antwort A und B", "Antworten A und B sind richtig", "1 und 2"),
    *("Alle außer A", "A et B", "Les réponses A et B", "A et B sont exactes", "ni A ni B", "A y B"),
    *(
        "A y B son correctas",
        "Las opciones A y B",
        "Ni A ni B",
        "A e B",
        "As alternativas A e B",
        "A e B sono corrette",
    ),
    *(
        "A en B",
        "Zowel A als B",
        "A och B",
        "Både A och B",
        "A i B",
        "Zarówno A jak i B",
        "A ve B",
        "hem A hem B",
    ),
    *(
        "А и Б",
        "Ни А, ни Б",
        "А и Б верны",
        "Верны А и Б",
        "A和B",
        "A、B",
        "A和B都对",
        "选项A和B",
        "AとB",
        "AおよびB",
        "A și B",
        "A és B",
        "A ir B",
        "A og B",
        "А та Б",
    ),
]
NEITHER = [
    *(
        "Tidak benar",
        "Ei oikein",
        "Не вірно",
        "Nesprávné",
        "Nem helyes",
        "Ingen smerte",
        "všechny léky",
        "Nu este corect",
    ),
    *("None", "none", "no", "all patients above 60", "All adults above the age of 18", "Vitamin A and B12"),
    *(
        "Both kidneys",
        "Hepatitis A and B",
        "type A and type B personality",
        "Influenza A or B",
        "Vitamin A only",
    ),
    *("A", "B", "AB", "1", "2", "12", "1 to 2 weeks", "Above the knee", "The above-knee amputation"),
    *("None of the patients survive the first year", "All of the blood", "Both parents", "Neither parent"),
    *("All", "All or nothing thinking", "Any", "Some", "Above average", "Type A", "Group B streptococcus"),
    *("both lungs and kidneys", "HLA-A and HLA-B", "A and E department", "Other", "Others", "Not known"),
    *("Alle Patienten über 60", "Keine", "Alle", "Beide Nieren", "Vitamin A und B12", "Hepatitis A und B"),
    *("Keine Therapie", "Alle zwei Wochen", "Nur Lithium", "Keine Veränderung", "beide Arme"),
    *("Aucun", "Aucune", "Tous les jours", "Toutes les deux heures", "Les deux reins", "Vitamine A et B12"),
    *(
        "Ninguno",
        "Ninguna",
        "Todos",
        "Todos los días",
        "Hepatitis A y B",
        "Ambos riñones",
        "todas las noches",
    ),
    *("Nenhum", "Todos os dias", "Nenhuma dor", "Tutti", "Nessuno", "Tutti i giorni", "Nessun dolore"),
    *(
        "Geen",
        "Alle dagen",
        "Geen pijn",
        "Beide nieren",
        "Ingen",
        "Alla dagar",
        "Ingen smärta",
        "Żadne",
        "Wszystkie",
    ),
    *(
        "Hepatit A ve B",
        "Her gün",
        "Никакой",
        "Все пациенты",
        "Гепатит А и Б",
        "Оба глаза",
        "以上",
        "全部",
        "血压60以上",
    ),
    *("60岁以上", "都市", "两者", "60歳以上", "すべての患者", "ビタミンAとB", "両方の腎臓", "維生素A和B"),
    *(
        "lithium and valproate",
        "a and the rest",
        "O",
        "E. coli",
        "A. and the like",
        "IgA and IgE",
        "B or not",
    ),
]


@pytest.mark.parametrize("text", OTHERS)
def test_an_option_about_all_others_stays_last_and_the_rest_moves(text):
    options = {"A": "lithium", "B": "valproate", "C": "clozapine", "D": text}
    assert speaking(options) == {"D": SpeaksOf.OTHERS}
    assert movable(options) == ["A", "B", "C"]


@pytest.mark.parametrize("text", PLACES)
def test_an_option_that_names_places_keeps_the_whole_order(text):
    options = {"A": "lithium", "B": "valproate", "C": "clozapine", "D": text}
    assert speaking(options) == {"D": SpeaksOf.PLACES}
    assert movable(options) == []


@pytest.mark.parametrize("text", NEITHER)
def test_a_text_that_only_sounds_like_one_moves_as_any_other(text):
    options = {"A": "lithium", "B": "valproate", "C": "clozapine", "D": text}
    assert not speaking(options)
    assert movable(options) == list("ABCD")


@pytest.mark.parametrize(
    ("texts", "places"),
    [
        # Statements that the question numbers, vitamins, counts: the signs are no options.
        (["1 and 3", "2 and 4", "1, 2 and 3", "4 only"], "ABCD"),
        (["A and D", "B and C", "E and K", "C and K"], "ABCD"),
        (["A and D", "B and C", "E and K", "iron"], "ABCD"),
        (["a and c", "b and d", "only a", "a, b and c"], "ABCD"),
        (["0", "5", "1 or 2", "7"], "ABCD"),
        (["2 mg", "4 mg", "8 mg", "1 and 2"], "ABCD"),
        (["1", "2", "3", "4"], "ABCD"),
        (["A", "B", "AB", "O"], "ABCD"),
        # Several of them, and where one stands before others.
        (["x", "y", "All of the above", "None of the above"], "AB"),
        (["x", "y", "A and B", "A, B and C"], ""),
        (["x", "y", "Both A and B", "Neither A nor B"], ""),
        (["x", "All of the above", "y", "z"], ""),
        (["None of these", "x", "y", "z"], ""),
        (["x", "y", "Both", "Neither"], "AB"),
        (["Both A and B", "x", "y", "z"], "ABCD"),  # A is itself: letters of another list
    ],
)
def test_what_can_move_is_decided_of_all_options_together(texts, places):
    assert movable(dict(zip("ABCD", texts, strict=True))) == list(places)


def test_letters_without_a_list_that_they_are_letters_of():
    assert [text for text in (*PLACES, *NEITHER) if names_letters(text)] != []
    for text in ("Both A and B", "Neither A nor B", "Sowohl A als auch B", "A and B only"):
        assert names_letters(text)
    for text in NEITHER:
        assert not names_letters(text), text


def test_a_long_text_takes_no_time():
    assert not speaking({"A": "ni " * 30, "B": "e i o " * 15, "C": "both a and " * 8, "D": "以上" * 45})
