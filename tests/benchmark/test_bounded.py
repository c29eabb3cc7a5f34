"""Files that others made: bounded before they are read, whatever they claim to be."""

import gzip
import io
import os
import tarfile
from pathlib import Path

import pytest

from benchmark import read_benchmark
from benchmark.errors import ItemFormatError, NotABenchmark
from benchmark.imports.mentalbench import import_mentalbench
from benchmark.untrusted import MEMBER_MAX, bounded_lines, read_archive, read_gzip_file, read_regular_file


def test_a_file_is_read_whole_or_not_at_all(tmp_path):
    file = tmp_path / "manifest.json"
    file.write_bytes(b"12345")
    assert read_regular_file(file, 5) == b"12345"
    with pytest.raises(OSError, match="more than"):
        read_regular_file(file, 4)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["pipe", "device", "huge", "deep"])
def test_a_manifest_that_is_none_is_told_at_once(tmp_path, kind):
    manifest = tmp_path / "manifest.json"
    match kind:
        case "pipe":
            os.mkfifo(manifest)
        case "device":
            manifest.symlink_to("/dev/zero")
        case "huge":
            with manifest.open("wb") as file:
                file.truncate(8 << 30)
        case "deep":
            manifest.write_text("[" * 100_000)
    with pytest.raises(NotABenchmark, match=r"manifest.json (cannot be read|is nested too deeply)"):
        read_benchmark(tmp_path)


def archive(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w") as file:
        for member, data in members:
            file.addfile(member, io.BytesIO(data))
    return path


def member(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname = size, kind, link
    return info


def test_of_an_archive_only_regular_files_are_read(tmp_path):
    loop = [
        (member("d/one", kind=tarfile.SYMTYPE, link="two"), b""),
        (member("d/two", kind=tarfile.SYMTYPE, link="one"), b""),
        (member("d/fifo", kind=tarfile.FIFOTYPE), b""),
        (member("d/hard", kind=tarfile.LNKTYPE, link="d/file"), b""),
    ]
    path = archive(tmp_path / "a.tar", *loop, (member("d/file", 3), b"abc"))
    assert list(read_archive(path, lambda _: True)) == [("d/file", b"abc")]


@pytest.mark.timeout(60)
def test_a_member_that_claims_more_than_is_allowed_is_not_read(tmp_path):
    path = tmp_path / "a.tar"
    path.write_bytes(member("d/high_ambiguity/x.json", 8 << 30).tobuf() + bytes(10_240))
    with pytest.raises(OSError, match="larger than allowed"):
        list(read_archive(path, lambda _: True))
    with pytest.raises(ItemFormatError, match=r"a\.tar cannot be read as an archive: .*larger than allowed"):
        import_mentalbench(path, tmp_path / "out")


@pytest.mark.timeout(60)
def test_a_bomb_of_zeros_ends_at_its_size(tmp_path):
    """Three compressed gigabytes, of which nothing is read."""
    path = tmp_path / "a.tar.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(member("d/file", 3 << 30).tobuf())
        file.write(bytes(1 << 20))
    with pytest.raises(OSError, match="larger than allowed"):
        list(read_archive(path, lambda _: True))


def test_a_gzip_file_ends_at_the_bound(tmp_path):
    path = tmp_path / "index.csv.gz"
    path.write_bytes(gzip.compress(bytes(MEMBER_MAX)))
    with pytest.raises(OSError, match="more than 1 MB"):
        read_gzip_file(path, 1 << 20)


def test_a_line_that_is_longer_than_any_is_refused_before_it_is_read_whole():
    assert list(bounded_lines(io.StringIO("ab\nc"), 4)) == ["ab\n", "c"]
    with pytest.raises(OSError, match="more than 4 characters"):
        list(bounded_lines(io.StringIO("a\nbbbbbbbb\n"), 4))
