"""Long prose in several languages, every text another one: what `parser_speed.py` reads once and never again.

Sentences are put together from lists, and some of their words are made up, so that a text brings words that
none before it had: about one word in twenty-five, as long real replies do.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

MADE_UP = 0.6  # of the sentences have a word that is made up
LABELLED = 0.3  # of the sentences are followed by one that names an option


@dataclass(frozen=True)
class Tongue:
    """What sentences of a language are made of.

    Attributes:
        form: subject, verb, object and ending, in the order of the language.
        subjects, verbs, objects, endings: of them one each is drawn; "|" parts them.
        syllables: of which words are made up.
        weighing: sentences that reasoning says of options on its way; none of them decides.
        closing: the last line, which does.
        blank: what stands between sentences.
    """

    form: str
    subjects: str
    verbs: str
    objects: str
    endings: str
    syllables: str
    weighing: tuple[str, ...]
    closing: str
    blank: str = " "

    def sentence(self, draw: random.Random) -> str:
        """One sentence; its subject may be made up."""
        lists = (self.subjects, self.verbs, self.objects, self.endings)
        subject, verb, object_, ending = (draw.choice(listed.split("|")) for listed in lists)
        if draw.random() < MADE_UP:
            subject = "".join(draw.choices(self.syllables.split(), k=4))
        said = self.form.format(subject=subject, verb=verb, object=object_, ending=ending)
        return said[:1].upper() + said[1:]


ENGLISH = Tongue(
    "{subject} {verb} {object} {ending}.",
    "the patient|her mother|this finding|a low dose of the drug|the first episode|sleep|the history"
    "|his weight|treatment with a mood stabiliser|the family|a careful examination|it|she"
    "|such a pattern|the second drug",
    "suggests|has shown|does not rule out|was followed by|may explain|would require"
    "|is closely linked to|points towards|often comes before|cannot account for|reduces|depends on"
    "|lasted longer than|worsened with",
    "a period of elevated mood|weight loss over two months|the loss of interest in her work"
    "|raised levels|an episode of at least four days|symptoms that began in childhood"
    "|poor concentration at school|the dose|several admissions to hospital|a change in the ion channels"
    "|early waking and fatigue|tremor|renal function",
    "in the absence of other causes|after the birth of her child|as described above|and this is typical"
    "|because the criteria require it|when it is given for weeks|, which is common in young adults"
    "|over time|, while the blood count was normal|, so we have to look further"
    "|despite a normal physical examination",
    "ka ro min ve lu ta sel dor pra ni cu xo bel tri gan os um ine ate ol",
    (
        "Option {label} does not fit, because the episode was too short.",
        "({label}) is less likely, since there is no mania.",
        "{label}. {text}: this would need a longer course.",
        "That leaves us to look at {label} more closely.",
        "If the mood had been low, {label} would have been possible.",
    ),
    "Therefore, the answer is {label}.",
)
RUSSIAN = Tongue(
    "{subject} {verb} {object} {ending}.",
    "пациентка|такое лечение|первый эпизод|течение болезни|низкая доза препарата|семья|сон|осмотр врача"
    "|масса тела|подобная картина|настроение больной|история жизни|второй препарат|мать ребёнка",
    "показывает|объясняет|предшествует|снижает|часто сопровождает|требует|изменяет|усиливает|описывает"
    "|напоминает",
    "период приподнятого настроения|утрату интереса к работе|раннее пробуждение и усталость"
    "|повышенный уровень|госпитализацию в больницу|лёгкий тремор рук|жалобы с детского возраста"
    "|снижение внимания в школе",
    "после рождения ребёнка|в течение нескольких недель|, что характерно для молодых людей"
    "|без другой причины|, хотя анализ крови был в норме|при длительном приёме|у здоровых взрослых"
    "|на фоне усталости",
    "ка ро мин ве лу та сел дор пра ни ку хо бель три ган ос ум ин",
    (
        "Вариант {label} не подходит, так как эпизод был слишком коротким.",
        "({label}) менее вероятен.",
        "{label}: для этого нужно более длительное течение.",
    ),
    "Правильный ответ: {label}.",
)
CHINESE = Tongue(
    "{subject}{verb}{object}{ending}。",
    "患者|她的母亲|这种治疗|第一次发作|低剂量药物|家族史|睡眠|体重|详细检查|这样的表现|情绪|病程|第二种药物",
    "表明|说明了|往往出现在|会降低|需要考虑|并不能解释|通常伴有|加重了|影响到|持续超过|改变",
    "情绪高涨的时期|对工作失去兴趣|早醒和疲劳|住院治疗的次数|血液中的水平升高|持续数天的发作|轻微的震颤"
    "|儿童期开始的症状",
    "，这在年轻人中很常见|，并且持续了几个星期|，尽管检查结果正常|，因此还要进一步观察|，没有其他原因"
    "|，尤其是在产后",
    "安 伯 德 菲 格 海 吉 克 拉 米 诺 帕 瑞 斯 特 维 西 泽",
    (
        "选项{label}不符合，因为发作时间太短。",
        "（{label}）的可能性较小。",
        "{label}：这需要更长的病程。",
    ),
    "因此，正确答案是{label}。",
    blank="",
)
HINDI = Tongue(
    "{subject} {ending} {object} {verb}।",
    "रोगी|उसकी माँ|यह उपचार|पहला दौरा|दवा की कम मात्रा|परिवार का इतिहास|नींद|शरीर का वजन|विस्तृत जाँच|मन की दशा",
    "दिखाता है|समझाता है|से पहले आता है|कम करता है|की माँग करता है|बदल देता है|बढ़ाता है|का वर्णन करता है",
    "उत्साह की अवधि|काम में रुचि की कमी|जल्दी जागना और थकान|रक्त में बढ़ा हुआ स्तर|अस्पताल में भर्ती|हाथों का हल्का कंपन",
    "बच्चे के जन्म के बाद|कई सप्ताह तक|युवा लोगों में अक्सर|सामान्य जाँच के बावजूद|बिना किसी और कारण के|बचपन से",
    "का रो मि वे लु ता से दो प्र नी कू हो बे त्रि गा",
    (
        "विकल्प {label} यहाँ ठीक नहीं है, क्योंकि दौरा छोटा था।",
        "({label}) की संभावना कम है।",
        "{label}: इसके लिए लंबा समय चाहिए।",
    ),
    "सही उत्तर {label} है।",
)
ARABIC = Tongue(
    "{subject} {verb} {object} {ending}.",
    "المريضة|والدة الطفل|هذا العلاج|النوبة الأولى|جرعة منخفضة من الدواء|تاريخ العائلة|النوم|وزن الجسم"
    "|الفحص الدقيق",
    "يظهر|يفسر|يسبق غالبا|يخفض|يتطلب|يغير|يزيد من|يصف|يرتبط مع|يؤدي إلى",
    "فترة من المزاج المرتفع|فقدان الاهتمام بالعمل|الاستيقاظ المبكر والتعب|ارتفاع المستوى في الدم"
    "|دخول المستشفى|رعشة خفيفة في اليدين|أعراضا بدأت منذ الطفولة|ضعف التركيز في المدرسة",
    "بعد ولادة الطفل|لعدة أسابيع متتالية|وهذا شائع عند الشباب|رغم أن التحاليل طبيعية|دون سبب آخر"
    "|مع مرور الوقت",
    "كا رو مي في لو تا سل دور برا ني كو هو بل تري غان",
    (
        "الخيار {label} لا يناسب هنا لأن النوبة كانت قصيرة.",
        "({label}) أقل احتمالا.",
        "{label}: هذا يحتاج إلى مدة أطول.",
    ),
    "الإجابة الصحيحة هي {label}.",
)
TONGUES = {"English": ENGLISH, "Russian": RUSSIAN, "Chinese": CHINESE, "Hindi": HINDI, "Arabic": ARABIC}
KINDS = ("English in Markdown", *TONGUES)


def prose(kind: str, characters: int, number: int, options: dict[str, str]) -> str:
    """A text of this kind and length, which weighs these options; another one for every number."""
    draw = random.Random(f"{kind}/{characters}/{number}")
    markdown = kind not in TONGUES
    tongue = ENGLISH if markdown else TONGUES[kind]
    closing = "\n\n" + tongue.closing.format(label=draw.choice(list(options)))
    pieces: list[str] = []
    left = characters - len(closing)
    for piece in (_markdown if markdown else _paragraphs)(tongue, draw, options):
        pieces.append(piece[:left])
        left -= len(pieces[-1])
        if not left:
            return "".join(pieces) + closing
    raise AssertionError("text without end ended")


def _paragraphs(tongue: Tongue, draw: random.Random, options: dict[str, str]) -> Iterator[str]:
    while True:
        for _ in range(draw.randint(3, 8)):
            yield tongue.sentence(draw) + tongue.blank
            if draw.random() < LABELLED:
                label, text = draw.choice(list(options.items()))
                yield draw.choice(tongue.weighing).format(label=label, text=text) + tongue.blank
        yield "\n\n"


def _markdown(tongue: Tongue, draw: random.Random, options: dict[str, str]) -> Iterator[str]:
    """Sections with a heading, a paragraph with words in bold, and a list."""
    subjects, objects = tongue.subjects.split("|"), tongue.objects.split("|")
    paragraphs = _paragraphs(tongue, draw, options)
    while True:
        yield f"## {draw.choice(subjects).title()}\n\n"
        yield from islice(paragraphs, draw.randint(3, 8))
        yield f"**{draw.choice(objects)}**.\n\n"
        for item in range(1, draw.randint(3, 6)):
            yield f"{draw.choice(['-', f'{item}.'])} **{draw.choice(subjects)}:** {tongue.sentence(draw)}\n"
        yield "\n"
