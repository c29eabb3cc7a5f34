"""Cue words of Uyghur and Karakalpak."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Uyghur and Karakalpak",
    family="Turkic",
    answer="جاۋاب* جاۋابى جاۋابنىڭ jawab* jawob* juwap* juwab* жуўап* javab*",
    right="توغرا* توغرىسى toghra* togra* durıs* duris* duwris* togri* tuwri* tuwrı* туўры*",
    option="تاللانما* ۋارىيانت* variant* tallanma*",
    link="""
        بۇ سوئالنىڭ سوئالغا ئەڭ بولىدۇ دۇر bu so'alning soalning soalga eng bolidu hisoblinidu bul
        sorawdin sorawdın sorawga soraw
    """,
    copula="بولىدۇ bolidu boladi",
    negation="ئەمەس يوق emes yoq joq ھېچ",
    wrong="خاتا* xata* qate* natogra* naduris* nadurıs*",
    pick="تاللايمەن tallaymen",
    so="شۇڭا دېمەك shunga demek solay",
    others="باشقا* qalghan* bashqa* basqa*",
    because="چۈنكى سەۋەبى chunki",
    both="ۋە بىلەن we hem hám",
    either="ياكى yaki",
    refusal=(
        r"ياردەم قىلالمايمەن",
        r"جاۋاب بېرەلمەيمەن",
    ),
    abstention=(
        r"ھېچقايسىسى",
        r"\bhechqaysisi\b",
        r"hechbiri toghra emes",
    ),
    correcting=(
        r"خاتالاشتىم",
        r"تۈزىتىش:",
    ),
    takes=(
        "توغرا جاۋاب: ◆",
        "جاۋاب: ◆",
        "Toghra jawab: ◆",
        "Juwap: ◆",
        "Durıs juwap: ◆",
        "Shunga jawab: ◆",
    ),
    refuses=(
        "توغرا جاۋاب ◆ ئەمەس.",
        "Toghra jawab ◆ emes.",
        "Durıs juwap ◆ emes.",
        "خاتا جاۋاب: ◆",
    ),
    sources="Replies in ceferisbarov/TUMLU, data/uyghur, data/uyghur-latin and data/karakalpak/outputs; Wiktionary.",
)
