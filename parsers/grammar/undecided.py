"""Two options left open, in other languages than English: "j'hésite entre ◆ et ◆", "◆와 ◆ 모두 가능합니다".

Lower case, Latin accents dropped. All patterns work on the skeleton (see `pattern`).

Decision: docs/decisions/parsers.md, "Replies written in 49 languages".
"""

from parsers.grammar.pattern import LABEL, NO_MENTION, cued, words

_TORN = """
    dudo_entre duda_entre indeciso_entre indecisa_entre duvida_entre hesito_entre hesite_entre
    schwanke_zwischen unsicher_zwischen indeciso_tra indecisa_tra indeciso_fra incerto_tra dubbio_tra
    tvekar_mellan vaelger_mellem vakler_mellem vakler_mellom twijfel_tussen waham_sie_miedzy
    waham_sie_pomiedzy vaham_mezi vaham_medzi ezit_intre oscilez_intre колеблюсь_между сомневаюсь_между
    вагаюся_між вагаюсь_між
    αμφιταλαντεύομαι_μεταξύ διστάζω_μεταξύ متردد_بين محتار_بين مردد_بین מתלבט_בין מתלבטת_בין מתלבט_ב
    phan_van_giua ragu_antara bingung_antara nasita_kati_ya
"""
_EITHER = "tanto sowohl sia zowel fie zarowno είτε ειτε tant sia"
_SAME = rf"[^.!?。\n{NO_MENTION}]"
_OPEN = """
    kararsizim arasinda_kaldim ola_bilər olabilir bolishi_mumkin bo'lishi_mumkin болуы_мүмкін болушу_мүмкүн
    булырга_мөмкин ingadozom tetovazom elkepzelheto ho_sakta_hai
"""
BETWEEN_TWO = cued(
    rf"(?<!\w)(?:{words(_TORN)})(?!\w){_SAME}{{0,24}}{LABEL}{_SAME}{{1,24}}{LABEL}"
    rf"|(?<!\w)(?:{words(_EITHER)})(?!\w){_SAME}{{0,12}}{LABEL}{_SAME}{{1,20}}{LABEL}"
    rf"|{LABEL}{_SAME}{{1,20}}{LABEL}{_SAME}{{0,24}}(?:(?<!\w)(?:{words(_OPEN)})(?!\w)"
    r"|之间犹豫|之間猶豫|都有可能|都可能|迷い|迷う|迷って|모두 가능|다 가능|사이에서 고민)",
    accepts="j'hesite entre ◆ et ◆", refuses="la reponse ◆, et non ◆", in_passages=True,
)  # fmt: skip
