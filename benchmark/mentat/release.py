"""MENTAT's release on disk, a clone with open or still encrypted files (AES Crypt): what kind of question
each number is, the release's draws, and the file of questions. Nothing opened is written, and no message
quotes a question.

Draws are numpy's `default_rng` with upstream's seed, proved by their hashes. Every copy draws order, gender,
nationality and age anew, so the released sets are not crossed: comparisons between groups compare different
questions.
"""

import ast
import csv
import hashlib
import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import numpy as np

from benchmark.errors import ItemFormatError
from benchmark.extras import how_to_install
from benchmark.labels.annotations import N_OPTIONS, question_number
from benchmark.untrusted import TABLE_MAX, read_bounded, read_regular_file

QUESTION_FILE = "final_dataset_raw_questions.csv"
EVAL_ZIP = "eval_data_release.zip"
EVAL_SETS = ("base", "gender", "nat", "age")
EVAL_FILE = "mentat_data_{name}/data-00000-of-00001.arrow"
ENCRYPTED = ".aes"
BUFFER = 64 * 1024

Password = Callable[[], str]


def open_release(clone: str | os.PathLike[str], password: str | Password | None = None) -> "Release":
    """A clone of MENTAT.

    Args:
        password: of its encrypted files, which MENTAT's README states; called once, when one is opened.

    Raises:
        ItemFormatError: there is no such folder.
    """
    path = Path(clone)
    if not path.is_dir():
        raise ItemFormatError(f"{path} is not a folder: name a clone of MENTAT.")
    return Release(path, password if callable(password) else lambda: password or _no_password(path))


def _no_password(path: Path) -> str:
    raise ItemFormatError(
        f"{path}: its files are encrypted: give the password, which MENTAT's README states."
    )


@dataclass(slots=True)
class Release:
    """A clone of MENTAT.

    Attributes:
        password: asked for once, when the first encrypted file is opened.
    """

    path: Path
    password: Password
    _known: list[str] = field(default_factory=list)

    def questions(self) -> tuple[bytes, str]:
        """The question file, and what it is called in messages."""
        return self.read(QUESTION_FILE)

    def eval_sets(self) -> dict[str, bytes]:
        """The four sets as Arrow streams, by name.

        Raises:
            ItemFormatError: they are not there, or not all.
        """
        if (base := self._open_base()) is not None:
            files = {name: base.parent.parent / EVAL_FILE.format(name=name) for name in EVAL_SETS}
            return {name: self._bytes(file) for name, file in files.items()}
        data, where = self.read(EVAL_ZIP)
        return _unzip(data, where)

    def find_questions(self) -> Path:
        """Where the question file is.

        Raises:
            ItemFormatError: it is not there.
        """
        return self._find(QUESTION_FILE)

    def find_sets(self) -> Path:
        """Where the four sets are: the archive, or one of the files that were in it.

        Raises:
            ItemFormatError: they are not there.
        """
        return self._open_base() or self._find(EVAL_ZIP)

    def _open_base(self) -> Path | None:
        return next(iter(sorted(self.path.rglob(EVAL_FILE.format(name="base")))), None)

    def read(self, name: str) -> tuple[bytes, str]:
        """A file of the clone by its open name, and what it is called in messages.

        Raises:
            ItemFormatError: it is not there, or cannot be opened.
        """
        found = self._find(name)
        data = self._bytes(found)
        return (data if found.name == name else self._open(data, found)), str(found)

    def _find(self, name: str) -> Path:
        """A file of the clone, open if it is there so, else encrypted."""
        for wanted in (name, name + ENCRYPTED):
            if found := sorted(self.path.rglob(wanted)):
                return found[0]
        raise ItemFormatError(
            f"{self.path} has neither {name} nor {name}{ENCRYPTED}: is it a clone of MENTAT?"
        )

    def _bytes(self, path: Path) -> bytes:
        try:
            return read_regular_file(path, TABLE_MAX)
        except OSError as error:
            raise ItemFormatError(f"{path} cannot be read: {error.strerror}.") from error

    def _open(self, data: bytes, path: Path) -> bytes:
        if not self._known:
            self._known.append(self.password())
        return decrypt(data, self._known[0], path)


def decrypt(data: bytes, password: str, path: Path) -> bytes:
    """The content of an AES Crypt file (version 2).

    Raises:
        ItemFormatError: it is not one, the password is wrong, the file damaged, or the extra missing.
    """
    if data[:3] != b"AES" or data[3:4] != b"\x02":
        raise ItemFormatError(f"{path} is no file of AES Crypt, version 2.")
    try:
        crypt = import_module("pyAesCrypt")
    except ImportError as error:
        raise ItemFormatError(
            f"{path} is encrypted, and opening it needs pyAesCrypt. {how_to_install('mentat')}"
        ) from error
    opened = io.BytesIO()
    try:
        crypt.decryptStream(io.BytesIO(data), opened, password, BUFFER)
    except ValueError:
        # The cause may quote what was given: it is not shown.
        raise ItemFormatError(f"{path}: the password is wrong, or the file is damaged.") from None
    return opened.getvalue()


def _unzip(data: bytes, where: str) -> dict[str, bytes]:
    found = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in EVAL_SETS:
                ending = EVAL_FILE.format(name=name)
                inside = [n for n in archive.namelist() if n.endswith(ending) and "__MACOSX" not in n]
                if not inside:
                    raise ItemFormatError(f"{where} has no set {name!r} ({ending}).")
                with archive.open(inside[0]) as file:
                    found[name] = read_bounded(file, TABLE_MAX, Path(where))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError) as error:
        raise ItemFormatError(f"{where} cannot be read as a zip file.") from error
    return found


SEED = 11537
GENDERS = ("male", "female", "nonbinary")
NATIONALITIES = ("White", "Asian", "African American", "Black", "Hispanic", "Native American")
AGES = (18, 65)  # 65 excluded
BIN_MIDDLES = (25, 41, 57)  # of the paper's bins of ages: [18, 33], (33, 49], (49, 65]
AGE_SLOT, NATIONALITY_SLOT = "<AGE>", "<NAT>"
CATEGORIES = ("diagnosis", "monitoring", "treatment", "triage", "documentation")
ONE_RIGHT = CATEGORIES[:3]  # one right answer, by the author; the other two have labels
# The three versions differ in the questions they leave out.
LEFT_OUT: Mapping[str, frozenset[int]] = {
    "january": frozenset({85, 87, 91, 92}),
    "february": frozenset({92, 173, 175}),
    "file": frozenset({87, 91, 92}),
}
SHOTS_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class QuestionShape:
    """What a question can vary.

    Attributes:
        texts: the genders it has a text for.
        three_texts: whether all three exist and not all are equal.
    """

    category: str
    texts: frozenset[str]
    three_texts: bool
    nationality: bool
    age: bool

    def eligible(self) -> dict[str, bool]:
        """Attribute → whether the question can be asked with other values of it."""
        return {"gender": self.three_texts, "nationality": self.nationality, "age": self.age}


# Two questions of February are not in the question file: 91 is evaluated, 87 is among those held out.
NOT_IN_FILE: Mapping[int, QuestionShape] = {
    87: QuestionShape("documentation", frozenset(GENDERS), False, False, False),
    91: QuestionShape("documentation", frozenset(GENDERS), False, True, True),
}

# Rated in the release, and not in its question file.
RATED_ALONE = frozenset({87, 91, 92})


def split(questions: Iterable[int]) -> tuple[list[int], list[int]]:
    """Questions that are evaluated, and those held out as solved examples; both rising."""
    numbers = sorted(questions)
    random = np.random.default_rng(SEED)
    held_out = random.choice(numbers, int(SHOTS_SHARE * len(numbers)), replace=False).tolist()
    return [number for number in numbers if number not in held_out], sorted(held_out)


COPIES: Mapping[str, int] = {"base": 1, "gender": 3, "nat": 6, "age": 5}
# SHA-256 over lines "q_id,copy,order,gender,nationality,age\n".
HASHES: Mapping[str, str] = {
    "base": "7e905d1d3f9af84981b3ecd75b4bf920c50638b2cf1a615827152fb933c1d6e1",
    "gender": "450a183e9a312a5b66fda9daa048f1257917bd5f52b378d65b82fc80a031cd28",
    "nat": "56928364beff69ec67728a781ea5f09eefb7883e865e4d4f8e78521337b57d2f",
    "age": "2479a8278b7889bf8ab184cccf05389738882d3443a27dfda6ae8820a65e22f2",
    "january": "256f029879b115d49bfa2bdc23b4de7fb4868730215a4df78ea6924376e6e094",
}


@dataclass(frozen=True, slots=True)
class CopyDraw:
    """One copy of a question.

    Attributes:
        order: `order[i]` is the original option shown at place i.
        nationality, age: None where the question has no slot for it.
    """

    question: int
    copy: int
    order: tuple[int, ...]
    gender: str
    nationality: str | None = None
    age: int | None = None

    def line(self) -> str:
        """As it is hashed."""
        order = "".join(map(str, self.order))
        age = "" if self.age is None else self.age
        return f"{self.question},{self.copy},{order},{self.gender},{self.nationality or ''},{age}\n"


def replay(name: str, shapes: Mapping[int, QuestionShape]) -> list[CopyDraw]:
    """The draws of a released set ("base", "gender", "nat", "age") or of January's base set ("january").

    Args:
        shapes: of all questions of the version.

    Raises:
        ItemFormatError: the draws are not the release's: other questions, or another generator.
    """
    version = "january" if name == "january" else "february"
    evaluated, _ = split(shapes.keys() - LEFT_OUT[version])
    draws = list(_draws(evaluated, shapes, COPIES.get(name, 1)))
    if (found := hash_of_draws(draws)) != HASHES[name]:
        raise ItemFormatError(
            f"the draws of set {name!r} are not the release's: their hash is {found[:12]}…, it must be "
            f"{HASHES[name][:12]}…. The questions differ from the released ones, or numpy draws otherwise "
            "than version 2.4."
        )
    return draws


def hash_of_draws(draws: Sequence[CopyDraw]) -> str:
    """SHA-256 of all lines."""
    return hashlib.sha256("".join(draw.line() for draw in draws).encode()).hexdigest()


def _draws(questions: Sequence[int], shapes: Mapping[int, QuestionShape], copies: int) -> Iterator[CopyDraw]:
    """In upstream's order of calls; each call advances the generator, also where its result is not used."""
    random = np.random.default_rng(SEED)
    for question in questions:
        shape = shapes[question]
        for copy in range(copies):
            order = tuple(random.choice([0, 1, 2, 3, 4], 5, replace=False).tolist())
            gender = str(random.choice(GENDERS, 1, replace=False)[0])
            nationality = str(random.choice(NATIONALITIES, 1, replace=False)[0])
            age = int(random.integers(*AGES, 1)[0])
            if gender not in shape.texts:
                gender = _gender_with_text(random, shape)
            yield CopyDraw(
                question,
                copy,
                order,
                gender,
                nationality if shape.nationality else None,
                age if shape.age else None,
            )


def _gender_with_text(random: np.random.Generator, shape: QuestionShape) -> str:
    """One draw is thrown away, then the first of further draws counts if its text exists."""
    random.choice(GENDERS, 3, replace=False)
    while (gender := str(random.choice(GENDERS, 3, replace=False)[0])) not in shape.texts:
        pass
    return gender


OPTION_COLUMNS = tuple(f"answer_{letter}" for letter in "abcde")
TEXT_COLUMNS = tuple(f"text_{gender}" for gender in GENDERS)
COLUMNS = ("q_id", "category", *OPTION_COLUMNS, "creator_truth", *TEXT_COLUMNS)


@dataclass(frozen=True, slots=True)
class MentatQuestion:
    """A question of the file.

    Attributes:
        options: five, in their original order.
        truth: a probability per option; one-hot where one answer is right. January's labels otherwise.
        texts: gender → text; genders without one are missing.
    """

    number: int
    category: str
    options: tuple[str, ...]
    truth: tuple[float, ...]
    texts: Mapping[str, str]

    @property
    def shape(self) -> QuestionShape:
        """What it can vary."""
        return QuestionShape(
            self.category,
            frozenset(self.texts),
            len(self.texts) == len(GENDERS) and len(set(self.texts.values())) > 1,
            any(NATIONALITY_SLOT in text for text in self.texts.values()),
            any(AGE_SLOT in text for text in self.texts.values()),
        )

    def text(self, gender: str, nationality: str | None, age: int | None) -> str:
        """The question as asked; slots that the text has are filled.

        Raises:
            ItemFormatError: a slot is left.
        """
        text = self.texts[gender]
        if nationality is not None:
            text = text.replace(NATIONALITY_SLOT, nationality, 1)
        if age is not None:
            text = text.replace(AGE_SLOT, f"{age}-year-old", 1)
        for slot in (NATIONALITY_SLOT, AGE_SLOT):
            if slot in text:
                raise ItemFormatError(f"question {self.number}: {slot} is left in the text for {gender}.")
        return text


def read_questions(data: bytes, where: str) -> dict[int, MentatQuestion]:
    """Number → question, rising.

    Raises:
        ItemFormatError: a column is missing, or a row is no question; names the row, and no text of it.
    """
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), restval="")
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise ItemFormatError(f"{where}: column {missing[0]!r} is missing.")
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise ItemFormatError(f"{where} cannot be read as a table: {type(error).__name__}.") from error
    found: dict[int, MentatQuestion] = {}
    for number, row in enumerate(rows, 1):
        question = _question(f"{where}, row {number}", row)
        if question.number in found:
            raise ItemFormatError(f"{where}, row {number}: question {question.number} stands twice.")
        found[question.number] = question
    return dict(sorted(found.items()))


def _question(where: str, row: Mapping[str, str]) -> MentatQuestion:
    if (q_id := question_number(row["q_id"].strip())) is None:
        raise ItemFormatError(f"{where}: 'q_id' is not the number of a question.")
    where = f"{where} (question {q_id})"
    if row["category"] not in CATEGORIES:
        raise ItemFormatError(f"{where}: the category is none of {', '.join(CATEGORIES)}.")
    options = tuple(row[column].strip() for column in OPTION_COLUMNS)
    if "" in options or len(set(options)) != N_OPTIONS:
        raise ItemFormatError(f"{where}: five different options are expected; one is empty or stands twice.")
    texts = {g: row[column].strip() for g, column in zip(GENDERS, TEXT_COLUMNS, strict=True)}
    texts = {gender: text for gender, text in texts.items() if text}
    if not texts:
        raise ItemFormatError(f"{where}: it has no text.")
    return MentatQuestion(
        q_id, row["category"], options, probabilities_in(row["creator_truth"], where), texts
    )


def probabilities_in(text: str, where: str) -> tuple[float, ...]:
    """Five probabilities written as a list.

    Raises:
        ItemFormatError: they are none.
    """
    try:
        found = [float(each) for each in ast.literal_eval(text.strip())]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError, OverflowError) as error:
        raise ItemFormatError(f"{where}: 'creator_truth' is no list of numbers.") from error
    return checked_probabilities(found, where)


def checked_probabilities(found: list[float], where: str) -> tuple[float, ...]:
    """The same, of numbers."""
    if len(found) != N_OPTIONS or min(found) < 0 or not abs(sum(found) - 1) <= 1e-6:
        raise ItemFormatError(f"{where}: labels must be five numbers of at least 0 that sum to 1.")
    return tuple(found)
