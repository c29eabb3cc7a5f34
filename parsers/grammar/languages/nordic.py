"""Cue words of Danish, Norwegian, Finnish and Icelandic."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Danish, Norwegian, Finnish and Icelandic",
    answer="svar* vastaus* vastauk* svari",
    right="mest_sannsynlig mest_sannsynlige mest_sandsynlig mest_sandsynlige todennakoisin paras sopivin parhaiten passer_bedst passer_best sopii_parhaiten passer sopii rigtig* riktig* korrekt* rett rette oikea* rett rettur oikein",
    option="mulighed* valgmulighed* alternativ* vaihtoehto vaihtoehdo* bokstav bogstav kirjain",
    link="udelukkende utelukkende udelukkelse ma vaere være vare bare kun taytyy olla vain er det den et pa sporsmalet derfor on siis jeg",
    copula="er on",
    negation="ikke ikki aldri aldrig ei eivat ekki",
    wrong="mindre_sandsynligt mindre_sandsynlig mindre_sannsynlig usandsynlig* usannsynlig* epatodennakoi* forkert* feil galt gal vaara* vaarin rangt udeluk* utelukk* poissulje* virheellinen utilokad*",
    pick="velger vaelger valitsen vælger",
    so="derfor altsa siis",
    others="andre ovrige muut",
    because="fordi siden koska silla thvi",
    both="og ja sekä",
    either="eller tai",
    abstention=(
        r"\bingen af\b|\bingen av\b",
        r"\bmikaan ei\b",
    ),
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
