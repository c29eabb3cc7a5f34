"""Habits of models that answer in English, each with a reply that looks alike and is read otherwise."""

import pytest

from parsers import read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
CAREERS = {"A": "He loses his fight.", "B": "He loses his fight but wins the next."}
SCALE = {"1": "Strongly disagree", "2": "Disagree", "3": "Agree", "4": "Strongly agree"}
SOUND = {"A": "Yes", "B": "No"}
TALL = "It is a tall tree with white bark that grows in the north. " * 9
STATEMENTS = dict(zip("ABCDEFGHI", ["x1", "x2", "x3", "x4", "x5", "x6", "I only", "x8", "x9"], strict=True))
NUMERALS = dict(
    zip("ABCDEFGHI", ["I", "II", "III", "IV", "I, II", "I, III", "II, III", "none", "x"], strict=True)
)
KNOWN = {"A": "The family of M", "B": "The family of N", "C": "Not enough info"}


def read(text, options=TREES):
    reading = read_answer(text, options)
    return "".join(sorted(reading.letters)) or reading.outcome.value


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # a heading that restates the item
        ("Let's solve this step by step.\n\n**Problem:**\nWhich tree?\n\n**Answer:** B", TREES, "B"),
        ("Let's solve this step by step.\n\n**Question:**\nWhich tree?\n\nAnswer: B", TREES, "B"),
        ("It is tall.\n\n**Task:**\nName it.\n\n**Solution:**\nIts bark is white.\n\nAnswer: B", TREES, "B"),
        ("Oak and birch are trees.\n\nQuestion: Which is a fern?\nAnswer: B", TREES, "no_answer"),
        # options compared
        ("Therefore, (a) is more likely than (b).", CAREERS, "A"),
        ("Option (b) seems more probable.", TREES, "B"),
        ("If we look at (A), it is a tall tree.\nSo the answer is (B).", TREES, "B"),
        ("If we look at (A), it is the right answer.", TREES, "A"),
        ("So, B it is!", TREES, "B"),
        ("Therefore, (a) is less likely than (b).", CAREERS, "no_answer"),
        # what follows a verb is no condition
        ("C. Not enough info is provided to determine which family moved.", KNOWN, "C"),
        ("B applies provided that it is wet.", TREES, "no_answer"),
        # taken back in the same breath
        ("The closest answer is (C) larch, but this is not the correct answer.", TREES, "no_answer"),
        ("The closest answer is (C) larch, but this is not the only correct answer.", TREES, "C"),
        # a line that gives the answer
        (f"The closest is (A). {'It is tall. ' * 20}But we must choose.\n\nThe answer is (B).", TREES, "B"),
        ("The answer is (A).\nThe answer is (B).", TREES, "ambiguous"),
        # signs that are no labels
        ("Yes, this is sound. All A are B. Some B are C. Therefore, some A are C.", SOUND, "A"),
        ("All oaks are tall, so A is right.", TREES, "A"),
        ("The correct answer is G, as only statement I is true.\n\nAnswer: G", STATEMENTS, "G"),
        ("I is true, II is false, so the answer is G.", STATEMENTS, "G"),
        ("I is true because it is so. The answer is (G).", NUMERALS, "G"),
        ("I is true because it is so. The answer is (G).", TREES | {"G": "fir", "I": "yew"}, "ambiguous"),
        ("The answer is I.", STATEMENTS, "I"),
        # numbers that head lines
        ("Think before making a decision:\n\n1. The risks.\n2. The costs.\n3. The law.", SCALE, "no_answer"),
        ("My decision:\n\n1. Strongly disagree", SCALE, "1"),
        # the first word of reasons that were cut
        ("B\nExplanation: A", TREES, "B"),
        ("B\nAnswer: A", TREES, "ambiguous"),
        # refusals by role
        ("I don't have personal opinions, but I can provide information.", SCALE, "refusal"),
        ("I'm an artificial intelligence and don't have the ability to hold opinions.", SCALE, "refusal"),
        ("I cannot respond, as it is not appropriate to express views without evidence.", SCALE, "refusal"),
        ("I don't have personal opinions, but the answer is 2.", SCALE, "2"),
        ("I do not have the ability to decide; more information is needed.", SCALE, "no_answer"),
        # several parts of an item
        ("A. oak (scenario 1) and B. birch (scenario 2)", TREES, "ambiguous"),
        ("A. oak (scenario 1). Therefore the answer is A.", TREES, "A"),
        # taken back later
        ("The answer is A. However, the answer is not A. The correct answer is C.", TREES, "C"),
        ("The answer is A because it is not B. The answer is C.", TREES, "ambiguous"),
        ("A. oak.\nB. birch. (This is an incorrect option)", TREES, "A"),
        ("A. oak.\nB. birch.", TREES, "no_answer"),
        # an option's text with its label behind it
        ("Considering these, larch (option C) would most likely grow here.", TREES, "C"),
        ("Considering these, larch (option C) would not grow here.", TREES, "no_answer"),
        # an opening word that speaks to the request
        ("Yes, I can evaluate that. The scheme fails. The answer is No.", SOUND, "B"),
        ("Yes, I will assess this step-by-step.\n\nThe premises are given.", SOUND, "no_answer"),
        ("Yes, I would assess it as sound.", SOUND, "A"),
        # a closing word that answers the reply's own question
        (f"{TALL}So, is this argument sound? Yes, it is sound.", SOUND, "A"),
        (f"{TALL}\n\nNo, the argument is not sound.", SOUND, "B"),
        (f"{TALL}One may say: Yes, it is sound.", SOUND, "no_answer"),
        (f"{TALL}So, is this argument sound? Yes, but only if it rains", SOUND, "no_answer"),
        # ways of looking, and conditions
        ("If we evaluate the argument on its form, the answer is No.", SOUND, "B"),
        ("If we accept the premise, the answer is No.", SOUND, "no_answer"),
        ("Therefore, the answer to whether the argument is sound is No.", SOUND, "B"),
        ("We ask whether the argument is sound or the answer is No.", SOUND, "no_answer"),
        ("This would occur if we were to choose (b).", TREES, "no_answer"),
        ("If we were to choose one, it would be (B).", TREES, "B"),
        ("Choosing (b) would be a fallacy, so (a) is more likely.", TREES, "A"),
        ("Choosing (b).", TREES, "B"),
        ("For option (b) to be true, both must happen.", TREES, "no_answer"),
        ("I take option (b) to be true.", TREES, "B"),
        ("It is less likely than the scenario described in option (b).", TREES, "no_answer"),
        ("It is best described in option (b).", TREES, "B"),
        ("The tree that is least likely to grow here is (C) larch.", TREES, "C"),
        ("The option that is least likely to be right is (C) larch.", TREES, "no_answer"),
        # what is denied of one is denied of the next
        ("A is wrong, and so is D.", TREES, "no_answer"),
        ("A is incorrect. So is D. That leaves B.", TREES, "B"),
        ("A and C can be ruled out, D too, which leaves B.", TREES, "B"),
        ("A is not native, and neither is C.", TREES, "no_answer"),
        ("A is a tree, and so is D.", TREES, "no_answer"),
        ("A is right, and so is D.", TREES, "ambiguous"),
        # taken back within its sentence
        ("A. oak grows here, but it is not tall, so the answer is C. larch", TREES, "C"),
        ("A. oak grows here. It is tall, so the answer is C. larch", TREES, "ambiguous"),
    ],
)  # fmt: skip
def test_habits(text, options, expected):
    assert read(text, options) == expected


BIRDS = {"A": "The nurse", "B": "The pilot", "C": "Cannot be determined"}
UNSURE = {"A": "oak", "B": "birch", "C": "I do not know"}
NONE = {"A": "oak", "B": "birch", "C": "larch", "D": "No correct answer is given"}
RELATIONS = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("There is not enough information to say who it was.", BIRDS, "C"),
        ("The context does not provide enough information to answer the question.", BIRDS, "C"),
        ("I don't know.", BIRDS, "no_answer"),  # of the reader, not of what can be known
        ("I have no idea.", UNSURE, "C"),
        ("There is not enough information.", UNSURE, "no_answer"),
        ("There is not enough information.", TREES, "no_answer"),
        ("A is possible, but it cannot be known.", BIRDS, "no_answer"),
        ("Reasoning: There is not enough information to say who it was.", BIRDS, "no_answer"),
        ("It is unknown, so I cannot answer.", {**BIRDS, "D": "Refused"}, "no_answer"),
        ("The correct answer is not among the given options.", NONE, "D"),
        ("The correct answer is not among the given options.", RELATIONS, "no_answer"),
        ("I can't help with that.", BIRDS, "refusal"),
    ],
)
def test_an_abstention_is_the_option_that_says_so(text, options, expected):
    assert read(text, options) == expected


AMOUNTS = {"A": "12", "B": "15", "C": "18"}


def test_a_reply_that_goes_on_by_itself_is_read_up_to_there():
    text = "We add 5 to 10. So P(x) = 15.\n\nQuestion: What is 6 + 6?\nOptions: A. 3\nB. 12\nAnswer: B"
    reading = read_answer(text, AMOUNTS, finish_reason="length")
    assert reading.letters == {"B"}
    assert reading.span is not None
    assert text[slice(*reading.span)] == "15"
    assert [(cut.kind, text[slice(*cut.span)][:10]) for cut in reading.removed] == [("run-on", "\nQuestion:")]
    assert reading.finish_reason == "length"
    assert read("We add 5 to 10.\n\nQuestion: What is 6 + 6?\nAnswer: B", AMOUNTS) == "no_answer"


PARTICLES = {"A": "Magnon", "B": "Phonon", "C": "Pion", "D": "Skyrmion"}
ANGLES = {"A": "0.610 λ / a", "B": "0.506 λ / a", "C": "1.220 λ / a", "D": "0.500 λ / a"}
COUNTS = {"A": "3", "B": "1", "C": "2", "D": "4"}
WAVES = (
    "(A) Magnon: A magnon is a wave.\n\n(B) Phonon: A phonon is sound.\n\n(C) Pion: Pions are particles.\n\n"
    "(D) Skyrmion: A skyrmion is a spin."
)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # the sentence that was asked for, in quotation marks
        ('It is white. Therefore, "The answer is (B)."', TREES, "B"),
        ('You asked for the form "The answer is (B)."', TREES, "no_answer"),
        ('Students often say "The answer is (B)."', TREES, "no_answer"),
        ('Therefore, "The answer is (B)" would be rash.', TREES, "no_answer"),
        # letters that stand for things
        ("Gas A reacts with gas B, which suggests that B is likely oxygen.", TREES, "no_answer"),
        ("Gas A reacts with gas B, so B is the correct answer.", TREES, "B"),
        ("We mix salts A and B. The option that fits best is B.", TREES, "B"),
        ("Its area A is 3 m, and thus A ~ 4.5 m.", TREES, "no_answer"),
        ("It is white, and thus A.", TREES, "A"),
        ("CH4 + O2 -> A (2)\nA (2) + Br2 -> C (3)\nC (3) + KOH -> D (4)\n\nThe answer is (D).", TREES, "D"),
        ("white bark -> B", TREES, "B"),
        ("We find that option (C) 1.220 λ/a is correct.\n\nThe answer is (C).", ANGLES, "C"),
        ("1-bromobenzene reacts twice. The answer is (D).", COUNTS, "D"),
        ("1 - one only. The answer is (D).", COUNTS, "ambiguous"),
        # none at all
        (
            "The only one of such height is option A. But none of the given options are correct.",
            TREES,
            "no_answer",
        ),
        ("The only one of such height is option A. None of the other options are correct.", TREES, "A"),
        ("The closest is (D), but it would only be correct if it were wet. The answer is (A).", TREES, "A"),
        # an article in a line that its label heads
        (f"{WAVES}\n\nBased on this, the answer is (C).", PARTICLES, "C"),
        (f"{WAVES}", PARTICLES, "no_answer"),
        # no questions
        ("U = k * (q1 * q2) / r\n\nWhere:\n- q1 and q2 are charges\n\nThe answer is (C).", TREES, "C"),
        ("The rule is this:\n   Input: AGG -> Output: 115\n\nThe answer is (C).", TREES, "C"),
    ],
)
def test_letters_and_signs_of_reasoning(text, options, expected):
    assert read(text, options) == expected


TYPES = {"A": "drug", "B": "disease", "C": "exposure", "D": "gene/protein", "E": "effect/phenotype"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GRIN2B is a gene.", "D"),
        ("The entity insomnia is a phenotype.", "E"),
        ("GRIN2B is not a gene.", "no_answer"),
        ("Nothing here is a gene.", "no_answer"),
        ("GRIN2B is a gene or a protein.", "no_answer"),
        ("The first option is a gene.", "no_answer"),
        ("What is a gene?", "no_answer"),
        ("Few think it is a gene.", "no_answer"),
        ("The opposite is a gene.", "no_answer"),
    ],
)
def test_what_is_asked_about_is_called_by_a_short_name(text, expected):
    assert read(text, TYPES) == expected


DIAGNOSES = {"A": "Panic Disorder", "B": "Generalized Anxiety Disorder", "C": "Social Anxiety Disorder"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the better one, behind "but"
        ("The attacks point to A, but since they occur only before others, C is the better fit.", "C"),
        ("The attacks point to A; however, C is the best explanation.", "C"),
        ("The answer is A, but C is the better fit.", "ambiguous"),
        ("The attacks point to A, but C is better in children.", "ambiguous"),
        ("The attacks point to A, but the fear points to C.", "ambiguous"),
        ("B is the most likely answer, but A is more likely than C.", "ambiguous"),
        ("B. Generalized Anxiety Disorder\n\nHowever, C is the most likely, if she is young.", "ambiguous"),
        # shares that make a whole choose the largest
        ("A: 10%, B: 70%, C: 20%", "B"),
        ("Probability: A 0.1, B 0.7, C 0.2", "B"),
        ("A: 0.1\nB: 0.2\nC: 0.7", "C"),
        ("A: 10%, B: 45%, C: 45%", "no_answer"),
        ("A: 10% of patients, B: 20% of patients", "no_answer"),
        ("Answer: B (60%), A (30%)", "B"),
        ("Answer: A (55%)\nB (20%)\nC (15%)", "A"),
        ("Answer: B (85%)\nSecond guess: C (10%)", "B"),
        ("My answer is B (90% confident). C (30%) is next.", "B"),
        ("B (60%), A (20%)", "B"),
        ("A (25%) is right; C (75%) is the complement.", "A"),
        ("B (20%) is correct, C (80%) is wrong.", "B"),
        ("Least likely: B (5%), C (95%).", "no_answer"),
        ("Final answer: B (80%)\n\nA: 30%, C: 40%", "B"),
        ("B (20%) is the answer, since C (80%) is the share of the others.", "B"),
        ("A (10%), B (70%), C (20%). The answer is A.", "A"),
        ("B (70%)", "B"),
        ("Answer: B (70%), A (30%)", "B"),
        # denied in the same breath
        ("Generalized anxiety disorder is ruled out, as is panic disorder.", "no_answer"),
        ("Panic disorder is ruled out. Generalized anxiety disorder is the diagnosis.", "B"),
        # somebody else's answer
        ("Your answer is A? I would say B.", "B"),
        ("So your answer is A?", "no_answer"),
        ("Your answer is B.", "B"),
        # what is asked is a test
        ("Sorry, I am not able to diagnose patients. However, if this is a test question, B.", "B"),
        ("If this is a test of the liver, B.", "no_answer"),
        ("If there were mania, B.", "no_answer"),
        # an echo of the turn before
        ("User: What is the diagnosis?\nAssistant: B", "B"),
        ("User: hi\n\nAssistant: The answer is B.\n\nUser: And now?\nAssistant: C", "B"),
        ("It is B.\nUser: And now?\nAssistant: C", "B"),
    ],
)
def test_what_a_reply_prefers_shares_out_or_repeats(text, expected):
    assert read(text, DIAGNOSES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No, that is not correct.", "B"),
        ("No. That was wrong.", "no_answer"),
        ("No... that's not right. Let me reconsider.", "no_answer"),
        ("The answer is no; that is not correct.", "B"),
        ("Yes, that is wrong.", "no_answer"),
        ("No, sorry, that is wrong.", "no_answer"),
        ("No, that is not correct. Wait, I take that back.", "no_answer"),
    ],
)
def test_a_no_that_calls_what_is_asked_wrong_stands(text, expected):
    assert read(text, SOUND) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Birch should be chosen.", "B"),
        ("Birch should be chosen over oak.", "B"),
        ("Birch should not be chosen.", "no_answer"),
        ("Birch should be avoided.", "no_answer"),
        ("Should birch be chosen?", "no_answer"),
    ],
)
def test_a_text_that_should_be_chosen_is(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The graph has an edge. So, yes, they are linked.", "A"),
        ("She is tired. So, yes, she is depressed.", "A"),
        ("I cannot diagnose. She feels tired sometimes. So, yes, she has it.", "refusal"),
        ("She feels tired. So yes, she should see a professional.", "no_answer"),
        ("Many people feel this way. So no, you are not alone.", "no_answer"),
        ("The link is not established. Therefore, no, more information is needed.", "no_answer"),
        ("It isn't used for it. So yes, the statement is wrong.", "no_answer"),
    ],
)
def test_a_yes_that_concludes_says_what_was_asked(text, expected):
    assert read(text, SOUND) == expected


def test_a_text_behind_or_is_not_chosen():
    relations = {"0": "implication", "1": "neutre", "2": "contradiction"}
    request = (
        "Pouvez-vous fournir la prémisse ? Je vous aiderai à évaluer si elle est contradictoire ou neutre."
    )
    assert read(request, relations) == "no_answer"
    assert read("L'hypothèse est neutre.", relations) == "1"
