"""Cue words of Hungarian, Greek, Romanian, Slovak, Lithuanian, Latvian, Estonian, Catalan, Basque and Galician."""

from parsers.grammar.languages.language import Language

HUNGARIAN = Language(
    name="Hungarian",
    heading="megoldas",
    true="igaz helyes",
    false="hamis nem_igaz helytelen nem_helyes hibas",
    all_of="mindegyik mind_a_negy az_osszes_valasz az_osszes",
    answer="valasz* megoldas*",
    right="legvaloszinubb legmegfelelobb legpontosabb illik helyes* jo legjobb",
    option="valaszlehetoseg opcio lehetoseg betu",
    link="""
        kizarolag kizarasos kizarassal en csak biztosan leginkabb ide a az ez tehat igy erre kerdesre
    """,
    negation="nem sem soha egyik",
    wrong="""
        kevesbe_valoszinu valoszinutlen hibas* helytelen rossz teves kizar* helytelen*
    """,
    pick="valasztanam valasztom",
    so="tehat igy ezert",
    others="tobbi egyeb masik",
    because="mert hiszen",
    both="es valamint",
    either="vagy",
    refusal=(
        r"\bnem (?:adhatok|tudok adni|allithatok fel|segithetek|tudok segiteni|nyujthatok|allapithatok meg diagnozist|valaszolhatok)\b",
        r"\bnem tudok (?:\w+ ){0,3}(?:segiteni|valaszolni|adni)",
    ),
    abstention=(
        r"\begyik sem\b",
        r"\bnem (?:hatarozhato|allapithato) meg\b",
    ),
    excluding="kizarom kizarhato kizarjuk kizarva elvetem kiesik",
    only="csak egyedul",
    for_example="peldaul",
    but="hanem",
    condition="ha",
    question="kerdes",
    sources="Wiktionary; Universal Dependencies' Hungarian treebank.",
)


OTHER_EUROPEAN = Language(
    name="Greek, Romanian, Slovak, Lithuanian, Latvian, Estonian, Catalan, Basque and Galician",
    true="adevarat adevarata cert certa pravda tiesa patiess patiesi toene verdadeiro egia egiazkoa σωστο σωστό σωστη σωστή αληθες αληθές corect corecta correcte correcta oige teisinga teisingas teisingai pareizi pareiza spravne spravna zuzena ναι da taip",
    false="fals falsa nepravda netiesa nepatiess nepatiesi aplams gezurra faltsua λαθος λάθος ψευδες ψευδές gresit gresita incorect incorecta nespravne nespravna incorrecte incorrecta vale neteisinga neteisingas neteisingai nepareizi nepareiza okerra οχι όχι",
    all_of="ολα_τα_παραπανω όλα_τα_παραπάνω toate_cele_de_mai_sus toate_variantele vsetky_moznosti visi_atsakymai visi_varianti koik_vastused totes_les_anteriors totes_les_respostes guztiak",
    answer="""
        απαντηση απάντηση raspuns* odpoved* atsakym* atbild* vastus* resposta* erantzun*
    """,
    right="""
        egokia egokiena cea_mai_potrivita cel_mai_potrivit cea_mai_probabila cel_mai_probabil cea_mai_buna
        cel_mai_bun η_πιο_κατάλληλη η_πιο_καταλληλη η_πιο_πιθανή η_πιο_πιθανη πιθανότερη πιθανοτερη
        najpravdepodobnejsia najlepsia σωστό potriveste σωστη σωστή ορθη ορθή corect* spravn* teising*
        pareiz* oige* correct* zuzen* correcta σωστο ορθο
    """,
    option="""
        επιλογη επιλογή optiune* varianta* moznost* pasirinkim* variants variant* opcion* aukera* lletra
    """,
    link="""
        η_πιο πιο μονο μόνο το trebuie sa_fie sa fie doar cel_mai_bine se ar numai nur as ειναι είναι η este
        je yra ir on es la l da zein h la_aceasta_intrebare i_si_klausima sio_klausimo uz_so_jautajumu
        sellele_kusimusele selle_kusimuse
    """,
    copula="sunt su son dira ειναι είναι este yra ir on es da",
    negation="""
        no_triaria no_trio no_és no_es_la no_pot_ser δεν όχι οχι nu nie ne nav ei no ez mai nera pole
    """,
    wrong="""
        nehodi nezodpoveda* nevyhovuj* mai_putin_probabil mai_putin_probabila λαθος λάθος λανθασμενη gresit*
        nespravn* neteising* nepareiz* vale incorrect* okerra incorect* eronat*
    """,
    pick="triaria alege επελεγα επέλεγα επιλεγω aleg επιλέγω queda",
    so="αρα άρα deci todel tatad",
    others="αλλες άλλες υπολοιπες celelalte kiti parejie muud altres",
    because="""
        γιατι γιατί επειδη επειδή διοτι διότι deoarece pentru_ca fiindca pretoze lebo nes jo sest perque
        porque
    """,
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
    condition="daca αν εαν si",
    doubting="s-ar_putea_crede ar_putea_parea",
    sources="Wiktionary; Universal Dependencies' treebanks of these languages.",
)


LANGUAGES = (HUNGARIAN, OTHER_EUROPEAN)
