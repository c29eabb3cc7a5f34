"""English: most of its words are in `grammar/vocabulary.py`, and its sentences have patterns of their own."""

from parsers.grammar.languages.language import Language

LANGUAGE = Language(
    name="English",
    answer="",
    right="",
    option="",
    negation="",
    wrong="",
    both="and",
    either="or",
    said="said says saying replied replies answered shouted wrote exclaimed admitted",
    own_voice="i am have had i've i'd having just that as book option",
    task="text question",
    question="question",
    asking="is are was were could would do does did can should may might why how whether",
    turns=(r"but|however|although",),
    takes=(
        "The correct answer is ◆.",
        "Answer: ◆",
        "Option ◆ is correct.",
        "I would choose ◆.",
        "The correct answer is ◆ [1].",
        "The correct answer is ◆ (source: the manual).",
        "Answer: ◆.[1][2]",
    ),
    refuses=(
        "Option ◆ is not correct.",
        "The answer is not ◆.",
        "The wrong answer is ◆.",
        "Option ◆ is incorrect.",
        "◆, ◇: not correct.",
        "If the patient were a child, the correct answer would be ◆.",
        "Is the correct answer ◆?",
        "Many students answer ◆, but that is wrong.",
        "Some would pick ◆, but it's not correct.",
        "One might choose ◆, but this would be incorrect.",
        "◆ looks right, but it is wrong.",
    ),
    settles_nothing=("◆ and ◈ are both right, however different they are.",),
    sources="parsers/grammar, whose patterns stand with their own examples.",
)
