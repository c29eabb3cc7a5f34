"""Options that speak of other options or of places, and lose their sense where options are moved.

"All of the above" is right in the last place alone; "Both A and B" is right while A and B are what they are.
The first kind keeps its place and the others may move before it; an item with the second keeps its order.

An option is taken for one where every word of it is one of such options, in one language: "all patients
above 60", "Vitamin A and B12", "Hepatitis A and B" and a bare "None" are none. Letters that stand for no
other option are none either: where all options are lists of signs ("1 and 3"), they speak of the question's
statements.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmark.item import Item

LONGEST = 90  # characters: what is longer says something by itself
CYRILLIC = "абвгдежзик"


class SpeaksOf(StrEnum):
    """What an option speaks of."""

    OTHERS = "others"  # of those before it, or of all others
    PLACES = "places"  # of letters, numbers or places


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of one language, without accents; one that ends with * is the beginning of several.

    Attributes:
        every: how many are meant: all, none, both.
        some: the same, where a noun alone says nothing of options ("no response").
        pointing: what points at options: the above, these; or calls them right.
        options: what options are called, as several.
        beside: words that may stand beside these.
    """

    every: str
    some: str
    pointing: str
    options: str
    beside: str


_LANGUAGES = (
    _Words(
        "all none neither both either everything nothing every each",
        "any no some most one two three",
        "above preceding foregoing previous following aforementioned mentioned above-mentioned these "
        "those them listed given true false correct incorrect wrong apply applies applicable",
        "answers options choices alternatives responses statements possibilities others",
        "of the other is are was were not only more than at least or right all valid possible may be can "
        "answer option choice alternative response statement diagnos* condition* disorder* drug* "
        "medication* treatment* symptom* cause* factor* reason* finding* test* therap* feature* disease* "
        "measure* but",
    ),
    _Words(
        "alle alles keine keiner keines keins nichts samtliche beide beides jede weder",
        "kein einige zwei eine mehrere",
        "genannte* oben* obige* vorgenannte* vorstehende* vorherige* aufgefuhrte* angegebene* angefuhrte* "
        "erwahnte* davon diese* beiden alledem ihnen richtig* korrekt* falsch* zutreffend* trifft treffen",
        "antworten antwortmoglichkeiten antwortoptionen optionen aussagen moglichkeiten alternativen angaben",
        "der die das den des von ist sind zu nicht antwort aussage option anderen ubrigen weiter hier noch",
    ),
    _Words(
        "tout toute toutes tous aucun aucune rien",
        "plusieurs deux",
        "ci-dessus precedent* precede mentionne* propose* enumere* cela ces celles-ci deux correct* "
        "exact* vrai* faux fausse* juste*",
        "reponses propositions affirmations options choix items",
        "les la le des de ce qui sont est n'est ne n'est d'entre elles autres reponse proposition",
    ),
    _Words(
        "todas todos todo ninguna ninguno ningun nada ambas ambos",
        "dos",
        "anterior* arriba acima mencionad* citad* listad* estas estos ellas ellos dos correct* verdader* "
        "falsas falsos incorrect* cierta*",
        "opciones respuestas alternativas afirmaciones",
        "las los lo la el de es son otras respuesta opcion alternativa",
    ),
    _Words(
        "todas todos tudo nenhuma nenhum nada ambas ambos",
        "duas",
        "anterior* acima citad* mencionad* listad* dessas destas delas deles duas dois corret* correct* "
        "certas certos verdadeir* falsas errad*",
        "alternativas opcoes respostas afirmacoes afirmativas",
        "as os a o das dos da de estao esta sao e outras resposta opcao alternativa que foi dito",
    ),
    _Words(
        "tutte tutti tutto nessuna nessuno nessun entrambe entrambi",
        "due",
        "precedent* sopra elencat* indicat* queste questi due corrett* esatt* giust* vere vera sbagliat* "
        "errat*",
        "risposte opzioni alternative affermazioni",
        "le i gli delle dei degli di sono e la il quanto altre risposta opzione",
    ),
    _Words(
        "alle al alles geen beide allemaal",
        "enkele twee",
        "bovenstaande voorgaande bovengenoemde genoemde vermelde deze hiervan beide allen juist* correct* "
        "fout* onjuist*",
        "antwoorden opties mogelijkheden antwoordmogelijkheden beweringen stellingen",
        "van de het is zijn andere antwoord optie enkel goed",
    ),
    _Words(
        "alla samtliga allt inget inga ingen ingenting bada ingetdera",
        "tva",
        "ovan* foregaende namnda dessa dem ratt korrekt* riktig* fel felaktig*",
        "alternativ alternativen svaren svarsalternativen pastaenden",
        "av de det ar svar alternativet andra",
    ),
    _Words(
        "wszystkie wszystko zadne zadna zaden zadnej oba obie",
        "dwie",
        "powyzsz* wymienion* podan* tych nich te prawidlow* poprawn* prawdziw* falszyw*",
        "odpowiedzi warianty",
        "z jest sa nie odpowiedz ani",
    ),
    _Words(
        "hepsi hicbiri hicbirisi tumu tamami ikisi",
        "",
        "hepsi hicbiri hicbirisi tumu tamami ikisi",
        "",
        "yukaridaki* bunlarin secenek* siklarin her de dogru* yanlis* degil",
    ),
    _Words(
        "все ничего ничто ни оба обе",
        "нет",
        "вышеперечисленн* перечисленн* вышеуказанн* указанн* названн* вышесказанн* предложенн* этого этих "
        "них это верн* правильн* неверн*",
        "ответы варианты ответов вариантов",
        "из один одного одно одна ответ ответа вариант варианта выше не",
    ),
    _Words(
        "усі всі усе все жодна жоден жодне нічого обидва обидві",
        "",
        "вищезазначен* вищевказан* вищенаведен* вищеперерахован* перерахован* перелічен* зазначен* "
        "наведен* назван* правильн* неправильн* вірн*",
        "відповіді відповідей варіанти варіантів твердження тверджень",
        "з із є не відповідь варіант вище",
    ),
    _Words(
        "всички нито никой никое никоя нищо двете",
        "",
        "изброен* посочен* горепосочен* горните споменат* верни верен вярн* правилн* грешни тях",
        "отговори отговорите твърдения твърденията",
        "от са е едно един една отговор не",
    ),
    _Words(
        "све сви ништа ниједан ниједна ниједно оба sve svi nista nijedan nijedna nijedno oba obje",
        "",
        "наведен* претходн* тачн* нетачн* горе naveden* prethodn* tocn* tacn* netocn* netacn* ispravn* gore",
        "одговори одговора тврдње odgovori odgovora tvrdnje tvrdnji",
        "од је су није одговор od je su nije odgovor",
    ),
    _Words(
        "vsechny vsechno vse vsetky vsetko zadna zadny zadne zadnou ziadna ziadny ziadne nic obe",
        "",
        "vyse uveden* predchoz* predchadzajuc* spravn* nespravn* jmenovan* menovan* nich",
        "odpovedi odpovede moznosti tvrzeni tvrdenia varianty variant",
        "z ze je jsou su neni nie odpoved moznost",
    ),
    _Words(
        "mind mindegyik mindegyike mindketto osszes minden sem",
        "",
        "fenti fentiek felsorolt* elobbi* helyes helytelen igaz hamis kozuluk ezek",
        "valasz valaszok allitas allitasok lehetoseg",
        "a az egyik egyike nem",
    ),
    _Words(
        "toate niciuna niciunul niciun nimic ambele",
        "",
        "sus mentionat* enumerat* precedent* anterioar* acestea corect* adevarat* fals* gresit* incorect*",
        "variantele variante variantelor raspunsurile raspunsuri raspunsurilor optiunile optiuni afirmatiile",
        "de mai cele din dintre sunt este nu raspuns varianta",
    ),
    _Words(
        "visi visos viskas ne joks jokia abu",
        "",
        "auksciau isvardyt* isvardint* pamine* mine* pateikt* ju siu teising* neteising*",
        "atsakymai atsakymu variantai variantu teiginiai teiginiu",
        "is vienas viena yra nera",
    ),
    _Words(
        "όλα όλεσ όλοι κανένα καμία κανένασ τίποτα",
        "",
        "παραπάνω προηγούμεν* ανωτέρω αυτά σωστά σωστέσ σωστή λάθοσ",
        "απαντήσεισ επιλογέσ",
        "τα οι τισ από είναι δεν το η",
    ),
    _Words(
        "alle alt ingen intet begge",
        "",
        "ovenstaende ovenfor ovennævnt* ovennevnt* nævnt* nevnt* foregaende disse dem rigtig* riktig* "
        "korrekt* forkert* feil",
        "svar svarene svarmuligheder svarmulighederne muligheder alternativer alternativene",
        "af av de det er andre svaret over",
    ),
    _Words(
        "kaikki mikaan mitaan molemmat kumpikaan",
        "",
        "edella ylla mainit* edellis* oike* vaar* naista",
        "vaihtoehdot vaihtoehdoista vastaukset vastauksista vaittamat",
        "ei ovat on ole olevista",
    ),
)
# What says it alone.
_WHOLE = (
    "both neither beide beides ambas ambos entrambe entrambi bada oba obie оба обе",
    "weder noch|les deux|tous les deux|toutes les deux|ni l'un ni l'autre|las dos|los dos|as duas|geen "
    "van beide",
    "위의 모두|위 모두|위의 보기 모두|모두 정답|모두 맞다|정답 없음|كل ما سبق|جميع ما سبق|لا شيء مما سبق|"
    "उपरोक्त सभी|उपर्युक्त सभी|इनमें से कोई नहीं|उपरोक्त में से कोई नहीं|كل ما ذكر|جميع ما ذكر|"
    'ليس مما سبق|همه موارد|همه موارد بالا|هیچکدام|هیچ کدام|כל התשובות נכונות|כל הנ"ל|'
    "אף תשובה אינה נכונה|אף אחת מהתשובות|ถูกทุกข้อ|ผิดทุกข้อ|ทุกข้อ|ไม่มีข้อใดถูก|"
    "egyik sem|ei mikaan|tat ca cac đap an tren|tat ca cac y tren|tat ca đeu đung|tat ca đeu sai|"
    "khong co đap an nao đung|khong đap an nao đung|semua benar|semua salah|semua di atas|"
    "semua jawaban benar|semua jawaban salah|tidak ada jawaban yang benar|tidak ada yang benar",
)
_ALONE = frozenset([*_WHOLE[0].split(), *"|".join(_WHOLE[1:]).split("|")])
# Chinese and Japanese have no spaces between words.
_EAST = re.compile(
    r"(?:以上|上述|上面)(?:各|选项|選項|所有|答案|[几幾三四两兩]|项|項|说法|說法|的|者|所述)*(?:全部|全|[都皆均也])+"
    r"[不非没無无]?(?:是|对|對|正确|正確|错|錯|错误|錯誤|有|符合|成立)?|(?:全部|[都皆])[不非]?(?:是|对|對|正确|正確)|皆非|"
    r"(?:两者|兩者|二者)[都均]不?是|没有正确答案|沒有正確答案|"
    r"(?:上記|以上|前述)の?(?:選択肢)?(?:の|は|に)?(?:すべて|全て|全部|いずれも|いずれでも|どれも|どれでも|いずれにも)(?:が|に)?"
    r"(?:正しい|誤り|誤っている|当てはまる|該当する|該当しない|当てはまらない|ない|正しくない)?|"
    r"(?:すべて|全て|いずれも|どれも)が?(?:正しい|誤り|誤っている|当てはまる|該当する|正しくない|当てはまらない|該当しない)|"
    r"(?:いずれ|どれ|どちら)でもない|上記に正解はない|正解なし|両方(?:とも正しい)?"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words of an option that names others by their signs: what joins signs, what calls them options or right, and
# which of these words say so of a single sign.
_JOINING = _words(
    "and or und oder et ou y e o u en of och eller og i oraz lub ve veya si es ir ja dan va "
    "и или і та & + , ; / 和 及 与 與 或 、 と および 及び または 와 과 the die les las los le as os i a la "
    "( ) [ ] . :"
)
_SINGLE = _words(
    "only just alone option options answer answers choice choices response responses except nur allein "
    "antwort antworten ausser seulement uniquement reponse reponses proposition propositions sauf solo "
    "solamente opcion opciones respuesta respuestas excepto menos salvo somente apenas opcao opcoes "
    "resposta respostas alternativa alternativas exceto soltanto risposta risposte opzione opzioni tranne "
    "eccetto alleen antwoord antwoorden optie opties behalve bara endast svar alternativ utom tylko "
    "odpowiedz odpowiedzi oprocz sadece yalnizca только ответ ответы вариант варианты кроме "
    "选项 選項 答案 只有 仅 のみ だけ"
)
_NAMING = _SINGLE | _words(
    "both either neither nor but not all none of above together combined is are true correct right false "
    "wrong incorrect sowohl als auch weder noch beide alle ist sind richtig korrekt falsch treffen zu "
    "fois ni sont est vraies correctes exactes justes toutes tout tanto como son correctas verdaderas "
    "todas quanto nem estao sao corretas verdadeiras sia che ne sono corrette esatte giuste vere tutte "
    "zowel zijn juist correct bade varken ar ratt korrekta alla zarowno jak ani sa prawidlowe poprawne "
    "wszystkie hem her ikisi siklari dogru ни верны правильны правильные все "
    "都 均 皆 是 对 對 正确 正確 不 の両方 のいずれか が正しい"
)
_SHORT = re.compile(r"(?<![a-zа-я0-9])(?:[a-zа-я]|\d\d?)(?![a-zа-я0-9])")
_EAST_WORDS = sorted((word for word in _JOINING | _NAMING if word[0] > "\u2fff"), key=len, reverse=True)
_TOKEN = re.compile(rf"[a-z']+|[а-я]+|\d+|{'|'.join(_EAST_WORDS)}|\S")
_PLACES = re.compile(
    r"(?:both |only )?(?:the )?(?:first|last) (?:two|three)(?: options| answers| choices)?(?: only)?|"
    r"(?:the )?first and (?:the )?(?:second|third|last)|"
    r"(?:nur )?(?:die )?(?:ersten|letzten) (?:beiden|zwei|drei)(?: antworten)?|"
    r"les (?:deux|trois) (?:premi|derni)eres(?: reponses| propositions)?|"
    r"las (?:dos|tres) (?:primeras|ultimas)|le (?:prime|ultime) (?:due|tre)|前两项|前兩項|最初の2つ"
)
_MARKS = " \t.。!！;；:：,、…\"'“”„«»"


def speaking(options: Mapping[str, str]) -> dict[str, SpeaksOf]:
    """Which options of an item speak of others or of places: letter → of which.

    >>> speaking({"A": "lithium", "B": "valproate", "C": "Both A and B", "D": "None of the above"})
    {'C': <SpeaksOf.PLACES: 'places'>, 'D': <SpeaksOf.OTHERS: 'others'>}
    """
    texts = {letter: _plain(text) for letter, text in options.items()}
    places = _of_places(texts)
    found = {
        letter: SpeaksOf.PLACES if letter in places else SpeaksOf.OTHERS
        for letter, text in texts.items()
        if letter in places or _is_of_others(text)
    }
    return found if len(found) < len(options) else {}  # all of them: they speak of what the question lists


def movable(options: Mapping[str, str]) -> list[str]:
    """The letters of the options that can stand in another order, which are the first ones; [] for none.

    >>> movable({"A": "x", "B": "y", "C": "All of the above"}), movable({"A": "x", "B": "y", "C": "A and B"})
    (['A', 'B'], [])
    """
    letters, kinds = list(options), speaking(options)
    n_first = len(letters) - len(kinds)
    at_end = set(letters[n_first:]) == set(kinds)
    return letters[:n_first] if at_end and SpeaksOf.PLACES not in kinds.values() else []


def fixed_by_task(items: Iterable[Item]) -> dict[str, int]:
    """Task → how many of its items have options that keep their places."""
    counts: dict[str, int] = {}
    for item in items:
        if speaking(item.options):
            counts[item.task] = counts.get(item.task, 0) + 1
    return counts


def speaks_of_others(text: str) -> bool:
    """Whether a text is about the options before it: "None of the above"."""
    return _is_of_others(_plain(text))


def names_letters(text: str) -> bool:
    """Whether a text names options by letter, where nothing says which these are: "Both A and B"."""
    named = _named(_plain(text))
    return named is not None and named.says and not any(map(str.isdigit, named.signs))


def _plain(text: str) -> str:
    """Without case, accents, repeated spaces, and marks at the ends; "" for what is too long to be one."""
    if len(text) > LONGEST:
        return ""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("\u0307", "")
    plain = folded if folded.isascii() else "".join(map(_without_accent, folded.translate(_LIKE)))
    return " ".join(plain.split()).strip(_MARKS)


_LIKE = str.maketrans("ёıł’", "еil'")


def _without_accent(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def _is_of_others(plain: str) -> bool:
    if plain in _ALONE or _EAST.fullmatch(plain):
        return True
    words = plain.replace(",", " ").split()
    return not _COUNTING.isdisjoint(words) and any(_says(words, language) for language in _VOCABULARIES)


class _Vocabulary:
    """Words, and beginnings of words."""

    def __init__(self, words: str) -> None:
        self._whole = frozenset(word for word in words.split() if word[-1] != "*")
        self._begun = tuple(word[:-1] for word in words.split() if word[-1] == "*")

    def __contains__(self, word: str) -> bool:
        return word in self._whole or word.startswith(self._begun)


_COUNTING = frozenset(word for one in _LANGUAGES for word in f"{one.every} {one.some}".split())
_VOCABULARIES = tuple(
    tuple(map(_Vocabulary, (one.every, one.some, one.pointing, one.options, one.beside)))
    for one in _LANGUAGES
)


def _says(words: Sequence[str], language: Sequence[_Vocabulary]) -> bool:
    """Whether all words are of such options, among them how many are meant and what points at options."""
    if not all(any(word in kind for kind in language) for word in words):
        return False
    every, some, pointing, options, _ = (any(word in kind for word in words) for kind in language)
    return (every and (pointing or options)) or (some and pointing)


@dataclass(frozen=True, slots=True)
class _Named:
    """Signs that a text names, and whether it says that they are options or right."""

    signs: Sequence[str]
    says: bool


def _named(plain: str) -> _Named | None:
    """A text that is signs and words about them alone, such as "a and b only"; else None."""
    if not _SHORT.search(plain):
        return None
    tokens = _TOKEN.findall(plain.replace("a la fois", "fois").replace("jak i", "jak"))
    signs, words = list[str](), list[str]()
    for n, token in enumerate(tokens):
        joins = (
            token in _JOINING
            and 0 < n < len(tokens) - 1
            and _is_sign(tokens[n - 1])
            and _is_sign(tokens[n + 1])
        )
        (signs if _is_sign(token) and not joins else words).append(token)
    if not signs or not all(word in _JOINING or word in _NAMING for word in words):
        return None
    if len(signs) == 1 and not _SINGLE.intersection(words):
        return None
    return _Named(signs, bool(_NAMING.intersection(words)))


def _is_sign(token: str) -> bool:
    return token.isdigit() or (len(token) == 1 and token.isalpha() and token < "\u2fff")


def _of_places(texts: Mapping[str, str]) -> set[str]:
    named = {letter: found for letter, text in texts.items() if (found := _named(text))}
    refers = {letter for letter, found in named.items() if _refers(letter, found, named, texts)}
    if named.keys() - refers:  # signs that stand for something else, as vitamins do
        refers = {letter for letter in refers if named[letter].says}
    return refers | {letter for letter, text in texts.items() if _PLACES.fullmatch(text)}


def _refers(letter: str, found: _Named, named: Mapping[str, _Named], texts: Mapping[str, str]) -> bool:
    """Whether signs stand for other options, of which one at least is no list of signs itself."""
    letters = list(texts)
    places = [_place(sign, len(letters)) for sign in found.signs]
    others = {letters[place] for place in places if place is not None}
    if None in places or letter in others or len(others) < len(places) or others <= named.keys():
        return False
    numbers = any(map(str.isdigit, found.signs))
    return not (numbers and any(char.isdigit() for other in texts.keys() - named for char in texts[other]))


def _place(sign: str, n: int) -> int | None:
    """Which option a sign stands for, from 0."""
    if sign.isdigit():
        place = int(sign) - 1
    else:
        place = CYRILLIC.find(sign) if sign in CYRILLIC else ord(sign) - ord("a")
    return place if 0 <= place < n else None
