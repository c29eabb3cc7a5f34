"""Archives and tables that are small on the disk: an inspect log, a workbook, Parquet with many columns."""

import io
import json
import resource
import tracemalloc
import zipfile
import zlib

import polars
import pytest

from benchmark.imports.files import excel
from benchmark.imports.files.excel import texts_of
from mhclient.adopt.logged import NO_FIELDS, LogUnusable
from scripts.hostile import logs
from tests.faults.test_hostile_files import in_a_folder, refused
from tests.support.places import ROOT

__all__ = ["in_a_folder", "refused"]  # fixtures

# Of two members of a name inspect reads the last; its own warnings are not ours.
pytestmark = pytest.mark.filterwarnings("ignore")
BOOK = ROOT / "tests" / "fixtures" / "questions" / "libreoffice.xlsx"
SAMPLE = "samples/1_epoch_1.json"
QUESTION = {"question": ["Which?"], "A": ["oak"], "B": ["elm"], "gold": ["A"]}
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture
def replies(tmp_path):
    """Writes a log of inspect, spoils it, and reads its replies."""
    pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")
    from mhclient.adopt.formats import open_log

    def read(spoil=None, **members):
        path = logs.an_eval_log(tmp_path)
        with zipfile.ZipFile(path, "a") as archive:
            for name, data in members.items():
                archive.writestr(name, data)
            if spoil:
                spoil(archive, archive.getinfo(SAMPLE))
            archive._didModify = True  # type: ignore[attr-defined]  # its directory is written anew
        return list(open_log(path, NO_FIELDS).replies())

    return read


def encrypted(_, info):
    info.flag_bits |= 1


def other_checksum(_, info):
    info.CRC ^= 1


def link(_, info):
    info.external_attr = 0o120777 << 16


def too_large(_, info):
    info.file_size = 600_000_000


def lying(archive, info):
    _packed(archive, info, b" " * 2_000_000)
    info.file_size = 1_000


def in_a_heap(archive, info):
    archive.filelist += [info] * 100


def _packed(archive, info, data):
    """A member of zstandard, as inspect writes them."""
    import zstandard

    archive.writestr("packed", zstandard.ZstdCompressor().compress(data))
    packed = archive.getinfo("packed")
    for name in ("header_offset", "compress_size"):
        setattr(info, name, getattr(packed, name))
    info.compress_type, info.file_size, info.CRC = 93, len(data), zlib.crc32(data)
    info.orig_filename = info.filename = "packed"
    archive.filelist.remove(packed)


BAD = {
    encrypted: f"member '{SAMPLE}': it is encrypted.",
    other_checksum: f"member '{SAMPLE}': its bytes are not those of its checksum; it is damaged.",
    link: f"member '{SAMPLE}': it is no regular file.",
    too_large: "its members unpack to more than 512 MB.",
    lying: "member 'packed': it unpacks to more than the 1,000 bytes that it claims.",
    in_a_heap: "its members lie over each other.",
}


@pytest.mark.slow
@pytest.mark.parametrize(("spoil", "what"), BAD.items(), ids=[spoil.__name__ for spoil in BAD])
def test_an_inspect_log_is_looked_over_before_inspect_unpacks_it(replies, spoil, what):
    with pytest.raises(LogUnusable) as said:
        replies(spoil)
    assert str(said.value).endswith(f"log.eval, {what}") or str(said.value).endswith(f"log.eval: {what}")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 500 << 10


@pytest.mark.slow
def test_a_good_log_is_read_and_a_head_that_names_a_billion_is_not(replies):
    assert [reply.completion for reply in replies()] == ["ANSWER: B"] * 2
    head = logs.OF_INSPECT
    many = head | {"eval": head["eval"] | {"config": {"epochs": 10**9}}}
    with pytest.raises(LogUnusable, match="its header names no samples, or more than 5,000,000"):
        replies(**{"header.json": json.dumps(many)})


@pytest.mark.slow
def test_texts_that_stand_for_others_are_counted_before_they_are_joined(replies):
    sample = logs.an_inspect_sample(1)
    parts = [{"type": "text", "text": "attachment://a"}] * 1_000
    sample |= {"attachments": {"a": "x" * 1_000_000}, "messages": [{"role": "user", "content": parts}]}
    with pytest.raises(LogUnusable, match=r"sample 1, epoch 1: 1,000,000,009 characters were shown"):
        replies(**{SAMPLE: json.dumps(sample)})


@pytest.mark.slow
@pytest.mark.timeout(60)  # twenty thousand took forty seconds of CPU
@pytest.mark.parametrize("command", ["import own.parquet --out made", "adopt own.parquet --completion gold"])
@pytest.mark.parametrize("inside", [False, True])
def test_thousands_of_columns_are_refused_by_their_number(tmp_path, refused, command, inside):
    more = {f"c{number}": "x" for number in range(3_000)}
    columns = QUESTION | ({"all": [more]} if inside else {name: [cell] for name, cell in more.items()})
    polars.DataFrame(columns).write_parquet(tmp_path / "own.parquet")
    assert "own.parquet cannot be read: it has more than 1,000,000 rows or 500 columns." in refused(command)


def test_texts_of_a_workbook_are_joined_as_people_see_them():
    listed = (
        f'<sst xmlns="{NAMESPACE}"><si><t>oak</t></si><si><r><rPr/><t>bir</t></r><r><t xml:space="preserve">'
        "ch </t></r><rPh><t>spoken</t></rPh></si>\n<si/><si><t>ä &amp; b</t></si></sst>"
    )
    assert texts_of(io.BytesIO(listed.encode())) == ["oak", "birch ", "", "ä & b"]


@pytest.mark.parametrize(
    ("listed", "what"),
    [
        (
            "<si><t/></si>" * 500,
            "part xl/sharedStrings.xml has more than 999 elements. Save the sheet as CSV.",
        ),
        (
            f"<si><t>{'x' * 10_000}</t></si>",
            "part xl/sharedStrings.xml has more than 9,999 characters of text.",
        ),
        ("<si><t>", "own.xlsx cannot be read as a workbook: mismatched tag: line 1"),
    ],
)
def test_a_list_of_texts_is_bounded(tmp_path, refused, monkeypatch, listed, what):
    monkeypatch.setattr(excel, "ELEMENTS_MAX", 999)
    monkeypatch.setattr(excel, "TEXTS_MAX", 9_999)
    _with_part(tmp_path / "own.xlsx", "xl/sharedStrings.xml", f'<sst xmlns="{NAMESPACE}">{listed}</sst>')
    assert what in refused("import own.xlsx --out made")


@pytest.mark.slow
def test_a_row_without_end_is_refused_before_it_is_held(tmp_path, refused):
    row = f'<worksheet xmlns="{NAMESPACE}"><sheetData><row>{"<c/>" * 4_000_000}</row></sheetData></worksheet>'
    _with_part(tmp_path / "own.xlsx", "xl/worksheets/sheet1.xml", row)
    tracemalloc.start()
    try:
        said = refused("import own.xlsx --out made")
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "own.xlsx cannot be read as a workbook: a row has more than 8 MB." in said
    assert held < 20 << 20


def _with_part(path, name, text):
    """A workbook, one of whose parts is another."""
    with zipfile.ZipFile(BOOK) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, text if part.filename == name else old.read(part))


def test_a_prompt_of_openai_evals_that_is_none_is_told_by_its_line(tmp_path, refused):
    spec, sampling, *rest = logs.OF_OPENAI_EVALS
    broken = sampling | {"data": sampling["data"] | {"prompt": [[]]}}
    (tmp_path / "log.jsonl").write_text(logs.as_lines(spec, broken, *rest))
    said = refused("adopt log.jsonl")
    assert said.startswith("mhclient: log.jsonl, line 2: its 'prompt' is [[]], neither a text nor turns with")
    assert said.endswith("Mend or leave out that line.")
