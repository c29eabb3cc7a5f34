"""Cue words of Zulu, Xhosa, Shona, Chewa, Kinyarwanda, Ganda, Oromo, Igbo, Malagasy and Lingala."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Zulu, Xhosa, Shona, Chewa, Kinyarwanda, Ganda, Oromo, Igbo, Malagasy and Lingala",
    answer="""
        impendulo mhinduro yankho igisubizo eky'okuddamu ekyokuddamu deebii deebiin azịza aziza
        valiny eyano
    """,
    right="""
        efanele elungile eyiyo echanekileyo enembile yakarurama chaiyo lolondola yolondola
        cy'ukuri cyukuri nyacyo ekituufu sirrii sirriin ziri_ezi kwesịrị_ekwesị marina ya_solo
    """,
    option="ukhetho khetho nhọrọ uburyo safidy",
    link="ngu ndi ni kiri dha bụ ya dia ezali",
    copula="ndi ni kiri dha bụ dia ezali",
    negation="akuyona ayiyona akusiyo haisi abụghị abughi tsy",
    wrong="engalungile engafanele isiri isiyo olakwika olakika sio_cyo ekikyamu dogoggora ezighi_ezi diso",
    because="ngoba ngokuba nokuti chifukwa kubera kubanga sababni maka satria mpo_na",
    both="na neti",
    either="noma kapa",
    correcting=(
        r"\bngenze iphutha\b",
        r"\bndinga phosa\b",
        r"\bdogoggoreera\b",
    ),
    takes=(
        "Impendulo efanele ngu ◆.",
        "Impendulo echanekileyo ngu-◆.",
        "Mhinduro yakarurama ndi ◆.",
        "Yankho lolondola ndi ◆.",
        "Igisubizo cy'ukuri ni ◆.",
        "Azịza ya bụ ◆.",
        "Ny valiny marina dia ◆.",
        "Eyano ya solo ezali ◆.",
    ),
    refuses=(
        "Impendulo akuyona ◆.",
        "Azịza abụghị ◆.",
        "Ny valiny diso dia ◆.",
    ),
    sources="Wiktionary; the FLORES-200 sentences of these languages.",
)
