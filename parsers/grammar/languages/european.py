"""Cue words of Greek, Romanian, Slovak, Lithuanian, Latvian, Estonian, Catalan, Basque and Galician."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Greek, Romanian, Slovak, Lithuanian, Latvian, Estonian, Catalan, Basque and Galician",
    answer="""
        απαντηση απάντηση raspuns* odpoved* atsakym* atbild* vastus* resposta* erantzun*
    """,
    right="""
        cea_mai_potrivita cel_mai_potrivit cea_mai_probabila cel_mai_probabil cea_mai_buna cel_mai_bun η_πιο_κατάλληλη η_πιο_καταλληλη η_πιο_πιθανή η_πιο_πιθανη πιθανότερη πιθανοτερη najpravdepodobnejsia najlepsia
        σωστό
        potriveste
        σωστη σωστή ορθη ορθή corect* spravn* teising* pareiz* oige* correct* zuzen* correcta σωστο ορθο
    """,
    option="""
        επιλογη επιλογή optiune* varianta* moznost* pasirinkim* variants variant*
        opcion* aukera* lletra
    """,
    link="η_πιο πιο μονο μόνο το trebuie sa_fie sa fie doar cel_mai_bine se ar numai nur as ειναι είναι η το este je yra ir on es la l da zein h",
    copula="ειναι είναι este yra ir on es da",
    negation="no_triaria no_trio no_és no_es_la no_pot_ser δεν όχι οχι nu nie ne nav ei no ez mai nera pole",
    wrong="""
        mai_putin_probabil mai_putin_probabila
        λαθος λάθος λανθασμενη gresit* nespravn* neteising* nepareiz* vale incorrect* okerra incorect*
        eronat*
    """,
    pick="triaria alege επελεγα επέλεγα επιλεγω aleg επιλέγω",
    so="αρα άρα deci todel tatad",
    others="αλλες άλλες υπολοιπες celelalte kiti parejie muud altres",
    because="γιατι γιατί επειδη επειδή διοτι διότι deoarece pentru_ca fiindca pretoze lebo nes jo sest perque porque",
    both="και si a ir un i eta ja",
    either="η ή sau alebo arba vai voi o edo",
    takes=(
        "Η σωστή απάντηση είναι ◆.",
        "Răspunsul corect este ◆.",
        "Správna odpoveď je ◆.",
        "Teisingas atsakymas: ◆",
        "Erantzun zuzena: ◆",
        "Cel mai bun răspuns este ◆.",
        "Varianta ◆ este cea mai potrivită.",
        "Η επιλογή ◆ είναι σωστή.",
    ),
    refuses=(
        "Η απάντηση δεν είναι ◆.",
        "Răspunsul nu este ◆.",
        "Răspuns greșit: ◆",
        "Varianta ◆ este incorectă.",
        "Teisingas atsakymas nėra ◆.",
    ),
    sources="Wiktionary; Universal Dependencies' treebanks of these languages.",
)
