"""Cue words of English, German, Dutch, Swedish, Danish, Norwegian, Finnish and Icelandic."""

from parsers.grammar.languages.language import Language

ENGLISH = Language(
    name="English",
    heading="solution explanation rationale reasoning justification",
    true="true correct right yes valid accurate applies supported appropriate selected",
    false="false incorrect wrong no invalid inaccurate untrue not_correct not_true not_right unsupported inappropriate not_selected rejected excluded",
    answer="",
    right="",
    option="",
    negation="",
    wrong="",
    both="and",
    either="or",
    compared=(
        (">", "(?:more|greater|higher|larger|longer|older|bigger) than|over|above|exceeding|exceeds"),
        ("<", "(?:less|fewer|lower|smaller|shorter|younger) than|under|below"),
        ("≥", "at least|a minimum of|(?:no|not) (?:less|fewer) than"),
        ("≤", "at most|up to|a maximum of|(?:no|not) more than"),
        ("~", "about|approximately|around|roughly|nearly|almost|approx.?|ca.?"),
        ("…≥", ",? (?:or|and) (?:more|greater|above|higher|older|longer|over)"),
        ("…≤", ",? (?:or|and) (?:less|fewer|below|lower|younger|shorter|under)"),
    ),
    sources="parsers/grammar, whose patterns stand with their own examples.",
)


GERMAN = Language(
    name="German",
    heading="losung erklarung begrundung",
    true="wahr zutreffend richtig korrekt stimmt trifft_zu ja",
    false="unwahr unzutreffend trifft_nicht_zu stimmt_nicht nicht_richtig nicht_korrekt falsch inkorrekt nein",
    all_of="alle_oben_genannten alle_genannten alle_antworten alle_optionen alle_aussagen alle_vier alle_der_oben_genannten alles_oben_genannte",
    answer="antwort* losung* lautet",
    right="""
        am_wahrscheinlichsten am_plausibelsten plausibelste trifft_am_besten_zu wahrscheinlichste
        wahrscheinlicher richtig* korrekt* zutreffend* beste stimmt passt trifft_zu passend* besten
    """,
    option="""
        option* antwortmoglichkeit* buchstabe* aussage* wahl nummer alternative variante punkt
    """,
    link="""
        werde_mich_fur wurde_mich_fur mich_fur ausschliesslich ausschluss ausschlussverfahren falschung in_frage sein muss sollte man kann die der
        das den dem ein eine meine ist also somit daher hier auf diese frage eindeutig wohl am ehesten nr
        ich wurde einzige einzig einzigen es sicher aus kommt in endgultige endgultig finale finaler
        abschliessende
    """,
    copula="sind waren sein ist lautet ware trifft_zu",
    negation="nicht nie niemals kein keine keiner keinesfalls weder",
    wrong="""
        schliessen_wir schliesse weniger_wahrscheinlich unwahrscheinlich* falsch* unrichtig* inkorrekt*
        unzutreffend* ausgeschlossen ausschliess* auszuschliess* scheidet entfallt unpassend* ungeeignet*
        scheidet_aus
    """,
    pick="""
        ich_denke denke glaube entscheide_mich_fur tippe_auf stimme_fur pladiere_fur
        entscheiden bleibt_nur_noch ankreuzen anzukreuzen kommt_nur wahle nehme entscheide wurde_sagen wahlen tippe
        bleibt_also bleibt_nur ich_meinte ich_meine
    """,
    so="also somit daher deshalb folglich",
    others="andere* ubrige* restliche*",
    statement="aussage behauptung feststellung",
    because="weil da denn",
    both="und sowie als_auch wie_auch",
    either="oder beziehungsweise",
    refusal=(
        r"\b(?:ich|wir) (?:kann|konnen|darf|mochte) (?:\w+ ){0,4}(?:nicht|keine?n?) (?:\w+ ){0,4}(?:helfen|beantworten|antworten|geben|stellen|beraten)",
        r"\b(?:ich (?:kann|darf)|(?:kann|darf) ich) (?:\w+ ){0,5}nicht (?:\w+ )?(?:erfullen|nachkommen|weiterhelfen|bearbeiten)",
        r"\b(?:leid|entschuldig\w*|bedau\w*)\b[^.\n]{0,100}\bnicht\b",
        r"\bich (?:kann|darf|werde|mochte)\b[^.\n]{0,60}\b(?:nicht|keine?n?)\b[^.\n]{0,40}\b(?:helfen|beantworten|geben|stellen|anbieten|beraten|empfehlen|diagnos\w+|unterstutzen|antworten)",
        r"\bals (?:ki|kunstliche|sprachmodell)\b[^.\n]{0,80}\b(?:nicht|keine)",
        r"\bkann ich (?:\w+ )?nicht (?:beantworten|helfen|sagen|tun|weiterhelfen|unterstutzen)",
        r"\bkann (?:\w+ )?keine?n? (?:\w+ )?(?:diagnos\w+|auskunft|empfehl\w+|beratung|ratschlag\w*)",
    ),
    abstention=(
        r"\bkeine der (?:\w+ )?(?:antworten|optionen|aussagen)",
        r"\b(?:lasst|laesst) sich (?:\w+ ){0,3}nicht (?:\w+ )?(?:bestimmen|beantworten|sagen)",
        r"\bkeine[rs] der|\bweiss nicht|\bnicht bestimm\w+",
    ),
    excluding="ausgeschlossen ausschliess* scheidet verwerfe verwerfen verworfen fallt_weg streiche streichen gestrichen",
    only="nur lediglich einzig",
    for_example="beispielsweise zum_beispiel z.b etwa",
    missing=(
        r"\b(?:ohne (?:\w+ ){0,3}|fehl\w+ (?:\w+ ){0,3}|kein\w* (?:\w+ ){0,3})(?:angaben|kontext|informationen|bild\w*|abbildung\w*|text\w*|grafik\w*|daten)\b",
    ),
    compared=(
        (">", "(?:mehr|groser|hoher|langer|alter) als|uber"),
        ("<", "(?:weniger|kleiner|niedriger|kurzer|junger) als|unter"),
        ("≥", "mindestens|wenigstens"),
        ("≤", "hochstens|maximal|bis zu"),
        ("~", "etwa|ungefahr|rund|circa"),
        ("…≥", " (?:oder|und) mehr"),
        ("…≤", " (?:oder|und) weniger"),
    ),
    keys=("optionen antworten", r"\b(?:verworf|abgelehnt|vergl|beispiel)"),
    but="sondern",
    condition="wenn falls sofern",
    doubting="glaube_nicht denke_nicht bezweifle weiss_nicht,_ob konnte_man_denken konnte_man_meinen konnte_man_glauben man_konnte_denken man_konnte_meinen man_konnte_glauben man_konnte_annehmen",
    others_choose=(
        r"(?:viele|manche|einige|die meisten|andere) (?:\w+ )?(?:wahl\w+|nehm\w+|sag\w+|tipp\w+|antwort\w+)",
    ),
    arguing="wahl* entscheid* betracht* anschau*",
    question="frage",
    references="quellen* literatur*",
    evidence=(r"\bnicht genug|\bunzureichend|\blasst sich nicht|\bkann nicht bestimmt",),
    as_ai=(r"\bals ki\b",),
    up_to="bis",
    against="nicht kein* aber jedoch sondern wahrend gegenteil ubertreib* ander*",
    sources="Wiktionary; Universal Dependencies' German treebanks; the wording of German exams.",
)


DUTCH = Language(
    name="Dutch",
    heading="oplossing uitleg toelichting",
    true="waar juist goed correct ja",
    false="onwaar niet_waar onjuist fout incorrect niet_juist nee",
    all_of="alle_bovenstaande alle_antwoorden alle_opties al_het_bovenstaande",
    answer="antwoord* oplossing*",
    right="""
        meest_waarschijnlijk meest_waarschijnlijke meest_geschikt meest_geschikte meest_passend
        meest_passende past_het_best geldt juist* correct* goed* beste klopt past passend* best
    """,
    option="optie* keuze* letter* alternatief nummer stelling",
    link="""
        uitsluitend uitsluiting moet dan alleen het de een is dus op deze vraag mijn hier daarom voor ik zou
        enige definitief definitieve uiteindelijke laatste mij me
    """,
    copula="zijn zou is luidt lijkt",
    negation="niet nooit geen noch",
    wrong="""
        minder_waarschijnlijk onwaarschijnlijk fout* onjuist* verkeerd* incorrect* uitgesloten uitsluit*
        valt_af afvalt vervalt af_valt
    """,
    pick="""
        ga_voor denk_dat_het denk gok_op
        houd houd_het_op valt_op aankruisen kruis blijft kies neem selecteer kiezen blijft_alleen gaan
        ik_bedoelde ik_bedoel
    """,
    so="dus daarom derhalve bijgevolg",
    others="andere overige",
    statement="stelling bewering",
    because="omdat want doordat aangezien immers",
    both="en alsook",
    either="of ofwel",
    refusal=(
        r"\bals (?:ai|taalmodel|ai-(?:taal)?model)[^.\n]{0,40}\b(?:mag|kan) ik (?:\w+ ){0,4}(?:geen|niet)\b",
        r"\b(?:ik (?:mag|kan)|(?:mag|kan) ik) (?:\w+ ){0,3}geen (?:\w+ )?(?:diagnos\w+|advies|adviezen|medisch\w*)",
        r"\bik (?:kan|mag) (?:\w+ ){0,4}(?:niet|geen) (?:\w+ ){0,4}(?:helpen|beantwoorden|geven|adviseren)",
        r"\bik (?:kan|mag) (?:u |je )?(?:hier |daar )?(?:geen|niet)\b",
        r"\b(?:ik (?:kan|mag)|kan ik) [^.,;\n]{0,60}\bniet (?:beantwoorden|helpen|geven|verstrekken|adviseren)",
        r"\b(?:het spijt me|sorry)\b[^.\n]{0,60}\b(?:niet|geen)\b",
    ),
    abstention=(
        r"\bgeen van (?:de|deze)",
        r"\bkan niet worden (?:bepaald|beantwoord|vastgesteld)",
    ),
    excluding="sluit_uit schrap schrappen geschrapt verwerp verwerpen",
    only="alleen slechts",
    for_example="bijvoorbeeld bijv",
    missing=(
        r"\b(?:zonder|geen|ontbre\w+) (?:\w+ ){0,3}(?:context|informatie|afbeelding|tekst|gegevens|figuur)\b",
    ),
    compared=(
        (">", "(?:meer|groter|hoger|langer|ouder) dan|boven"),
        ("<", "(?:minder|kleiner|lager|korter|jonger) dan|onder"),
        ("≥", "minstens|ten minste"),
        ("≤", "hoogstens|maximaal"),
        ("…≥", " of meer"),
        ("…≤", " of minder"),
    ),
    but="maar",
    condition="als indien",
    doubting="denk_niet geloof_niet betwijfel weet_niet_of zou_kunnen_denken zou_je_kunnen_denken zou_men_kunnen_denken",
    others_choose=(r"(?:veel|sommige|de meeste|velen)(?: \w+){0,2} (?:kiezen|zeggen|antwoorden|nemen)",),
    arguing="kiezen kies* kijk* bekijk*",
    question="vraag",
    up_to="tot t/m",
    sources="Wiktionary; Universal Dependencies' Dutch treebanks; the wording of Dutch exams.",
)


SWEDISH = Language(
    name="Swedish",
    heading="losning",
    true="sant ratt korrekt riktigt ja",
    false="falskt osant fel felaktigt inkorrekt nej",
    all_of="alla_ovanstaende alla_alternativ alla_svar samtliga_alternativ",
    answer="svar* losning*",
    right="""
        mest_trolig mest_troligt mest_troliga mest_sannolik mest_sannolikt mest_sannolika passar_bast
        stammer_bast som_galler galler ratt* korrekt* riktig* basta stammer passar lampligast*
    """,
    option="alternativ* bokstav* nummer pastaende valet val",
    link="""
        uteslutande uteslutning uteslutningsmetoden hall maste vara endast bara kan det den ett en ar alltsa
        darfor pa fragan mitt mest sannolika jag sa slutlig slutligt slutliga slutgiltiga
    """,
    copula="ar blir vore",
    negation="inte ej aldrig inget ingen",
    wrong="""
        mindre_sannolikt mindre_sannolik osannolik* fel felaktig* inkorrekt* oriktig* uteslut*
    """,
    pick="""
        haller ga_pa skulle_ga_pa haller_mig_till kryssa_i valjer skulle_valja valja aterstar jag_menade
    """,
    so="alltsa darfor saledes",
    others="andra ovriga",
    statement="pastaende pastaendet",
    because="eftersom emedan ty",
    both="och samt",
    either="eller",
    refusal=(
        r"\b(?:ar|som) en (?:ai|sprakmodell)\b[^.\n]{0,40}\bkan inte (?:\w+ ){0,2}(?:stalla|ge|svara)",
        r"\bjag (?:kan|far) (?:tyvarr )?inte (?:\w+ ){0,3}(?:svara pa|hjalpa|ge|stalla|lamna|erbjuda)\b",
        r"\b(?:som|ar) (?:en )?(?:ai|sprakmodell|ai-\w+)[^.\n]{0,40}\bkan jag (?:tyvarr )?inte\b",
        r"\bjag kan (?:\w+ ){0,3}inte (?:\w+ ){0,3}(?:hjalpa|svara|ge|stalla|uppfylla)",
    ),
    abstention=(
        r"\binget av (?:alternativen|svaren|dessa)",
        r"\bgar inte att (?:avgora|svara|bestamma)",
    ),
    excluding="forkastar forkastas stryker stryks",
    only="bara endast",
    for_example="till_exempel exempelvis",
    missing=(
        r"\b(?:utan|saknas|ingen|inget) (?:\w+ ){0,3}(?:kontext|information|bild\w*|text\w*|underlag|sammanhang)\b",
    ),
    but="utan",
    condition="om",
    doubting="tror_inte tvivlar_pa vet_inte_om kan_tro kunde_tro skulle_kunna_tro",
    others_choose=(r"(?:manga|vissa|de flesta|nagra)(?: \w+){0,2} (?:valjer|svarar|tar|sager)",),
    arguing="valja ser",
    sources="Wiktionary; Universal Dependencies' Swedish treebanks; the wording of Swedish exams.",
)


OTHER_NORDIC = Language(
    name="Danish, Norwegian, Finnish and Icelandic",
    heading="losning ratkaisu lausn",
    true="sandt sant tosi totta rigtigt rigtig riktig korrekt oikein rett satt kylla",
    false="falsk falskt usandt usant epatosi forkert feil galt vaarin vaara rangt osatt ei",
    all_of="alle_ovenstaende alle_de_ovenstaende alle_svar alle_alternativene kaikki_vaihtoehdot kaikki_edella_mainitut allt_ofangreint",
    answer="svar* vastaus* vastauk* svari",
    right="""
        mest_sannsynlig mest_sannsynlige mest_sandsynlig mest_sandsynlige todennakoisin paras sopivin
        parhaiten passer_bedst passer_best sopii_parhaiten passer sopii rigtig* riktig* korrekt* rett rette
        oikea* rettur oikein
    """,
    option="""
        mulighed* valgmulighed* alternativ* vaihtoehto vaihtoehdo* bokstav bogstav kirjain
    """,
    link="""
        udelukkende utelukkende udelukkelse ma vaere være vare bare kun taytyy olla vain er det den et pa
        sporsmalet derfor on siis jeg tahan_kysymykseen taman_kysymyksen
    """,
    copula="ovat eru er on",
    negation="ikke ikki aldri aldrig ei eivat ekki",
    wrong="""
        mindre_sandsynligt mindre_sandsynlig mindre_sannsynlig usandsynlig* usannsynlig* epatodennakoi*
        forkert* feil galt gal vaara* vaarin rangt udeluk* utelukk* poissulje* virheellinen utilokad*
    """,
    pick="velger vaelger valitsen vælger jeg_mente jeg_mener",
    so="derfor altsa siis",
    others="andre ovrige muut",
    because="fordi siden koska silla thvi",
    both="og ja sekä",
    either="eller tai",
    refusal=(
        r"\b(?:jeg kan|kan jeg|jeg ma|ma jeg) (?:dessverre |desvaerre )?ikke (?:\w+ ){0,3}(?:svare pa|hjelpe|hjaelpe|gi|give|stille|yde|tilby|tilbyde)\b",
        r"\ben (?:valitettavasti )?voi (?:\w+ ){0,2}(?:antaa|tehda|auttaa|vastata|diagnosoida|tarjota)\b",
    ),
    abstention=(
        r"\bingen af\b|\bingen av\b",
        r"\bmikaan ei\b",
    ),
    excluding="sulkea_pois suljetaan_pois udelukkes utelukkes utelukker udelukker",
    only="kun vain bare",
    but="men vaan utan",
    condition="hvis jos",
    doubting="kan_tro kunne_tro man_ville_tro",
    arguing="velge* vaelge* vælge*",
    sources="Wiktionary; Universal Dependencies' Danish, Norwegian, Finnish and Icelandic treebanks.",
)


LANGUAGES = (ENGLISH, GERMAN, DUTCH, SWEDISH, OTHER_NORDIC)
