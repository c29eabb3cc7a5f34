"""Cue words of Spanish."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Spanish",
    answer="respuesta* solucion*",
    right="la_mas_pertinente la_mas_apropiada el_mas_apropiado la_mas_coherente la_mas_completa la_mas_precisa la_mas_plausible la_mas_logica la_mas_razonable la_mas_exacta mas_probable encaja correct* adecuad* acertad* verdader* mejor valid* cierta",
    option="opcion* alternativa* inciso* letra* numero* num n literal enunciado afirmacion",
    link="""
        conducta diagnostico tratamiento hipotesis manejo
        eliminacao elimination eliminazione exclusao esclusione exclusivement esclusivamente exclusive
        exclusivamente exclusion eliminacion exclusiva exclusivo descarte falsificacion
        debe ser hay que deberia sola solo solamente
        la el lo las es seria sera mi a esta pregunta por_tanto tanto entonces clara claramente
        probablemente mas probable yo unica unico se puede queda con me final definitiva
    """,
    copula="es seria sera son fue",
    negation="no ni nunca tampoco ninguna ninguno jamas",
    wrong="menos_probable improbable* incorrect* falsa falso erronea erroneo equivocad* descartad* inadecuad* descart* exclu* elimin*",
    pick="se_debe_elegir debe_elegirse debemos_elegir debe_seleccionarse me_decantaria me_decantaria_por decantaria_por marcar decantaria decanto queda_la quedaria_la elijo escojo selecciono marco elegiria escogeria marcaria seleccionaria queda_solo solo_queda asi_que_queda me_quedaria_con quedaria hay_que_elegir hay_que_escoger debe_escogerse quise_decir queria_decir",
    so="por_lo_tanto entonces luego asi_que de_modo_que por_eso",
    others="otras otros otra demas restantes",
    statement="afirmacion enunciado relacion proposicion aseveracion caracteristica",
    because="porque pues ya_que dado_que puesto_que",
    but="sino",
    both="y e asi_como como",
    either="o u o_bien",
    refusal=(
        r"\bno (?:puedo|podemos) (?:\w+ ){0,4}(?:ayudar|responder|dar|ofrecer|proporcionar|brindar|contestar|diagnosticar|cumplir con|atender|completar|procesar)",
    ),
    abstention=(
        r"\bningun[ao] de (?:las|los|estas|estos)",
        r"(?<!\w)no (?:lo )?se(?=\W*(?:\Z|\n|[.,;!]|que|cual|la respuesta))",
        r"\bno estoy (?:seguro|segura)\b",
        r"\bno (?:es posible|se puede) determinar",
    ),
    correcting=(
        r"(?<!\w)(?:quise decir|queria decir)(?!\w)",
        r"\bme (?:he )?equivo(?:que|cado)\b",
        r"\b(?:cometi|he cometido) un error\b",
        r"\bfe de erratas\b",
        r"\brectifico\b",
    ),
    true="cierto verdadero correcto correcta",
    false="falso incorrecto incorrecta erroneo erronea",
    to_asker=(
        r"puedo ayudar(?:te|le|los)?(?: con (?:eso|esto))?",
        r"(?:es|esa es|esta es) una (?:muy )?(?:buena|excelente|gran) pregunta",
        r"no (?:tengo|dispongo de) (?:suficientes?|bastante) (?:informacion|datos|contexto)",
        r"no puedo (?:responder|contestar)(?: a)?(?: (?:eso|esto|(?:esa|esta) pregunta))?",
    ),
    too="tambien",
    reserve="solo solamente",
    reserve_behind_comma="pero",
    said="dijo dice decia respondio contesto exclamo grito escribio admitio",
    own_voice="yo como",
    task="texto pregunta enunciado",
    others_choose=(
        r"(?:much[oa]s|algun[oa]s|la mayoria|otr[oa]s)(?: \w+){0,2} (?:elig\w+|elegir\w+|escog\w+|diri\w+|marca\w*)",
    ),
    question="pregunta",
    options_keys="opciones alternativas",
    no_choice_keys=(r"\b(?:elimin|exclu|descart|rechaz|compar|ejemplo)",),
    asking_at_head="es",
    states="""
        describe dice afirma senala explica enfatiza refleja coincide expresa establece sintetiza
        reconoce resume sostiene refuerza destaca ilustra plantea justifica muestra concuerda responde
        se_refiere se_ajusta se_infiere se_relaciona se_enfoca se_centra se_basa esta_de_acuerdo
        esta_en_concordancia esta_relacionada es_coherente es_consistente es_la_que
    """,
    states_little="solamente unicamente distinto distinta distintos distintas nada poco poca demasiado",
    whether="si",
    patient="paciente*",
    already="ya_esta ya_estaba ya_toma",
    turns=(
        r"pero|sin embargo|aunque|no obstante|mal|nunca|jamas|queda[nr]? fuera",
        r"no[^.\n]{0,30}?(?:correct|adecuad|respuesta|opcion)\w*",
        r"(?:difier|difer|contrad|exag|confund|err[oe])\w*",
        r"(?:demas|otr[ao]s) (?:opcion|alternativ|respuesta)\w*",
    ),
    takes=(
        "Por lo tanto, se debe elegir la opción ◆.",
        "La respuesta correcta fue la ◆.",
        "La respuesta correcta es la número ◆.",
        "La correcta es la ◆.",
        "Respuesta correcta: ◆",
        "La opción ◆ es la correcta.",
        "Por tanto, la opción correcta es la ◆.",
        "La afirmación incorrecta es: ◆",
        "La respuesta no es la ◈, sino la ◆.",
        "Según la descripción, la opción que mejor encaja es la ◆.",
        "Así que me quedaría con la ◆.",
        "La mejor opción sería la ◆.",
        "La respuesta es ◆, pero no siempre es eficaz.",
        "La respuesta es la ◆, ¿verdad?",
        "La opción correcta es la ◆ [1].",
        "La respuesta correcta es **◆** [1][2].",
        "La respuesta correcta es la ◆ (fuente: manual de farmacología).",
        "La respuesta correcta es la ◆ (véase la tabla 2).",
        "La respuesta correcta es la ◆, tal como indica la guía [2].",
        "**Respuesta: ◆** (Harrison, 2018)",
        "La opción ◆ es la correcta según las guías [1,2].",
        "La opción ◆ es correcta. La opción ◈ también es correcta, pero menos precisa.",
        "La opción ◆ es correcta. La opción ◈ también es correcta solo en parte.",
    ),
    refuses=(
        "La opción ◆ no es correcta.",
        "La respuesta no es la ◆.",
        "La respuesta incorrecta es la ◆.",
        "La opción ◆ es falsa.",
        "La opción ◆ puede descartarse.",
        "La opción ◆, ◇, queda descartada.",
        "◆ no es la respuesta correcta.",
        "◆ es incorrecta porque no encaja con la descripción.",
        "Si el paciente fuera un niño, la respuesta correcta sería la ◆.",
        "¿Es la respuesta correcta la ◆?",
        "Muchos estudiantes eligen la ◆, pero es incorrecta.",
        "Algunos elegirían la ◆, pero es incorrecta.",
        "La opción ◆ no es la correcta [1].",
        "La respuesta ◆ es incorrecta (fuente: manual).",
        "No creo que la respuesta sea ◆.",
        "La respuesta no puede ser ◆.",
        "Muchos eligen ◆.",
    ),
    settles_nothing=(
        "La opción ◆ es correcta. La opción ◈ también es correcta.",
        "La opción ◆ describe el proceso de la lluvia con sus fases y causas, pero deja sin explicar la nieve que cae.",
        "La opción ◆ describe el proceso de la lluvia con sus fases y causas, y las demás opciones hablan de la nieve.",
    ),
    sources="Wiktionary; Universal Dependencies' Spanish treebanks; the wording of Spanish exams.",
)
