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
        *("Frage", "Fragetext", "Fragestellung", "Aufgabentext", "Aufgabenstellung", "Fragenstamm"),
        *("énoncé", "intitulé", "texte de la question", "libellé de la question"),
        *("pregunta", "enunciado", "texto de la pregunta"),
        *("pergunta", "questão", "texto da pergunta"),
        *("domanda", "quesito", "testo della domanda"),
        *("vraag", "vraagtekst", "vraagstelling"),
        *("fråga", "frågetext", "frågeställning"),
        *("pytanie", "treść pytania", "tekst pytania"),
        *("soru", "soru metni"),
        *("вопрос", "текст вопроса", "формулировка вопроса"),
        *("问题", "問題", "题目", "題目", "题干", "題幹", "试题", "試題"),
        *("質問", "質問文", "問題文", "設問", "設問文", "問い"),
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
        *("richtige Option", "korrekte Option", "richtige Möglichkeit", "richtige Moeglichkeit"),
        *("lettre correcte", "bonne lettre", "lettre de la réponse", "option correcte", "bonne option"),
        *("letra correcta", "letra de la respuesta", "opción correcta", "alternativa correcta"),
        *("letra correta", "letra da resposta", "opção correta", "alternativa correta"),
        *("opção certa", "letra certa", "lettera corretta", "opzione corretta", "juiste letter"),
        *("juiste optie", "correcte optie", "goede optie"),
        *("rätt bokstav", "rätt alternativ", "poprawna litera", "prawidłowa litera", "poprawna opcja"),
        *("prawidłowa opcja",),
        *("doğru şık", "doğru sik", "doğru seçenek", "правильный вариант", "верный вариант", "буква ответа"),
        *("正确选项", "正確選項", "正解の選択肢", "正解番号", "正答番号", "正解肢"),
    ),
    ("correct answer",),
    (
        *("richtige Antwort", "korrekte Antwort", "richtige Lösung", "richtige Loesung", "bonne réponse"),
        *("réponse correcte", "réponse exacte", "risposta giusta", "goed antwoord", "właściwa odpowiedź"),
        *("réponse juste", "respuesta correcta", "resposta correta", "resposta certa", "risposta corretta"),
        *("risposta esatta", "juiste antwoord", "juist antwoord", "correcte antwoord", "correct antwoord"),
        *("goede antwoord", "rätt svar", "korrekt svar", "poprawna odpowiedź", "prawidłowa odpowiedź"),
        *("doğru cevap", "doğru yanıt", "doğru yanit", "правильный ответ", "верный ответ"),
        *("正确答案", "正確答案", "标准答案", "標準答案", "参考答案", "參考答案", "正解", "正答"),
    ),
    ("correct",),
    (
        *("richtig", "korrekt", "correcte", "correcta", "correcto", "correta", "correto", "certa", "certo"),
        *("corretta", "corretto", "giusta", "esatta", "juist", "juiste", "rätt", "poprawna", "prawidłowa"),
        *("doğru", "правильно", "верно", "правильный", "верный", "正确", "正確"),
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
        *("cevap anahtarı", "cevap anahtari", "ключ", "答案", "解答", "答え"),
    ),
    *(("solution",), ("key",), ("label",), ("target",), ("answer",)),
    (
        *("Antwort", "réponse", "respuesta", "resposta", "risposta", "antwoord", "svar", "odpowiedź"),
        *("cevap", "yanıt", "yanit", "ответ"),
    ),
    *(("right answer", "right option", "best answer"), ("Schlüssel", "Schluessel"), ("right",)),
    *(("final decision",), ("gold label",), ("correct answer id",), ("mc1 targets.labels",)),
)
OPTION_LISTS: tuple[tuple[str, ...], ...] = (
    *(("options",), ("choices",), ("question.choices",), ("endings",), ("candidates",), ("answers",)),
    *(("choice",), ("mc1 targets.choices",)),
    (
        *("Antworten", "Antwortoptionen", "Antwortmöglichkeiten", "Antwortmoeglichkeiten", "Optionen"),
        *("Möglichkeiten", "Moeglichkeiten", "Alternativen", "Antwortalternativen"),
        *("réponses", "choix", "propositions", "possibilités", "options de réponse"),
        *("respuestas", "opciones", "alternativas", "posibilidades", "opciones de respuesta"),
        *("respostas", "opções", "possibilidades", "opções de resposta"),
        *("risposte", "opzioni", "possibilità", "scelte", "opzioni di risposta"),
        *("antwoorden", "antwoordopties", "opties", "keuzes", "mogelijkheden", "antwoordmogelijkheden"),
        *("svarsalternativ", "alternativ", "odpowiedzi", "opcje", "warianty", "możliwe odpowiedzi"),
        *("cevaplar", "yanıtlar", "yanitlar", "seçenekler", "şıklar", "siklar"),
        *("ответы", "варианты", "варианты ответа", "варианты ответов", "возможные ответы"),
        *("选项", "選項", "备选项", "備選項", "备选答案", "備選答案", "選択肢", "選択枝"),
    ),
)
# Before a letter or a number: `Option A`, `Réponse 2`, `选项C`.
OPTION_WORDS = (
    *("option", "choice", "answer", "ans", "opt", "op", "ending", "answer option", "answer choice"),
    *("alternative",),
    *("possible answer", "Antwort", "Antwortoption", "Antwortmöglichkeit", "Antwortmoeglichkeit"),
    *("Möglichkeit", "Moeglichkeit", "Antwortalternative", "Antwortvorschlag", "Auswahl"),
    *("Auswahlmöglichkeit", "Auswahlmoeglichkeit", "Variante", "réponse", "choix", "proposition"),
    *("possibilité", "option de réponse", "réponse possible"),
    *("respuesta", "opción", "alternativa", "posibilidad", "opción de respuesta"),
    *("resposta", "opção", "possibilidade", "escolha", "opção de resposta"),
    *("risposta", "opzione", "possibilità", "scelta", "opzione di risposta"),
    *("antwoord", "antwoordoptie", "optie", "keuze", "mogelijkheid", "antwoordmogelijkheid", "alternatief"),
    *("svar", "svarsalternativ", "alternativ", "odpowiedź", "opcja", "wariant", "możliwość"),
    *("możliwa odpowiedź", "cevap", "yanıt", "yanit", "seçenek", "şık", "sik"),
    *("ответ", "вариант", "вариант ответа", "возможный ответ", "选项", "選項", "备选项", "備選項"),
    *("备选答案", "備選答案", "選択肢", "選択枝", "回答"),
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
# What is read before a question: part of what is asked. A number may follow the name ("passage 2").
CONTEXTS = (
    *("context", "contexts", "passage", "vignette", "clinical vignette", "case vignette", "article", "case"),
    *("case text", "case description", "case report", "case presentation", "case study", "clinical case"),
    *("patient case", "scenario", "clinical scenario", "abstract", "story", "background", "situation"),
    *("dialogue", "dialog", "conversation", "paragraph", "text", "reading passage", "passage text"),
    *("premise",),
    *("narrative", "excerpt", "transcript", "patient description", "patient history", "case history"),
    *("Fall", "Fallbeispiel", "Fallvignette", "Fallbeschreibung", "Fallbericht", "Falltext"),
    *("Fallgeschichte",),
    *("Patientenfall", "Kasuistik", "Anamnese", "Kontext", "Szenario", "Sachverhalt", "Ausgangssituation"),
    *("Artikel", "Geschichte", "Lesetext", "Ausgangstext", "Einleitungstext", "Textauszug", "Ausgangslage"),
    *("texte", "contexte", "cas", "cas clinique", "vignette clinique", "scénario", "mise en situation"),
    *("extrait", "histoire", "récit", "résumé"),
    *("caso", "caso clínico", "viñeta", "viñeta clínica", "contexto", "texto", "pasaje", "escenario"),
    *("artículo", "historia", "historia clínica", "resumen", "situación", "relato", "lectura", "diálogo"),
    *("vinheta", "vinheta clínica", "passagem", "cenário", "artigo", "história", "resumo", "situação"),
    *("trecho",),
    *("caso clinico", "vignetta", "vignetta clinica", "contesto", "testo", "brano", "articolo", "storia"),
    *("riassunto", "situazione", "casus", "casusbeschrijving", "vignet", "tekst", "verhaal", "samenvatting"),
    *("situatie", "fallbeskrivning", "patientfall", "vinjett", "berättelse", "sammanfattning", "textavsnitt"),
    *("przypadek", "przypadek kliniczny", "opis przypadku", "winieta", "kontekst", "fragment", "scenariusz"),
    *("artykuł", "streszczenie", "sytuacja", "vaka", "olgu", "vaka sunumu", "olgu sunumu", "vinyet"),
    *("bağlam",),
    *("metin", "pasaj", "senaryo", "makale", "öykü", "hikaye", "özet", "durum"),
    *("случай", "клинический случай", "клиническая ситуация", "виньетка", "контекст", "текст", "отрывок"),
    *("сценарий", "статья", "рассказ", "история", "аннотация", "ситуация", "кейс", "описание случая"),
    *(
        "案例",
        "病例",
        "病历",
        "病歷",
        "情景",
        "情境",
        "场景",
        "場景",
        "背景",
        "上下文",
        "文章",
        "短文",
        "材料",
    ),
    *(
        "阅读材料",
        "閱讀材料",
        "段落",
        "故事",
        "摘要",
        "症例",
        "症例提示",
        "事例",
        "文脈",
        "本文",
        "状況",
        "場面",
    ),
    *("物語", "抄録", "シナリオ"),
)
# Never asked, however long: what gives the answer away, by a part of its name …
GIVES_AWAY = (
    *("explan", "rational", "reasoning", "justif", "solution", "hint", "feedback", "comment", "answer"),
    *("chain of thought", "Erklär", "Erklaer", "Begründ", "Begruend", "Erläuter", "Erlaeuter", "Lösung"),
    *("Loesung", "Hinweis", "Kommentar", "Antwort", "explic", "indice", "corrigé", "réponse", "pista"),
    *("respuesta", "solución", "resposta", "soluç", "spiegazion", "giustific", "risposta", "soluzion"),
    *("suggeriment", "uitleg", "toelichting", "antwoord", "oplossing", "förklar", "motivering", "svar"),
    *("wyjaśn", "uzasadn", "odpowied", "komentarz", "açıklama", "gerekçe", "cevap", "yanıt", "yorum"),
    *("объяснен", "пояснен", "обоснован", "подсказк", "коммент", "ответ", "решени"),
    *("解析", "解説", "解说", "解释", "解釋", "说明", "説明", "提示", "ヒント", "答案", "解答", "コメント"),
)
# … or by all of it: the fact behind a question, and where it comes from.
BESIDE = (
    *("exp", "cot", "cot content", "support", "fact", "combined fact", "lecture", "tip", "evidence", "proof"),
    *("source", "sources", "reference", "references", "citation", "url", "link", "doi", "canary"),
    *("canary string", "Quelle", "Quellen", "Literatur", "Tipp", "référence", "références", "fuente"),
    *("fuentes", "referencia", "fonte", "fonti", "referência", "bron", "bronnen", "källa", "źródło"),
    *("kaynak",),
    *("источник", "出典", "来源", "來源", "参考文献", "topic", "topics", "chapter", "learning objective"),
    *("learning objectives", "Thema", "Kapitel", "Lernziel", "Lernziele"),
)
# What an answer may be where the file has no options: they are these.
CLOSED_ANSWERS = (
    *("yes no maybe", "true false", "ja nein vielleicht", "wahr falsch", "richtig falsch"),
    *("oui non peut-être", "vrai faux", "sí no quizás", "verdadero falso", "sim não talvez"),
    *("sì no forse", "vero falso", "ja nee misschien", "waar onwaar", "ja nej kanske", "sant falskt"),
    *("tak nie może", "prawda fałsz", "evet hayır belki", "doğru yanlış", "да нет возможно"),
    *("верно неверно", "правда ложь", "是 否 不确定", "对 错", "正确 错误", "はい いいえ", "正しい 誤り"),
)
# The signs of options in order, where they are no Latin letters.
CYRILLIC = "абвгдежзик"
