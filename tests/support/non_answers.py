"""Replies that answer nothing, made from a seed: essays, lists, code, answers to other questions."""

import random
from collections.abc import Callable, Iterator

from parsers.grammar.languages import LANGUAGES
from tests.support.corpus import SENTENCES

NonAnswer = tuple[str, dict[str, str]]

# First and last letter of the letters that words of a script are made of.
_SCRIPTS = {
    "Latin": "az", "Cyrillic": "ая", "Greek": "αω", "Arabic": "بي", "Hebrew": "את", "Devanagari": "कह",
    "Bengali": "কহ", "Telugu": "కహ", "Thai": "กฮ", "Kana": "あん", "Han": "丁严", "Hangul": "가힣",
    "Georgian": "აჰ", "Armenian": "աֆ", "Ethiopic": "ሀፐ", "Tamil": "கஹ",
}  # fmt: skip
_LETTERS = {
    script: [chr(code) for code in range(ord(ends[0]), ord(ends[1]) + 1) if chr(code).isalpha()]
    for script, ends in _SCRIPTS.items()
}
_ENGLISH = (
    "the patient was seen by a colleague in ward {0} and discharged",
    "vitamin {0} deficiency is common in the elderly",
    "figure {0} shows the course of the illness over time",
    "hepatitis {0} was excluded by serology before admission",
    "the study compared group {0} with group {1} for one year",
    "many students choose {0} although it describes another disease",
    "it is often said that {0} and {1} overlap",
    "if the onset were acute, {0} would have to be considered",
    "one might think of {0}, and another reader of {1}",
    "neither {0} nor {1} explains the whole picture",
)
_CODE = (
    "def f({0}, {1}):\n    return {0} + {1}\n",
    "for {0} in range(10):\n    print({0})\n",
    "SELECT {0}.id, {1}.name FROM t AS {0} JOIN u AS {1} ON {0}.id = {1}.id;",
    "if ({0} > {1}) {{ swap({0}, {1}); }}",
    "matrix {0} = [[1, 0], [0, 1]]; {1} = {0}.T @ {0}",
    "P({0} | {1}) = P({1} | {0}) P({0}) / P({1})",
)
LETTERS = "ABCDE"


def non_answers(seed: int, count: int) -> Iterator[NonAnswer]:
    """So many replies without an answer, with the options of an item each."""
    rng = random.Random(seed)
    kinds: tuple[Callable[[random.Random, dict[str, str]], str], ...] = (
        _essay, _foreign_essay, _restated, _foreign_list, _code, _numbered, _denied, _declined, _both,
    )  # fmt: skip
    for number in range(count):
        options = _options(rng)
        yield kinds[number % len(kinds)](rng, options), options


def _word(rng: random.Random, script: str) -> str:
    return "".join(rng.choices(_LETTERS[script], k=rng.randint(3, 9)))


def _options(rng: random.Random) -> dict[str, str]:
    script = rng.choice(tuple(_SCRIPTS))
    return {label: f"{_word(rng, script)} {_word(rng, script)}" for label in LETTERS[: rng.randint(3, 5)]}


def _labels(rng: random.Random, options: dict[str, str]) -> list[str]:
    return rng.sample(sorted(options), 2)


def _essay(rng: random.Random, options: dict[str, str]) -> str:
    sentences = rng.sample(_ENGLISH, rng.randint(2, 6))
    return " ".join(sentence.format(*_labels(rng, options)).capitalize() + "." for sentence in sentences)


def _foreign_essay(rng: random.Random, options: dict[str, str]) -> str:
    """Sentences of made-up words, function words of a language, and a letter here and there."""
    language, script = rng.choice(LANGUAGES), rng.choice(tuple(_SCRIPTS))
    known = f"{language.both} {language.either} {language.negation}".split()
    sentences = []
    for _ in range(rng.randint(2, 5)):
        words = [_word(rng, script) for _ in range(rng.randint(6, 14))]
        for _ in range(3):
            words.insert(rng.randint(1, len(words) - 1), rng.choice(known).replace("_", " "))
        words.insert(rng.randint(2, len(words) - 3), rng.choice(sorted(options)))
        sentences.append(" ".join(words) + ".")
    return " ".join(sentences)


def _restated(rng: random.Random, options: dict[str, str]) -> str:
    mark = rng.choice([") ", ". ", ": ", " - "])
    listed = [f"{label}{mark}{text}" for label, text in options.items()]
    return rng.choice(["", "The options are:\n", "Let me look at each of them.\n\n"]) + "\n".join(listed)


def _foreign_list(rng: random.Random, options: dict[str, str]) -> str:
    """Another item's options, each with something said about it."""
    script = rng.choice(tuple(_SCRIPTS))
    lines = [f"{label}) {_word(rng, script)} {_word(rng, script)}" for label in options]
    return f"{_word(rng, script)} {_word(rng, script)}?\n" + "\n".join(lines)


def _code(rng: random.Random, options: dict[str, str]) -> str:
    snippets = rng.sample(_CODE, 2)
    return "```\n" + "\n".join(snippet.format(*_labels(rng, options)) for snippet in snippets) + "\n```"


def _numbered(rng: random.Random, options: dict[str, str]) -> str:
    """The answers to several other questions."""
    first, second = _labels(rng, options)
    form = rng.choice(["Q{}: {}", "{}. {}", "Question {}: {}"])
    given = [first, second, *rng.choices(sorted(options), k=3)]
    return "\n".join(form.format(number, label) for number, label in enumerate(given, start=1))


def _denied(rng: random.Random, options: dict[str, str]) -> str:
    _, refused = rng.choice([*SENTENCES.values()])
    sentence = rng.choice(refused)
    label, other = _labels(rng, options)
    return _filled(sentence, label, options[label], other)


def _filled(sentence: str, label: str, text: str, other: str) -> str:
    return sentence.replace("◆", label).replace("◇", text).replace("◈", other)


def _declined(rng: random.Random, options: dict[str, str]) -> str:
    return rng.choice(
        (
            "I'm sorry, but I can't help with medical questions.",
            "Lo siento, pero no puedo ayudar con preguntas médicas.",
            "Es tut mir leid, aber ich kann diese Frage nicht beantworten.",
            "抱歉，我无法回答这个问题。", "申し訳ありませんが、お答えできません。",
            "죄송하지만 답변할 수 없습니다.",
            "عذرا، لا يمكنني الإجابة على هذا السؤال.", "Извините, я не могу ответить на этот вопрос.",
            "The text does not say enough to choose between them.", "Es lässt sich nicht bestimmen.",
        )
    )  # fmt: skip


def _both(rng: random.Random, options: dict[str, str]) -> str:
    """Two options, each called the answer in some language."""
    first, second = _labels(rng, options)
    third = next(label for label in options if label not in (first, second))
    taken = [rng.choice(sentences) for sentences, _ in rng.choices([*SENTENCES.values()], k=2)]
    said = [
        _filled(sentence, label, options[label], third)
        for sentence, label in zip(taken, (first, second), strict=True)
    ]
    return "\n".join(said)
