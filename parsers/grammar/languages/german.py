"""Cue words of German."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="German",
    answer="antwort* losung* lautet",
    right="am_wahrscheinlichsten am_plausibelsten plausibelste trifft_am_besten_zu wahrscheinlichste wahrscheinlicher richtig* korrekt* zutreffend* beste stimmt passt trifft_zu passend* besten",
    option="""
        option* antwortmoglichkeit* buchstabe* aussage* wahl nummer alternative variante punkt
    """,
    link="""
        ausschliesslich ausschluss ausschlussverfahren falschung
        in_frage sein
        muss sollte man
        kann die der das den dem ein eine meine ist also somit daher hier auf diese frage eindeutig wohl am
        ehesten nr ich wurde einzige einzig einzigen es sicher aus kommt in endgultige endgultig finale finaler abschliessende
    """,
    copula="sein ist lautet ware trifft_zu",
    negation="nicht nie niemals kein keine keiner keinesfalls weder",
    wrong="""
        schliessen_wir schliesse
        weniger_wahrscheinlich unwahrscheinlich*
        falsch* unrichtig* inkorrekt* unzutreffend* ausgeschlossen ausschliess* auszuschliess* scheidet
        entfallt unpassend* ungeeignet* scheidet_aus
    """,
    pick="bleibt_nur_noch ankreuzen anzukreuzen kommt_nur wahle nehme entscheide wurde_sagen wahlen tippe bleibt_also bleibt_nur ich_meinte ich_meine",
    so="also somit daher deshalb folglich",
    others="andere* ubrige* restliche*",
    statement="aussage behauptung feststellung",
    because="weil da denn",
    but="sondern",
    both="und sowie als_auch wie_auch",
    either="oder beziehungsweise",
    refusal=(
        r"\b(?:ich|wir) (?:kann|konnen|darf|mochte) (?:\w+ ){0,4}(?:nicht|keine?n?) (?:\w+ ){0,4}(?:helfen|beantworten|antworten|geben|stellen|beraten)",
        r"\b(?:ich (?:kann|darf)|(?:kann|darf) ich) (?:\w+ ){0,5}nicht (?:\w+ )?(?:erfullen|nachkommen|weiterhelfen|bearbeiten)",
    ),
    abstention=(
        r"\bkeine der (?:\w+ )?(?:antworten|optionen|aussagen)",
        r"\b(?:lasst|laesst) sich (?:\w+ ){0,3}nicht (?:\w+ )?(?:bestimmen|beantworten|sagen)",
    ),
    correcting=(
        r"(?<!\w)(?:ich meinte|ich meine)(?!\w)",
        r"\bich (?:habe )?mich (?:hier |da )?(?:geirrt|vertan|verlesen)\b",
        r"\b(?:habe ich mich|da habe ich mich) (?:geirrt|vertan|verlesen)\b",
        r"\bdas war ein (?:fehler|irrtum)\b",
        r"\bmein fehler\b",
    ),
    true="wahr zutreffend richtig korrekt",
    false="unwahr unzutreffend trifft_nicht_zu falsch inkorrekt",
    listed="moglichkeiten einzelnen_antworten",
    left="bleibt_ubrig es_bleibt es_bleibt_nur es_bleibt_also es_verbleibt ubrig_bleibt verbleibt_nur",
    to_asker=(
        r"ich (?:kann|werde) (?:dir|ihnen|euch) (?:gerne? |dabei )?(?:weiter)?helfen",
        r"(?:das ist )?eine (?:sehr )?gute frage",
        r"ich habe (?:nicht genug|nicht genugend|nicht ausreichend|zu wenig) (?:informationen|angaben|daten|kontext)",
        r"(?:das|darauf|dazu) (?:kann|darf) ich (?:leider )?nichts? (?:beantworten|antworten|sagen)",
    ),
    too="auch ebenfalls",
    reserve="aber jedoch nur",
    reserve_behind_comma="aber",
    said="sagte sagt meinte antwortete rief schrieb",
    own_voice="ich wie",
    task="frage text",
    others_choose=(
        r"(?:viele|manche|einige|die meisten|andere) (?:\w+ )?(?:wahl\w+|nehm\w+|sag\w+|tipp\w+|antwort\w+)",
    ),
    question="frage",
    options_keys="optionen antworten",
    no_choice_keys=(r"\b(?:verworf|abgelehnt|vergl|beispiel)",),
    asking="ist sind warum",
    states="beschreibt sagt erklart betont spiegelt zeigt begrundet veranschaulicht bezieht_sich besagt passt",
    states_little="lediglich nichts",
    whether="ob",
    patient="patient* er sie",
    already="bereits",
    turns=(
        r"aber|jedoch|allerdings|obwohl|nie|niemals",
        r"(?:nicht|kein\w*)[^.\n]{0,30}?(?:richtig|antwort)\w*",
        r"(?:unterscheid|widersp|verwechs)\w*",
        r"(?:anderen|ubrigen) (?:option|alternativ|antwort|aussage)\w*",
    ),
    supposing="""
        konnte_man_denken konnte_man_meinen konnte_man_glauben man_konnte_denken man_konnte_meinen
        man_konnte_glauben man_konnte_annehmen
    """,
    doubting="""
        glaube_nicht denke_nicht bin_nicht_sicher bezweifle bin_mir_nicht_sicher ist_nicht_sicher
        bin_unsicher weiss_nicht,_ob
    """,
    not_so="""
        ,_ist_es_aber_nicht ,_aber_das_stimmt_nicht ,_aber_das_passt_nicht ,_doch_das_passt_nicht
        ,_doch_das_stimmt_nicht ,_aber_das_ist_nicht_der_fall ,_ist_aber_falsch ,_aber_es_passt_nicht
        ,_aber_es_stimmt_nicht
    """,
    would="ware waren wurde wurden",
    if_behind_would="wenn falls sofern",
    asked_of="ob wenn falls",
    for_example="zum_beispiel z.b.",
    torn="schwanke_zwischen unsicher_zwischen",
    as_well_as="sowohl",
    takes=(
        "Die richtige Antwort ist ◆.",
        "Richtige Antwort: ◆",
        "Antwort ◆ ist richtig.",
        "Somit ist die korrekte Option ◆.",
        "Die Antwort ist nicht ◈, sondern ◆.",
        "Nach der Beschreibung passt Option ◆ am besten.",
        "Die Antwort ist ◆, aber das ist nicht die einzige richtige Möglichkeit.",
        "Die Antwort ist ◆, aber es wirkt nicht immer.",
        "Die richtige Antwort ist ◆ [1].",
        "Antwort: ◆ (siehe Leitlinie).",
        "Ich denke, die Antwort ist ◆.",
        "Option ◆ ist richtig. Option ◈ ist auch richtig, aber weniger genau.",
        "Option ◆ ist richtig. Option ◈ ist auch richtig jedoch weniger genau.",
    ),
    refuses=(
        "Antwort ◆ ist nicht richtig.",
        "Die falsche Antwort ist ◆.",
        "Die Antwort ist nicht ◆.",
        "Option ◆ ist falsch.",
        "Antwort ◆ scheidet aus.",
        "◆ kann ausgeschlossen werden.",
        "◆, ◇, ist es nicht.",
        "◆, ◇, kommt nicht in Frage.",
        "Die richtige Antwort ist ◆, ◇, nicht.",
        "◆ ist nicht die richtige Antwort.",
        "◆ ist falsch, weil es nicht zur Beschreibung passt.",
        "Wenn der Patient ein Kind wäre, wäre die richtige Antwort ◆.",
        "Ist die richtige Antwort ◆?",
        "Viele Studenten wählen ◆, aber das ist falsch.",
        "Ich glaube nicht, dass die Antwort ◆ ist.",
        "Es kann nicht ◆ sein.",
        "Viele wählen ◆.",
    ),
    settles_nothing=(
        "Option ◆ ist richtig. Option ◈ ist auch richtig.",
        "Aussage ◆ beschreibt den Vorgang des Regens mit allen seinen Stufen und Ursachen, lässt jedoch den Schnee im Winter weg.",
        "Aussage ◆ beschreibt den Vorgang des Regens mit allen seinen Stufen und Ursachen, und die anderen Aussagen handeln vom Schnee.",
    ),
    sources="Wiktionary; Universal Dependencies' German treebanks; the wording of German exams.",
)
