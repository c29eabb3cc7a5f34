"""Words that stand for what an option is called: small numbers, and yes and no, in many languages.

Whether a reply says one of them as its answer is for `mentions/stand_ins.py`. A word that is two things
("nulla": nought, and nothing; "to": two, and English) is left out.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from collections.abc import Iterator, Mapping
from functools import cache

from parsers.text.folding import plain_lower

# One line a language: nought to five, "|" between words for the same, "-" where there is none.
_NUMBERS = """
    صفر واحد|واحدة اثنان|اثنين ثلاثة أربعة خمسة
    sıfır bir iki üç dörd|dört beş
    শূন্য এক দুই তিন চার পাঁচ
    零 一 二|两 三 四 五
    nula jedna|jeden|jedno|jedan dva|dvě|dve tři|tri čtyři|četiri pět|pet
    nul een|één twee drie vier vijf
    zéro un|une deux trois quatre cinq
    - eins|eine zwei drei vier fünf
    sifili ɗaya biyu uku huɗu biyar
    אפס אחת|אחד שתיים|שניים שלוש|שלושה ארבע|ארבעה חמש|חמישה
    शून्य एक दो|दोन|दुई तीन चार पांच|पाँच|पाच
    - egy kettő|két három négy öt
    nol satu dua tiga empat lima
    zero uno due tre quattro cinque
    ゼロ - - - - -
    нөл|нөль бір екі үш төрт бес
    제로 하나 둘 셋 넷 다섯
    - бир эки үч төрт беш
    - یک دو سه چهار پنج
    - - dwa trzy cztery pięć
    - um|uma dois|duas três quatro cinco
    ноль|нуль один|одна|одно два|две три четыре пять
    cero uno|una dos tres cuatro cinco
    sifuri moja mbili tatu nne tano
    noll ett två tre fyra fem
    nolla yksi kaksi kolme neljä viisi
    - einn|eitt tveir|tvö þrír|þrjú fjórir|fjögur fimm
    - бер ике өч дүрт биш
    సున్నా ఒకటి రెండు మూడు నాలుగు ఐదు
    ศูนย์ หนึ่ง สอง สาม สี่ ห้า
    - - - - чотири п'ять
    - ایک - تین چار پانچ
    نۆل بىر ئىككى ئۈچ تۆت بەش
    - - ikki uch to'rt besh
    нол - икки уч тўрт -
    - một hai - bốn năm
    - okan meji meta merin marun
    μηδέν ένα|μία|ένας δύο|δυο τρία|τρεις τέσσερα|τέσσερις πέντε
    - unu doi|două trei patru cinci
    - - - - štyri|štiri päť
    nulis vienas - trys keturi penki
    nulle viens divi trīs četri pieci
    - üks - - neli viis
    - - - - quatre cinc
    - - - hiru lau bost
    - unha dous|dúas - catro -
    нула један|едно|един - - четири пет
    பூஜ்யம்|சுழியம் ஒன்று இரண்டு மூன்று நான்கு ஐந்து
    શૂન્ય એક બે ત્રણ ચાર પાંચ
    ਸਿਫ਼ਰ ਇੱਕ ਦੋ ਤਿੰਨ ਚਾਰ ਪੰਜ
    പൂജ്യം ഒന്ന് രണ്ട് മൂന്ന് നാല് അഞ്ച്
    ಸೊನ್ನೆ ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು ಐದು
    බිංදුව එක දෙක තුන හතර පහ
    ଶୂନ ଏକ ଦୁଇ ତିନି ଚାରି ପାଞ୍ଚ
    - - dalawa tatlo apat -
    ዜሮ አንድ ሁለት ሦስት|ሶስት አራት አምስት
    eber kow laba saddex - -
    ნული ერთი ორი სამი ოთხი ხუთი
    զրո մեկ երկու երեք չորս հինգ
    тэг нэг хоёр гурав дөрөв тав
    сифр як ду се чор панҷ
    - - - - - bäş
    သုည တစ် နှစ် သုံး လေး ငါး
    សូន្យ មួយ ពីរ បី បួន ប្រាំ
    ສູນ ໜຶ່ງ ສອງ ສາມ ສີ່ ຫ້າ
"""
# One line a language: yes, a bar, no; "_" for a blank.
_YES_AND_NO = """
    yes yeah yep | no nope
    نعم أجل بلى | لا كلا
    bəli hə | xeyr yox
    হ্যাঁ হাঁ জি_হ্যাঁ | না জি_না
    是 是的 对 對 对的 對的 | 否 不是 不是的 不对 不對
    ano | ne
    ja jawohl | nee neen nein nej nei
    oui | non
    כן | לא
    हाँ हां जी_हाँ जी_हां होय हो | नहीं जी_नहीं नाही होइन
    igen | nem
    ya iya | tidak bukan
    sì si | no
    はい ええ うん そうです その通りです | いいえ いえ 違います ちがいます そうではありません
    иә ия | жоқ
    예 네 그렇다 그렇습니다 그래요 맞다 맞습니다 맞아요 옳다 \
    | 아니오 아니요 아니다 아닙니다 아니에요 그렇지_않다 그렇지_않습니다
    ооба | жок
    بله بلی آری | خیر نه
    tak | nie
    sim | não
    да | нет
    ndiyo ndio | hapana
    jo joo kyllä | ei
    әйе | юк
    అవును | కాదు లేదు
    ใช่ ใช่ครับ ใช่ค่ะ | ไม่ใช่ ไม่ใช่ครับ ไม่ใช่ค่ะ ไม่
    evet | hayır
    так | ні
    ہاں جی_ہاں | نہیں جی_نہیں
    ھەئە | ياق
    ha | yo'q
    ҳа | йўқ
    có đúng vâng | không
    beeni | rara beeko
    ναι | όχι
    da | nu ne
    áno | nie
    taip jah | ne ei
    bai | ez
    так да | не ні
    ஆம் ஆமாம் | இல்லை
    હા | ના
    ਹਾਂ | ਨਹੀਂ
    അതെ | അല്ല ഇല്ല
    ಹೌದು | ಇಲ್ಲ ಅಲ್ಲ
    ඔව් | නැත නෑ
    oo opo | hindi
    አዎ አዎን | አይ አይደለም
    haa | maya
    კი დიახ | არა
    այո | ոչ
    тийм | үгүй
    ҳа бале | не
    ဟုတ်ကဲ့ ဟုတ်တယ် | မဟုတ်ဘူး
    បាទ ចាស | ទេ
    ແມ່ນ | ບໍ່ ບໍ່ແມ່ນ
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


def key_of(words: str) -> str:
    """What words are compared by: lower case, no accents, no signs around them, single blanks."""
    return " ".join(plain_lower(words).replace("'", "").split()).strip(" .。!?")


@cache
def numbers() -> Mapping[str, str]:
    """Word for a small number → the number; without those that are two numbers."""
    return _without_doubtful(
        (key_of(word), str(number))
        for line in _NUMBERS.strip().splitlines()
        for number, words in enumerate(line.split())
        for word in words.split("|")
        if word != "-"
    )


@cache
def yes_and_no() -> Mapping[str, str]:
    """Word → "yes" or "no", whatever its language; without those that are both."""
    return _without_doubtful(said for line in _lines() for said in line)


@cache
def yes_and_no_beside(texts: tuple[str, ...]) -> Mapping[str, str]:
    """Word → "yes" or "no", of the languages that have one of the item's own two; of all for English."""
    lines = _lines()
    own = {key_of(text) for text in texts}
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
            (key_of(word.replace("_", " ")), meaning)
            for meaning, words in zip(("yes", "no"), line.split("|"), strict=True)
            for word in words.split()
        )
        for line in _YES_AND_NO.strip().splitlines()
    )


def _without_doubtful(said: Iterator[tuple[str, str]]) -> Mapping[str, str]:
    meanings: dict[str, set[str]] = {}
    for word, meaning in said:
        meanings.setdefault(word, set()).add(meaning)
    return {word: meant.pop() for word, meant in meanings.items() if len(meant) == 1}
