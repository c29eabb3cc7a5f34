"""Whether a sentence asserts the option text in it, or says something else about it.

Asked of a text that no stronger pattern took, in a reply that names no label. All patterns work on the
skeleton (see `pattern`). `BEFORE_*` patterns end where a mention begins, `AFTER_*` patterns begin where it
ends and are matched there.

Decision: docs/decisions/parsers.md, "A fresh look at the reader: letters alone, and models' habits".
"""

from parsers.grammar.languages.of_all import words_apart, words_attached, words_of_all
from parsers.grammar.pattern import NO_MENTION, cued, whole, words

_RELATIVE = """
    mother father brother sister uncle aunt cousin parent parents sibling siblings relative relatives
    grandmother grandfather twin son daughter wife husband
"""
_BEARERS = """
    patients people individuals persons adults adolescents children men women those someone anyone many
    history risk prevalence incidence onset course heritability epidemiology treatment management
"""
# "Der Patient nimmt bereits ◇": what is so already is a fact of the case.
_TAKEN_ALREADY = (
    rf"(?<!\w)(?:{words(words_apart('patient'))})(?!\w)[^,;.!?\n]{{0,20}}"
    rf"(?<!\w)(?:{words(words_apart('already'))})(?!\w)[^,;.!?\n]{{0,30}}\Z"
    rf"|(?:{words(words_attached('patient'))})[^，、。,.!?\n]{{0,6}}"
    rf"(?:{words(words_attached('already'))})[^，、。,.!?\n]{{0,12}}\Z"
)
# An option text in a sentence about something else: those who have it, its risk, a relative's illness.
BEFORE_MERE_TEXT = cued(
    rf"{whole(_BEARERS)} (?:who have|who suffer from|who take|diagnosed with|treated with|taking"
    rf"|receiving|given"
    r"|of|with|for|in|on)(?: having| developing)?\s*(?:an? |the )?\Z"
    r"|\b(?:when|while|before|after|during) \w+ing (?:an? |the )?\Z"
    r"|\b(?:can|may|could|often|usually|typically|commonly) [^,;.!?\n]{1,40}\b(?:in|with|of) (?:an? |the )?\Z"
    rf"|{whole(_RELATIVE)}[^,;.!?\n]{{0,20}} (?:has|had|have|with|suffer\w*|diagnosed"
    rf"|of)\b[^,;.!?\n]{{0,20}}\Z"
    r"|\b(?:was|were|been|being) (?:previously |once )?(?:treated|hospitali[sz]ed|medicated|seen) for\s*\Z",
    accepts="patients with ", refuses="the patient with mania has ",
)  # fmt: skip
# "She is already on ◇", "her mother responded to ◇": a fact of the case, if nothing leads to it or follows.
_LEADING_TO = (
    r"\A(?![^\n]*\b(?:suggest|indicat|show|impl|likely|probabl|should|must|mean|cause|reveal|consistent"
    r"|based on|given|because of|due to|finding))[^\n]*?"
)
BEFORE_FACT = cued(
    rf"{_LEADING_TO}(?:\b(?:already|currently|still) (?:taking|takes?|on|prescribed|receiving|treated with)"
    r"|\b(?:is|are|was|be) allergic to|\bhas (?:already )?(?:tried|failed|been on|been taking)"
    rf"|{whole(_RELATIVE)}[^,;.!?\n]{{0,20}} (?:takes?|took|uses?|responded to|did well on))\s*\Z"
    r"|\b(?:since|because|as|given that|if) (?:the |this |our )?(?:patient|client|he|she|they)"
    rf" (?:is|are|was|were) (?:on|taking)\s*\Z|{_TAKEN_ALREADY}",
    accepts="he is already on ", refuses="it is likely that he is already on ",
)  # fmt: skip
# "The patient's ◇ level is 0.4": what was measured.
AFTER_MEASURED = cued(
    r" (?:levels?|concentrations?) (?:is|are|was|were) (?!(?:needed|required|due|next|best|indicated)\b)",
    accepts=" level is 0.4", how="match", refuses=" monitoring",
)  # fmt: skip
AFTER_FOLLOWING = cued(
    r"[^.!?\n]{0,20}, (?:so (?:it|this|that)|which (?:caused?|explains?|is why))\b",
    accepts=", so it should be tried", how="match", refuses=", and sleeps well",
)  # fmt: skip
# "The usual dose of ◇ is …": the text belongs to the subject of its sentence, which speaks of something else.
BEFORE_SUBJECT_OF = cued(
    r"\A\W*(?:the|an?|in|most|many|some|for)?\s*(?:(?!\b(?:is|are|was|has|have|shows?|meets"
    r"|of|diagnosis)\b)\w+ ){1,4}(?:of|with|for|in) (?:an? |the )?\Z",
    accepts="the usual dose of ", refuses="the picture is that of ",
)  # fmt: skip
AFTER_OF_SUBJECT = cued(
    r" (?:is|are|was|were|includes?|can|may|must|should|has|have|differs?|requires?|often|usually)\b",
    accepts=" is 50 mg", how="match", refuses=" on the left",
)  # fmt: skip
# "◇ usually begins early": what is so in general, not in this case.
AFTER_GENERAL = cued(
    r"[\s)]*(?:(?:may|can|could) )?(?:usually|often|typically|commonly|generally|frequently|rarely|sometimes"
    r"|tends? to|affects?|runs in|requires?|involves?|includes?|refers to|consists of|lasts|means"
    r"|is (?:defined|characteri[sz]ed|diagnosed) (?:as|by|with|when))\b"
    r"|[\s)]*(?:was|were|has been) (?:\w+ly )?(?:moved|renamed|removed|added|coined|introduced|defined)\b"
    r"|[\s)]*(?:was|had been) (?:made|given|established|recorded|documented)"
    r" (?:last|previously|earlier|before|years|in (?:19|20)\d\d)\b"
    r"|[\s)]*(?:must|should|needs? to|has to|can|could|may) (?:\w+ )?be (?:verified|confirmed"
    r"|considered|clarified"
    r"|ruled out|excluded|determined|discussed|distinguished|differentiated|checked in)\b",
    accepts=" usually begins early", how="match", refuses=" is usual here",
)  # fmt: skip
# "Analyze ◇'s situation: …": a heading of what is done; "◇'s disease: …" may be a name.
BEFORE_HEADED = cued(
    r"\A[\W\d]*(?!(?:the|an?) )[a-z]+ (?:the |an? )?\Z", accepts="1. **analyze the ", refuses="**the ",
)  # fmt: skip
AFTER_HEADED = cued(
    r"'s [a-z]+(?: [a-z]+)?[\s*]*:", accepts="'s situation:", how="match", refuses="'s situation is",
)  # fmt: skip
# "◇ and an SSRI.": with something else that is no option, which the option does not name; care goes with all.
_CARE = r"(?:supportive|symptomatic|close|careful|regular|frequent|monitoring|observation|follow)"
_WITH = r"(?:plus|along with|together with|as well as|combined with|in combination with)(?: an?| another)?"
AFTER_WITH_MORE = cued(
    rf"[\s)\"']*,? (?:(?:and|or) (?:an?|another)|{_WITH}) (?!{_CARE}\b)[\w-]+(?: [\w-]+){{0,2}}[\s.!]*\Z",
    accepts=" and an ssri.", how="match", refuses=" and monitor levels.",
)  # fmt: skip
# "This question is about ◇": its topic, not its answer.
BEFORE_TOPIC = cued(
    r"\b(?:question|item|text|passage|article|task|topic|conversation|prompt|quiz|study|paper)"
    r" (?:is|was|deals|seems to be)(?: \w+ly)? (?:about|on|with|concerned with|related to)\s*(?:the )?\Z",
    accepts="this question is about ", refuses="the answer is about ",
)  # fmt: skip

# --- assertion

# Nothing but a determiner and one word: the text heads its sentence.
BEFORE_AS_SUBJECT = cued(
    r"\A[\W\d]*(?:(?:so|hence|then|thus|here|overall|clearly|probably|perhaps),? )?"
    r"(?:(?:among|of|out of|from)[^,;.!?\n]{1,80}, )?(?:(?:an?|the|his|her|this"
    r"|that) )?(?:[\w-]+ )?[\"'(]*\Z",
    accepts="the ", refuses="she meets criteria for ",
)  # fmt: skip
_VERBS = """
    is are was were be has have had can may might could will would should must does do did causes cause
    overlaps overlap occurs occur shares share remains became becomes needs requires blocks acts works
"""
AFTER_WITH_VERB = cued(
    rf"[^.!?\n{NO_MENTION}]{{0,80}}?{whole(_VERBS)}",
    accepts=" toxicity is possible", how="match", refuses=" once daily",
)  # fmt: skip
_FITTING = """
    warranted needed required recommended appropriate indicated present expected advisable necessary
    sufficient first preferred responsible involved left likely probable mandatory justified advised best
    called_for important correct right therefore still now then my our one what
"""
_DONE = """
    offered started given tried used done measured added prescribed initiated arranged performed ordered
    chosen selected picked continued diagnosed considered_first suspected recommended preferred administered
"""
# "◇ is warranted", "◇ is the MAOI", "◇ causes the most tremor", "◇ should be offered".
AFTER_ASSERTING = cued(
    rf"[\s)\"']*(?:(?:is|are|was|would be|seems|remains) (?:\w+ly |also |the |here |more "
    rf"|most )*(?:(?:{words(_FITTING)})(?!\w)|"
    r"(?<=the )\w)|(?:has|have|carries|causes|shows|gives|produces|poses) the (?:most|highest|greatest|best"
    r"|strongest|lowest|least|worst|longest|shortest)\b"
    rf"|(?:\w+ )?(?:should|must|needs to|has to) be (?:{words(_DONE)})(?!\w)|would (?:help|work|be)\b"
    r"|[^.!?\n]{0,80}?\b(?:it|this|that) is (?:the|my) (?:correct |right |best )?(?:answer|choice|one"
    r"|option)\b)",
    accepts=" is warranted", how="match", refuses=" is an approved use",
)  # fmt: skip
# In other languages only behind "whether": "vitamine C ou acide ascorbique" is two names of one thing.
_OR = "ou oder oppure eller lub albo vagy atau hoac veya yaxud или либо або"
# What was done, what is to be stopped, what the options are: no option is chosen.
BEFORE_NOT_ASSERTING = cued(
    r"\b(?:was|were) (?!(?:an?|the|its|his|her|their|due|caused|consistent|because|probably|likely|most"
    r"|least)\b)[^,;:!?\n]{0,60}\Z"
    r"|\b(?:had|been|once|did|ago|formerly|resembles?|mimics?|overlaps?)\b[^,;:!?\n]{0,60}\Z"
    r"|[a-z] or (?:an? |the )?\Z"
    rf"|(?<!\w)(?:{words(words_of_all('whether'))})(?!\w)[^.!?\n]*[^\W\d_],? (?:{words(_OR)}) \Z"
    r"|\b(?:options|choices) (?:are|include|were)\b[^.!?\n]{0,160}\Z"
    r"|\b(?:he|she|they|we|patient|company|doctor)s? \w{3,}ed (?:\w+ )?\Z"
    r"|\b(?:refus(?:es|ed|ing)|declin(?:es|ed|ing)|unwilling)(?: to(?: \w+)?)? \Z"
    r"|\b(?:check|consult|read|see|verify|search) (?:the|your|its) (?:[\w-]+ ){0,2}(?:labels?|leaflets?"
    r"|inserts?|guidelines?|manuals?|instructions?|textbooks?|literature|websites?) for (?:an? |any |the )?\Z"
    r"|\b(?:stop|stops|stopped|stopping|discontinue|discontinued|withhold|taper|withdraw|hold|monitor|combine"
    r"|combining|diagnosing) (?:\w+ )?\Z",
    accepts="he was once treated with ", refuses="he meets criteria for ",
)  # fmt: skip
