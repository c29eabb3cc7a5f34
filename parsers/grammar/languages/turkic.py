"""Cue words of Turkish, Azerbaijani, Kazakh, Kyrgyz, Tatar, Uyghur and Karakalpak, Uzbek."""

from parsers.grammar.languages.language import Language

TURKISH = Language(
    name="Turkish",
    heading="cozum aciklama",
    true="dogru dogrudur evet",
    false="yanlis yanlistir dogru_degil hayir",
    all_of="yukaridakilerin_hepsi yukaridakilerin_tumu hepsi tum_secenekler tumu butun_secenekler",
    family="Turkic",
    answer="cevap* cevab* yanit*",
    right="""
        daha_olasi daha_olasidir en_olasi dogru* dogrudur en_uygun uygun* en_iyi eslesen
    """,
    option="secenek* seceneg* sik* sikk* harf* madde* eslesme",
    link="""
        olanidir olanıdır olandir olandır yi yu ni nu yalnizca sadece ben geriye bu benim sorunun soru en
        olarak olan dir dur tir tur dur'dur da ise olacaktir olur olmali olmalidir nihai son kesin soruya
        sorusunun sorudaki
    """,
    copula="olur olacaktir olmaktadir olmali olmalidir",
    negation="""
        uymuyor secmezdim secmem secmiyorum secmezdik degil* hayir asla hicbir* olamaz dusunmuyorum
        sanmiyorum
    """,
    wrong="""
        uymuyor uymaz eleriz eliyoruz eliyorum daha_az_olasidir daha_az_olasi olasi_degil yanlis* hatali*
        hata elenir eleni* uygun_degil
    """,
    pick="""
        isaretlemeliyiz isaretlemeli isaretleriz geriye_kalan kaliyor secimim seciyorum secerim
        isaretliyorum tercih_ederim secerdim
    """,
    so="""
        dolayisiyla bu_nedenle sonuc o_halde oldugundan oldugu_icin bu_yuzden bundan_dolayi
    """,
    others="diger* oteki*",
    statement="ifade* onerme* yargi*",
    because="cunku zira",
    both="ve ile",
    either="veya ya_da yahut",
    refusal=(
        r"\b(?:tani|teshis) (?:koyam\w+|koymam)",
        r"\b(?:tavsiye|tavsiyesi|oneri|danismanlik)\w* (?:verem\w+|sunam\w+)",
        r"\byardimci olama\w+",
        r"\b(?:istegi|talebi|istegini\w*|talebini\w*) (?:yerine getir|karsilaya|gerceklestir)\w*m(?:em|iyor|uyor)\w*",
        r"\b(?:cevap|yanit|tavsiye|tani) vereme\w+",
        r"\bcevaplayama\w+|\byanitlayama\w+",
        r"\buzgunum\b|\byapay zeka\b[^.\n]{0,60}\b(?:ver|yap|koy|cevapla\w*|yanitla\w*)e?a?mem\b",
    ),
    abstention=(
        r"\bhicbiri\b(?! degil)",
        r"\bbelirlenemez\b|\bbilinemez\b",
        r"\bbilmiyorum\b",
    ),
    excluding="eliyorum eliyoruz elenir elenebilir elendi eleyebiliriz",
    only="yalnizca sadece yalniz",
    for_example="ornegin mesela ornek",
    missing=(
        r"\b(?:baglam|bilgi|gorsel|metin|resim|veri)\w* (?:\w+ ){0,2}(?:olmadan|yok|eksik|verilmemis|bulunmuyor)",
    ),
    keys=("secenekler", r"\b(?:yanlis|hatali|elenen|ornek)"),
    but="aksine",
    condition="eger sayet",
    doubting="sanmiyorum",
    denial_behind="degil degildir",
    others_choose=(r"(?:bircok|cogu|bazi) (?:kisi|insan\w*|ogrenci\w*) ◆'?\w{0,2} (?:sec|isaretl)",),
    arguing="sec* bak*",
    question="soru",
    references="kaynak*",
    up_to="hadi kadar den",
    sources="Replies in ceferisbarov/TUMLU, data/turkish/outputs; Wiktionary.",
)


AZERBAIJANI = Language(
    name="Azerbaijani",
    heading="hell həll",
    true="dogru duzgun duzdur dogrudur duzgundur beli",
    false="yanlis sehv səhv yalan yanlisdir səhvdir duzgun_deyil yox",
    all_of="yuxaridakilarin_hamisi yuxaridakıların_hamısı hamisi butun_variantlar",
    family="Turkic",
    answer="cavab*",
    right="duzgun* dogru* dogrudur en_yaxsi ən_yaxşı uygun* uyğun*",
    option="herf* hərf* variant* bend* secim* secenek*",
    link="""
        yalniz tekce mən beləliklə olmalidir bu sualin sual en olaraq olan dir dur dir'dir edir olur hesab
        olunur ise men də da yekun son
    """,
    copula="olur olacaq olardi olardı",
    negation="secməzdim secmezdim secmirəm heç deyil* yox hec hecbiri bilməz bilmez olmaz",
    wrong="az_ehtimalli az_ehtimallidir istisna səhv* yanlis* sehv*",
    pick="""
        seçərdim seçerdim isarələmək isarelemek secərdim secirem secirəm secerdim seçərəm qalir
    """,
    so="""
        oldugu_ucun oldugundan olduğu_üçün deməli demeli belelikle buna_gore yeni ona_görə buna_görə
    """,
    others="diger* digər* qalan*",
    because="cunki zira",
    both="və ve ile hem_de həm_də",
    either="ve_ya yaxud veya və_ya və_yaxud ya_da",
    refusal=(
        r"\b(?:məsləhət|meslehet|komək|diaqnoz)\w* (?:\w+ )?(?:verə|vere|edə|ede|qoya) bilm(?:ə|e)rəm",
        r"\bkomek ede bilm\w+",
        r"\bcavab vere bilm\w+",
    ),
    abstention=(
        r"\bhec biri\b|\bhecbiri\b",
        r"\bmueyyen etmek mumkun deyil",
        r"\bbilmirem\b",
    ),
    but="eksine əksinə",
    condition="əgər",
    denial_behind="deyil",
    arguing="bax* sec*",
    question="sual",
    sources="Replies in ceferisbarov/TUMLU, data/azerbaijani/outputs; Wiktionary.",
)


KAZAKH = Language(
    name="Kazakh",
    heading="шешуі",
    true="шын рас ақиқат дұрыс иә",
    false="жалған өтірік қате дұрыс_емес бұрыс жоқ",
    all_of="жоғарыдағылардың_бәрі барлық_жауаптар барлығы барлық_нұсқалар",
    family="Turkic",
    answer="жауап* жауаб* jawap* jawab* zhauap* jaýap* jauap* jauab*",
    right="ең_жақын дұрыс* dұрыс* тура дурыс* durys* durıs* қолайлы жақсы",
    option="нұсқа* нуска* нұсқасы вариант* nusqa* әріп* таңдау*",
    link="""
        тек ғана болуы керек бұл сұраққа сұрақтың сұрақ ең болып табылады болады bul suraqqa suraqtyn
        болып_табылады екен сонымен мен еді соңғы қорытынды
    """,
    copula="болады болып_табылады болар",
    negation="таңдамас таңдамаймын емес emes жоқ joq ешқандай ешбір алмайды болмайды",
    wrong="ықтималдығы_аз ықтималдығы_төмен алып_тастаймыз қате* бұрыс* qate* durys_emes",
    pick="""
        белгілеу қалады таңдаймын таңдаймыз деп_ойлаймын таңдар_едім таңдаған_болар_едім таңдар
    """,
    so="сондықтан демек сонымен яғни sondyqtan",
    others="басқа* қалған* basqa*",
    because="себебі өйткені sebebi oitkeni öitkenı",
    both="және мен бен пен jane",
    either="немесе әлде nemese",
    refusal=(
        r"(?:кеңес|көмек|диагноз)\w* (?:\w+ )?(?:бере|қоя|көрсете) алмаймын",
        r"көмектесе алмай\w+",
        r"жауап бере алмай\w+",
    ),
    abstention=(
        "ешқайсысы",
        "анықтау мүмкін емес",
        "білмеймін",
    ),
    but="керісінше",
    condition="егер",
    denial_behind="емес emes",
    arguing="қара* таңда*",
    question="сұрақ suraq",
    sources="Replies in ceferisbarov/TUMLU, data/kazakh and data/kazakh-latin/outputs; Wiktionary.",
)


KYRGYZ = Language(
    name="Kyrgyz",
    true="чын туура ооба",
    false="жалган ката туура_эмес жок",
    all_of="жогорудагылардын_баары бардык_жооптор баары_туура",
    family="Turkic",
    answer="жооп* жообу* жоопту*",
    right="туура* тура дурус* ылайыктуу* жакшы мыкты",
    option="вариант* тандоо* ариби",
    link="""
        гана болушу керек бул суроого суроонун эң болуп саналат болот эсептелет мен менин элем акыркы
        жыйынтык
    """,
    copula="болот болуп болмок",
    negation="тандабайт тандабаймын эмес жок эч албайт болбойт",
    wrong="туура_келбейт ката* туура_эмес жаңылыш*",
    pick="""
        тандамакмын калат тандайм тандайбыз деп_ойлойм тандайт_элем тандар_элем тандайт
    """,
    so="демек ошондуктан",
    others="башка* калган*",
    because="анткени себеби",
    both="жана менен",
    either="же болбосо",
    refusal=(
        r"(?:кеңеш|жардам|диагноз)\w* (?:\w+ )?(?:бере|коё|кое|көрсөтө) албайм",
        r"жардам бере албай\w+",
        r"жооп бере албай\w+",
    ),
    abstention=(
        "эч кайсынысы|эч бири",
        "аныктоо мүмкүн эмес",
        "билбейм",
    ),
    but="тескерисинче",
    condition="эгер",
    denial_behind="эмес",
    arguing="кара* танда*",
    question="суроо",
    sources="Wiktionary; Universal Dependencies' Kyrgyz treebanks; the wording of Kyrgyz exams.",
)


TATAR = Language(
    name="Tatar",
    true="чын дөрес әйе",
    false="ялган ялгыш хата дөрес_түгел юк",
    all_of="югарыдагыларның_барысы барлык_җаваплар барысы_да",
    family="Turkic",
    answer="җавап* җаваб* жавап* cawap* джевап* джеваб* cevap* cevab* җаваплар",
    right="дөрес* дурыс* döres* dores* догъру* тюгри* дөресе туры_килгән яхшы яраклы",
    option="вариантын вариант* variant* сайлау",
    link="""
        бары генә гына булырга тиеш бу сорауга сорауның сораунын иң була булып тора дип санала бу_суальге
        суальнинъ энъ ола иде мин шуңа_күрә соңгы бу_сораудагы sualge sualnin sualdeki суальдеки bu_sualge
        bu_sualnin bu_sualdeki
    """,
    copula="була булып ола булыр",
    negation="сайламас сайламыйм түгел тугел дегиль юк yuq алмый булмый",
    wrong="ялгыш* дөрес_түгел хата* яньлыш*",
    pick="кала сайлыйм сайлыйбыз сайлар_идем сайлар",
    so="димәк шулай демек шунинъ шуңа_күрә",
    others="башка* калган* дигер* diger*",
    because="чөнки сәбәпле чюнки",
    both="һәм белән ве",
    either="яки я_да яисә",
    refusal=(
        r"(?:киңәш|ярдәм|диагноз)\w* (?:\w+ )?(?:бирә|куя|итә) алмыйм",
        r"ярдәм итә алмый\w+",
        r"җавап бирә алмый\w+",
    ),
    abstention=(
        "берсе дә түгел",
        "билгеләп булмый",
        "белмим",
    ),
    but="ә киресенчә",
    condition="әгәр",
    denial_behind="түгел тугел дегиль",
    arguing="кара* сайла*",
    question="сорау soraw",
    sources="Replies in ceferisbarov/TUMLU, data/tatar and data/crimean-tatar/outputs; Wiktionary.",
)


UYGHUR = Language(
    name="Uyghur and Karakalpak",
    true="توغرا راست duris durıs haqiyqat",
    false="خاتا يالغان natuwri nadurıs qate",
    all_of="يۇقىرىدىكىلەرنىڭ_ھەممىسى ھەممىسى",
    family="Turkic",
    answer="جاۋاب* جاۋابى جاۋابنىڭ jawab* jawob* juwap* juwab* жуўап* javab*",
    right="""
        توغرا* توغرىسى toghra* togra* durıs* duris* duwris* togri* tuwri* tuwrı* туўры*
    """,
    option="تاللانما* ۋارىيانت* variant* tallanma*",
    link="""
        بۇ سوئالنىڭ سوئالغا ئەڭ بولىدۇ دۇر bu so'alning soalning soalga eng bolidu hisoblinidu bul sorawdin
        sorawdın sorawga soraw
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
        "ياردەم قىلالمايمەن",
        "جاۋاب بېرەلمەيمەن",
    ),
    abstention=(
        "ھېچقايسىسى",
        r"\bhechqaysisi\b",
        "hechbiri toghra emes",
    ),
    sources="Replies in ceferisbarov/TUMLU, data/uyghur, data/uyghur-latin and data/karakalpak/outputs; Wiktionary.",
)


UZBEK = Language(
    name="Uzbek",
    heading="yechim yechish",
    true="rost chin togri to'g'ri ha",
    false="yolgon yolg'on notogri noto'g'ri xato",
    all_of="yuqoridagilarning_barchasi barcha_javoblar barchasi hammasi",
    family="Turkic",
    answer="javob* жавоб*",
    right="eng_yaqin togri* туғри тўғри* тўгри* туғри* eng_yaxshi eng_mos mos eng_maqbul",
    option="variant* вариант* harf band band* tanlov*",
    link="""
        faqat ni shunday qilib kerak bolishi bu savolning savol eng deb bu_sababli boladi hisoblanadi bolib
        xisoblanadi бу саволнинг савол энг ҳисобланади бўлади ushbu bolgan men мен yakuniy oxirgi якуний
        savolga savoldagi саволга
    """,
    copula="boladi бўлади hisoblanadi ҳисобланади",
    negation="""
        tanlamayman tanlamagan tanlamasdim emas емас эмас yoq йўқ hech ҳеч olmaydi bolmaydi
    """,
    wrong="""
        chiqarib kamroq chiqarib_tashlaymiz chiqarib_tashlanadi chiqarib_tashlash ehtimoli_kam
        ehtimoli_kamroq notogri* нотўғри* xato* хато* yanlis*
    """,
    pick="""
        belgilash qoladi tanlagan tanlayman танлайман tanlaymiz танлаймиз tanladim tanladik tanlardim
        tanlagan_bolardim
    """,
    so="demak демак shunday shuning_uchun",
    others="boshqa* qolgan* бошқа* қолган*",
    because="chunki чунки sababi сабаби",
    both="va ва hamda ҳамда bilan",
    either="yoki ёки",
    refusal=(
        r"\b(?:maslahat|yordam|tashxis)\w* (?:\w+ )?(?:bera|qoya|qila|bere) olmayman",
        r"\byordam bera olmay\w+",
        r"\bjavob bera olmay\w+",
        r"ёрдам бера олмай\w+",
    ),
    abstention=(
        r"\bhech biri\b",
        "ҳеч бири",
        r"\baniqlab bolmaydi\b",
        r"\bbilmayman\b",
    ),
    but="balki aksincha балки",
    condition="agar agarda агар",
    denial_behind="emas эмас емас",
    arguing="qara* tanla* chiqsa*",
    question="савол savol",
    sources="Replies in ceferisbarov/TUMLU, data/uzbek and data/uzbek-cyrillic/outputs; Wiktionary.",
)


LANGUAGES = (TURKISH, AZERBAIJANI, KAZAKH, KYRGYZ, TATAR, UYGHUR, UZBEK)
