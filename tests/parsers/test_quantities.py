"""Numbers are values: a sign, a comparison, a power, a ratio, a range and a unit belong to the number."""

import pytest

from parsers import read_answer
from parsers.options.quantities import Quantities, values_of


def letters(said, texts, labels="ABCDEFG"):
    return "".join(sorted(read_answer(said, dict(zip(labels, texts, strict=False))).letters))


DOSES = ("0.5 mg", "5 mg", "50 mg", "500 mg")
SHARES = ("25%", "2.5%", "0.25%", "75%")
SIGNED = ("+1", "-1", "1", "0")
LIMITS = ("< 10", "> 10", "10", "≤ 10")
LENGTHS = ("20 cm", "40 cm", "60 cm")
TENTHS = ("1.5", "15", "150", "5")
PARTS = ("1/2", "1/3", "1/4")
TENS = ("1000", "10000", "100", "10")
POWERS = ("10^3", "10^4", "3 × 10^-4", "3 × 10^4")
RANGES = ("25-50%", "25-75%", "50-75%")
SPEEDS = ("5 m", "5 m/s", "10 m")
AGES = ("5 years", "10 years", "more than 10 years")
ROOTS = ("x = 5", "x = -5", "x = 2")
ANGLES = ("30°", "60°", "90°")
TIMES = ("10:30", "10:45", "11:30")
PRICES = ("$28,300", "$45,600", "$283")
RATIOS = ("1:2", "1:4", "2:1")
CHANCES = (r"$\frac{5}{36}$", r"$\frac{10}{36}$", r"$\frac{7}{36}$")
CIRCLES = (r"$2\pi$", r"$\pi$", "2", r"$\sqrt{2}$")
COUNTS = ("5", "≥5", "<5")
CHINESE = ("5毫克", "50毫克", "0.5毫克")
NUMBERS = ("5", "15", "25")
ROWS = [
    *((said, DOSES, "A") for said in (".5 mg", ".50 mg", "0,5 mg", "0.500 mg")),
    *(
        (said, DOSES, "B")
        for said in ("5.0 mg", "05 mg", "5mg", "5 milligrams", "five mg", "5", "about 5 mg")
    ),
    *(
        (said, DOSES, "B")
        for said in ("The answer is 5 mg.", "५ mg", "５ mg", "٥ mg", "\\boxed{5\\text{ mg}}")
    ),
    ("50.0 mg", DOSES, "C"),
    *(
        (said, DOSES, "")
        for said in ("-5 mg", "−5 mg", ">5 mg", "±5 mg", "5-50 mg", "5 to 50 mg", "5 g", "500 µg")
    ),
    *(
        (said, DOSES, "")
        for said in ("5 mg/kg", "5 mg or more", "at least 5 mg", "more than 5 mg", "0.05 mg")
    ),
    *((said, DOSES, "") for said in ("5.5 mg", "5 x 10 mg", "fifty-five mg", "1/5 mg")),
    ("12.5", ("12.5", "125", "1.25"), "A"),
    ("١٢٫٥", ("12.5", "125", "1.25"), "A"),
    ("15.0", TENTHS, "B"),
    ("1 5", TENTHS, ""),
    *((said, SHARES, "A") for said in ("25", "25.0%", "25 percent", "25 %", "٢٥٪")),
    ("0.25%", SHARES, "C"),
    ("0.25", SHARES, ""),  # of 100, or of one?
    *((said, SHARES, "") for said in ("25–75%", "25-75%", "25 to 75%", "1/4", "25 mg")),
    *((said, SIGNED, "B") for said in ("-1", "–1", "−1", "The answer is -1.", "$-1$")),
    ("1", SIGNED, "C"),
    ("+1", SIGNED, "A"),
    *(
        (said, LIMITS, "B")
        for said in ("The answer is > 10", "> 10", ">10", "more than 10", "The answer is over 10.")
    ),
    *((said, LIMITS, "D") for said in ("≤10", "<= 10", "$\\leq 10$", "at most 10", "10 or less")),
    ("The answer is less than 10", LIMITS, "A"),
    ("10", LIMITS, "C"),
    ("≥ 10", LIMITS, ""),
    *((said, LENGTHS, "B") for said in ("40", "The answer is 40.", "40 centimeters", "40cm", r"\boxed{40}")),
    *((said, LENGTHS, "") for said in ("40 m", "-40", "40-60", "40 cm/s", "40 cm²", "40°")),
    *((said, PARTS, "A") for said in ("0.5", "½", r"$\frac{1}{2}$", "1/2", "2/4", "0,5")),
    *((said, PARTS, "") for said in ("1:2", "11/2", "50%", "1/2/3", r"$-\frac{1}{2}$")),
    *((said, TENS, "A") for said in ("1,000", "1 000", "1.000", "1000", "1e3", "10³")),
    ("10,000", TENS, "B"),
    ("1.2.3", ("1.2.3", "1.23", "12.3"), "A"),
    ("12.3", ("1.2.3", "1.23", "12.3"), "C"),
    *((said, POWERS, "A") for said in ("10³", "10^3", "1000", "10^{3}", "1e3")),
    *((said, POWERS, "C") for said in (r"$3 \times 10^{-4}$", "3e-4", "0.0003", "3·10⁻⁴", "3 x 10^-4")),
    ("3 × 10⁴", POWERS, "D"),
    ("103", POWERS, ""),
    *((said, RANGES, "B") for said in ("25–75 %", "25 to 75%", "25%-75%", "25-75 percent")),
    *((said, RANGES, "") for said in ("2575%", "25", "75-25%")),
    *((said, SPEEDS, "A") for said in ("5 m", "5 metres")),
    ("5 m/s", SPEEDS, "B"),
    ("5", SPEEDS, ""),
    *((said, AGES, "B") for said in ("10 years", "10 yrs")),
    *((said, AGES, "C") for said in ("more than 10 years", "over 10 years", "> 10 years")),
    *((said, ROOTS, "A") for said in ("x = 5", "5", "x=5")),
    *((said, ROOTS, "B") for said in ("x=-5", "x = −5", "-5")),
    ("y = 5", ROOTS, ""),
    *((said, ANGLES, "A") for said in ("30 degrees", "30°", r"$30^\circ$", r"30^{\circ}", "30")),
    ("10:30", TIMES, "A"),
    ("10:45 am", TIMES, "B"),
    *((said, PRICES, "A") for said in ("$28,300", "28300", "28,300 dollars", "$28,300.00")),
    *((said, PRICES, "") for said in ("€28,300", "$28.3", "28,300%")),
    *((said, RATIOS, "A") for said in ("1:2", "1 : 2")),
    ("1/2", RATIOS, ""),
    *((said, CHANCES, "B") for said in (r"$\frac{10}{36}$", "10/36", "5/18", r"\boxed{\frac{10}{36}}")),
    *((said, CIRCLES, "A") for said in ("2π", r"$2\pi$")),
    ("2", CIRCLES, "C"),
    (r"$\sqrt{2}$", CIRCLES, "D"),
    *((said, COUNTS, "B") for said in ("5 or more", "≥5", "5+", "at least 5", r"$\geq 5$")),
    *((said, NUMBERS, "A") for said in ("答案是5。", "5 apples", "5%", "x = 5", "$5$", "(5)")),
    *(
        (said, NUMBERS, "")
        for said in ("5th", "H5", "x_5", "5x", "COVID-5", "v1.5", "5-fold", r"2^5", "5.25")
    ),
    *(
        (said, DOSES, "")
        for said in ("más de 5 mg", "mehr als 5 mg", "plus de 5 mg", "più di 5 mg", "5 mg o más")
    ),
    *(
        (said, DOSES, "")
        for said in ("более 5 mg", "mindestens 5 mg", "menos de 5 mg", "超过5 mg", "5 mg以上")
    ),
    *((said, CHINESE, "A") for said in ("答案是5毫克因为剂量小。", "答案是5.0毫克。", "５ 毫克")),
    *((said, CHINESE, "") for said in ("15毫克", "不超过5毫克", "5毫克以上", "不到5毫克")),
    ("正解は5個です。", ("5個", "15個"), "A"),
    ("答案是50%的人。", ("25%", "50%"), "B"),
    ("weniger als 10", ("weniger als 10", "10", "mehr als 10"), "A"),
    ("10", ("menos de 10", "10", "más de 10"), "B"),
    ("minus 1", SIGNED, "B"),
    ("Il reste 27\u00a0300 USD.", ("22\u00a0500\u00a0USD", "27\u00a0300\u00a0USD"), "B"),
    ("27,300 USD", ("22\u00a0500\u00a0USD", "27\u00a0300\u00a0USD"), "B"),
    ("5 thousand", NUMBERS, ""),
    ("1990s", ("1990", "1991"), ""),
    ("1.5 mmHg", ("120/80 mmHg", "130/80 mmHg"), ""),
    ("2,5", ("2.5", "25", "250"), "A"),
    ("2.500", ("2,5", "25", "250"), "A"),
    ("2.5", ("2,500", "250", "25"), ""),
    ("1.500", ("1,5", "15", "1500", "150"), ""),  # a thousand, or one and a half
    ("3.4", ("3.4 mEq/L", "8.4 mEq/kg", "13.4 mEq/L"), ""),  # of which unit?
    ("0.5", ("1/2", "0.5", "2"), "B"),
    ("2/4", ("1/2", "0.5", "2"), ""),  # two options with one value are told apart by their text
    ("The answer is the three dogs.", ("3 dogs", "3 cats"), "A"),
    ("The answer is 2.5 tablets daily.", ("5 tablets daily", "25 tablets daily", "2.5 tablets daily"), "C"),
]


@pytest.mark.parametrize(("said", "texts", "expected"), ROWS)
def test_a_number_names_the_option_of_its_value(said, texts, expected):
    assert letters(said, texts) == expected


@pytest.mark.parametrize(
    ("core", "values"),
    [("05", (5,)), ("1,5", (1.5,)), ("1,000", (1000, 1)), ("1.000", (1, 1000)), ("1.234,5", (1234.5,)),
     ("1,234,567", (1234567,)), ("2½", (2.5,)), ("2-2", (2,)), ("1.2.3", ("1.2.3",)),
     ("9^99999", ("9^99999",))],
)  # fmt: skip
def test_digits_have_one_or_two_readings(core, values):
    assert values_of(core) == values


def test_many_numbers_take_time_in_proportion():
    options = Quantities(DOSES)
    assert len(options.places("5 mg, 7.25, 3/4, -1 " * 20_000)) == 100
    assert options.places("1" * 200_000 + " " + "1.1" * 50_000 + "-" * 50_000) == []


SCALE = {"1": "Not at all", "2": "A little", "3": "Neither", "4": "Quite", "5": "Very much so"}
VOLUMES = {"1": "100 mL", "2": "1.700 mL; 70 mL/h.", "3": "500 mg", "4": "850 mL"}
MOVED = {"1": "14", "2": "1", "3": "3", "4": "11"}
DOUBLES = {"1": "2", "2": "4", "3": "8", "4": "16"}


@pytest.mark.parametrize(
    ("said", "options", "expected"),
    [
        # a number on a scale, with its text or without
        ("I would rate myself as a 4, Quite, as I often do that. I would not call it more.", SCALE, "4"),
        ("I'd rate this person as a 2. I would not rate them as a 5, Very much so.", SCALE, "2"),
        ("I wouldn't rate myself as a 5.", SCALE, ""),
        ("I would rate myself as a 1 = Very much so.", SCALE, ""),
        ("2-3", SCALE, ""),
        ("2-2", SCALE, "2"),
        ("2.5", SCALE, ""),
        ("-2", SCALE, ""),
        ("4.0", SCALE, "4"),
        ("4%", SCALE, ""),
        # a part of a number, or a number with a unit, is no label
        *(
            (said, VOLUMES, "")
            for said in ("The answer is 1,800 units.", "Answer: 3 mL", "3.000 litres", "2 %")
        ),
        ("The answer is 3, 500 mg", VOLUMES, "3"),
        # a label that is the text of another option
        ("The correct one is option 1, with a score of 14.", MOVED, "1"),
        ("Answer: 1", MOVED, ""),
        ("2. 4", DOUBLES, "2"),
        ("2. 8", DOUBLES, ""),
        ("Answer: 2", DOUBLES, ""),
        ("Option number 2", DOUBLES, "2"),
        ("2 + 2 = 4", DOUBLES, ""),
    ],
)
def test_a_number_is_a_label_where_it_counts_nothing(said, options, expected):
    assert "".join(sorted(read_answer(said, options).letters)) == expected


def test_labels_joined_by_commas_are_no_decimal():
    assert read_answer("1,3", VOLUMES, mode="multi").letters == {"1", "3"}
