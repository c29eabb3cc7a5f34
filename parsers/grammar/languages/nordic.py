"""Cue words of Danish, Norwegian, Finnish and Icelandic."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Danish, Norwegian, Finnish and Icelandic",
    answer="svar* vastaus* vastauk* svari",
    right="mest_sannsynlig mest_sannsynlige mest_sandsynlig mest_sandsynlige todennakoisin paras sopivin parhaiten passer_bedst passer_best sopii_parhaiten passer sopii rigtig* riktig* korrekt* rett rette oikea* rett rettur oikein",
    option="mulighed* valgmulighed* alternativ* vaihtoehto vaihtoehdo* bokstav bogstav kirjain",
    link="udelukkende utelukkende udelukkelse ma vaere være vare bare kun taytyy olla vain er det den et pa sporsmalet derfor on siis jeg tahan_kysymykseen taman_kysymyksen",
    copula="er on",
    negation="ikke ikki aldri aldrig ei eivat ekki",
    wrong="mindre_sandsynligt mindre_sandsynlig mindre_sannsynlig usandsynlig* usannsynlig* epatodennakoi* forkert* feil galt gal vaara* vaarin rangt udeluk* utelukk* poissulje* virheellinen utilokad*",
    pick="velger vaelger valitsen vælger",
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
    correcting=(
        r"\bjeg tog fejl\b",
        r"\bjeg tok feil\b",
        r"\bjeg har (?:lavet|begaet) en fejl\b",
        r"\bjeg gjorde en feil\b",
        r"\b(?:rettelse|korrektion|retting|korreksjon|korjaus|oikaisu):",
        r"\bne[ij],? vent\b",
        r"\bmin feil\b",
        r"\bmin fejl\b",
        r"\b(?:erehdyin|tein virheen|olin vaarassa)\b",
        r"\beg hafdi rangt fyrir mer\b",
    ),
    true="sandt sant tosi totta",
    false="falsk falskt usandt usant epatosi",
    listed="mulighederne muligheder svarmulighederne svarmuligheder valgmulighederne alternativene svaralternativene mulighetene vaihtoehtoja vaihtoehdot vaihtoehtoihin",
    left="gjenstar gjenstar_bare igjen_star jaa_jaljelle jaljelle_jaa star_igjen tilbage_bliver tilbage_er tilbage_star",
    takes=(
        "Det rigtige svar er ◆.",
        "Riktig svar: ◆",
        "Svaret er ◆.",
        "Oikea vastaus on ◆.",
        "Vastaus: ◆",
    ),
    refuses=(
        "Svar ◆ er ikke korrekt.",
        "Svaret er ikke ◆.",
        "Forkert svar: ◆",
        "Vastaus ei ole ◆.",
        "Mulighed ◆ kan udelukkes.",
    ),
    sources="Wiktionary; Universal Dependencies' Danish, Norwegian, Finnish and Icelandic treebanks.",
)
