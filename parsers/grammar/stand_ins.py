"""Words that stand for what an option is called: small numbers, and yes and no, in many languages.

Whether a reply says one of them as its answer is for `mentions/stand_ins.py`. A word that is two things
("nulla": nought, and nothing; "to": two, and English) is left out.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from collections.abc import Iterator, Mapping
from functools import cache

from parsers.text.folding import plain_lower

# A line for each language, or for several that share it, headed by its code (ISO 639-1): nought to five, "|"
# between words for the same, "-" where there is none.
_NUMBERS = """
    ar: صفر واحد|واحدة اثنان|اثنين ثلاثة أربعة خمسة
    az,tr: sıfır bir iki üç dörd|dört beş
    bn: শূন্য এক দুই তিন চার পাঁচ
    zh: 零 一 二|两 三 四 五
    cs,hr: nula jedna|jeden|jedno|jedan dva|dvě|dve tři|tri čtyři|četiri pět|pet
    nl: nul een|één twee drie vier vijf
    fr: zéro un|une deux trois quatre cinq
    de: - eins|eine zwei drei vier fünf
    ha: sifili ɗaya biyu uku huɗu biyar
    he: אפס אחת|אחד שתיים|שניים שלוש|שלושה ארבע|ארבעה חמש|חמישה
    hi,mr,ne: शून्य एक दो|दोन|दुई तीन चार पांच|पाँच|पाच
    hu: - egy kettő|két három négy öt
    id: nol satu dua tiga empat lima
    it: zero uno due tre quattro cinque
    ja: ゼロ - - - - -
    kk: нөл|нөль бір екі үш төрт бес
    ko: 제로 하나 둘 셋 넷 다섯
    ky: - бир эки үч төрт беш
    fa: - یک دو سه چهار پنج
    pl: - - dwa trzy cztery pięć
    pt: - um|uma dois|duas três quatro cinco
    ru: ноль|нуль один|одна|одно два|две три четыре пять
    es: cero uno|una dos tres cuatro cinco
    sw: sifuri moja mbili tatu nne tano
    sv: noll ett två tre fyra fem
    fi: nolla yksi kaksi kolme neljä viisi
    is: - einn|eitt tveir|tvö þrír|þrjú fjórir|fjögur fimm
    tt: - бер ике өч дүрт биш
    te: సున్నా ఒకటి రెండు మూడు నాలుగు ఐదు
    th: ศูนย์ หนึ่ง สอง สาม สี่ ห้า
    uk: - - - - чотири п'ять
    ur: - ایک - تین چار پانچ
    ug: نۆل بىر ئىككى ئۈچ تۆت بەش
    uz: - - ikki uch to'rt besh
    uz: нол - икки уч тўрт -
    vi: - một hai - bốn năm
    yo: - okan meji meta merin marun
    el: μηδέν ένα|μία|ένας δύο|δυο τρία|τρεις τέσσερα|τέσσερις πέντε
    ro: - unu doi|două trei patru cinci
    sk: - - - - štyri|štiri päť
    lt: nulis vienas - trys keturi penki
    lv: nulle viens divi trīs četri pieci
    et: - üks - - neli viis
    ca: - - - - quatre cinc
    eu: - - - hiru lau bost
    gl: - unha dous|dúas - catro -
    bg,mk,sr: нула један|едно|един - - четири пет
    ta: பூஜ்யம்|சுழியம் ஒன்று இரண்டு மூன்று நான்கு ஐந்து
    gu: શૂન્ય એક બે ત્રણ ચાર પાંચ
    pa: ਸਿਫ਼ਰ ਇੱਕ ਦੋ ਤਿੰਨ ਚਾਰ ਪੰਜ
    ml: പൂജ്യം ഒന്ന് രണ്ട് മൂന്ന് നാല് അഞ്ച്
    kn: ಸೊನ್ನೆ ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು
    si: බිංදුව එක දෙක තුන හතර පහ
    or: ଶୂନ ଏକ ଦୁଇ ତିନି ଚାରି ପାଞ୍ଚ
    tl: - - dalawa tatlo apat -
    am: ዜሮ አንድ ሁለት ሦስት|ሶስት አራት አምስት
    so: eber kow laba saddex - -
    ka: ნული ერთი ორი სამი ოთხი ხუთი
    hy: զրո մեկ երկու երեք չորս հինգ
    mn: тэг нэг хоёр гурав дөрөв тав
    tg: сифр як ду се чор панҷ
    tk: - - - - - bäş
    my: သုည တစ် နှစ် သုံး လေး ငါး
    km: សូន្យ មួយ ពីរ បី បួន ប្រាំ
    lo: ສູນ ໜຶ່ງ ສອງ ສາມ ສີ່ ຫ້າ
"""
# The same: yes, a bar, no; "_" for a blank.
_YES_AND_NO = """
    en: yes yeah yep | no nope
    ar: نعم أجل بلى | لا كلا
    az: bəli hə | xeyr yox
    bn: হ্যাঁ হাঁ জি_হ্যাঁ | না জি_না
    zh: 是 是的 对 對 对的 對的 | 否 不是 不是的 不对 不對
    cs: ano | ne
    de,nl,sv,no: ja jawohl | nee neen nein nej nei
    fr: oui | non
    he: כן | לא
    hi,mr,ne: हाँ हां जी_हाँ जी_हां होय हो | नहीं जी_नहीं नाही होइन
    hu: igen | nem
    id: ya iya | tidak bukan
    it,es: sì si | no
    ja: はい ええ うん そうです その通りです | いいえ いえ 違います ちがいます そうではありません
    kk: иә ия | жоқ
    ko: 예 네 그렇다 그렇습니다 그래요 맞다 맞습니다 맞아요 옳다 \
    ko: | 아니오 아니요 아니다 아닙니다 아니에요 그렇지_않다 그렇지_않습니다
    ky: ооба | жок
    fa: بله بلی آری | خیر نه
    pl: tak | nie
    pt: sim | não
    ru: да | нет
    sw: ndiyo ndio | hapana
    fi: jo joo kyllä | ei
    tt: әйе | юк
    te: అవును | కాదు లేదు
    th: ใช่ ใช่ครับ ใช่ค่ะ | ไม่ใช่ ไม่ใช่ครับ ไม่ใช่ค่ะ ไม่
    tr: evet | hayır
    uk: так | ні
    ur: ہاں جی_ہاں | نہیں جی_نہیں
    ug: ھەئە | ياق
    uz: ha | yo'q
    uz: ҳа | йўқ
    vi: có đúng vâng | không
    yo: beeni | rara beeko
    el: ναι | όχι
    ro: da | nu ne
    sk: áno | nie
    lt,et: taip jah | ne ei
    eu: bai | ez
    be,bg: так да | не ні
    ta: ஆம் ஆமாம் | இல்லை
    gu: હા | ના
    pa: ਹਾਂ | ਨਹੀਂ
    ml: അതെ | അല്ല ഇല്ല
    kn: ಹೌದು | ಇಲ್ಲ ಅಲ್ಲ
    si: ඔව් | නැත නෑ
    tl: oo opo | hindi
    am: አዎ አዎን | አይ አይደለም
    so: haa | maya
    ka: კი დიახ | არა
    hy: այո | ոչ
    mn: тийм | үгүй
    tg: ҳа бале | не
    my: ဟုတ်ကဲ့ ဟုတ်တယ် | မဟုတ်ဘူး
    km: បាទ ចាស | ទេ
    lo: ແມ່ນ | ບໍ່ ບໍ່ແມ່ນ
"""

# Words for yes and no that mean something else in a larger language: Malay "tak" is no, Spanish "rara" odd.
_FOREIGN = frozenset(("tak", "jo", "rara", "maya", "hindi", "ha"))
# Number words that do so (Lima; "due"; an imp), and the noun of the answer that they need before them.
NEEDS_NOUN = {
    "lima": ("jawab",),
    "due": ("rispost",),
    "um": ("respost",),
    "бес": ("жауап",),
}


def spoken_key(words: str) -> str:
    """What words are compared by: lower case, no accents, no signs around them, single blanks."""
    return " ".join(plain_lower(words).replace("'", "").split()).strip(" .。!?")


@cache
def numbers() -> Mapping[str, str]:
    """Word for a small number → the number; without those that are two numbers."""
    return _without_doubtful(
        (spoken_key(word), str(number))
        for line in _table(_NUMBERS)
        for number, words in enumerate(line.split())
        for word in words.split("|")
        if word != "-"
    )


@cache
def yes_and_no() -> Mapping[str, str]:
    """Word → "yes" or "no", whatever its language; without those that are both."""
    return _without_doubtful(said for line in _lines() for said in line)


def says_yes_or_no(words: str) -> bool:
    """Whether words are a yes or a no in some language."""
    return spoken_key(words) in _yes_or_no()


@cache
def _yes_or_no() -> frozenset[str]:
    return frozenset(word for line in _lines() for word, _ in line)


@cache
def yes_and_no_beside(texts: tuple[str, ...]) -> Mapping[str, str]:
    """Word → "yes" or "no", of the languages that have one of the item's own two; of all for English."""
    lines = _lines()
    own = {spoken_key(text) for text in texts}
    english = not own.isdisjoint(word for word, meaning in lines[0] if meaning == "yes")
    near = [line for line in lines[1:] if not own.isdisjoint(word for word, _ in line)]
    said = {word for line in (lines[0], *near) for word, _ in line}
    if english:
        said |= yes_and_no().keys() - _FOREIGN
    return {word: meaning for word, meaning in yes_and_no().items() if word in said}


@cache
def _lines() -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(
        tuple(
            (spoken_key(word.replace("_", " ")), meaning)
            for meaning, words in zip(("yes", "no"), line.split("|"), strict=True)
            for word in words.split()
        )
        for line in _table(_YES_AND_NO)
    )


def _table(lines: str) -> list[str]:
    """The lines of a table without the code at their heads."""
    return [line.partition(": ")[2] for line in lines.strip().splitlines()]


def _without_doubtful(said: Iterator[tuple[str, str]]) -> Mapping[str, str]:
    meanings: dict[str, set[str]] = {}
    for word, meaning in said:
        meanings.setdefault(word, set()).add(meaning)
    return {word: meant.pop() for word, meant in meanings.items() if len(meant) == 1}
