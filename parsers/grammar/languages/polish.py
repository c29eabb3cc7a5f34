"""Cue words of Polish."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Polish",
    answer="odpowied* rozwiazanie*",
    right="najbardziej_prawdopodobna najbardziej_prawdopodobne najbardziej_prawdopodobny najbardziej_trafna najbardziej_odpowiednia poprawn* prawidlow* wlasciw* trafn* prawdziw* najlepsz* najwlasciwsz* najtrafniejsz* pasuje najlepiej odpowiada",
    option="wyborem opcja opcje opcj* wariant* litera liter* punkt numer wybor",
    link="musi byc tylko to jest brzmi jako moja na pytanie wiec zatem najbardziej jedyna jedynie ostateczna ostateczny koncowa",
    copula="jest brzmi to bylaby bylby byloby",
    negation="nie nigdy zadna zaden ani",
    wrong="""
        mniej_prawdopodobna mniej_prawdopodobne mniej_prawdopodobny nieprawdopodobn*
        bledn* nieprawidlow* niepoprawn* falszyw* niewlasciw* odpada wyklucz* wykluczyc odrzuc* myln*
        bledem blad
    """,
    pick="zaznaczyc moj_wybor_to pozostaje_wiec zostaje_wiec stawiam_na wybieram zaznaczam wybralbym wybralabym nalezy_wybrac pozostaje pozostaje_tylko zostaje_tylko mialem_na_mysli mialam_na_mysli",
    so="zatem wiec dlatego tak_wiec",
    others="pozostal* inne ostatni*",
    statement="stwierdzenie zdanie",
    because="poniewaz bo gdyz dlatego_ze",
    but="lecz ale tylko",
    both="i oraz a_takze jak_i",
    either="lub albo czy",
    refusal=(
        r"\bnie (?:moge|mozemy|jestem w stanie|wolno mi) (?:\w+ ){0,2}(?:udziel\w+|stawia\w*|postawi\w*|pomoc|odpowiedziec na (?:to|te)|doradza\w*|diagnozowa\w*|dostarcz\w+)\b",
        r"\bnie (?:moge|mozemy) (?:\w+ ){0,4}(?:pomoc|odpowiedziec|udzielic|postawic|doradz\w+|spelnic|zrealizowac)",
    ),
    abstention=(
        r"\bzadna z (?:tych|powyzszych|podanych|odpowiedzi)",
        r"\bnie (?:mozna|da sie|wiem)\b",
    ),
    correcting=(
        r"(?<!\w)(?:mialem na mysli|mialam na mysli)(?!\w)",
        r"\bpomylil(?:em|am) sie\b",
        r"\bpopelnil(?:em|am) blad\b",
        r"\b(?:poprawka|korekta|sprostowanie):",
        r"\bmoj blad\b",
        r"\bpoprawiam\b",
    ),
    true="prawda prawdziwe prawdziwa poprawna poprawne prawidlowa prawidlowe",
    false="falsz nieprawda falszywe falszywa bledna bledne niepoprawna niepoprawne nieprawidlowa",
    listed="opcjom wariantom poszczegolne_odpowiedzi odpowiedziom warianty",
    left="zostaje",
    to_asker=(
        r"moge (?:ci |panu |pani |panstwu )?pomoc",
        r"to (?:bardzo )?dobre pytanie",
        r"nie mam (?:wystarczajac\w+|dostateczn\w+) (?:informacji|danych)",
        r"nie moge (?:na to )?odpowiedziec(?: na to(?: pytanie)?)?",
    ),
    takes=(
        "Odpowiedź to ◆, nie ◈.",
        "Prawidłowa odpowiedź to ◆.",
        "Poprawna odpowiedź: ◆",
        "Odpowiedź ◆ jest prawidłowa.",
        "Zatem właściwą odpowiedzią jest ◆.",
        "Wybieram odpowiedź ◆.",
        "Poprawna jest odpowiedź ◆.",
        "To nie ◈, lecz ◆.",
        "Na podstawie opisu najlepiej pasuje opcja ◆.",
        "Wybrałbym więc ◆.",
        "Najlepszym wyborem byłaby ◆.",
        "Jeśli spojrzymy na opis, poprawna odpowiedź to ◆.",
        "Jeśli muszę wybrać, odpowiedź to ◆.",
    ),
    refuses=(
        "Odpowiedź ◆ nie jest prawidłowa.",
        "Odpowiedź to nie ◆.",
        "Błędna odpowiedź: ◆",
        "Odpowiedź ◆ jest nieprawidłowa.",
        "Odpowiedź ◆ odpada.",
        "Opcję ◆ można wykluczyć.",
        "◆, ◇, nie jest poprawne.",
        "◆ nie jest poprawną odpowiedzią.",
        "◆ jest niepoprawna, ponieważ nie pasuje do opisu.",
        "Gdyby pacjent był dzieckiem, poprawną odpowiedzią byłaby ◆.",
        "Jeśli pacjent jest dzieckiem, poprawna odpowiedź to ◆.",
        "Czy poprawna odpowiedź to ◆?",
        "Wielu studentów wybiera ◆, ale to błąd.",
        "Nie sądzę, żeby odpowiedzią była ◆.",
    ),
    sources="Wiktionary; Universal Dependencies' Polish treebanks; the wording of Polish exams.",
)
