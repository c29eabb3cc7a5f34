"""Cue words of Chinese, Japanese, Korean, Thai, Vietnamese, Indonesian and Malay."""

from parsers.grammar.languages.language import Language

CHINESE = Language(
    name="Chinese",
    heading="解答 解 解析",
    true="对 對 正确 正確 是 符合 成立 √",
    false="错 錯 错误 錯誤 不正确 不正確 不对 不對 否 不符合 不成立",
    all_of="以上都对 以上都是 以上皆是 以上皆对 以上皆對 以上都對 以上全部 以上全对 以上全是 以上均正确 以上都正确 以上都正確 以上选项都正确 以上选项均正确 全部正确 全部都对 全都正确 全选 都选 四项都对 所有选项都正确 所有选项 以上所有",
    answer="答案 参考答案 參考答案 答 正解 解答 回答",
    right="较为合适 正确 正確 最佳 合适 合適 恰当 恰當 合理 对的 最合适 符合 最符合 符合题意 符合題意",
    option="选项 選項 选择 選擇 选 選 項 项 字母 匹配",
    link="都 均 皆 全都 有 是 为 為 的 应 應 应该 應該 本题 该题 此题 因此 所以 最 应为 为： 则 分别 最终 最終 最后 最後",
    copula="有 包括 是 为 為 应为 應為",
    negation="不 不是 非 并非 並非 不选 不選 没有 沒有 無 不应 不應",
    wrong="可以排除 排除在外 可能性较小 可能性较低 可能性不大 错误 錯誤 不正确 不正確 错 錯 错的 錯的 不对 不對 不恰当 不恰當 排除",
    pick="""
        认为是 认为 本题选 本题应选 此题选
        应选择 剩下 只剩下 只剩 还剩下 选择 故选 故選 应选 應選 最终选择 最終選擇 建议选择 建議選擇 我选 我选择 我選擇 我選 会选择 会选 會選擇 會選
    """,
    so="因此 所以 故 综上",
    others="其他 其它 其余 其餘",
    statement="说法 叙述 陈述 表述 描述",
    because="因为 因為 由于 由於",
    both="和 与 與 及 以及",
    either="或 或者 还是",
    refusal=(
        "(?:我|本人)?(?:无法|不能|不便)(?:提供|回答|诊断|协助|帮助|给出)",
        r"我是[^。\n]{0,12}(?:ai|人工智能|语言模型)[^。\n]{0,20}(?:不能|无法|不会)",
        r"(?:抱歉|对不起|不好意思)[^。\n]{0,30}(?:无法|不能|没法|不便)",
        r"(?:我|本人)(?:无法|不能|不便|不会|没有能力|没办法)[^。\n]{0,20}(?:提供|回答|诊断|协助|帮助|给出|建议|做出|判断|选择|满足|处理)",
        r"作为(?:一个|一名)?(?:人工智能|ai|语言模型|大语言模型)[^。\n]{0,40}(?:无法|不能|不会|没有|不具备)",
        r"請諮詢|(?:咨询|諮詢)(?:专业|醫|医|您的)|無法(?:提供|回答|協助)",
    ),
    abstention=(
        "以上(?:都|皆|均)(?:不|非)",
        "无法(?:确定|判断)",
        r"无法确定|无法判断|信息不足|以上都不|都不(?:对|是|正确)",
    ),
    excluding="排除 剔除 淘汰",
    only="只有 仅有 唯有",
    for_example="例如 比如 譬如 如",
    missing=(
        r"(?:缺少|没有|未能?看到|无法看到|看不到|沒有)[^。\n]{0,12}(?:图|圖|上下文|原文|材料|信息|题目|选项|表格)",
    ),
    compared=(
        (">", "超过|超過|大于|大於|高于|高於|多于|多於"),
        ("<", "不到|小于|小於|低于|低於|少于|少於"),
        ("≥", "至少|不少于|不少於|不低于|不低於|大于等于"),
        ("≤", "不超过|不超過|至多|最多|小于等于"),
        ("~", "约|約|大约|大約"),
        ("…≥", "及?以上"),
        ("…≤", "及?以下"),
    ),
    keys=("选项 選項", "比较|比較|排除|(?<!比)例"),
    but="而是",
    condition="如果 若",
    others_choose=(
        r"(?:很多|许多|許多|有些|有的|有|大多数|大多數|一些)(?:人|学生|考生|医生)[^，,。；;：:\n]{0,6}[选選答]",
    ),
    arguing="选 選 看",
    summing="总结 回顾 解答 来看 继续 做",
    question="问题 問題 题目 題目 请回答 请你回答 请您回答",
    references="参考文献 参考资料",
    evidence=(r"信息不足|无法确定|无法判断|没有足够|不足以|未提供|没有提供|未提及",),
    as_ai=(r"作为",),
    filtered=(r"内容(?:审核|过滤|安全)|敏感(?:内容|信息|词)|违反(?:了)?(?:内容|相关|社区|使用)",),
    up_to="到 至",
    sources="Wiktionary; Universal Dependencies' Chinese treebanks; the wording of Chinese exams.",
)


JAPANESE = Language(
    name="Japanese",
    heading="解答 解説",
    true="正しい 正 正解 適切 該当する ○ 〇",
    false="誤り 誤 誤っている 不正解 間違い 正しくない 不適切 該当しない",
    all_of="以上すべて 上記すべて 上記の全て 上記のすべて すべて正しい 全て正しい すべての選択肢 全ての選択肢 選択肢すべて 全部正しい",
    answer="答え 答 正解 正答 解答 回答",
    right="可能性が高いの 可能性が高いもの 正しい 適切 最適 妥当 正しいの 正しいもの 最も近い 適している 適した 該当する 該当します",
    option="選択肢 選択 番 番号 記号",
    link="かと思われます かなと思います と思われます と思います 以上より 私 僕 に は が な の です だ である となる もの として よって したがって 最も 本問 最終 最終的な 最終的 間違いなく 間違いない",
    copula="は が です",
    negation="ない ません ではない ではありません じゃない 不適切 なし",
    wrong="""
        可能性は低い 正しくない 適切でない 誤り 誤っている 間違い 不適切 不正解 誤答 正しくありません 適切ではない 適切ではありません 不適当 ふさわしくない 除外 該当しません 該当しない
        当てはまりません 当てはまらない
    """,
    pick="残ります 残る を選びます を選ぶ を選択 選びます 選ぶ を選択します 選択します",
    so="よって したがって ゆえに",
    others="その他 他 ほか 残り",
    statement="記述 文 説明",
    because="なぜなら 理由は",
    both="や と および 及び",
    either="か または もしくは",
    refusal=(
        "(?:お答え|お手伝い|回答|診断)(?:は|を|が)?(?:する(?:こと)?(?:は|が)?)?できません",
        r"申し訳(?:ありません|ございません)|答えられません",
        r"(?:お答え|お手伝い|回答|提供|診断|アドバイス|お応え)(?:は|を|が)?(?:する(?:こと)?(?:は|が)?)?(?:できません|できかねます|いたしかねます|致しかねます|控え)",
        r"ai(?:アシスタント|モデル|として)[^。\n]{0,40}(?:できません|できない)",
    ),
    abstention=(
        "どれでもない|該当なし",
        "判断できま?せ?ん?",
        "わかりません",
        r"わかりません|不明です|どれでもない",
    ),
    excluding="除外 消去 排除",
    only="だけ のみ",
    for_example="例えば たとえば 例",
    missing=(
        r"(?:画像|図|文章|文脈|資料|選択肢|本文|情報|結果|所見)(?:が|は|も|\([^()\n]{1,10}\)が)(?:[^。\n]{0,10})(?:ない|ありません|含まれて|不足|見え|[提明]示されて|提供されて)",
    ),
    compared=(
        ("~", "約"),
        ("…≥", "以上"),
        ("…≤", "以下"),
        ("…<", "未満"),
        ("…>", "超"),
    ),
    keys=("選択肢", "比較|排除|(?<!比)例"),
    but="むしろ",
    condition="もし",
    condition_behind="なら であれば だったら ならば",
    doubting="とは思わない とは思いません",
    denial_behind="ではない ではなく ではありません じゃない じゃなくて でなく",
    others_choose=(r"(?:多くの|一部の|大半の)(?:人|学生|医師)[はが]◆を(?:選|答)",),
    arguing="選 見 考え",
    question="質問 問題",
    references="引用文献",
    evidence=(r"情報が不足|判断できません|判断できない|わかりません|不明",),
    as_ai=(r"ai(?:アシスタント|として)",),
    up_to="から",
    sources="Wiktionary; Universal Dependencies' Japanese treebanks; the wording of Japanese exams.",
)


KOREAN = Language(
    name="Korean",
    heading="풀이 해설",
    true="정답 맞음 참 옳음 맞다 옳다 맞습니다 옳습니다 예",
    false="오답 틀림 거짓 그름 틀리다 틀렸다 틀립니다 틀렸습니다 옳지_않음 아니오",
    all_of="모두_정답 모두_맞다 모두_옳다 모두_해당 위의_모든 모든_선택지 모든_보기 위_모두",
    answer="정답* 해답* 오답* 정답 답 답변 정답은 답은 정답이 해답",
    right="""
        참이다 참입니다 맞지_싶습니다 정확하다 옳은* 올바른* 적절한* 맞습* 옳은 맞는 올바른 적절한 가장_적절한 맞습니다 옳다 맞다 옳습니다 적절하다 옳지 맞지 적절하지 올바르지 적절합니다 맞음 옳음 적합한
        맞으므로
    """,
    option="선택지* 보기* 선지* 번 번호 항목 옵션 번이 번은",
    link="따르면 된다 됩니다 번이다 싶습니다 번임 소거하면 만 여야 합니다 저라면 은 는 이 가 입니다 이다 의 문제의 따라서 가장 것은 이며 번입니다 이므로 를 을 저는 최종 최종적인",
    copula="된다 됩니다 이 은 는 것은 입니다 이다 선택지는 선택지가",
    negation="아니다 아닙니다 않다 않습니다 아닌 없다 아니라 않은 아니며 없습니다 없어요",
    wrong="""
        부정확* 부적합* 부적절하다 부적절합니다 부적절하므로 제외됩니다 제외된다 제외할 오답* 틀린* 틀렸* 틀린 틀렸습니다 오답 잘못된 옳지_않은 부적절한 틀리다 틀립니다 옳지_않다
        제외 틀림
    """,
    pick="남은 고르겠습니다 선택해야 남습니다 선택합니다 선택하겠습니다 고릅니다 선택했습니다",
    so="틀렸으므로 아니므로 틀리므로 오답이므로 때문에 따라서 그러므로 그래서 그러니",
    others="나머지* 다른* 기타*",
    statement="설명* 진술*",
    because="왜냐하면 이유는",
    both="와 과 및 그리고",
    either="또는 혹은",
    refusal=(
        r"(?:도움|답변|요청|진단|조언)[^.\n]{0,30}(?:드릴 수 없|할 수 없|제공할 수 없|어렵)",
        r"(?:죄송|미안)[^.\n]{0,60}(?:수 없|어렵|못|드릴 수|불가)",
        r"(?:의료|의학|진단)[^.\n]{0,30}(?:제공할|드릴|할) 수 없|(?:ai|인공지능)[^.\n]{0,40}(?:수 없|못합니다)",
        r"(?:답변|대답)(?:할|드릴|해 드릴) 수 없",
    ),
    abstention=(
        "해당 ?사항 ?없음|정답이? 없",
        "(?:판단|결정)할 수 없",
        "모르겠",
        r"알 수 없|모르겠",
    ),
    excluding="배제* 제외* 소거*",
    only="만 오직",
    for_example="예를_들어 예를_들면 예",
    missing=(
        r"(?:이미지|그림|사진|지문|본문|문맥|자료|정보)[가이은는를을도]? ?[^.\n]{0,10}(?:없|부족|제공되지|보이지)",
    ),
    compared=(
        ("≥", "최소|적어도"),
        ("≤", "최대"),
        ("~", "약"),
        ("…≥", " ?이상"),
        ("…≤", " ?이하"),
        ("…<", " ?미만"),
        ("…>", " ?초과"),
    ),
    keys=("보기 선택지", "비교|예시"),
    but="오히려",
    condition_behind="라면 다면",
    denial_behind="아니다 아닙니다 아니라 아니고 아닌 아니며 아니에요 아니예요 아닐",
    others_choose=(r"(?:많은|일부|대부분의) (?:사람|학생|의사)\w* ◆[를을]? ?(?:선택|고르|고른|골라|답)",),
    arguing="골라 고르 선택 택해 보 고려",
    question="질문 문제",
    references="참고문헌 참고_문헌",
    evidence=(r"정보가 부족|알 수 없|판단할 수 없|충분하지",),
    as_ai=(r"인공지능",),
    up_to="부터 에서",
    sources="Wiktionary; Universal Dependencies' Korean treebanks; the wording of Korean exams.",
)


THAI = Language(
    name="Thai",
    heading="วิธีทำ",
    true="ถูก จริง ถูกต้อง ใช่",
    false="ผิด เท็จ ไม่ถูกต้อง ไม่ถูก ไม่จริง ไม่ใช่",
    all_of="ถูกทุกข้อ ทุกข้อ ถูกทั้งหมด ทั้งหมดข้างต้น",
    answer="คำตอบ คําตอบ เฉลย ตอบ",
    right="ถูกต้อง ถูก เหมาะสม ที่สุด ดีที่สุด ที่ดีที่สุด",
    option="ข้อ ตัวเลือก ตัว ข้อที่",
    link="""
        ควร เป็น มีเพียง คือ ที่ ของ จึง ดังนั้น นี้ ได้แก่ สุดท้าย คำถาม คำถามนี้ ข้อนี้ของ
    """,
    copula="คือ เป็น ได้แก่",
    negation="ไม่ ไม่ใช่ มิใช่",
    wrong="ตัดออก ผิด ไม่ถูกต้อง",
    pick="เลือก",
    so="ดังนั้น จึง",
    others="อื่น อื่นๆ ที่เหลือ",
    statement="ข้อความ",
    because="เพราะ เนื่องจาก",
    both="และ กับ",
    either="หรือ",
    refusal=("ไม่สามารถ(?:ช่วย|ตอบ|ให้|วินิจฉัย)",),
    abstention=(
        "ไม่มีข้อ(?:ใด)?ถูก",
        "ไม่สามารถ(?:ระบุ|ตัดสิน)",
        "ไม่ทราบ",
    ),
    keys=("ตัวเลือก", "ตัวอย่าง"),
    but="แต่เป็น แต่",
    condition="ถ้า หาก",
    arguing="เลือก ดู พิจารณา",
    question="คำถาม",
    up_to="ถึง",
    sources="Wiktionary; Universal Dependencies' Thai treebanks; the wording of Thai exams.",
)


VIETNAMESE = Language(
    name="Vietnamese",
    heading="loi_giai giai",
    true="dung chinh_xac",
    false="sai khong_dung khong_chinh_xac",
    all_of="tat_ca_cac_dap_an tat_ca_deu_dung tat_ca_cac_phuong_an tat_ca_cac_lua_chon tat_ca_cac_y_tren tat_ca_dap_an ca_bon_dap_an",
    answer="dap_an cau_tra_loi tra_loi dap",
    right="dung chinh_xac phu_hop nhat",
    option="lua_chon phuong_an chu_cai cau muc",
    link="""
        loai_tru_dan phai ta chi co con la cho nay hoi do vi_vay cua toi cau cuoi_cung cuoi
    """,
    copula="la",
    negation="khong chang chua khong_phai",
    wrong="""
        bi_loai it_co_kha_nang it_kha_nang sai khong_dung khong_chinh_xac loai_tru loai_bo
    """,
    pick="khoanh khoanh_vao chon con_lai",
    so="vi_vay do_do vay",
    others="khac con_lai",
    statement="phat_bieu nhan_dinh khang_dinh menh_de",
    because="vi boi do",
    both="va cung",
    either="hoac hay",
    refusal=(
        r"\b(?:toi )?khong the (?:\w+ ){0,3}(?:giup|tra loi|cung cap|chan doan|tu van|dap ung)",
        r"\bxin loi\b[^.\n]{0,60}\bkhong the\b",
    ),
    abstention=(
        r"\bkhong co (?:dap an|phuong an|lua chon) nao",
        r"\bkhong the xac dinh",
        r"\bkhong biet\b",
    ),
    excluding="loai_tru loai_bo bi_loai",
    only="chi chi_co",
    for_example="vi_du chang_han",
    missing=(
        r"\b(?:thieu|khong co|khong thay) (?:\w+ ){0,3}(?:hinh|anh|thong tin|ngu canh|doan van|du lieu)",
    ),
    keys=("", r"\bvi du"),
    but="ma",
    condition="neu",
    doubting="khong_nghi co_the_nghi co_nguoi_nghi",
    others_choose=(r"(?:nhieu|mot so|hau het moi) (?:nguoi|sinh vien)(?: \w+){0,2} (?:chon|tra loi)",),
    arguing="chon xem nhin xet",
    question="cau_hoi",
    up_to="den",
    sources="Wiktionary; Universal Dependencies' Vietnamese treebanks; the wording of Vietnamese exams.",
)


INDONESIAN = Language(
    name="Indonesian and Malay",
    heading="penyelesaian pembahasan solusi",
    true="benar betul tepat ya",
    false="salah tidak_tepat tidak_benar keliru tidak",
    all_of="semua_jawaban semua_pilihan semua_di_atas semua_benar semua_jawaban_di_atas",
    answer="jawaban* jawapan*",
    right="benar tepat betul paling_tepat terbaik sesuai masuk_akal logis",
    option="pilihan opsi huruf nomor alternatif",
    link="""
        hanya pasti harus kita dengan demikian yang alasan jauh kiranya rasanya adalah ialah untuk
        pertanyaan ini paling jadi saya tersebut soal lebih sedikit tampak tampaknya terlihat bisa_dianggap
        dapat_dianggap cenderung akhir akhirnya dapat bisa
    """,
    copula="adalah ialah yaitu tampak tampaknya terlihat",
    negation="bukan tidak bukanlah tak tiada",
    wrong="""
        menyingkirkan menyisihkan kurang_mungkin singkirkan eliminasi salah keliru tidak_benar tidak_tepat
        tidak_masuk_akal kurang_tepat kurang_masuk_akal dieliminasi disingkirkan dikesampingkan dicoret
    """,
    pick="tersisa memilih pilih",
    so="jadi oleh_karena_itu maka",
    others="lain lainnya sisanya",
    statement="pernyataan",
    because="karena sebab kerana lantaran sebagai",
    both="dan serta",
    either="atau",
    refusal=(
        r"\btidak (?:dapat|bisa) (?:\w+ ){0,3}(?:membantu|menjawab|memberikan|mendiagnosis|memenuhi|memproses)",
        r"\b(?:mohon )?maaf\b[^.\n]{0,60}\btidak (?:bisa|dapat)",
    ),
    abstention=(
        r"\btidak ada (?:jawaban|pilihan)? ?yang (?:benar|tepat)",
        r"\btidak (?:dapat|bisa) (?:ditentukan|dipastikan)",
        r"\btidak tahu\b",
    ),
    excluding="mengeliminasi dieliminasi eliminasi singkirkan menyingkirkan disingkirkan mengesampingkan dikesampingkan mengecualikan",
    only="hanya cuma",
    for_example="misalnya contohnya contoh",
    missing=(r"\b(?:tanpa|tidak ada|kurang) (?:\w+ ){0,2}(?:gambar|konteks|informasi|teks|data)",),
    keys=("pilihan", r"\bcontoh"),
    but="melainkan tetapi",
    condition="jika kalau apabila seandainya",
    others_choose=(
        r"(?:banyak|beberapa|sebagian) (?:orang|mahasiswa|siswa)(?: \w+){0,2} (?:memilih|menjawab)",
    ),
    arguing="memilih dipilih lihat dilihat melihat",
    question="pertanyaan",
    up_to="sampai hingga",
    doubting="mungkin_mengira mungkin_ada_yang_mengira bisa_saja_mengira",
    sources="Wiktionary; Universal Dependencies' Indonesian and Malay treebanks; the wording of Indonesian and Malay exams.",
)


LANGUAGES = (CHINESE, JAPANESE, KOREAN, THAI, VIETNAMESE, INDONESIAN)
