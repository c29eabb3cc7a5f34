"""An opening yes or no that speaks to the one who asks, or to what is not known, is no answer."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "Yes", "B": "No"})


@pytest.mark.parametrize(
    "text",
    [
        "Yes, of course I can answer. Please share the passage.",
        "Yes, that is a good question, and one I can't answer.",
        "Yes, I understand that you want a yes or no. It isn't that simple.",
        "Yes, that is a good question.",
        "Yes, it's complicated.",
        "No, I'm not able to diagnose.",
        "Yes, but only a doctor can tell.",
        "No, I don't have enough information.",
        "No, I do not have access to the graph.",
        "No, there isn't enough information to tell.",
        "No, that cannot be determined from the text.",
        "No, nobody can say that for sure.",
        "No, you haven't given me the question.",
    ],
)
def test_what_is_said_to_the_one_who_asks_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The first hop is a yes; the second is a no.", ""),
        ("The first hop is yes and the second is no.", ""),
        ("The first hop holds but the second doesn't, so no.", "B"),
        ("Yes to the first part. No to the second. So overall no.", "B"),
    ],
)
def test_parts_that_are_answered_each_by_itself_are_no_answer(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes, I agree with the statement.", "A"),
        ("Yes, I can confirm that the edge exists.", "A"),
        ("Yes, this is a common one: sertraline treats it.", "A"),
        ("Yes. This is a hard question, but the answer is yes.", "A"),
        ("Yes. It is complicated by the fact that both are linked.", "A"),
        ("No. It's complicated, but the evidence is against it.", "B"),
        ("No, I don't have any of these symptoms.", "B"),
        ("No, I don't have enough information to say that the edge exists.", "B"),
        ("No, I do not have access to transport.", "B"),
        ("No, only a doctor can decide to stop the drug.", "B"),
        ("No, this is a question of dosage, not of indication.", "B"),
        ("No, there is no link between the two.", "B"),
        ("Yes, that is a common question in psychiatric interviews and is appropriate.", "A"),
        ("Yes, it's an important question to ask patients.", "A"),
        ("No, it's not that simple; the passage says otherwise.", "B"),
        ("Yes, I've read the article. It says the drug works.", "A"),
        ("Yes, I have read it.", "A"),
        ("Yes, I can do that.", "A"),
        ("No, I see your point, but the drug is contraindicated.", "B"),
        ("No, you did not give informed consent.", "B"),
        ("No, you didn't share it with her, so it is not disclosure.", "B"),
        ("Yes, only a judge can decide.", "A"),
        ("No, I don't have enough data to support this.", "B"),
        ("No, I lack access to the internet.", "B"),
        ("No, it is not possible to say; therefore the inference is invalid.", "B"),
    ],
)
def test_what_is_said_of_the_question_is(text, expected):
    assert letters(text) == expected


YES_AND_NO = {
    "es": ("Sí", "No"),
    "de": ("Ja", "Nein"),
    "fr": ("Oui", "Non"),
    "pt": ("Sim", "Não"),
    "it": ("Sì", "No"),
    "tr": ("Evet", "Hayır"),
    "ru": ("Да", "Нет"),
    "zh": ("是", "否"),
    "ja": ("はい", "いいえ"),
    "ko": ("예", "아니오"),
    "ar": ("نعم", "لا"),
    "sw": ("Ndiyo", "Hapana"),
    "pl": ("Tak", "Nie"),
    "vi": ("Có", "Không"),
    "id": ("Ya", "Tidak"),
    "fa": ("بله", "خیر"),
    "hi": ("हाँ", "नहीं"),
    "sv": ("Ja", "Nej"),
    "nl": ("Ja", "Nee"),
}
TO_ASKER = [
    ("es", "Sí, puedo ayudarte con eso. ¿Cuál es la pregunta?"),
    ("es", "No, no tengo suficiente información."),
    ("es", "No, no puedo responder a eso."),
    ("es", "Sí, es una buena pregunta."),
    ("es", "No se puede determinar."),
    ("de", "Ja, ich kann dir helfen. Wie lautet die Frage?"),
    ("de", "Nein, ich habe nicht genug Informationen."),
    ("de", "Nein, das kann ich nicht beantworten."),
    ("de", "Ja, das ist eine gute Frage."),
    ("de", "Nein, dazu darf ich nichts sagen."),
    ("fr", "Oui, je peux vous aider. Quelle est la question ?"),
    ("fr", "Non, je n'ai pas assez d'informations."),
    ("fr", "Non, je ne peux pas répondre à cela."),
    ("fr", "Oui, c'est une bonne question."),
    ("pt", "Sim, posso ajudar. Qual é a pergunta?"),
    ("pt", "Não, não tenho informações suficientes."),
    ("pt", "Não, não posso responder a isso."),
    ("pt", "Sim, é uma boa pergunta."),
    ("it", "Sì, posso aiutarti. Qual è la domanda?"),
    ("it", "No, non ho abbastanza informazioni."),
    ("it", "No, non posso rispondere."),
    ("it", "Sì, è una bella domanda."),
    ("tr", "Evet, yardımcı olabilirim. Soru nedir?"),
    ("tr", "Hayır, yeterli bilgim yok."),
    ("tr", "Hayır, buna cevap veremem."),
    ("tr", "Evet, bu iyi bir soru."),
    ("ru", "Да, я могу помочь. Какой у вас вопрос?"),
    ("ru", "Нет, у меня недостаточно информации."),
    ("ru", "Нет, я не могу на это ответить."),
    ("ru", "Да, это хороший вопрос."),
    ("zh", "是的，我可以帮忙。请问问题是什么？"),
    ("zh", "否，我没有足够的信息。"),
    ("zh", "是的，这是个好问题。"),
    ("zh", "是的，当然！以下是分析："),
    ("ja", "はい、お手伝いできます。質問は何ですか？"),
    ("ja", "いいえ、十分な情報がありません。"),
    ("ja", "はい、良い質問ですね。"),
    ("ja", "はい、承知しました。以下が分析です："),
    ("ja", "いいえ、それにはお答えできません。"),
    ("ko", "예, 도와드릴 수 있습니다. 질문이 무엇인가요?"),
    ("ko", "아니오, 정보가 충분하지 않습니다."),
    ("ko", "예, 좋은 질문입니다."),
    ("ko", "예, 알겠습니다. 분석은 다음과 같습니다:"),
    ("ko", "아니오, 대답할 수 없습니다."),
    ("ar", "نعم، يمكنني المساعدة. ما هو السؤال؟"),
    ("ar", "لا، ليس لدي معلومات كافية."),
    ("ar", "نعم، هذا سؤال جيد."),
    ("ar", "لا، لا أستطيع الإجابة على ذلك."),
    ("ar", "لا أستطيع الإجابة."),
    ("sw", "Ndiyo, naweza kusaidia. Swali ni lipi?"),
    ("sw", "Hapana, sina taarifa za kutosha."),
    ("sw", "Ndiyo, hilo ni swali zuri."),
    ("sw", "Hapana, siwezi kujibu."),
    ("pl", "Tak, mogę pomóc. Jakie jest pytanie?"),
    ("pl", "Nie, nie mam wystarczających informacji."),
    ("pl", "Nie, nie mogę na to odpowiedzieć."),
    ("pl", "Tak, to dobre pytanie."),
    ("pl", "Nie wiem."),
    ("pl", "Nie mogę odpowiedzieć."),
    ("vi", "Có, tôi có thể giúp. Câu hỏi là gì?"),
    ("vi", "Không thể trả lời."),
    ("vi", "Có, đó là một câu hỏi hay."),
    ("id", "Ya, saya bisa membantu. Apa pertanyaannya?"),
    ("id", "Ya, itu pertanyaan yang bagus."),
    ("id", "Tidak tahu."),
    ("fa", "بله، می\u200cتوانم کمک کنم. سؤال چیست؟"),
    ("fa", "خیر، اطلاعات کافی ندارم."),
    ("fa", "بله، سؤال خوبی است."),
    ("hi", "हाँ, मैं मदद कर सकता हूँ। प्रश्न क्या है?"),
    ("hi", "हाँ, यह एक अच्छा प्रश्न है।"),
    ("sv", "Ja, jag kan hjälpa till. Vad är frågan?"),
    ("sv", "Nej, jag har inte tillräckligt med information."),
    ("sv", "Ja, det är en bra fråga."),
    ("sv", "Nej, det kan jag inte svara på."),
    ("nl", "Ja, ik kan helpen. Wat is de vraag?"),
    ("nl", "Nee, ik heb niet genoeg informatie."),
    ("nl", "Ja, dat is een goede vraag."),
    ("nl", "Nee, dat kan ik niet beantwoorden."),
]
OF_QUESTION = [
    ("es", "Sí, existe esa relación.", "A"),
    ("es", "No, no existe esa relación.", "B"),
    ("es", "No, no está indicado.", "B"),
    ("de", "Ja, das ist richtig.", "A"),
    ("de", "Nein, es gibt keine Verbindung.", "B"),
    ("fr", "Oui, ce lien existe.", "A"),
    ("fr", "Non, il n'y a pas de lien.", "B"),
    ("pt", "Sim, existe.", "A"),
    ("pt", "Não, não existe essa relação.", "B"),
    ("tr", "Evet, böyle bir bağlantı var.", "A"),
    ("tr", "Hayır, böyle bir bağlantı yok.", "B"),
    ("ru", "Да, такая связь есть.", "A"),
    ("ru", "Нет, такой связи нет.", "B"),
    ("ja", "はい、その関係はあります。", "A"),
    ("ja", "いいえ、ありません。", "B"),
    ("ko", "아니오, 그런 관계는 없습니다.", "B"),
    ("ar", "نعم، توجد هذه العلاقة.", "A"),
    ("ar", "لا، لا توجد هذه العلاقة.", "B"),
    ("pl", "Tak, taki związek istnieje.", "A"),
    ("pl", "Nie, nie ma takiego związku.", "B"),
    ("vi", "Có, mối quan hệ này tồn tại.", "A"),
    ("vi", "Không, không có mối quan hệ này.", "B"),
    ("es", "Sí, claro, existe esa relación.", "A"),
    ("es", "Sí, puedo hacer amigos con facilidad.", "A"),
    ("es", "No, no tengo suficiente paciencia con los niños.", "B"),
    ("es", "Sí, por supuesto. Aquí está la razón: la aspirina es un antiagregante.", "A"),
    ("es", "No, no podemos dar aspirina a un niño.", "B"),
    ("fr", "Oui, bien sûr, je suis d'accord avec cette affirmation.", "A"),
    ("fr", "Non, je n'ai pas assez confiance en moi.", "B"),
    ("de", "Ja, natürlich, ich stimme der Aussage zu.", "A"),
    ("de", "Ja, ich helfe gern anderen Menschen.", "A"),
    ("de", "Nein, ich habe keine Daten, die das belegen.", "B"),
    ("de", "Nein, ich kann das nicht empfehlen.", "B"),
    ("it", "No, non ho abbastanza pazienza.", "B"),
    ("pl", "Nie, nie mogę pomóc w oszustwie.", "B"),
    ("ko", "아니오, 이 검사만으로 진단할 수 없습니다.", "B"),
    ("ko", "아니오, 정보가 부족하여 결론을 내릴 수 없습니다.", "B"),
    ("vi", "Không, X-quang không thể chẩn đoán được.", "B"),
    ("id", "Tidak, pemeriksaan ini tidak dapat mendiagnosis TB.", "B"),
    ("ja", "いいえ、十分な情報がないため、因果関係があるとは言えません。", "B"),
    ("de", "Ja, gerne genommen wird es auch bei Angst.", "A"),
    ("de", "Nein, ich habe keine Symptome.", "B"),
    ("fr", "Non, je n'ai pas de symptômes.", "B"),
    ("fr", "Oui, bien sûr.", "A"),
    ("ru", "Да, конечно.", "A"),
    ("ru", "Нет, у меня нет симптомов.", "B"),
    ("tr", "Evet, tabii ki.", "A"),
    ("nl", "Ja, natuurlijk.", "A"),
    ("ar", "نعم، بالتأكيد.", "A"),
]


@pytest.mark.parametrize(("language", "text"), TO_ASKER)
def test_what_is_said_to_the_one_who_asks_in_another_language_is_no_answer(language, text):
    yes, no = YES_AND_NO[language]
    assert letters(text, {"A": yes, "B": no}) == ""


@pytest.mark.parametrize(("language", "text", "expected"), OF_QUESTION)
def test_what_is_said_of_the_question_in_another_language_is(language, text, expected):
    yes, no = YES_AND_NO[language]
    assert letters(text, {"A": yes, "B": no}) == expected
