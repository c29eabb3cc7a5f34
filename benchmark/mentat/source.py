"""The release on disk: a clone with open or still encrypted files (AES Crypt). Nothing opened is written."""

import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.extras import how_to_install
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
