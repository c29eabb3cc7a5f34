"""Therefore, the answer, and a label with its bracket: that is an answer in every language, unless denied.

In Turkic languages it is without "therefore", too.
"""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}

letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Demak, javob C) CuCl2.", "C"),
        ("Shuning uchun, javob B) 3 kundan keyin gullaydi.", "B"),
        ("Ona görə də cavab C) şamdır.", "C"),
        ("Шулай итеп, җавап C) $m$.", "C"),
        ("Сондықтан жауап C) қарағай болады.", "C"),
        ("Bu nedenle cevap C) çamdır.", "C"),
        ("Javob C) CuCl2 ga teng.", "C"),
        ("Bu savolning javobi C) pine bo'ladi, o'rmonda.", "C"),
        ("Demak, javob C - pine eng baland daraxt hisoblanadi.", "C"),
        ("Бу саволга тўлиқ жавоб C) pine дарахти.", "C"),
        ("Жауап C) 25% -ке жақын.", "C"),
        ("جاۋابى C) pine غا توغرا كېلىدۇ.", "C"),
        ("Bu suala cavab C: pine, ormanda.", "C"),
        ("Demak, javob C) emas.", ""),
        ("Javob C) pine noto'g'ri.", ""),
        ("Жауап C) pine болса, онда қар жауады.", ""),
        ("Жооп C) болушу мүмкүн.", ""),
        ("Gap shunda. Demak, javob C) CuCl2, lekin buni tekshirish kerak. Yana bir gap bor.", "C"),
        ("Javob C) pine to'g'ri kelmaydi.", ""),
        ("Javob C) pine hisoblanmaydi.", ""),
        ("Жауап C) қарағай болып табылмайды.", ""),
        ("Жооп C) карагай туура келбейт.", ""),
        ("Җавап C) нарат туры килми.", ""),
        ("Cavab C) pine sayılmır.", ""),
        ("Cavab C) pine sayılır.", "C"),
        ("Javob C) pine bundan mustasno.", ""),
        ("Bu durumda cevap C) pine olurdu. Soruyu kontrol edin.", ""),
        ("Ba'zilar javob C) pine deydi.", ""),
        ("Ali'nin cevabı C) pine, ama yanlış.", ""),
        ("Javob C) pine deb o'yladim, lekin to'g'ri javob B) birch.", "B"),
        ("Cavab C) pine kimi görünsə də, doğru cavab B) birch.", "B"),
        ("İlk cevap C) pine, son cevap B) birch.", "B"),
        ("Noto'g'ri javob C) pine deb olinadi.", ""),
        ("Қате жауап C) pine болады.", ""),
        ("Cavab C) pine ola bilməz.", ""),
        ("Cavab C) pine olar, yoxsa B) birch?", ""),
        ("Javob C) pine yoki D) elm bo'ladi.", ""),
        ("Осылайша, егер басқаша болса, жауап C) қарағай болады.", ""),
        ("La respuesta C) pine se refiere al bosque.", ""),
        ("Die Antwort C) pine beschreibt einen Baum.", ""),
        ("Demak, javob C) bo'lishi mumkin emas.", ""),
        ("Ona görə cavab C) şam deyil.", ""),
        ("Bu nedenle cevap C) çam değildir.", ""),
        ("Bu nedenle cevap C) olamaz.", ""),
        ("Bu nedenle cevap C) çam mı?", ""),
        ("Bu nedenle cevap C) çam yanlıştır.", ""),
        ("Demak, javob C) chiqarib tashlanadi.", ""),
        ("Demak, javob C) yoki D).", ""),
        ("Demak, javob C) o'simlik, javob D) hayvon.", ""),
        ("Javob C) daraxt. Javob D) gul.", ""),
        ("Eğer öyleyse, bu nedenle cevap C) olurdu.", ""),
        ("Daher ist Antwort B) falsch.", ""),
    ],
)
def test_what_follows_therefore_and_the_word_for_answer_is_the_answer(text, expected):
    assert letters(text) == expected


def test_a_reversed_c_of_akan_is_the_open_o():
    words = {"1": "Abusua.", "2": "Mogya.", "3": "Abusuade.", "4": "Nt\u2184n."}
    assert letters("4. Nt\u0254n.\n\nAkanfo gye di.", words) == "4"
