"""Cue words of Hungarian."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="Hungarian",
    answer="valasz* megoldas*",
    right="legvaloszinubb legmegfelelobb legpontosabb illik helyes* jo legjobb",
    option="valaszlehetoseg opcio lehetoseg betu",
    link="kizarolag kizarasos kizarassal en csak biztosan leginkabb ide a az ez tehat igy erre kerdesre",
    negation="nem sem soha egyik",
    wrong="kevesbe_valoszinu valoszinutlen hibas* helytelen rossz teves kizar* helytelen*",
    pick="valasztanam valasztom",
    so="tehat igy ezert",
    others="tobbi egyeb masik",
    because="mert hiszen",
    both="es valamint",
    either="vagy",
    refusal=(
        r"\bnem (?:adhatok|tudok adni|allithatok fel|segithetek|tudok segiteni|nyujthatok|allapithatok meg diagnozist|valaszolhatok)\b",
        r"\bnem tudok (?:\w+ ){0,3}(?:segiteni|valaszolni|adni)",
    ),
    abstention=(r"\begyik sem\b", r"\bnem (?:hatarozhato|allapithato) meg\b"),
    correcting=(
        r"\b(?:tevedtem|elrontottam|elneztem)\b",
        r"\bhibaztam\b",
        r"\bjavitas:",
        r"\bhelyesbites:",
    ),
    true="igaz helyes",
    false="hamis nem_igaz helytelen hibas",
    left="marad marad_tehat maradt",
    said="mondta mondja",
    doubting="nem_vagyok_biztos",
    not_so=",_de_nem_az",
    would="lenne",
    if_behind_would="ha",
    for_example="peldaul",
    both_possible="ingadozom tetovazom elkepzelheto",
    takes=(
        "A helyes válasz: ◆",
        "A helyes válasz a ◆.",
        "Válasz: ◆",
    ),
    refuses=(
        "A válasz nem ◆.",
        "A ◆ válasz helytelen.",
        "Hibás válasz: ◆",
        "A ◆ válasz kizárható.",
    ),
    sources="Wiktionary; Universal Dependencies' Hungarian treebank.",
)
