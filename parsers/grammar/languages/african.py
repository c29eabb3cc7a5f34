"""Cue words of Swahili, Hausa, Yoruba, Zulu, Xhosa, Shona, Chewa, Kinyarwanda, Ganda, Oromo, Igbo, Malagasy and Lingala."""

from parsers.grammar.languages.language import Language

SWAHILI = Language(
    name="Swahili",
    true="kweli sahihi ni_sahihi ndiyo",
    false="uongo si_kweli si_sahihi sio_sahihi hapana",
    all_of="zote_hapo_juu yote_hapo_juu majibu_yote chaguzi_zote",
    answer="jibu_la_kimantiki jibu majibu suluhisho",
    right="karibu_zaidi sahihi usahihi bora kamili linalofaa lililosahihi inayofaa",
    option="chaguo jawabu herufi namba nambari chaguzi",
    link="""
        pengine pekee lazima liwe iwe bado linabaki kuwa linaonekana linapaswa litakuwa lingekuwa limebaki
        ni la lililo lenye ya kwa swali hili hivyo zaidi kwamba langu lake mwisho
    """,
    copula="kuwa ni ndiyo ndilo ndio ndicho lingekuwa",
    negation="""
        singechagua nisingechagua sichagui si sio siyo hapana hakuna haliko halifai haifai hafai haliwezi
        haiwezi
    """,
    wrong="""
        haiwezekani uwezekano_mdogo tunaondoa kuondoa lisilo makosa kosa vibaya batili
    """,
    pick="linabaki_kuwa nachagua ninachagua nimechagua ningechagua inabaki kinabaki",
    so="kwa_hiyo hivyo kwa_hivyo",
    others="nyingine mengine zingine",
    because="kwa_sababu kwani maana",
    both="na pamoja_na",
    either="au ama",
    refusal=(r"\bsiwezi (?:\w+ ){0,3}(?:kusaidia|kujibu|kutoa(?! jibu))",),
    abstention=(
        r"\bhakuna (?:jibu|chaguo) (?:\w+ )?sahihi",
        r"\bhaiwezekani kujua",
        r"\bsijui\b",
        r"\bsiwezi (?:\w+ ){0,3}kutoa jibu\b",
    ),
    excluding="ondoa naondoa tunaondoa kuondoa inaondolewa",
    only="ni_tu pekee",
    for_example="kwa_mfano mfano",
    missing=(r"\b(?:bila|hakuna|haina) (?:\w+ )?(?:muktadha|maelezo|taarifa|picha)",),
    but="bali",
    condition="ikiwa iwapo endapo",
    doubting="sidhani siamini sijui_kama unaweza_kudhani mtu_anaweza_kudhani",
    arguing="kuchagua tutachagua tukichagua nichague kuangalia tukiangalia",
    question="swali",
    summing="tuangalie tuchambue",
    sources="Wiktionary; Universal Dependencies' Swahili treebanks; the wording of Swahili exams.",
)


HAUSA = Language(
    name="Hausa",
    true="gaskiya daidai dai-dai",
    false="karya ba_daidai_ba ba_gaskiya_ba kuskure",
    all_of="duk_na_sama duka_na_sama",
    answer="amsa amsar amsoshi amsarka amsarki amsata amsoshin",
    right="""
        daidai gaskiya madaidaici mafi da_ta_dace wacce_ta_dace dace da_ya_dace daidaitacci* kyau mai_kyau
        ya_fi_dacewa fi_dacewa dacewa kyawun mafi_kyawun
    """,
    option="zaɓi zaɓin zabi harafi zabin lamba",
    link="""
        kaɗai kadai ita ce ne shi mai ta na wannan tambaya don haka tambayar ya karshe ƙarshe da
    """,
    copula="ita_ce ce shi_ne shi_ce ita zai_zama zama",
    negation="ba babu a'a",
    wrong="kuskure karya ba_daidai",
    pick="na_zabi na_zaɓi zaba zaɓa zan_zaɓi zan_zabi",
    so="saboda_haka don_haka",
    others="sauran",
    because="saboda domin",
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
    but="sai amma",
    condition="idan",
    sources="Wiktionary; Universal Dependencies' Hausa treebanks; the wording of Hausa exams.",
)


YORUBA = Language(
    name="Yoruba",
    true="otito ooto be_eni",
    false="iro eke beeko",
    all_of="gbogbo_eyi_ti_o_wa_loke",
    answer="idahun esi ojutu",
    right="""
        peye to_to toto ti_o_to to_pe otito tona to_tona dara_julo to_dara_julo o_to ti_o_to_ju tọ́ tọ
        tó_bá_a_mu_jù tó_dára_jù ba_a_mu_ju dara_ju to
    """,
    option="aṣayan asayan leta nomba yiyan",
    link="""
        nìkan nikan ló lo ni to naa ti o je si ibeere yii jẹ si_ibeere_yii ibeere_yii ikeyin mi nàá mo
        ìkẹyìn
    """,
    copula="ni je",
    negation="ko ki_i kii kì_í rara kò",
    wrong="asise aitoto aṣiṣe ko_to",
    pick="mo_yan máa_yan maa_yan",
    so="nitorina nitori_naa nítorí_náà",
    others="yooku miiran",
    because="nitori nitoripe tori",
    both="ati pelu",
    either="tabi",
    refusal=(r"\bmi o le (?:\w+ ){0,3}(?:ran|dahun|fun)",),
    abstention=(
        r"\bko si idahun",
        r"\bmi o mo\b",
    ),
    but="biko_se sugbon bí_kò_ṣe bi_ko_se",
    doubting="mi_o_ro_pe",
    sources="Wiktionary; Universal Dependencies' Yoruba treebanks; the wording of Yoruba exams.",
)


OTHER_AFRICAN = Language(
    name="Zulu, Xhosa, Shona, Chewa, Kinyarwanda, Ganda, Oromo, Igbo, Malagasy and Lingala",
    true="iqiniso yinyani ichokwadi zoona ukuri dhugaa eziokwu marina solo",
    false="amanga bubuxoki nhema bodza ikinyoma soba ugha diso lokuta",
    all_of="konke_okungenhla byose",
    answer="""
        impendulo mhinduro yankho igisubizo eky'okuddamu ekyokuddamu deebii deebiin azịza aziza valiny eyano
    """,
    right="""
        efanele elungile eyiyo echanekileyo enembile yakarurama chaiyo lolondola yolondola cy'ukuri cyukuri
        nyacyo ekituufu sirrii sirriin ziri_ezi kwesịrị_ekwesị marina ya_solo
    """,
    option="ukhetho khetho nhọrọ uburyo safidy",
    link="ngu ndi ni kiri dha bụ ya dia ezali",
    copula="ndi ni kiri dha bụ dia ezali",
    negation="akuyona ayiyona akusiyo haisi abụghị abughi tsy",
    wrong="""
        engalungile engafanele isiri isiyo olakwika olakika sio_cyo ekikyamu dogoggora ezighi_ezi diso
    """,
    because="ngoba ngokuba nokuti chifukwa kubera kubanga sababni maka satria mpo_na",
    both="na neti",
    either="noma kapa",
    sources="Wiktionary; the FLORES-200 sentences of these languages.",
)


LANGUAGES = (SWAHILI, HAUSA, YORUBA, OTHER_AFRICAN)
