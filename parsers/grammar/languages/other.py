"""Cue words of Tagalog, Zulu, Xhosa, Igbo, Amharic, Somali, Georgian, Armenian, Mongolian, Tajik, Turkmen, Burmese, Khmer and Lao."""

from parsers.grammar.languages.language import Language

OTHER = Language(
    name="Tagalog, Zulu, Xhosa, Igbo, Amharic, Somali, Georgian, Armenian, Mongolian, Tajik, Turkmen, Burmese, Khmer and Lao",
    true="tama totoo wasto እውነት ትክክል ትክክለኛ run sax sartaa სწორია სწორი მართალია მართებულია ճիշտ ճիշտ_է үнэн зөв дуруст рост dogry မှန် မှန်သည် ត្រឹមត្រូវ ត្រូវ ຖືກ ຖືກຕ້ອງ",
    false="mali hindi_tama hindi_totoo ሐሰት ስህተት ትክክል_አይደለም been khalad მცდარია არასწორია არასწორი მცდარი սխալ սխալ_է худал буруу нодуруст хато nadogry မှား မှားသည် ខុស មិនត្រឹមត្រូវ ຜິດ ບໍ່ຖືກຕ້ອງ",
    all_of="lahat_ng_nabanggit lahat_ng_nasa_itaas ყველა_პასუხი ყველა_ზემოთ բոլոր_պատասխանները дээрх_бүгд",
    answer="""
        sagot impendulo azịza aziza መልስ jawaabta jawaab პასუხი პასუხია պատասխան պատասխանը хариулт хариу
        ҷавоб* jogap* အဖြေ ចម្លើយ ຄໍາຕອບ ຄຳຕອບ መልሱ
    """,
    right="""
        tamang tama efanele ziri_ezi ትክክለኛው ትክክለኛ saxda_ah saxda_ahi სწორი ճիշտ зөв дуруст dogry* မှန်
        ត្រឹមត្រូវ ຖືກຕ້ອງ ትክክል სწორია
    """,
    option="pagpipilian ukhetho nhọrọ ምርጫ ვარიანტი տարբերակ хувилбар wariant*",
    link="""
        ang ay ni bu ነው waa არის է бол ast jest ဖြစ်သည် គឺ ແມ່ນ ngu нь မှာ sa_tanong na_ito ამ_კითხვის
        კითხვის энэ_асуултын асуултын асуултад suaashan suaasha
    """,
    copula="ay bụ waa არის է бол គឺ ແມ່ນ",
    negation="hindi ayi abughi አይደለም ma_aha არ არა չէ биш нест däl dal မဟုတ် មិន ບໍ່",
    wrong="""
        mali akulungile ezighi_ezi ስህተት qalad არასწორი սխալ буруу нодуруст nädogry* nadogry* မှား ខុស ຜິດ
        ezighi არასწორია მცდარია
    """,
    so="samakatuwid კი դեպի иймээс",
    others="iba სხვა մյուս бусад дигар beyleki",
    because="""
        dahil sapagkat kasi ngoba ngokuba maka n'ihi ምክንያቱም maxaa რადგან որովհետև քանի яагаад зеро чунки
        sebabi
    """,
    both="at na እና iyo და և болон ва we",
    either="o kumbe ወይም ama ან կամ эсвэл ё ýa_da",
    refusal=(
        r"(?:ምክር|ምርመራ|እርዳታ) (?:\S+ )?(?:መስጠት|ማድረግ) አልችልም",
        r"(?:အကြံ|ဆေး|ရောဂါ)\S*\s?[^။\n]{0,30}(?:မပေးနိုင်|မလုပ်နိုင်|မဖြေနိုင်)",
        r"\bhindi ako (?:maaaring|pwedeng|makaka\w+) (?:\w+ ){0,2}(?:magbigay|magpayo|mag-diagnose|tulong)",
    ),
    sources="Wiktionary; the FLORES-200 sentences of these languages.",
)


LANGUAGES = (OTHER,)
