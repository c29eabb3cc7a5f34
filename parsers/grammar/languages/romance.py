"""Cue words of Spanish, French, Italian, Portuguese."""

from parsers.grammar.languages.language import Language

SPANISH = Language(
    name="Spanish",
    heading="solucion explicacion justificacion",
    true="cierto cierta verdadero verdadera correcto correcta si",
    false="falso falsa incorrecto incorrecta erroneo erronea no",
    all_of="todas_las_anteriores todas_las_opciones todas_las_respuestas todas_son_correctas todas_las_alternativas todo_lo_anterior todos_los_anteriores",
    answer="respuesta* solucion*",
    right="""
        la_mas_pertinente la_mas_apropiada el_mas_apropiado la_mas_coherente la_mas_completa la_mas_precisa
        la_mas_plausible la_mas_logica la_mas_razonable la_mas_exacta mas_probable encaja correct* adecuad*
        acertad* verdader* mejor valid* cierta
    """,
    option="""
        opcion* alternativa* inciso* letra* numero* num n literal enunciado afirmacion
    """,
    link="""
        conducta diagnostico tratamiento hipotesis manejo eliminacao elimination eliminazione exclusao
        esclusione exclusivement esclusivamente exclusive exclusivamente exclusion eliminacion exclusiva
        exclusivo descarte falsificacion debe ser hay que deberia sola solo solamente la el lo las es seria
        sera mi a esta pregunta por_tanto tanto entonces clara claramente probablemente mas probable yo
        unica unico se puede queda con me final definitiva
    """,
    copula="es seria sera son fue",
    negation="no ni nunca tampoco ninguna ninguno jamas",
    wrong="""
        menos_probable improbable* incorrect* falsa falso erronea erroneo equivocad* descartad* inadecuad*
        descart* exclu* elimin*
    """,
    pick="""
        creo creo_que_es creo_que pienso_que_es pienso_que opto_por me_inclino_por me_quedo_con voto_por diria_que
        se_debe_elegir debe_elegirse debemos_elegir debe_seleccionarse me_decantaria me_decantaria_por
        decantaria_por marcar decantaria decanto queda_la quedaria_la elijo escojo selecciono marco elegiria
        escogeria marcaria seleccionaria queda_solo solo_queda asi_que_queda me_quedaria_con quedaria
        hay_que_elegir hay_que_escoger debe_escogerse quise_decir queria_decir
    """,
    so="por_lo_tanto entonces luego asi_que de_modo_que por_eso",
    others="otras otros otra demas restantes",
    statement="afirmacion enunciado relacion proposicion aseveracion caracteristica",
    because="porque pues ya_que dado_que puesto_que",
    both="y e asi_como como",
    either="o u o_bien",
    refusal=(
        r"\bno (?:puedo|podemos) (?:\w+ ){0,4}(?:ayudar|responder|dar|ofrecer|proporcionar|brindar|contestar|diagnosticar|cumplir con|atender|completar|procesar)",
        r"\b(?:lo siento|lo lamento|perdon|disculp\w*)\b[^.\n]{0,60}\bno (?:puedo|podemos|me es posible|estoy)",
        r"\bno (?:puedo|podemos|me es posible|estoy autorizad\w|estoy capacitad\w) (?:\w+ )?(?:ayudar\w*|proporcionar|dar|ofrecer|responder|diagnosticar|asistir|brindar|elegir|recomendar|contestar|hacer)",
        r"\bcomo (?:modelo de lenguaje|inteligencia artificial|ia)\b[^.\n]{0,60}\bno\b",
    ),
    abstention=(
        r"\bningun[ao] de (?:las|los|estas|estos)",
        r"(?<!\w)no (?:lo )?se(?=\W*(?:\Z|\n|[.,;!]|que|cual|la respuesta))",
        r"\bno estoy (?:seguro|segura)\b",
        r"\bno (?:es posible|se puede) determinar",
        r"\bno se puede determinar|\bningun[ao] de",
    ),
    excluding="""
        descarto descartamos descarta descartad* elimino eliminamos eliminad* excluyo excluimos excluid*
        rechazo rechazamos rechazad*
    """,
    only="solo solamente unicamente",
    for_example="por_ejemplo ejemplo p.ej",
    missing=(
        r"\b(?:sin|falta\w*|no (?:hay|tengo|veo|se (?:proporciona|incluye|adjunta|muestra)\w*)) (?:\w+ ){0,3}(?:contexto|informacion|imagen\w*|figura|texto|datos|grafico|enunciado)\b",
    ),
    compared=(
        (">", "mas de|(?:mayor|superior|mas) (?:que|de|a)|por encima de"),
        ("<", "menos de|(?:menor|inferior) (?:que|de|a)|por debajo de"),
        ("≥", "al menos|por lo menos|como minimo"),
        ("≤", "como maximo|a lo sumo|hasta"),
        ("~", "aproximadamente|alrededor de|cerca de|unos|unas"),
        ("…≥", " o (?:mas|superior|mayor)"),
        ("…≤", " o (?:menos|inferior|menor)"),
    ),
    keys=("opciones alternativas", r"\b(?:elimin|exclu|descart|rechaz|compar|ejemplo)"),
    but="sino",
    condition="si",
    doubting="no_creo no_pienso dudo_que no_sabria_decir no_se_si podria_pensarse podria_parecer podria_creerse se_podria_pensar puede_pensarse podriamos_pensar",
    others_choose=(
        r"(?:much[oa]s|algun[oa]s|la mayoria|otr[oa]s)(?: \w+){0,2} (?:elig\w+|elegir\w+|escog\w+|diri\w+|marca\w*)",
    ),
    arguing="elegir escoger mir* consider* analiz*",
    question="pregunta",
    references="fuentes referencias referencias_bibliograficas bibliografia",
    evidence=(r"\bno hay (?:suficiente )?informacion|\binformacion insuficiente|\bno se puede determinar",),
    as_ai=(r"\bcomo (?:modelo|ia|inteligencia)",),
    up_to="hasta a",
    against="no ni nunca sino pero mientras contrari* exager* fuera otr* demas incorrect* fals* descart*",
    sources="Wiktionary; Universal Dependencies' Spanish treebanks; the wording of Spanish exams.",
)


FRENCH = Language(
    name="French",
    heading="solution explication justification",
    true="vrai vraie exact exacte correct correcte oui",
    false="faux fausse incorrect incorrecte inexact inexacte non",
    all_of="toutes_les_reponses toutes_ces_reponses toutes_les_propositions toutes_les_options toutes_sont_correctes tout_ce_qui_precede",
    answer="reponse* solution*",
    right="""
        la_plus_pertinente la_plus_coherente la_plus_plausible la_plus_complete la_plus_precise
        la_plus_logique plus_probable correct* bonne* bon juste* exact* vraie meilleur* adequat* appropri*
        adapte adaptee convient mieux
    """,
    option="""
        option* proposition* choix lettre* item* numero* affirmation alternative correspondance
    """,
    link="""
        conduite diagnostic traitement hypothese pour_ce_patient pour_cette_patiente pour_le_patient
        pour_la_patiente dans_ce_cas dans_ce_contexte probable eliminacion eliminacao eliminazione exclusao
        esclusione exclusivamente esclusivamente exclusiva exclusivo exclusivement elimination exclusion
        exclusif exclusive doit etre seulement il faut la le les l une est donc c ici ma a cette question
        suivante retenir retenue no s'agit agit de pour je seule seul unique plus approximativement ne qui
        finale final definitive
    """,
    copula="sont seraient est serait c'est",
    negation="pas non jamais ni aucun aucune n'est",
    wrong="""
        ecartons ecarte ecartee moins_probable moins_probables improbable* faux fausse* incorrect* inexact*
        errone* mauvais* exclure exclu* elimin* ecarte*
    """,
    pick="""
        choisissent pense_que crois_que opte_pour vote_pour dirais
        faut_choisir cocher se_porte_sur penche_pour il_reste_donc reste_la choisis retiens coche choisirais
        opte opterais choisirai il_faut_choisir faut_donc_choisir faut_retenir reste_donc voulais_dire
    """,
    so="donc ainsi alors par_consequent",
    others="autres autre restantes",
    statement="affirmation proposition enonce assertion",
    because="car parce puisque puisqu'elle etant_donne",
    both="et ainsi_que",
    either="ou soit",
    refusal=(
        r"\bje ne (?:peux|puis|suis) pas (?:\w+ ){0,4}(?:aider|repondre|fournir|donner|conseil\w*|satisfaire|acceder|traiter)",
        r"\b(?:desole|pardon|excusez|regrette)\b[^.\n]{0,60}\b(?:ne peux|ne puis|ne suis|impossible)",
        r"\bje ne (?:peux|puis|suis) pas (?:\w+ )?(?:vous )?(?:aider|fournir|donner|repondre|poser|diagnosti\w+|en mesure|autorise\w*|choisir|recommander|habilite)",
        r"\ben tant qu(?:'|e )(?:ia|intelligence|modele|assistant)\b[^.\n]{0,80}\bne\b",
    ),
    abstention=(
        r"\baucune (?:des |de ces )?(?:reponses?|propositions?|options?)",
        r"\bn'ai pas (?:assez|suffisamment) d'informations?",
        r"\bimpossible de (?:determiner|repondre|savoir)",
        r"\baucune? d|\bimpossible de determiner|\bje ne sais pas",
    ),
    excluding="""
        elimine eliminons eliminee eliminer exclus exclut exclure exclue excluons ecarte ecartons
        ecarter ecartee rejette rejetons rejetee rejeter
    """,
    only="seul seule seulement uniquement",
    for_example="par_exemple exemple p.ex",
    missing=(
        r"\b(?:sans|manqu\w+|pas (?:d'|de |acces a |la |l'|le )|aucune?)[ ]?(?:[\w']+ ){0,3}(?:d')?(?:informations?|contexte|precisions?|image|figure|texte|donnees|details?)\b",
    ),
    compared=(
        (">", "plus (?:de|que)|superieure? a|au-dessus de"),
        ("<", "moins (?:de|que)|inferieure? a|au-dessous de"),
        ("≥", "au moins|minimum"),
        ("≤", "au plus|maximum|jusqu'a"),
        ("~", "environ|approximativement"),
        ("…≥", " ou plus"),
        ("…≤", " ou moins"),
    ),
    keys=("propositions", r"\b(?:ecarte|elimin|exclu|rejet|compar|exemple)"),
    but="mais plutot",
    condition="si",
    doubting="ne_pense_pas ne_crois_pas je_doute ne_sais_pas_si pourrait_croire pourrait_penser peut_croire",
    others_choose=(
        r"(?:beaucoup|certains|plusieurs|la plupart|d'autres)(?: \w+){0,2} (?:chois\w+|dir\w+|pens\w+|repond\w+|coch\w+)",
    ),
    arguing="choisir regard* consider*",
    question="question",
    evidence=(r"\bpas assez d'informations|\bne permet(?:tent)? pas|\bimpossible de determiner",),
    as_ai=(r"\ben tant qu",),
    up_to="a jusqu'a",
    against="ne pas jamais tandis contrair* exager* autre*",
    sources="Wiktionary; Universal Dependencies' French treebanks; the wording of French exams.",
)


ITALIAN = Language(
    name="Italian",
    heading="soluzione spiegazione",
    true="vero vera corretto corretta giusto giusta esatto esatta si",
    false="falso falsa errato errata sbagliato sbagliata non_corretto non_corretta no",
    all_of="tutte_le_precedenti tutte_le_opzioni tutte_le_risposte tutte_le_alternative tutte_le_affermazioni tutti_i_precedenti",
    answer="risposta* soluzione*",
    right="""
        la_piu_coerente la_piu_completa la_piu_plausibile la_piu_pertinente la_piu_precisa la_piu_logica
        piu_probabile si_adatta adatta_meglio adatta appropriat* corrett* giust* esatt* miglior* vera
        piu_adeguata piu_adeguato
    """,
    option="opzione* lettera* alternativa* scelta* numero affermazione",
    link="""
        probabile eliminacion eliminacao elimination exclusion exclusao exclusivamente exclusivement
        esclusivamente exclusive exclusiva exclusivo eliminazione esclusivo esclusiva esclusione deve essere
        solo soltanto la il lo e l e' quindi dunque sarebbe a questa domanda mia piu quella quello per unica
        unico finale definitiva per_il_paziente per_la_paziente per_questo_paziente per_questa_paziente
        in_questo_caso
    """,
    copula="sono sarebbero e sarebbe e'",
    negation="non ne mai nessuna nessuno neppure neanche",
    wrong="""
        escludere meno_probabile improbabil* sbagliat* errat* fals* scorrett* incorrett* inesatt* escludo
        esclud* esclus* scart* eliminat*
    """,
    pick="""
        penso_che_sia penso_che credo_che_sia credo_che secondo_me scommetto_su voto_per
        deve_scegliere bisogna_scegliere rimane_la segnare scelgo direi seleziono scelto opto opterei
        sceglierei resta_la resta_solo rimane_solo volevo_dire intendevo
    """,
    so="quindi dunque pertanto di_conseguenza percio",
    others="altre altri restanti",
    statement="affermazione asserzione enunciato",
    because="perche poiche in_quanto siccome dato_che visto_che",
    both="e ed nonche",
    either="o oppure",
    refusal=(
        r"\bnon (?:posso|possiamo) (?:\w+ ){0,4}(?:aiutar\w*|rispondere|fornire|dare|offrire|soddisfare|esaudire|elaborare)",
        r"\b(?:mi dispiace|spiacente|scusa\w*)\b[^.\n]{0,60}\bnon (?:posso|possiamo|sono)",
        r"\bnon (?:posso|possiamo|sono in grado|sono autorizzat\w)(?: di)? (?:\w+ )?(?:aiutar\w*|fornire|dare|rispondere|offrire|diagnosticare|fare|scegliere|consigliare)",
    ),
    abstention=(
        r"\bnessuna (?:delle|di queste)",
        r"\bnon (?:e possibile|si puo) (?:determinare|stabilire|rispondere)",
        r"\bnessuna delle|\bnon lo so",
    ),
    excluding="""
        escludo escludiamo escludere esclus* scarto scartiamo scartat* elimino eliminiamo eliminat*
        rigetto
    """,
    only="solo soltanto solamente",
    for_example="per_esempio ad_esempio esempio",
    missing=(
        r"\b(?:senza|manca\w*|non (?:ho|c'e|vedo)) (?:[\w']+ ){0,3}(?:\w+')?(?:contesto|informazioni|immagin\w+|figura|testo|dati)\b",
    ),
    compared=(
        (">", "piu di|oltre|(?:maggiore|superiore) (?:di|a)"),
        ("<", "meno di|(?:minore|inferiore) (?:di|a)"),
        ("≥", "almeno|minimo"),
        ("≤", "al massimo|fino a"),
        ("~", "circa"),
        ("…≥", " o (?:piu|superiore)"),
        ("…≤", " o (?:meno|inferiore)"),
    ),
    but="ma bensi invece",
    condition="se",
    doubting="dubito non_credo non_penso non_so_se potrebbe_pensare potrebbe_sembrare potrebbe_credere",
    others_choose=(
        r"(?:molti|alcuni|la maggior parte|altri)(?: \w+){0,2} (?:scelg\w+|sceglier\w+|direbb\w+|rispond\w+)",
    ),
    arguing="scegliere guard* consider* analizz*",
    question="domanda",
    references="fonti riferimenti",
    evidence=(
        r"\bnon ci sono (?:abbastanza|sufficienti)|\binformazioni insufficienti|\bnon e possibile determinare",
    ),
    keys=("opzioni", r"\b(?:elimin|scartat|esclus|esempio)"),
    against="non mai invece mentre contrari* esager* altr*",
    sources="Wiktionary; Universal Dependencies' Italian treebanks; the wording of Italian exams.",
)


PORTUGUESE = Language(
    name="Portuguese",
    heading="solucao resolucao explicacao justificativa",
    true="verdadeiro verdadeira certo certa correto correta sim",
    false="falso falsa errado errada incorreto incorreta nao",
    all_of="todas_as_anteriores todas_as_alternativas todas_as_opcoes todas_as_respostas todas_estao_corretas todas_as_afirmacoes",
    answer="resposta* gabarito solucao",
    right="""
        mais_coerente mais_completa mais_plausivel mais_pertinente mais_precisa mais_logica melhor_responde
        mais_proxima mais_proximo mais_perto mais_provavel corret* cert* verdadeir* adequad* melhor
        se_aplica mais_apropriada mais_apropriado
    """,
    option="opcao alternativa* letra* item numero assertiva afirmativa",
    link="""
        provavel eliminacion elimination eliminazione exclusion esclusione exclusivamente exclusivement
        esclusivamente exclusive exclusao eliminacao exclusiva exclusivo descarte deve ser somente apenas
        esta fica a o e as os seria sera a_esta pergunta questao portanto mais minha n eu unica unico com
        entao final definitiva para_o_paciente para_a_paciente para_este_paciente para_esta_paciente
        para_esse_paciente para_essa_paciente para_o_caso para_este_caso para_esse_caso neste_caso
        nesse_caso apresentado apresentada descrito descrita conduta hipotese diagnostico diagnostica
        tratamento abordagem
    """,
    copula="sao seriam e seria sera eh esta foi",
    negation="nao nem nunca nenhuma nenhum jamais",
    wrong="""
        menos_provavel improvave* incorret* errad* fals* descartad* descart* exclu* elimin* inadequad*
        erronea
    """,
    pick="""
        acho_que penso_que acredito_que aposto_em
        assinala assinala-se assinalar marcar assinalo resta_a escolho seleciono marco escolheria resta_so
        so_resta ficaria_com fico_com ficaria ficaria_com_a deve-se_escolher deve-se_marcar devemos_escolher
        sobra_apenas quis_dizer queria_dizer
    """,
    so="portanto logo assim entao",
    others="outras outros demais restantes",
    statement="afirmacao afirmativa assertiva assercao proposicao",
    because="porque pois ja_que visto_que uma_vez_que",
    both="e bem_como quanto como",
    either="ou",
    refusal=(
        r"\bnao (?:posso|podemos|consigo) (?:\w+ ){0,4}(?:ajudar|responder|dar|oferecer|fornecer|diagnosticar|atender|cumprir|processar)",
        r"\b(?:desculp\w*|lamento|sinto muito|perdao)\b[^.\n]{0,60}\bnao (?:posso|podemos|consigo|e possivel)",
        r"\bnao (?:posso|podemos|consigo|estou autorizad\w) (?:\w+ )?(?:ajudar|fornecer|dar|oferecer|responder|diagnosticar|fazer|escolher|recomendar|prestar)",
        r"\bcomo (?:um )?modelo de linguagem\b[^.\n]{0,60}\bnao\b",
    ),
    abstention=(
        r"\bnenhuma d(?:as|estas) ",
        r"\bnao (?:e possivel|ha como) (?:determinar|saber|responder)",
        r"\bnao sei\b",
        r"\bnenhuma d",
    ),
    excluding="""
        descarto descartamos descartad* elimino eliminamos eliminad* excluo excluimos excluid* rejeito
        rejeitamos rejeitad*
    """,
    only="so somente apenas",
    for_example="por_exemplo exemplo",
    missing=(
        r"\b(?:sem|falta\w*|nao (?:ha|tenho|vejo|foi fornecid\w)) (?:\w+ ){0,3}(?:contexto|informac\w+|imagem|figura|texto|dados|enunciado)\b",
    ),
    compared=(
        (">", "mais (?:de|que)|(?:maior|superior) (?:que|a)|acima de"),
        ("<", "menos (?:de|que)|(?:menor|inferior) (?:que|a)|abaixo de"),
        ("≥", "pelo menos|no minimo"),
        ("≤", "no maximo"),
        ("~", "aproximadamente|cerca de"),
        ("…≥", " ou mais"),
        ("…≤", " ou menos"),
    ),
    keys=("opcoes alternativas", r"\b(?:elimin|exclu|descart|compar|exemplo)"),
    but="mas sim",
    condition="se",
    doubting="nao_acho nao_acredito nao_penso duvido nao_sei_dizer no_sei_se poderia_parecer poderia_se_pensar poder-se-ia_pensar pode_parecer poderiamos_pensar",
    others_choose=(
        r"(?:muit[oa]s|algun?s|a maioria|outr[oa]s)(?: \w+){0,2} (?:escolh\w+|diri\w+|respond\w+|marca\w*)",
    ),
    arguing="escolher consider* olh* analis*",
    question="pergunta",
    evidence=(r"\bnao ha informac|\binformacoes insuficientes|\bnao e possivel determinar",),
    up_to="ate a",
    against="nao nunca porem enquanto contrari* exager* fora outr* demais",
    sources="Wiktionary; Universal Dependencies' Portuguese treebanks; the wording of Portuguese exams.",
)


LANGUAGES = (SPANISH, FRENCH, ITALIAN, PORTUGUESE)
