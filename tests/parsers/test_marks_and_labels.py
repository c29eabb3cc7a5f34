"""What stands between the raw text and the mentions of labels: marks, reasoning, alphabets, structures."""

import pytest

from parsers import read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
YES_NO = {"A": "yes", "B": "no"}

MARKS = (
    ("Answer: ###D###", TREES, "D"),
    ("It has needles, but sheds them.\n\nThe final answer is ###C###", TREES, "C"),
    ("Answer: ##### B #####", TREES, "B"),
    ("Answer: ###F###", TREES, "out_of_range"),
    ("### Answer ###\nB", TREES, "B"),
    ("yes|end|", YES_NO, "A"),
    ("The answer is C.<|im_end|\nThe answer is A.", TREES, "C"),
    ("oak<unk>Answer: A", TREES, "A"),
)
COUNTED = {"A": "$0$", "B": "$1$", "C": "$2$"}
JOINED = (
    ("【正确答案】B<eoa> 下一题：什么树？【正确答案】C<eoa>", TREES, "B"),
    ("1. 【答案】A<eoa>\n2. 【答案】C<eoa>", TREES, "ambiguous"),
    ("B\nExplanation: A", TREES, "B"),
    ("FINAL_ANSWER: C", TREES, "C"),
    ("**option_C**", TREES, "C"),
    ("## 1\n\n### Solution\nTwo trees.\n\n### Answer\n{'1': ['C']}", COUNTED, "C"),
    ("## 1", COUNTED, "B"),
    ("\\[ The answer is D. elm \\]", TREES, "D"),
    ("答案：否，因为没有证据。", {"A": "是", "B": "否"}, "B"),
    ("请回答“是”或“否”。", {"A": "是", "B": "否"}, "no_answer"),
)
REASONING = (
    ("<think_fast>A or B?</think_fast>B", TREES, "B"),
    ("<|inner_prefix|>A or B?<|inner_suffix|>B", TREES, "B"),
    ("<unused94>thought\nMaybe A.<unused95>C", TREES, "C"),
    ("<unused94>thought\nOption A is the correct answer, but", TREES, "no_answer"),
    ("<|channel>thought\nThe answer is A. No.<channel|>B", TREES, "B"),
    ("<|channel>thought\nThe answer is A.", TREES, "empty"),
    ("analysisWe need a tree: A.assistantfinalB", TREES, "B"),
    ("analysis: A has leaves. The answer is B.", TREES, "B"),
    ("## Thinking\n\nThe answer is A.\n\n## Final Response\n\nB", TREES, "B"),
    ("Here's my thought process: is it A? Here's my response: B", TREES, "B"),
    ("<|im_start|>assistant/think\nA?<|im_end|>\n<|im_start|>assistant\nB", TREES, "B"),
    ("<|im_start|>assistant\nB", TREES, "B"),
    ("B<turn|>\n<|turn>user\nWhy? The answer is C.", TREES, "B"),
)


@pytest.mark.parametrize(("reply", "options", "expected"), [*MARKS, *JOINED, *REASONING])
def test_what_marks_an_answer(reply, options, expected):
    reading = read_answer(reply, options)
    assert ("".join(sorted(reading.letters)) or reading.outcome.value) == expected


NUMBERS = {"A": "one", "B": "two", "C": "three", "D": "four"}
HEADINGS = (
    ("【答案】D【解析】这是四。", NUMBERS, "D"),
    ("〔答案〕C〔解析〕略", NUMBERS, "C"),
    ("【解答】B【解説】これが正しい。", NUMBERS, "B"),
    ("[정답] C [해설] 셋이다.", NUMBERS, "C"),
    ("[답] B [풀이] 둘이다.", NUMBERS, "B"),
    ("[Respuesta] A [Explicación] Es uno.", NUMBERS, "A"),
    ("[الإجابة] B [الشرح] اثنان", NUMBERS, "B"),
    ("[Answer] C [Explanation] Three.", NUMBERS, "C"),
)
STRUCTURES = (
    (r'"{\"answer\": \"C\"}"', NUMBERS, "C"),
    (r'{"arguments": "{\"answer\": \"C\", \"reason\": \"A is small\"}"}', NUMBERS, "C"),
    ('<answer choice="C"/>', NUMBERS, "C"),
    ("<answer value='B'></answer>", NUMBERS, "B"),
    ('<result choice="B" reason="A is small"/>', NUMBERS, "B"),
    ('<choice letter="C">three</choice>', NUMBERS, "C"),
    ('<img src="x" alt="A"/>B', NUMBERS, "B"),
    ("<答案>D</答案>", NUMBERS, "D"),
    ('{"answer": "C" // since A is small\n}', NUMBERS, "C"),
    ('{"answer": "C" /* not A */}', NUMBERS, "C"),
    ('{"answer": "C" # not A\n}', NUMBERS, "C"),
    ("{'answer': 'C', 'explanation': 'A is small'}", NUMBERS, "C"),
    ('{"opción": "B", "razón": "A"}', NUMBERS, "B"),
    ('{"opciones": {"A": "one", "B": "two"}, "respuesta": "B"}', NUMBERS, "B"),
    ('{"选项": {"A": "one", "B": "two"}, "问题": "?"}', NUMBERS, "no_answer"),
    ('{"question": "Which?", "options": {"A": "one", "B": "two"}, "answer": "B"}', NUMBERS, "B"),
    ('{"A": 0.1, "B": 0.8, "answer": "B"}', NUMBERS, "B"),
)
PERSIAN = {"A": "علی", "B": "کتاب", "C": "موسی", "D": "باران"}
SCRIPTS = (
    ("پاسخ: كتاب", PERSIAN, "B"),
    ("موسى", PERSIAN, "C"),
    ("אני בוחר ב-ג", dict(zip("אבגד", NUMBERS.values(), strict=True)), "ג"),
    ("答案是❷", dict(zip("1234", NUMBERS.values(), strict=True)), "2"),
    ("ক) one\n\nক) one\n\nক)", NUMBERS, "A"),
)
OTHER_LETTERS = (
    ("E) maple\nResposta: D", TREES, "D"),
    ("(E) maple\n\nThe correct answer is B.", TREES, "B"),
    ("E) maple", TREES, "out_of_range"),
    ("The answer is E.", TREES, "out_of_range"),
    ("A) oak\nAnswer: D", TREES, "ambiguous"),
)


@pytest.mark.parametrize(("reply", "options", "expected"), [*HEADINGS, *STRUCTURES, *SCRIPTS, *OTHER_LETTERS])
def test_what_holds_an_answer(reply, options, expected):
    reading = read_answer(reply, options)
    assert ("".join(sorted(reading.letters)) or reading.outcome.value) == expected


KIN = {"A": "The mother.", "B": "The son.", "C": "Both the mother and the son."}
SMALL = (
    ("C. Both the mother and", KIN, "C"),
    ("C. The mother", KIN, "ambiguous"),
    ("**(a) Height:**\n20 m\n\n**(b) Width:**\n2 m\n\nOption D has both.\n\n**D**", TREES, "D"),
    ("(a) oak: no\n(b) birch: yes", TREES, "B"),
    ("## Resposta\n\nA alternativa correta é D", TREES, "D"),
    ("## Réponse\n\nL'option D est correcte.", TREES, "D"),
    ("D) Correta: O DIU é eficaz.", TREES, "D"),
)


@pytest.mark.parametrize(("reply", "options", "expected"), SMALL)
def test_what_is_a_letter_and_no_label(reply, options, expected):
    reading = read_answer(reply, options)
    assert ("".join(sorted(reading.letters)) or reading.outcome.value) == expected
