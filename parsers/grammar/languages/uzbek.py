"""Cue words of Uzbek."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Uzbek",
    family="Turkic",
    answer="javob* жавоб*",
    right="eng_yaqin togri* туғри тўғри* тўгри* туғри* eng_yaxshi eng_mos mos eng_maqbul",
    option="variant* вариант* harf band band* tanlov*",
    link="""
        faqat ni shunday qilib kerak bolishi
        bu savolning savol eng deb bu_sababli boladi hisoblanadi bolib xisoblanadi бу саволнинг савол энг
        ҳисобланади бўлади ushbu bolgan men мен yakuniy oxirgi якуний
        savolga savoldagi саволга
    """,
    copula="boladi бўлади hisoblanadi ҳисобланади",
    negation="tanlamayman tanlamagan tanlamasdim emas емас эмас yoq йўқ hech ҳеч olmaydi bolmaydi",
    wrong="chiqarib kamroq chiqarib_tashlaymiz chiqarib_tashlanadi chiqarib_tashlash ehtimoli_kam ehtimoli_kamroq notogri* нотўғри* xato* хато* yanlis*",
    pick="belgilash qoladi tanlagan tanlayman танлайман tanlaymiz танлаймиз tanladim tanladik tanlardim tanlagan_bolardim",
    so="demak демак shunday shuning_uchun",
    others="boshqa* qolgan* бошқа* қолган*",
    because="chunki чунки sababi сабаби",
    but="balki aksincha балки",
    denial_behind="emas эмас емас",
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
        r"ҳеч бири",
        r"\baniqlab bolmaydi\b",
        r"\bbilmayman\b",
    ),
    correcting=(
        r"\b(?:xato qildim|adashdim|yanglishdim|xato qilibman)\b",
        r"\btuzatish:",
        r"(?<!\w)(?:хато қилдим|адашдим)(?!\w)",
    ),
    true="rost chin togri",
    false="yolgon notogri xato",
    said="soyladi",
    no_choice_keys=(r"\bmisal",),
    asking="nega nima_uchun",
    takes=(
        "Eng yaqin javob ◆.",
        "Shu sababli, javob ◆ ni tanlaymiz.",
        "To'g'ri javob: ◆",
        "To‘g‘ri javob ◆.",
        "Javob ◆",
        "Тўғри жавоб: ◆",
        "Demak, to'g'ri javob ◆ varianti.",
        "◆ variant eng to'g'ri javob hisoblanadi.",
        "To'g'ri javob ◈ emas, balki ◆.",
        "Tavsifga ko'ra, eng mos variant ◆ hisoblanadi.",
        "Shuning uchun men ◆ variantini tanlardim.",
        "Eng yaxshi tanlov ◆ bo'ladi.",
        "Agar variantlarni ko'rib chiqsak, to'g'ri javob ◆.",
        "Menimcha, javob ◆.",
        "Demak, to'g'ri javob: ◆.",
        "To‘g‘ri javob — ◆.",
        "Xulosa qilib aytganda, to'g'ri javob ◆.",
    ),
    refuses=(
        "◆ varianti to'g'ri emas.",
        "To'g'ri javob ◆ emas.",
        "Noto'g'ri javob: ◆",
        "◆ variant xato.",
        "◆, ◇, noto'g'ri.",
        "◆ to'g'ri javob emas.",
        "◆ noto'g'ri, chunki tavsifga mos kelmaydi.",
        "Agar bemor bola bo'lsa, to'g'ri javob ◆ bo'ladi.",
        "To'g'ri javob ◆mi?",
        "Ko'p talabalar ◆ variantini tanlaydi, lekin bu noto'g'ri.",
        "Menimcha, javob ◆ emas.",
        "◆ to'g'ri bo'la olmaydi.",
    ),
    sources="Replies in ceferisbarov/TUMLU, data/uzbek and data/uzbek-cyrillic/outputs; Wiktionary.",
)
