"""Cue words of French."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="French",
    answer="reponse* solution*",
    right="la_plus_pertinente la_plus_coherente la_plus_plausible la_plus_complete la_plus_precise la_plus_logique plus_probable correct* bonne* bon juste* exact* vraie meilleur* adequat* appropri* adapte adaptee convient mieux",
    option="option* proposition* choix lettre* item* numero* affirmation alternative correspondance",
    link="""
        conduite diagnostic traitement hypothese
        pour_ce_patient pour_cette_patiente pour_le_patient pour_la_patiente dans_ce_cas dans_ce_contexte
        probable
        eliminacion eliminacao eliminazione exclusao esclusione exclusivamente esclusivamente exclusiva exclusivo
        exclusivement elimination exclusion exclusif exclusive
        doit etre seulement il faut
        la le les l une est donc c ici ma a cette question suivante retenir retenue no s'agit agit de pour
        je seule seul unique plus approximativement ne qui finale final definitive
    """,
    copula="est serait c'est",
    negation="pas non jamais ni aucun aucune n'est",
    wrong="ecartons ecarte ecartee moins_probable moins_probables improbable* faux fausse* incorrect* inexact* errone* mauvais* exclure exclu* elimin* ecarte*",
    pick="faut_choisir cocher se_porte_sur penche_pour il_reste_donc reste_la choisis retiens coche choisirais opte opterais choisirai il_faut_choisir faut_donc_choisir faut_retenir reste_donc voulais_dire",
    so="donc ainsi alors par_consequent",
    others="autres autre restantes",
    statement="affirmation proposition enonce assertion",
    because="car parce puisque puisqu'elle etant_donne",
    but="mais plutot",
    both="et ainsi_que",
    either="ou soit",
    refusal=(
        r"\bje ne (?:peux|puis|suis) pas (?:\w+ ){0,4}(?:aider|repondre|fournir|donner|conseil\w*|satisfaire|acceder|traiter)",
    ),
    abstention=(
        r"\baucune (?:des |de ces )?(?:reponses?|propositions?|options?)",
        r"\bimpossible de (?:determiner|repondre|savoir)",
    ),
    correcting=(
        r"(?<!\w)(?:voulais dire)(?!\w)",
        r"\bje me suis tromp\w+",
        r"\bj'ai (?:fait|commis) une erreur\b",
        r"\bje (?:me )?corrige\b",
    ),
    true="vrai vraie exact exacte correct correcte",
    false="faux fausse incorrect incorrecte inexact inexacte",
    left="ne_reste_que il_ne_reste_que il_reste reste_l'option reste_la_proposition reste_la_reponse",
    to_asker=(
        r"je (?:peux|vais|pourrais) (?:vous |t'|te )aider(?: avec (?:ca|cela))?",
        r"c'est une (?:tres )?(?:bonne|excellente) question",
        r"je n'ai pas (?:assez|suffisamment) d(?:'|e )(?:informations?|donnees|contexte|elements)",
        r"je ne peux pas repondre(?: a (?:cela|ca|cette question))?",
    ),
    too="aussi egalement",
    reserve="mais seulement",
    reserve_behind_comma="mais",
    said="dit disait repondit repondu ecrit s'ecria",
    own_voice="je ai j'ai comme",
    task="texte question",
    others_choose=(
        r"(?:beaucoup|certains|plusieurs|la plupart|d'autres)(?: \w+){0,2} (?:chois\w+|dir\w+|pens\w+|repond\w+|coch\w+)",
    ),
    question="question",
    no_choice_keys=(r"\b(?:ecarte|elimin|exclu|rejet|compar|exemple)",),
    asking="est-ce pourquoi",
    states="""
        decrit affirme explique souligne reflete exprime resume soutient illustre montre justifie
        se_refere fait_reference
    """,
    states_little="seulement uniquement rien peu partiel* trop",
    whether="si",
    patient="patient* il elle",
    already="deja",
    turns=(
        r"mais|cependant|toutefois|bien qu\w*|mal|jamais|reste en dehors",
        r"(?:ne|non|pas)[^.\n]{0,30}?(?:correct|reponse)\w*",
        r"(?:differ|contredi|exag|confond|err[oe])\w*",
        r"autres (?:option|alternativ|reponse|proposition)\w*",
    ),
    supposing="pourrait_croire pourrait_penser peut_croire",
    doubting="""
        ne_pense_pas ne_crois_pas je_doute suis_pas_sur suis_pas_sure suis_pas_certain pas_certain_que
        ne_sais_pas_si
    """,
    not_so="""
        ,_mais_ne_l'est_pas ,_mais_ce_n'est_pas_le_cas ,_mais_cela_ne_convient_pas ,_mais_ca_ne_va_pas
        ,_mais_il_ne_l'est_pas ,_mais_elle_ne_l'est_pas ,_mais_c'est_faux
    """,
    would="serait seraient",
    if_behind_would="si",
    asked_of="si",
    for_example="par_exemple",
    torn="hesite_entre",
    takes=(
        "Il faut choisir la réponse ◆.",
        "La bonne réponse est ◆.",
        "Réponse correcte : ◆",
        "La réponse ◆ est la bonne.",
        "La proposition ◆ est exacte.",
        "La réponse n'est pas ◈, mais ◆.",
        "D'après la description, c'est l'option ◆ qui convient le mieux.",
        "Je choisirais donc ◆.",
        "La meilleure correspondance serait ◆.",
        "La réponse est ◆, mais ce n'est pas la seule réponse correcte.",
        "La bonne réponse est ◆ [1].",
        "L'option ◆ est correcte. L'option ◈ est aussi correcte, mais moins précise.",
        "L'option ◆ est correcte. L'option ◈ est aussi correcte mais moins précise.",
    ),
    refuses=(
        "La réponse ◆ n'est pas correcte.",
        "La réponse n'est pas ◆.",
        "La proposition ◆ est fausse.",
        "Réponse incorrecte : ◆",
        "La proposition ◆ est à exclure.",
        "La réponse ◆, ◇, ne convient pas.",
        "◆ n'est pas la bonne réponse.",
        "◆ est incorrect car cela ne correspond pas à la description.",
        "Si le patient était un enfant, la bonne réponse serait ◆.",
        "Est-ce que la bonne réponse est ◆ ?",
        "Beaucoup d'étudiants répondent ◆, mais c'est faux.",
        "Certains choisiraient ◆, mais c'est faux.",
        "Je ne pense pas que la réponse soit ◆.",
        "La réponse ne peut pas être ◆.",
        "Beaucoup choisissent ◆.",
    ),
    settles_nothing=(
        "L'option ◆ est correcte. L'option ◈ est aussi correcte.",
        "L'option ◆ décrit le processus de la pluie avec ses phases et ses causes, mais laisse de côté la neige qui tombe.",
        "L'option ◆ décrit le processus de la pluie avec ses phases et ses causes, et les autres propositions parlent de la neige.",
    ),
    sources="Wiktionary; Universal Dependencies' French treebanks; the wording of French exams.",
)
