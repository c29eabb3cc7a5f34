"""The words that sentence patterns are made of, by meaning; each list holds the languages replies come
in.

Lower case, Latin accents dropped. `_` stands for a blank, a closing `*` for any ending (see
`pattern.words`). Scripts that write words without blanks have lists of their own, since no word boundary
shows there.
"""

from parsers.grammar.pattern import words

# What a reply may call what it gives.
ANSWER_NOUNS = """
    answer answers choice option selection pick response letter verdict guess alternative bet vote
    decision prediction ans respuesta respuestas opcion alternativa eleccion resposta respostas opcao
    escolha reponse reponses choix proposition risposta risposte scelta opzione antwort antworten losung
    wahl auswahl antwoord keuze optie odpowiedz opcja cevap yanit secenek jawaban pilihan dap_an phuong_an
    lua_chon svar svaret alternativ ответ ответы вариант выбор відповідь варіант الإجابة الاجابة الجواب
    إجابة الخيار الاختيار پاسخ उत्तर जवाब विकल्प תשובה התשובה απάντηση คำตอบ
"""
ANSWER_NOUNS_UNSPACED = "答案 选项 選項 正解 答え 回答 解答 정답 답변 답"
# Plurals and vague nouns that need an adjective to mean the same: "correct options", "the best fit".
ANSWER_PHRASE = (
    r"(?:correct|right|best|only|closest|likeliest|most \w+) (?:one|fit|match|candidate|solution)"
    r"|final (?:solution|conclusion)"
    r"|(?:correct|right|best|selected|chosen|final|my|valid|applicable|appropriate|likely) (?:options"
    r"|choices|diagnoses)"
)
# Nouns for what an item asks for; they announce an option text in a key line.
ASKED_NOUNS = """
    diagnosis diagnoses relation relationship type category class label result verdict entity treatment
    drug medication therapy management step disorder condition disease cause selection choice answer
    conclusion prediction classification correct best final diagnostico diagnostic diagnose relacion
    relacao tipo typ
"""

COPULAS = """
    is are was were be being seems appears remains becomes equals lies es son seria sera e sao est sont
    serait ist sind ware lautet heisst lauten zijn jest adalah ialah yaitu ar er это является будет є це
    είναι היא هي هو है คือ
"""
COPULAS_UNSPACED = "应该是 应为 是 为 為 选 選 は が 은 는 이 가"
# Copulas that are other words elsewhere, with the noun they belong to.
COPULA_AT_HOME = (
    r"(?:(?:odpowied\w+|opcja)[^.!?\n]{0,30} to|(?:dap an|phuong an|lua chon|cau tra loi)[^.!?\n]{0,30} la"
    r"|(?:cevap|secenek|yanit)[^.!?\n]{0,20})"
)
AUXILIARIES = words(
    """would should must could will might may can would_have_to would_need_to
    might_have_to needs_to has_to have_to had_to ought_to seems_to appears_to tends_to is_going_to"""
)
# What may stand between a verb and the label without changing what is said.
ADVERBS = """
    clearly definitely definitively likely most more very probably therefore thus hence then still also
    indeed simply obviously certainly surely actually in_fact perhaps maybe possibly best found closest
    closest_to nearest nearest_to approximately about around roughly just only going to_be been be
    given_by given_as listed_as represented_by described_by of_course by_far in_my_opinion in_my_view
    i_think i_believe i_would_say as_follows undoubtedly presumably arguably tentatively again always
    logically here the a an la le el il lo los las les die der das den de het det o os as um
    uma un una letter option options choice number answer following letra opcion opcao alternativa lettre
    reponse claramente probablemente entonces simplemente donc probablement daher wahrscheinlich
    eindeutig provavelmente probabilmente quindi скорее_всего вероятно именно
"""
ADVERBS_UNSPACED = "应该 最可能 明显 应 就 是"
CONNECTIVES = """
    so hence therefore thus ergo
    on_second_thought on_second_thoughts on_reflection upon_reflection
    consequently accordingly overall namely i.e. i.e that_is in_summary
    in_conclusion in_short by_elimination more_likely most_likely likelier because_of_this for_this_reason
    as_a_result making_it daher deshalb somit folglich por_lo_tanto por_tanto por_eso donc
    portanto logo quindi dunque percio поэтому следовательно значит итак لذلك إذن इसलिए dolayisiyla
    karena_itu do_do
"""
CONNECTIVES_UNSPACED = "所以 因此 因而 故选 故 即 よって したがって つまり ゆえに 따라서 그러므로 즉 ∴ → ⇒"
# Verbs that lead from the evidence to the option.
LEADING_VERBS = """
    elimination_gives elimination_yields yields leaves leaving leaves_us_with leaving_us_with
    leaves_only leaving_only leads_to leads_us_to points_to
    point_to points_towards points_clearly_to points_strongly_to corresponds_to corresponding_to matches
    matching indicates indicating suggests suggest supports fits describes narrows_it_down_to
    narrows_down_to narrowing_it_down_to in_favour_of in_favor_of entitled_to equivalent_to
    consistent_with which_is which_makes_it which_means which_points_to which_gives which_leaves making_it
    make_it makes_it amounts_to meant_by described_by described_in described_as captured_by covered_by
    represented_by expressed_by best_represented_by_the_statement best_expressed_by_the_statement
    best_described_by_the_statement best_captured_by_the_statement
    stated_in listed_as listed_under labelled_as known_as favour favours favor
    favors recommend recommends call_for calls_for argue_for argues_for speaks_for speak_for warrants
    warrant preference_for preference_goes_to preference_is_for edge_to nod_to edge_goes_to money_is_on
    prefers sounds_like looks_like seems_like feels_like vote_goes_to votes_go_to vote_is_for
    put_me_down_for choice_falls_on
    tips_the_balance_to tips_the_balance_towards tips_the_balance_toward tip_the_balance_towards
    tip_the_balance_toward tips_the_scales_towards tips_the_scales_toward
    tips_the_scales_to tip_the_scales_towards
"""
# Verbs by which a reply makes its choice; in the first person, as an order, or as a participle.
PICK_VERBS = """
    rate_myself rate_myself_as rate_it rate_it_as rate_this rate_this_as rate_this_statement
    rate_this_statement_as rate_the_statement rate_the_statement_as rank_myself rank_myself_as score_myself
    place_myself_at describe_myself_as
    choose chose chosen pick picked select selected go_with went_with go_for opt_for opted_for vote_for
    settle_on settle_for settled_on commit_to stand_by stick_to use
    answer answer_with respond_with reply_with give_it give_it_a give_this_a give_this_statement_a
    give_myself_a assign_it_a assign_a_rating_of assign_a_score_of say guess lean_towards
    lean_toward lean_to favour favor prefer suggest recommend conclude conclude_that believe
    believe_it_is believe_that think
    think_it_is think_it's think_that stick_with stay_with bet_on change_to change_my_answer_to
    change_it_to change_that_to change_this_to revise_to revise_it_to revise_that_to revise_this_to
    revise_my_answer_to revised_it_to update_it_to update_my_answer_to amend_it_to correct_that_to
    correct_my_answer_to
    switch_to correct_it_to mean meant take mark
    circle propose suppose reckon
    assume imagine presume submit elijo escojo selecciono creo_que_es creo_que choisis opte_pour pense_que
    acho_que_e penso_que_e acredito_que_seja penso_che_sia credo_che_sia secondo_me_e direi diria dirais
    wahle nehme denke entscheide_mich_fur tippe_auf stimme_fur pladiere_fur entscheid_voor kies_voor
    ga_voor gok_op me_quedo_con me_inclino_por opto_por voto_por fico_com aposto_em penche_pour vote_pour
    scommetto_su voto_per stawiam_na glosuje_na obstawiam escolho acho_que scelgo выбираю выберу думаю
    wybieram kies pilih secerim chon أختار
"""
PICK_PARTICIPLES = """
    choosing picking selecting going_with opting_for voting_for settling_on settling_for answering
    leaning_towards leaning_toward leaning_to leaning_more_towards favouring favoring preferring
    sticking_with switching_to changing_to changing_it_to changing_that_to changing_my_answer_to
    changing_my_choice_to settled_on settled_for went_with opted_for
"""
PICK_UNSPACED = "选择 選擇 应选 选 選ぶ 選択 を選"

GOOD = """
    correct right true best better safer likelier preferable superior answer choice accurate appropriate
    suitable valid preferred
    ideal closest likeliest likely consistent compatible supported winner match pick way_to_go it fitting
    apt clearest strongest safest sensible justified correcta correcto correta correto
    correcte bonne juste richtig* korrekt* zutreffend* corretta giusta esatta juist goed правильн* верн*
    dogru benar
    dung poprawna صحيحة सही ratt only_correct only_valid only_possible only_remaining only_plausible
    only_reasonable only_right one_that_fits odd_one_out
    more_probable more_plausible more_reasonable more_logical more_convincing
"""
# What is clear may be the answer, or else a clear reason, and what is final a final amount: no other noun may
# stand behind these.
PLAIN = "clear obvious final"
AFTER_PLAIN = """
    answer* choice* option* solution* pick selection decision verdict match fit winner favourite favorite
    best one correct right most
    candidate conclusion culprit front-runner diagnosis response treatment cause first overall logical
    and or from that here in as because since given due when if for based among by to now why
    at enough after without with on upon once just before even under using considering then but though
"""
GOOD_UNSPACED = "正确 正確 正解 正しい 对的 맞"
BAD = """
    incorrect wrong false untrue inaccurate invalid unlikely implausible inappropriate irrelevant
    impossible unsuitable ruled_out excluded eliminated rejected discarded dismissed out unsupported
    inconsistent incompatible unrelated weaker worse less least not never hardly neither no_option
    a_distractor distractor distractors insufficient absent lacking incorrecta incorrecto incorreta
    incorreto falsch faux fausse sbagliata sbagliato неверн* неправильн* yanlis salah the_wrong
    the_incorrect the_false the_only_one_that_is the_one_that_is
"""
BAD_UNSPACED = "错误 不正确 不对 不是 错的 間違い 不適切 틀렸 아닙 아니"
POSSIBLE = """
    tempting possible plausible possibility possibilities reasonable attractive close common second
    runner-up runner_up conceivable appealing relevant related similar partly partially good_distractor
    strong_contender contender defensible understandable popular considered mentioned discussed explained
    listed
"""

# Who else may be said to choose: what they choose is not the reply's own answer.
OTHERS = """
    some many others several people clinicians students textbooks sources authors guidelines someone
    somebody they he she readers doctors physicians experts
"""
# "a careless reader", "my colleague", "the textbook": a person or source in the third person.
OTHER_PERSON = (
    r"(?:an?|another|my|the|every|any|the average|your) (?:[\w-]+ ){0,3}?(?:students?|colleagues?"
    r"|friends?|residents?|readers?"
    r"|novices?|laypersons?|layman|models?|doctors?|persons?|physicians?|clinicians?|candidates?"
    r"|examinees?|guessers?|textbooks?"
    r"|users?|authors?|templates?|prompts?|examples?|questions?|instructions?|samples?|distractors?"
    r"|classmates?|answer keys?"
    r"|parsers?|experts?|psychiatrists?|therapists?"
    r"|previous (?:answer|model|turn|reply|speaker))"
)
SAYING = """
    say says said answer answers answered choose chooses chose pick picks picked argue argues argued claim
    claims claimed wrote write writes reads read think thinks thought suggest suggests suggested voted
    prefer prefers list lists listed give gives name names mention mentions recommend recommends use uses
    go_for guess guessed select selected consider be_tempted tempted expect mistakenly mistook choosing
    picking selecting answering confuse mistake
"""
