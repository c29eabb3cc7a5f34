"""Cue words of Greek, Romanian, Slovak, Lithuanian, Latvian, Estonian, Catalan, Basque and Galician."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Greek, Romanian, Slovak, Lithuanian, Latvian, Estonian, Catalan, Basque and Galician",
    answer="""
        απαντηση απάντηση raspuns* odpoved* atsakym* atbild* vastus* resposta* erantzun*
    """,
    right="""
        egokia egokiena
        cea_mai_potrivita cel_mai_potrivit cea_mai_probabila cel_mai_probabil cea_mai_buna cel_mai_bun η_πιο_κατάλληλη η_πιο_καταλληλη η_πιο_πιθανή η_πιο_πιθανη πιθανότερη πιθανοτερη najpravdepodobnejsia najlepsia
        σωστό
        potriveste
        σωστη σωστή ορθη ορθή corect* spravn* teising* pareiz* oige* correct* zuzen* correcta σωστο ορθο
    """,
    option="""
        επιλογη επιλογή optiune* varianta* moznost* pasirinkim* variants variant*
        opcion* aukera* lletra
    """,
    link="η_πιο πιο μονο μόνο το trebuie sa_fie sa fie doar cel_mai_bine se ar numai nur as ειναι είναι η este je yra ir on es la l da zein h la_aceasta_intrebare i_si_klausima sio_klausimo uz_so_jautajumu sellele_kusimusele selle_kusimuse",
    copula="ειναι είναι este yra ir on es da",
    negation="no_triaria no_trio no_és no_es_la no_pot_ser δεν όχι οχι nu nie ne nav ei no ez mai nera pole",
    wrong="""
        nehodi nezodpoveda* nevyhovuj*
        mai_putin_probabil mai_putin_probabila
        λαθος λάθος λανθασμενη gresit* nespravn* neteising* nepareiz* vale incorrect* okerra incorect*
        eronat*
    """,
    pick="triaria alege επελεγα επέλεγα επιλεγω aleg επιλέγω queda",
    so="αρα άρα deci todel tatad",
    others="αλλες άλλες υπολοιπες celelalte kiti parejie muud altres",
    because="γιατι γιατί επειδη επειδή διοτι διότι deoarece pentru_ca fiindca pretoze lebo nes jo sest perque porque",
    both="και si a ir un i eta ja",
    either="η ή sau alebo arba vai voi o edo",
    refusal=(
        r"δεν (?:μπορω|μπορώ|επιτρεπεται|επιτρέπεται) να (?:\w+ ){0,2}(?:δωσω|δώσω|παρεχω|παρέχω|παρασχω|παράσχω|κανω διαγνωση|κάνω διάγνωση|βοηθησω|βοηθήσω|απαντησω σε αυτη|διαγνωσω|διαγνώσω)",
        r"\bnu (?:pot|imi este permis sa|am voie sa) (?:sa )?(?:\w+ ){0,2}(?:ofer\w*|da|pune (?:un )?diagnostic\w*|acord\w*|ajut\w*|raspund\w* la (?:aceasta|intrebari)|furniz\w+)\b",
        r"\bnemozem (?:\w+ ){0,3}(?:poskyt\w+|stanov\w+|pomoct|odpovedat na|radit)\b",
        r"\bma ei (?:saa|tohi) (?:\w+ ){0,3}(?:anda|aidata|panna diagnoosi|vastata sellele)\b",
        r"\bno puc (?:\w+ ){0,2}(?:donar|oferir|proporcionar|ajudar|respondre a|fer diagnostics|diagnosticar)",
        r"\bezin dut (?:\S+ ){0,3}(?:eman|lagundu|egin|eskaini)\b",
        r"\bezin dizut lagundu\b",
        r"\bnegaliu (?:\w+ ){0,2}(?:teikti|padeti|nustatyti diagnoz\w+)",
        r"\bnevaru (?:\w+ ){0,2}(?:sniegt|palidzet|noteikt diagnoz\w+)",
        r"\bnon podo (?:\w+ ){0,2}(?:dar|ofrecer|axudar|facer diagnosticos)",
    ),
    correcting=(
        r"(?:εκανα|έκανα) (?:ενα |ένα )?(?:λαθος|λάθος)",
        r"(?:διορθωση|διόρθωση):",
        r"\bam gresit\b",
        r"\bm-am inselat\b",
        r"\bcorect(?:ie|ura|are):",
        r"\bpomylil(?:a)? som sa\b",
        r"\burobil(?:a)? som chybu\b",
        r"\boprava:",
        r"\b(?:suklydau|padariau klaida)\b",
        r"\bpataisymas:",
        r"\bes kludijos\b",
        r"\blabojums:",
        r"\b(?:eksisin|tegin vea)\b",
        r"\bparandus:",
        r"\bm'he equivocat\b",
        r"\bhe comes un error\b",
        r"\bcorreccio:",
        r"\boker nengoen\b",
        r"\bokertu naiz\b",
        r"\bzuzenketa:",
        r"\btrabuqueime\b",
        r"\bequivoqueime\b",
    ),
    true="adevarat adevarata cert certa pravda tiesa patiess toene verdadeiro egia σωστο σωστό αληθες αληθές corect corecta spravne correcte correcta oige",
    false="fals falsa nepravda netiesa nepatiess aplams gezurra faltsua λαθος λάθος ψευδες ψευδές gresit gresita incorect incorecta nespravne incorrecte incorrecta",
    listed="επιλογες επιλογές fiecare_varianta fiecare_optiune variantele variantelor optiunilor jednotlive_odpovede variante variandid valikuid vastusevariante opcions variantus aukerak",
    left="gelditzen jaab_jarele jarele_jaab lieka paliek ramane ramane_doar resta zostava απομένει απομενει μένει μενει",
    said="spus zice raspuns είπε ειπε λέει λεει απάντησε απαντησε",
    own_voice="ca",
    supposing="s-ar_putea_crede ar_putea_parea",
    doubting="nu_sunt_sigur*",
    not_so=",_ale_nie_je ,_dar_nu_este ,_dar_nu_e ,_αλλα_δεν_ειναι ,_αλλά_δεν_είναι ,_pero_no_ho_es",
    would="ar_fi θα_ηταν θα_ήταν",
    if_behind_would="daca αν εαν",
    asked_of="ci daca αν εαν εάν selge,_kas ebaselge,_kas tea,_kas kindel,_kas kontrollida,_kas kaaluda,_kas",
    for_example="de_exemplu για_παράδειγμα",
    torn="vaham_medzi ezit_intre oscilez_intre αμφιταλαντεύομαι_μεταξύ διστάζω_μεταξύ",
    as_well_as="fie είτε ειτε tant",
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
