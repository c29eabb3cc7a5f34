"""Cue words of Hausa."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Hausa",
    answer="amsa amsar amsoshi amsarka amsarki amsata amsoshin",
    right="""
        daidai gaskiya madaidaici mafi da_ta_dace wacce_ta_dace dace da_ya_dace daidaitacci* kyau mai_kyau ya_fi_dacewa fi_dacewa dacewa kyawun mafi_kyawun
    """,
    option="zaɓi zaɓin zabi harafi zabin lamba",
    link="kaɗai kadai ita ce ne shi mai ta na wannan tambaya don haka tambayar ya karshe ƙarshe da",
    copula="ita_ce ce shi_ne shi_ce ita zai_zama zama",
    negation="ba babu a'a",
    wrong="kuskure karya ba_daidai",
    pick="na_zabi na_zaɓi zaba zaɓa zan_zaɓi zan_zabi",
    so="saboda_haka don_haka",
    others="sauran",
    because="saboda domin",
    but="sai amma",
    both="da kuma",
    either="ko",
    refusal=(
        r"\bba zan iya (?:\w+ ){0,2}(?:ba da|bayar da|taimak\w+|yin) (?:\w+ )?(?:shawara\w*|magani|bincike|ba)?",
        r"\bba (?:zan|na) iya (?:\w+ ){0,3}(?:taimaka|amsa|bayar)",
    ),
    abstention=(
        r"\bbabu amsa\b",
        r"\bban sani ba\b",
    ),
    correcting=(
        r"\bna yi kuskure\b",
        r"\bnayi kuskure\b",
        r"\bgyara:",
    ),
    takes=(
        "Amsa: ◆",
        "Amsar daidai ita ce ◆.",
        "Amsa ita ce ◆.",
        "Zaɓi ◆ daidai ne.",
        "Amsa mai kyau ita ce ◆.",
        "Zaɓin da ya dace shi ne ◆.",
        "Na zaɓi ◆.",
        "Bisa ga bayanin, zaɓin da ya fi dacewa shi ne ◆.",
        "Don haka zan zaɓi ◆.",
        "Mafi kyawun zaɓi zai zama ◆.",
        "Ina ganin amsar ita ce ◆.",
        "Amsar da ta dace ita ce ◆.",
        "A taƙaice, amsar daidai ita ce ◆.",
        "Zaɓi na ◆ shi ne daidai.",
    ),
    refuses=(
        "Zaɓi ◆ ba daidai ba ne.",
        "Amsa ba ◆ ba ce.",
        "Amsar kuskure ita ce ◆.",
        "Zaɓi ◆ kuskure ne.",
        "◆ ba ita ce amsa ba.",
        "◆, ◇, ba daidai ba ne.",
        "◆ ba ita ce amsar daidai ba.",
        "◆ ba daidai ba ne saboda bai dace da bayanin ba.",
        "Idan majinyacin yaro ne, amsar daidai ita ce ◆.",
        "Shin amsar daidai ita ce ◆?",
        "Ɗalibai da yawa suna zaɓar ◆, amma ba daidai ba ne.",
        "Ba na tsammanin amsar ita ce ◆.",
        "Amsar ba ◆ ba ce.",
    ),
    sources="Wiktionary; Universal Dependencies' Hausa treebanks; the wording of Hausa exams.",
)
