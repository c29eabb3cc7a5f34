"""Cue words of Croatian, Serbian, Bosnian, Slovene, Bulgarian and Macedonian."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Croatian, Serbian, Bosnian, Slovene, Bulgarian and Macedonian",
    answer="odgovor* rjesenje resenje отговор* одговор*",
    right="""
        najvjerojatniji najverovatniji najverjetnejsi najbolji najboljsi najtocniji най-вероятен най-вероятният най-подходящ най-подходящият
        верен
        tocan tocn* ispravn* tacan tacn* pravilen pravilni pravilna правилен правилн* верн* точен точн*
        верният ispravan tacno tocno тачан тачн* исправан исправн* точно
    """,
    option="opcija opcij* moznost slovo opcia opcije опция* буква вариант*",
    link="изключително изключение изключения iskljucivo искључиво трябва да mora biti само samo je jest na ovo pitanje dakle to pod е този въпрос на под је na_to_vprasanje",
    copula="je glasi е је",
    negation="ne_bih не_бих nije ne ni nijedan не ни нито није нису",
    wrong="""
        manje_vjerojatno manje_verovatno по-малко_вероятен
        netocan netocn* pogresn* pogresan pogresno netacn* napacen napacn* грешен грешн* неправилн*
        неверн* погрешн* netacan нетачан нетачн* погрешан неточан неточн* isklj* искљ* изключ*
    """,
    pick="izabrao izabrala odabrao odabrala izabrao_bih izabrala_bih biram izbiram избирам",
    so="dakle stoga zato следователно",
    others="ostale ostali druge drugi останалите остали други",
    because="jer zato_sto ker buduci защото понеже затоа бидејќи јер зато_што",
    both="i in и",
    either="ili или",
    refusal=(
        r"\bne mogu (?:\w+ ){0,2}(?:davati|dati|pruziti|pruzati|pomoci|postaviti dijagnozu|postavljati|odgovoriti na to)\b",
        r"(?<!\w)не (?:мога|можам|могу) (?:да )?(?:\w+ ){0,2}(?:давам|дам|поставям|предоставям|помогна|помогнам|дајем|дати|пружити|поставити дијагнозу)(?!\w)",
        r"\bne morem (?:\w+ ){0,2}(?:dajati|dati|nuditi|pomagati|postaviti diagnoze)\b",
    ),
    abstention=(
        r"\bnijedan od\b",
        r"\bnitko od\b",
    ),
    correcting=(
        r"\bpogrijesi(?:o|la) sam\b",
        r"\bpogresi(?:o|la) sam\b",
        r"\bzmotil(?:a)? sem se\b",
        r"\b(?:ispravak|ispravka|popravek):",
        r"(?<!\w)(?:сгреших|обърках се|погрешив)(?!\w)",
        r"(?<!\w)погреши(?:о|ла) сам(?!\w)",
        r"(?<!\w)(?:поправка|исправка|корекция):",
    ),
    true="tocno tacno istina точно вярно истина",
    false="netocno netacno neistina невярно неистина грешно",
    listed="opcije mogucnosti ponudene_odgovore ponudjene_odgovore възможностите вариантите",
    left="ostaje ostane preostaje остава остаје преостаје",
    doubting="nisam_sigur* не_съм_сигур*",
    not_so=",_ali_nije ,_но_не_е",
    would="би_бил би_била би_било bi_bilo bi_bio bi_bila",
    if_behind_would="ако ako da",
    asked_of="дали ако",
    for_example="na_primer на_пример",
    takes=(
        "Točan odgovor je ◆.",
        "Odgovor: ◆",
        "Pravilen odgovor je ◆.",
        "Правилният отговор е ◆.",
        "Отговор: ◆",
        "Тачан одговор је ◆.",
    ),
    refuses=(
        "Opcija ◆ nije točna.",
        "Odgovor nije ◆.",
        "Pogrešan odgovor: ◆",
        "Опция ◆ не е вярна.",
        "Тачан одговор није ◆.",
    ),
    sources="Wiktionary; Universal Dependencies' Croatian, Serbian, Slovene and Bulgarian treebanks.",
)
