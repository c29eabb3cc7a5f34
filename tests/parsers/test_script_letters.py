"""Labels in the letters of a script, "খ) ওক", and letters that number reasons or statements instead."""

import pytest

from parsers import read_answer

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}
BANGLA = {"A": "বার্চ", "B": "ওক", "C": "পাইন", "D": "এলম"}
SETS = {"A": "i ও ii", "B": "ii ও iii", "C": "i ও iii", "D": "i, ii ও iii"}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("খ", BANGLA, "B"),
        ("(খ)", BANGLA, "B"),
        ("গ)", BANGLA, "C"),
        (" গ) i এবং iii", SETS, "C"),
        ("ক) MLT^{-2}\n\nক) MLT^{-2}\n\nক) MLT^{-2}", {"A": "MLT^{-2}", "B": "ML^{2}T^{-1}"}, "A"),
        ("ঘ ) -4 \n", {"A": "8", "B": "-8", "C": "4", "D": "-4"}, "D"),
        ("ক) বার্চ: ভুল\nখ) ওক: সঠিক\nগ) পাইন: ভুল\nঘ) এলম: ভুল", BANGLA, "B"),
        ("ख) oak", TREES, "B"),
        ("ข)", TREES, "B"),
        ("ب)", TREES, "B"),
        ("ক) বার্চ\nখ) ওক\nগ) পাইন\nঘ) এলম", BANGLA, ""),
        ("খ) এবং গ) উভয়ই সঠিক", BANGLA, ""),
        ("ক) খ) গ) ঘ)", BANGLA, ""),
        ("খ) পাইন", BANGLA, ""),
        ("গ) পাইন নয়", BANGLA, ""),
        ("ক এর মান খ এর চেয়ে বড়", BANGLA, ""),
    ],
)  # fmt: skip
def test_a_letter_of_the_script_with_a_bracket_at_the_head_is_a_label(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected


@pytest.mark.parametrize(
    ("text", "organs", "expected"),
    [
        ("ক) অঙ্গটি রক্ত পাম্প করে।\nখ) এটি বুকে থাকে।\nতাই এটি হৃৎপিণ্ড।", "যকৃৎ হৃৎপিণ্ড", "B"),
        ("א) האיבר מזרים דם.\nב) הוא נמצא בחזה.\nלכן זה הלב.", "הכבד הלב", "B"),
        ("א) סיבה ראשונה: חום. ב) סיבה שנייה: כאב.", "הכבד הלב", ""),
        ("א) הלב מזרים דם. ב) הכבד מסנן. לכן התשובה: B", "הכבד הלב", "B"),
        ("أ) العضو يضخ الدم، وهو القلب.", "الكبد القلب", "B"),
        ("ก) อวัยวะนี้สูบฉีดเลือด\nข) อยู่ในอก\nดังนั้นคือหัวใจ", "ตับ หัวใจ", "B"),
        ("क) यकृत पाचन करता है। इसलिए सही उत्तर ख) हृदय है।", "यकृत हृदय", "B"),
        ("ข) ไม่ใช่ ค) ใช่", "ตับ หัวใจ", ""),
    ],
)
def test_before_other_words_such_a_letter_numbers_reasons(text, organs, expected):
    options = dict(zip("AB", organs.split(), strict=True))
    assert "".join(read_answer(text, options).letters) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("(খ) ও (গ)", {"A": "ক ও খ", "B": "খ ও গ"}, "B"),
        ("খ) ও গ)", {"A": "ক ও খ", "B": "খ ও গ"}, "B"),
        ("খ)", {"A": "ক ও খ", "B": "খ ও গ"}, ""),
        ("ক) সঠিক, খ) সঠিক, তাই উত্তর A", {"A": "ক ও খ", "B": "খ ও গ"}, "A"),
        ("א) נכון, ב) נכון, ג) שגוי. תשובה: A", {"A": "א ו-ב", "B": "ב ו-ג"}, "A"),
        ("א) ו-ב) נכונים", {"A": "א ו-ב", "B": "ב ו-ג"}, "A"),
    ],
)
def test_where_options_are_sets_of_such_letters_they_name_statements(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected


SCRIPTS = ("أبجد", "אבגד", "กขคง", "アイウエ", "कखगघ", "কখগঘ", "ሀለሐመ", "აბგდ", "ကခဂဃ")
FOUR = ("Alpha", "Beta", "Gamma", "Delta")


@pytest.mark.parametrize("labels", SCRIPTS)
def test_labels_of_a_script_without_capitals_are_read_where_they_stand_alone(labels):
    options = dict(zip(labels, FOUR, strict=True))
    for label in labels:
        for reply in (label, f"({label})", f"**{label}**", f"Answer: {label}", f"{label}) {options[label]}"):
            assert read_answer(reply, options).letters == {label}, reply


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("คำตอบคือ ข้อ ง", "กขคง", "ง"),  # the word for "option" begins with one of them
        ("ข้อ ข ผิด", "กขคง", ""),
        ("คำตอบไม่ใช่ ก", "กขคง", ""),
        ("正解はウです。", "アイウエ", "ウ"),
        ("選択肢ウが最も適切です。", "アイウエ", "ウ"),
        ("アは誤り、イは誤り、ウは誤り。よってエ。", "アイウエ", "エ"),
        ("イギリスの首都ではない。答えはアです。", "アイウエ", "ア"),
        ("ウイルスが原因です。", "アイウエ", ""),
        ("正解はアではない。", "アイウエ", ""),
        ("アまたはイ", "アイウエ", ""),
        ("ב-2020 התשובה היא ג", "אבגד", "ג"),
        ("אני בוחר ב-ג", "אבגד", "ג"),
        ("א או ב", "אבגד", ""),
        ("الإجابة: ا", "أبجد", "أ"),
        ("الإجابة هي أ أو ب", "أبجد", ""),
        ("فيتامين D ضروري. الإجابة: ب", "أبجد", "ب"),
        ("सही उत्तर ख है।", "कखगघ", "ख"),
        ("यह बीमारी के लक्षण हैं।", "कखगघ", ""),
        ("ক নয়, খ।", "কখগঘ", "খ"),
        ("სწორი პასუხია ბ", "აბგდ", "ბ"),
        ("나는 모른다", "가나다라", ""),
        ("甲状腺疾病", "甲乙丙丁", ""),
    ],
)
def test_such_a_label_is_told_from_words_that_begin_with_it(text, labels, expected):
    options = dict(zip(labels, FOUR, strict=True))
    assert "".join(read_answer(text, options).letters) == expected


FRUIT = {"A": "سیب", "B": "گلابی", "C": "انگور", "D": "موز"}
KEYED = dict(zip(("الف", "ب", "پ", "ت"), FRUIT.values(), strict=True))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("الف", 0),
        ("الف)", 0),
        ("الف) سیب", 0),
        ("الف) گلابی", None),
        ("ب) سیب", None),
        ("پاسخ: الف", 0),
        ("پاسخ درست گزینه الف است.", 0),
        ("گزینه الف) سیب", 0),
        ("گزینه الف) گلابی", None),
        ("الف) سیب\nب) گلابی\nپ) انگور\nت) موز", None),
    ],
)
def test_the_first_persian_label_is_written_out(text, place):
    for options in (FRUIT, KEYED):
        expected = "" if place is None else list(options)[place]
        assert "".join(read_answer(text, options).letters) == expected


@pytest.mark.parametrize(
    ("text", "texts", "place"),
    [
        ("هپاتیت الف", "هپاتیت ب,هپاتیت الف,هپاتیت ث,هیچکدام", 1),
        ("پاسخ: هپاتیت الف", "هپاتیت ب,هپاتیت الف,هپاتیت ث,هیچکدام", 1),
        ("فقط الف", "الف و ب,فقط الف,فقط ب,هیچکدام", 1),
        ("پاسخ: الف و ب", "الف و ب,فقط الف,فقط ب,هیچکدام", 0),
    ],
)
def test_the_first_persian_label_within_an_option_is_part_of_it(text, texts, place):
    options = dict(zip(("الف", "ب", "پ", "ت"), texts.split(","), strict=True))
    assert read_answer(text, options).letters == {list(options)[place]}
