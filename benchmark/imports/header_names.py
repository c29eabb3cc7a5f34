"""What people call the columns of a file of questions, in thirteen languages: names as data.

A name is compared without case, spaces, marks and accents: `Bonne réponse` is "bonnereponse". Names of one
tuple are of equal standing: where a header has two of them, nothing says which is meant, and it is asked for.
Earlier tuples win over later ones. What is left out, on purpose: names of ids, which would change what an
item is called, and words for a running number.
"""

# English names keep the order in which this program has always read them, each before the next.
QUESTIONS: tuple[tuple[str, ...], ...] = (
    *(("question",), ("question text",), ("question stem",), ("question.stem",), ("stem",)),
    (
        *("Frage", "Fragetext", "Fragestellung", "Aufgabentext", "Aufgabenstellung"),
        *("énoncé", "intitulé", "texte de la question"),
        *("pregunta", "enunciado", "texto de la pregunta"),
        *("pergunta", "questão", "texto da pergunta"),
        *("domanda", "quesito", "testo della domanda"),
        *("vraag", "vraagtekst", "vraagstelling"),
        *("fråga", "frågetext", "frågeställning"),
        *("pytanie", "treść pytania"),
        *("soru", "soru metni"),
        *("вопрос", "текст вопроса"),
        *("问题", "問題", "题目", "題目", "题干", "題幹", "试题", "試題"),
        *("質問", "質問文", "問題文", "設問"),
    ),
    *(("query",), ("prompt",), ("problem",)),
    ("Aufgabe", "exercice", "ejercicio", "exercício", "esercizio", "opgave", "uppgift", "zadanie", "задание"),
)
# Letters and indices before texts: where a file has both (MedQA), the text is checked against them.
GOLDS: tuple[tuple[str, ...], ...] = (
    *(("gold",), ("answer idx",), ("answer index",), ("answer key",), ("answer letter",)),
    *(("correct option",), ("correct choice",), ("correct index",), ("correct letter",), ("cop",)),
    (
        *("Lösungsbuchstabe", "Loesungsbuchstabe", "Antwortbuchstabe", "richtiger Buchstabe"),
        *("richtige Option", "lettre correcte", "bonne lettre", "lettre de la réponse"),
        *("letra correcta", "letra de la respuesta", "opción correcta", "alternativa correcta"),
        *("letra correta", "letra da resposta", "opção correta", "alternativa correta"),
        *("lettera corretta", "opzione corretta", "juiste letter", "juiste optie"),
        *("rätt bokstav", "rätt alternativ", "poprawna litera", "prawidłowa litera"),
        *("doğru şık", "doğru sik", "doğru seçenek", "правильный вариант", "верный вариант", "буква ответа"),
        *("正确选项", "正確選項", "正解の選択肢"),
    ),
    ("correct answer",),
    (
        *("richtige Antwort", "korrekte Antwort", "bonne réponse", "réponse correcte", "réponse exacte"),
        *("réponse juste", "respuesta correcta", "resposta correta", "resposta certa", "risposta corretta"),
        *("risposta esatta", "juiste antwoord", "juist antwoord", "correcte antwoord", "correct antwoord"),
        *("goede antwoord", "rätt svar", "korrekt svar", "poprawna odpowiedź", "prawidłowa odpowiedź"),
        *("doğru cevap", "doğru yanıt", "doğru yanit", "правильный ответ", "верный ответ"),
        *("正确答案", "正確答案", "标准答案", "標準答案", "正解", "正答"),
    ),
    ("correct",),
    (
        *("richtig", "korrekt", "correcta", "correcto", "correta", "correto", "corretta", "juist", "rätt"),
        *("poprawna", "prawidłowa", "doğru", "правильно", "верно"),
    ),
    (
        *(
            "Lösung",
            "Loesung",
            "Musterlösung",
            "Musterloesung",
            "Lösungsschlüssel",
            "corrigé",
            "solución",
            "solução",
            "gabarito",
        ),
        *("soluzione", "oplossing", "facit", "rozwiązanie", "klucz", "clave", "chiave", "sleutel", "çözüm"),
        *("cevap anahtarı", "cevap anahtari", "ключ", "答案", "解答"),
    ),
    *(("solution",), ("key",), ("label",), ("target",), ("answer",)),
    (
        *("Antwort", "réponse", "respuesta", "resposta", "risposta", "antwoord", "svar", "odpowiedź"),
        *("cevap", "yanıt", "yanit", "ответ"),
    ),
    *(("right answer", "right option", "best answer"), ("Schlüssel", "Schluessel"), ("right",)),
)
OPTION_LISTS: tuple[tuple[str, ...], ...] = (
    *(("options",), ("choices",), ("question.choices",), ("endings",), ("candidates",), ("answers",)),
    (
        *("Antworten", "Antwortoptionen", "Antwortmöglichkeiten", "Antwortmoeglichkeiten", "Optionen"),
        *("réponses", "choix", "propositions", "respuestas", "opciones", "alternativas"),
        *("respostas", "opções", "risposte", "opzioni", "antwoorden", "antwoordopties", "opties", "keuzes"),
        *("svarsalternativ", "alternativ", "odpowiedzi", "opcje", "warianty"),
        *("cevaplar", "yanıtlar", "yanitlar", "seçenekler", "şıklar", "siklar"),
        *("ответы", "варианты", "варианты ответа", "варианты ответов", "选项", "選項", "選択肢"),
    ),
)
# Before a letter or a number: `Option A`, `Réponse 2`, `选项C`.
OPTION_WORDS = (
    *("option", "choice", "answer", "opt", "op", "ending", "Antwort", "Antwortoption", "Antwortmöglichkeit"),
    *("Antwortalternative", "Auswahl", "Auswahlmöglichkeit", "réponse", "choix", "proposition"),
    *("respuesta", "opción", "alternativa", "resposta", "opção", "risposta", "opzione"),
    *("antwoord", "antwoordoptie", "optie", "keuze", "svar", "svarsalternativ", "alternativ"),
    *("odpowiedź", "opcja", "wariant", "cevap", "yanıt", "yanit", "seçenek", "şık", "sik"),
    *("ответ", "вариант", "вариант ответа", "选项", "選項", "選択肢"),
)
# Before a letter or a number, or alone: wrong options, in files that have the right one in a column by itself
# (`Incorrect Answer 1` of GPQA, `distractor1` of SciQ).
WRONG_WORDS = (
    *("incorrect", "incorrect answer", "incorrect option", "incorrect choice", "wrong", "wrong answer"),
    *("wrong option", "wrong choice", "false answer", "distractor", "falsch", "falsche Antwort"),
    *("falsche Option", "Falschantwort", "Distraktor", "mauvaise réponse", "réponse incorrecte"),
    *("réponse fausse", "fausse réponse", "distracteur", "incorrecta", "respuesta incorrecta"),
    *("incorreta", "resposta incorreta", "resposta errada", "distrator", "errata", "risposta errata"),
    *("risposta sbagliata", "distrattore", "fout", "fout antwoord", "foute antwoord", "onjuist antwoord"),
    *("afleider", "fel svar", "felaktigt svar", "distraktor", "błędna odpowiedź", "zła odpowiedź"),
    *("dystraktor", "yanlış", "yanlış cevap", "yanlış yanıt", "çeldirici", "неверный ответ"),
    *("неправильный ответ", "дистрактор", "错误答案", "錯誤答案", "错误选项", "錯誤選項", "干扰项", "干擾項"),
    *("誤答", "不正解", "誤りの選択肢"),
)
# One column that holds a list of all wrong options.
WRONG_LISTS = (
    *("incorrect answers", "wrong answers", "incorrect options", "wrong options", "distractors"),
    *("falsche Antworten", "Falschantworten", "Distraktoren"),
)
# The signs of options in order, where they are no Latin letters.
CYRILLIC = "абвгдежзик"
