"""Options that a reply names without meaning them, and sentences that answer with the same words."""

import pytest

from parsers import read_answer

OPTIONS = {"A": "oak", "B": "birch", "C": "larch", "D": "spruce"}


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        # a condition at the head, and ways of arguing that begin with the same word
        ("Als de boom in het water stond, zou het antwoord B zijn.", ""),
        ("Als ik moet kiezen, is het antwoord B.", "B"),
        ("Jeśli liść byłby okrągły, poprawna odpowiedź to B.", ""),
        ("Eğer yaprak yuvarlaksa, doğru cevap B olur.", ""),
        ("Eğer açıklamaya bakarsak, doğru cevap B olur.", "B"),
        ("もし葉が丸いなら、正解はBです。", ""),
        ("Wenn ich wählen muss, B.", "B"),
        # a question
        ("Ist B die richtige Antwort?", ""),
        ("Czy to poprawna odpowiedź: B", "B"),
        # a doubt
        ("Ich glaube nicht, dass die Antwort B ist.", ""),
        ("On pourrait croire que la réponse est B.", ""),
        ("Ich glaube, dass die Antwort B ist.", "B"),
        # what others choose
        ("Viele wählen B.", ""),
        ("Molti scelgono B.", ""),
        ("很多人会选B。", ""),
        ("多くの人はBを選ぶ。", ""),
        ("Many foresters answer B, but that is wrong.", ""),
        # a denial behind the option's text
        ("B, birch, klopt niet.", ""),
        ("Вариант B, birch, неверен.", ""),
        ("B, birch, klopt.", "B"),
        # one in the place of another
        ("Svaret är inte C, utan B.", "B"),
        ("Odpowiedź to B, nie C.", "B"),
        ("정답은 C가 아니라 B입니다.", "B"),
        # the wrong one may be ruled out by it; its text beside it shows that it was asked for
        ("Die falsche Antwort ist B.", ""),
        ("Die falsche Antwort ist B: birch.", "B"),
    ],
)
def test_what_is_named_and_not_meant_is_no_answer(reply, expected):
    assert "".join(sorted(read_answer(reply, OPTIONS).letters)) == expected
