"""Cue words of Russian, Ukrainian, Polish, Czech, Croatian, Serbian, Bosnian, Slovene, Bulgarian and Macedonian."""

from parsers.grammar.languages.language import Language

RUSSIAN = Language(
    name="Russian",
    heading="решение объяснение пояснение обоснование",
    true="правда истина истинно верно правильно верны правильны подходят верный верное верная да подходит",
    false="ложь неправда ложно неверно неправильно неверный неверное неверная нет не_верно не_подходит",
    all_of="все_вышеперечисленное все_перечисленное все_варианты все_ответы все_вышеперечисленные все_перечисленные все_утверждения все_четыре",
    answer="ответ* решение",
    right="""
        наиболее_точный наиболее_точная наиболее_точно наиболее_логичный наиболее_логичным
        наиболее_вероятный наиболее_вероятным более_вероятен более_вероятно наиболее_вероятен
        наиболее_вероятно соответствует правильн* верн* корректн* подходящ* прав верно правилен верен
        корректен подходит наилучш* лучше_всего лучший лучшая лучшим
    """,
    option="вариант* букв* пункт* номер* выбор утвержден*",
    link="""
        исключительно исключение исключению исключений исключениями исключением ошибка должен должна должно
        быть только лишь методом исключения следует это является будет на этот вопрос под наиболее мой
        данный следующий я бы единственный единственно единственным окончательный итоговый финальный
    """,
    copula="это является будет",
    negation="не нет ни никогда нельзя",
    wrong="""
        менее_вероятен менее_вероятно менее_вероятна менее_вероятный маловероят* неудачн* неверен неверн*
        неправильн* ошибочн* ложн* некорректн* исключа* исключит* ошибоч* неправилен отпадает отбрас*
        исключен исключена исключено исключены некорректен
    """,
    pick="""
        думаю думаю,_что
        отметить остановлюсь_на остаётся остается выбираю выберу бы_выбрал бы_выбрала выбираем
        остается_только остается_вариант поэтому_остается выбрал выбрала
    """,
    so="итак следовательно значит поэтому",
    others="остальны* други* прочи*",
    statement="утвержден*",
    because="потому так_как поскольку ведь ибо потому_что",
    both="и а_также да",
    either="или либо",
    refusal=(
        r"(?:^|\W)(?:я )?не (?:могу|можем|вправе) (?:\w+ ){0,4}(?:помочь|ответить|дать|предостав\w+|ставить|поставить|консульт\w+|выполнить|обработать)",
        r"\b(?:извините|простите|к сожалению|сожалею|прошу прощения)[^.\n]{0,60}(?:не могу|не можем|не в состоянии|невозможно|не имею)",
        r"\b(?:я|мы) не (?:могу|можем|имею права|буду|вправе)[^.\n]{0,20}(?:помочь|ответить|предостав\w+|дать|давать|ставить|поставить|выбрать|рекоменд\w+|консульт\w+)",
        r"\bкак (?:искусственный интеллект|ии|языковая модель)[^.\n]{0,80}не",
    ),
    abstention=(
        r"\bни один из\b",
        r"\b(?:невозможно|нельзя) (?:\w+ )?(?:определить|ответить|установить)",
        r"\bне знаю\b",
    ),
    excluding="""
        исключаю исключаем исключить исключен* отбрасыва* отброс* отклоня* отвергаю отвергаем отпадает
        отпадают
    """,
    only="только лишь",
    for_example="например пример",
    missing=(
        r"\b(?:без|нет|отсутству\w+|не хватает|не вижу|не предоставлен\w*) (?:\w+ ){0,3}(?:контекст\w*|информаци\w*|изображени\w*|рисунк\w*|текст\w*|данных|картинк\w*)",
    ),
    compared=(
        (">", "бол(?:ее|ьше)(?: чем)?|свыше|выше"),
        ("<", "мен(?:ее|ьше)(?: чем)?|ниже"),
        ("≥", "не менее|по крайней мере|минимум"),
        ("≤", "не более|максимум|до"),
        ("~", "около|примерно"),
        ("…≥", " и (?:более|выше|больше)| или более"),
        ("…≤", " и (?:менее|ниже)| или менее"),
    ),
    keys=("варианты", r"\b(?:отверг|отклон|сравн|пример)"),
    but="а но",
    condition="если",
    doubting="не_думаю не_считаю сомневаюсь вряд_ли не_знаю,_верен не_знаю,_что можно_подумать может_показаться можно_было_бы_подумать могло_бы_показаться",
    others_choose=(
        r"(?:многие|некоторые|большинство|другие)(?: \w+){0,2} (?:выбира\w+|отвеча\w+|говорят|назыв\w+)",
    ),
    arguing="выбирать выбрать посмотр* рассм*",
    question="вопрос",
    references="список_литературы источники",
    evidence=(r"\bнедостаточно|\bневозможно определить|\bнельзя определить|\bне указан",),
    up_to="до",
    sources="Wiktionary; Universal Dependencies' Russian treebanks; the wording of Russian exams.",
)


UKRAINIAN = Language(
    name="Ukrainian",
    heading="розв'язання рішення пояснення",
    true="правда істина істинно правильно вірно так",
    false="неправда хибно хиба неправильно невірно ні",
    all_of="усе_вищезазначене все_вищезазначене усі_варіанти всі_варіанти усі_відповіді всі_відповіді",
    answer="відповід* розв'яз* рішення",
    right="""
        найбільш_імовірним найбільш_імовірний найбільш_імовірна найбільш_ймовірний найбільш_ймовірна
        найбільш_точний найбільш_точна найімовірніше найімовірніший відповідає правильн* вірн* коректн*
        правилен підходить найкращ* найкраще
    """,
    option="варіант* букв* літер* пункт* номер* вибором вибір",
    link="""
        виключно виключення виключенням помилка має бути лише тільки слід це є буде на питання під найбільш
        моя я би єдиний єдино остаточна кінцева підсумкова
    """,
    copula="це є буде",
    negation="не ні ніколи жоден жодна",
    wrong="""
        менш_імовірний менш_імовірно менш_ймовірний менш_ймовірно малоймовір* невдал* неправильн* невірн*
        хибн* помилков* хибний виключ* відпадає
    """,
    pick="""
        позначити залишається обираю вибираю би_обрав би_обрала б_обрав б_обрала залишається_лише
        залишається_варіант обрав обрала вибрав
    """,
    so="отже тому значить",
    others="інш* решт*",
    because="бо оскільки адже тому_що",
    both="і та й",
    either="або чи",
    refusal=(
        r"(?<!\w)я не (?:можу|маю права|буду) (?:\w+ ){0,2}(?:надавати|надати|ставити|поставити|допомогти|давати|дати|консультувати|відповісти на (?:це|цей)|відповідати на)",
        r"(?:^|\W)(?:я )?не можу (?:\w+ ){0,4}(?:допомогти|відповісти|надати|дати|виконати)",
    ),
    abstention=(
        r"\bжоден (?:з|із)\b",
        r"\bнеможливо (?:\w+ )?(?:визначити|відповісти)",
        r"\bне знаю\b",
    ),
    excluding="виключаю виключаємо виключити виключен* відкида* відкин* відхиля*",
    only="лише тільки",
    for_example="наприклад приклад",
    missing=(
        r"\b(?:без|немає|бракує|відсутн\w+) (?:\w+ ){0,3}(?:контекст\w*|інформаці\w*|зображенн\w*|текст\w*|даних)",
    ),
    but="а але",
    condition="якщо якби",
    doubting="не_вважаю сумніваюся можна_подумати може_здатися можна_було_б_подумати",
    others_choose=(r"(?:багато хто|деякі|більшість|інші)(?: \w+){0,2} (?:обира\w+|вибира\w+|відповіда\w+)",),
    arguing="розгля* обра* вибра* обира* погля*",
    question="питання",
    sources="Wiktionary; Universal Dependencies' Ukrainian treebanks; the wording of Ukrainian exams.",
)


POLISH = Language(
    name="Polish",
    heading="rozwiazanie wyjasnienie uzasadnienie",
    true="prawda prawdziwe prawdziwa poprawna poprawne poprawnie prawidlowa prawidlowe tak",
    false="falsz nieprawda falszywe falszywa bledna bledne blednie niepoprawna niepoprawne nieprawidlowa nieprawidlowe nie",
    all_of="wszystkie_powyzsze wszystkie_odpowiedzi wszystkie_opcje wszystkie_wymienione",
    answer="odpowied* rozwiazanie*",
    right="""
        najbardziej_prawdopodobna najbardziej_prawdopodobne najbardziej_prawdopodobny najbardziej_trafna
        najbardziej_odpowiednia poprawn* prawidlow* wlasciw* trafn* prawdziw* najlepsz* najwlasciwsz*
        najtrafniejsz* pasuje najlepiej odpowiada
    """,
    option="wyborem opcja opcje opcj* wariant* litera liter* punkt numer wybor",
    link="""
        musi byc tylko to jest brzmi jako moja na pytanie wiec zatem najbardziej jedyna jedynie ostateczna
        ostateczny koncowa
    """,
    copula="sa jest brzmi to bylaby bylby byloby",
    negation="nie nigdy zadna zaden ani",
    wrong="""
        mniej_prawdopodobna mniej_prawdopodobne mniej_prawdopodobny nieprawdopodobn* bledn* nieprawidlow*
        niepoprawn* falszyw* niewlasciw* odpada wyklucz* wykluczyc odrzuc* myln* bledem blad
    """,
    pick="""
        obstawiam mysle,_ze_to glosuje_na
        zaznaczyc moj_wybor_to pozostaje_wiec zostaje_wiec stawiam_na wybieram zaznaczam wybralbym
        wybralabym nalezy_wybrac pozostaje pozostaje_tylko zostaje_tylko mialem_na_mysli mialam_na_mysli
    """,
    so="zatem wiec dlatego tak_wiec",
    others="pozostal* inne ostatni*",
    statement="stwierdzenie zdanie",
    because="poniewaz bo gdyz dlatego_ze",
    both="i oraz a_takze jak_i",
    either="lub albo czy",
    refusal=(
        r"\bnie (?:moge|mozemy|jestem w stanie|wolno mi) (?:\w+ ){0,2}(?:udziel\w+|stawia\w*|postawi\w*|pomoc|odpowiedziec na (?:to|te)|doradza\w*|diagnozowa\w*|dostarcz\w+)\b",
        r"\bnie (?:moge|mozemy) (?:\w+ ){0,4}(?:pomoc|odpowiedziec|udzielic|postawic|doradz\w+|spelnic|zrealizowac)",
        r"\bprzepraszam\b[^.\n]{0,60}\bnie (?:moge|mozemy)",
    ),
    abstention=(
        r"\bzadna z (?:tych|powyzszych|podanych|odpowiedzi)",
        r"\bnie (?:mozna|da sie|wiem)\b",
    ),
    excluding="""
        wykluczam wykluczamy wykluczyc wykluczon* odrzucam odrzucamy odrzucic odrzucon* odpada odpadaja
        eliminuje*
    """,
    only="tylko jedynie",
    for_example="na_przyklad np",
    missing=(
        r"\b(?:bez|brak\w*|nie ma) (?:\w+ ){0,3}(?:kontekst\w*|informacji|obraz\w*|rysunk\w*|tekstu|danych)\b",
    ),
    compared=(
        (">", "wiecej niz|ponad|powyzej"),
        ("<", "mniej niz|ponizej"),
        ("≥", "co najmniej"),
        ("≤", "co najwyzej"),
        ("~", "okolo"),
    ),
    but="lecz ale tylko",
    condition="jesli jezeli gdyby",
    doubting="nie_sadze nie_uwazam watpie nie_wydaje_mi_sie nie_wiem,_czy mozna_by_sadzic mozna_by_pomyslec mogloby_sie_wydawac moze_sie_wydawac",
    others_choose=(r"(?:wielu|niektorzy|wiekszosc|inni)(?: \w+){0,2} (?:wybier\w+|wybra\w+|odpowiad\w+)",),
    arguing="wybra* wybier* spojrz* patrz*",
    question="pytanie",
    references="referencje zrodla",
    up_to="do",
    sources="Wiktionary; Universal Dependencies' Polish treebanks; the wording of Polish exams.",
)


CZECH = Language(
    name="Czech",
    heading="reseni",
    true="pravda pravdive pravdiva ano spravne spravna",
    false="nepravda nepravdive nepravdiva ne nespravne nespravna spatne",
    all_of="vsechny_vyse_uvedene vsechny_odpovedi vsechny_moznosti vse_uvedene",
    answer="odpoved* reseni*",
    right="""
        nejpravdepodobnejsi nejpresnejsi spravn* pravdiv* nejlepsi nejvhodnejsi odpovida nejlepe
    """,
    option="moznost* varianta variant* pismeno volba volbou cislo bod",
    link="""
        vylucne vylucovani vyloucenim vylucovaci vylucovacich musi byt pouze jen je to na tuto otazku tedy
        proto moje jako podle me mne jedina by bych konecna finalni vysledna
    """,
    copula="jsou je zni byla bylo byl",
    negation="""
        nevolil* nezvolil* nevybral* nevybiram nevolim ne neni nikdy zadna zadny ani nejsou
    """,
    wrong="""
        nesedi nehodi vyradime mene_pravdepodobne mene_pravdepodobna nepravdepodobn* spatn* nespravn* chybn*
        mylna neplat* vyluc* vylouc* vyloucit mylne neodpovid* nevyhov* nevysvetl* neprichaz* nesplnuj*
        nepasuje nepripad*
    """,
    pick="""
        oznacit zvolil_bych vybral_bych volim vybiram zbyva_jen zbyva_pouze zvolil vybral zbyva
    """,
    so="tedy proto takze tudiz",
    others="ostatni jine zbyvajici",
    statement="tvrzeni vyrok",
    because="protoze nebot jelikoz",
    both="a i",
    either="nebo ci",
    refusal=(
        r"\bnemohu (?:\w+ ){0,3}(?:poskyt\w+|stanov\w+|pomoci|pomoct|odpovedet na|radit|diagnostikovat|urcovat diagnoz\w+)\b",
        r"\bnesmim (?:\w+ ){0,2}(?:poskyt\w+|stanov\w+)",
        r"\b(?:nemohu|nemuzu|nemuzeme) (?:\w+ ){0,4}(?:pomoci|odpovedet|poskytnout|radit)",
    ),
    abstention=(
        r"\bzadna z (?:techto|uvedenych|moznosti|odpovedi)",
        r"\bnelze (?:urcit|odpovedet|rici)",
        r"\bnevim\b",
    ),
    excluding="vylucuji vyloucit vyloucen* zamitam zamitnout vyrazuji",
    only="jen pouze jenom",
    for_example="napriklad",
    but="ale nybrz",
    condition="pokud jestlize kdyby",
    doubting="nemyslim_si neverim pochybuji nevim,_zda mohlo_by_se_zdat muze_se_zdat mohl_by_si_myslet",
    others_choose=(r"(?:mnoho|mnozi|nekteri|vetsina)(?: \w+){0,2} (?:voli|vybir\w+|zvoli|odpovid\w+)",),
    arguing="vybra* vybir* podiv*",
    question="otazka",
    sources="Wiktionary; Universal Dependencies' Czech treebanks; the wording of Czech exams.",
)


SOUTH_SLAVIC = Language(
    name="Croatian, Serbian, Bosnian, Slovene, Bulgarian and Macedonian",
    true="tocno tacno istina ispravno pravilno točno точно тачно вярно истина правилно верно исправно",
    false="netocno netacno neistina neispravno nepravilno napacno нетачно невярно неистина грешно неправилно неточно погрешно",
    all_of="sve_navedeno svi_odgovori vsi_odgovori vse_navedeno всички_изброени всички_отговори сите_одговори сите_наведени",
    answer="odgovor* rjesenje resenje отговор* одговор*",
    right="""
        najvjerojatniji najverovatniji najverjetnejsi najbolji najboljsi najtocniji най-вероятен
        най-вероятният най-подходящ най-подходящият верен tocan tocn* ispravn* tacan tacn* pravilen pravilni
        pravilna правилен правилн* верн* точен точн* верният ispravan tacno tocno тачан тачн* исправан
        исправн* точно
    """,
    option="opcija opcij* moznost slovo opcia opcije опция* буква вариант*",
    link="""
        изключително изключение изключения iskljucivo искључиво трябва да mora biti само samo je jest na ovo
        pitanje dakle to pod е този въпрос на под је na_to_vprasanje
    """,
    copula="su so са се je glasi е је",
    negation="ne_bih не_бих nije ne ni nijedan не ни нито није нису",
    wrong="""
        manje_vjerojatno manje_verovatno по-малко_вероятен netocan netocn* pogresn* pogresan pogresno
        netacn* napacen napacn* грешен грешн* неправилн* неверн* погрешн* netacan нетачан нетачн* погрешан
        неточан неточн* isklj* искљ* изключ*
    """,
    pick="""
        izabrao izabrala odabrao odabrala izabrao_bih izabrala_bih biram izbiram избирам
    """,
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
    but="nego vec ampak temvec а но",
    condition="ако ako",
    sources="Wiktionary; Universal Dependencies' Croatian, Serbian, Slovene and Bulgarian treebanks.",
)


LANGUAGES = (RUSSIAN, UKRAINIAN, POLISH, CZECH, SOUTH_SLAVIC)
