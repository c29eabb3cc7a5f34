"""Which file may be a store: on which file system it may lie, whose tables it may hold, and whether it is
still the file that was opened.

SQLite's log needs locks and memory of one machine (sqlite.org/wal.html: "all processes using a database must
be on the same host computer"). A store of others is data, not a program: a view in a table's place is worked
out when it is read, for ever if it says so; a trigger writes what nobody asked for with every reply; a table
of ours with `UNIQUE … ON CONFLICT`, a `CHECK` or a default that computes drops or changes what is written;
without its index, two processes may ask the same request. Tables, plain columns and plain indexes that others
add do nothing, and may stay. And SQLite goes on writing to a file that has been moved or deleted, so a
program that does not look ends with everything asked and nothing in the file that the user named. That holds
for the log beside it, too: while somebody reads, the newest replies are in the log alone.
"""

import os
import re
import sqlite3
from collections.abc import Mapping, Sequence, Set
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cache.errors import StoreMoved, StoreUnusable
from cache.schema import MIGRATIONS
from cache.sqlite import Connection

# Set to 1, a store may lie on a file system of a kind that is not known.
ANYWAY_VARIABLE = "MHCLIENT_STORE_ANYWAY"

_LOCAL = """
    aufs apfs bcachefs btrfs devtmpfs erofs exfat ext2 ext3 ext4 f2fs fuseblk hfs hfsplus jfs msdos nilfs2
    ntfs ntfs3 overlay overlayfs ramfs reiserfs rootfs squashfs tmpfs udf ufs vfat xfs zfs
"""
# By the name the kernel gives them; those in user space are named "fuse." and this.
_SHARED = """
    9p acfs afs beegfs blobfuse blobfuse2 ceph ceph-fuse cephfs cifs coda curlftpfs cvmfs davfs davfs2 dfs
    fhgfs gcsfuse gfs2 glusterfs goofys gpfs hdfs hf3fs ibrix juicefs lizardfs lustre mfs mmfs moosefs
    mount-s3 mountpoint-s3 ncpfs nfs nfs3 nfs4 objectivefs ocfs2 orangefs ossfs panfs prl_fs pvfs2 quobyte
    rclone s3backer s3fs s3ql saunafs seaweedfs shfs smb smb2 smb3 smbfs snfs sshfs stornext tahoe vboxsf
    virtiofs vmhgfs vmhgfs-fuse vxfs wekafs xtreemfs
"""
MOUNTS = Path("/proc/self/mounts")
LOCAL_KINDS, SHARED_KINDS = frozenset(_LOCAL.split()), frozenset(_SHARED.split())
_OCTAL = re.compile(r"\\([0-7]{3})")


class Sharing(Enum):
    """Whether other machines may write to a file system too."""

    LOCAL = "local"
    SHARED = "shared"
    UNKNOWN = "unknown"


def sharing(kind: str) -> Sharing:
    """What is known of a kind of file system, by its name in the table of mounts.

    >>> sharing("ext4"), sharing("fuse.sshfs"), sharing("fuse.invented")
    (<Sharing.LOCAL: 'local'>, <Sharing.SHARED: 'shared'>, <Sharing.UNKNOWN: 'unknown'>)
    """
    if kind in LOCAL_KINDS:
        return Sharing.LOCAL
    return Sharing.SHARED if kind.removeprefix("fuse.") in SHARED_KINDS else Sharing.UNKNOWN


def refuse_shared_folder(path: Path, mounts: Path = MOUNTS) -> None:
    """Refuse a store where SQLite's locks may not hold.

    Raises:
        StoreUnusable: its folder is on a file system that machines share, or on one of a kind that is not
            known and `MHCLIENT_STORE_ANYWAY` is not 1.
    """
    kind = kind_of(Path(os.path.realpath(path)).parent, mounts)  # `resolve` fails on a link to itself
    if kind is None or sharing(kind) is Sharing.LOCAL:
        return
    if sharing(kind) is Sharing.SHARED:
        raise StoreUnusable(
            f"{path}: this folder is on a file system that machines share ({kind}), where SQLite's locks "
            "fail. Put the store on a local disk with `store`."
        )
    if os.environ.get(ANYWAY_VARIABLE) != "1":
        raise StoreUnusable(
            f"{path}: this folder is on a file system that mhclient does not know ({kind}); if machines "
            "share it, SQLite's locks fail and replies are lost. Put the store on a local disk with `store`, "
            "or, if this disk belongs to this machine alone, set MHCLIENT_STORE_ANYWAY=1."
        )


def kind_of(folder: Path, mounts: Path = MOUNTS) -> str | None:
    """The kind of file system a folder is on; None where the system does not tell (not Linux)."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    here, found, kind = f"{folder}/", "", None
    for _, mount_point, mount_kind, *_ in (line.split(" ") for line in lines if line.count(" ") >= 3):
        place = _OCTAL.sub(lambda escape: chr(int(escape[1], 8)), mount_point).rstrip("/") + "/"
        # As text: pathlib's paths took twice as long, each time that a store opens.
        if here.startswith(place) and len(place) >= len(found):
            found, kind = place, mount_kind
    return kind


LONGEST_VALUE = 130_000_000  # bytes: a body is kept up to 128 MB, and packed

# All that computes something; 2 and 3 are columns that are generated, -2 an expression in an index.
COMPUTING = """
    SELECT type, name, sql FROM sqlite_schema AS thing
    WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%' OR (
        type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_xinfo(thing.name) WHERE hidden IN (2, 3))
    ) OR (
        type = 'index' AND sql IS NOT NULL AND (
            sql LIKE '%WHERE%' OR sql LIKE 'CREATE UNIQUE%'
            OR EXISTS (SELECT 1 FROM pragma_index_info(thing.name) WHERE cid = -2)
        )
    )
"""
# A plain column that others have added to a table of ours: no constraint, no default.
PLAIN_COLUMNS = re.compile(
    r'(?:\s*,\s*(?:\w+|"\w+")(?:\s+(?:TEXT|INTEGER|INT|REAL|BLOB|ANY))?)*\s*', re.IGNORECASE
)
TABLES = "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"
# All that must be there: columns by their table, indexes and triggers by their text.
PARTS = """
    SELECT 'table ' || thing.name || ' with its column ' || part.name, ''
    FROM sqlite_schema AS thing JOIN pragma_table_xinfo(thing.name) AS part WHERE thing.type = 'table'
    UNION ALL SELECT type || ' ' || name, sql FROM sqlite_schema WHERE type != 'table' AND sql IS NOT NULL
"""

# One text, so that Python has no row to look at.
WHOLE = """
    SELECT json_group_array(json_array(type || '', name || '', tbl_name || '', sql || ''))
    FROM (SELECT * FROM sqlite_schema ORDER BY name, type)
"""
# Indexes that SQLite makes by itself have no text.
STATEMENTS = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"


def distrust_schema(connection: Connection) -> None:
    """Let nothing in the file's schema reach outside the file, nor make values of any length."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)


def refuse_foreign_parts(connection: Connection) -> None:
    """Refuse a store in which something computes that is not of our making.

    Raises:
        StoreUnusable: it has a view, a trigger, a virtual table, a generated column, an index that computes
            or refuses rows, or a table of ours with other rules, of others; the message names it.
    """
    if _is_as_made(connection):
        return
    for row in connection.execute(COMPUTING):
        if tuple(row) not in _ours().computing:
            raise StoreUnusable(
                f"{connection.path}: no mhclient made the {row[0]} '{row[1]}' in it, which would work on its "
                "own as the store is used. Ask whoever sent it, or drop it in a copy with sqlite3."
            )
    for name, sql in connection.execute(TABLES):
        made = _ours().tables.get(name)
        if made and not any(_adds_plain_columns(sql, text) for text in made):
            raise StoreUnusable(
                f"{connection.path}: no mhclient made the table '{name}' in this form: it could drop or "
                "change what is written. Ask whoever sent it for the original store."
            )


def _adds_plain_columns(sql: str, made: str) -> bool:
    """Whether a table's text is ours but for columns that others have put at its end."""
    body, end = made.rsplit(")", 1)
    return (
        sql.startswith(body)
        and sql.endswith(")" + end)
        and bool(PLAIN_COLUMNS.fullmatch(sql[len(body) : len(sql) - len(end) - 1]))
    )


def refuse_missing_parts(connection: Connection) -> None:
    """Refuse a store of this version that lacks a table, a column, an index or a trigger.

    Raises:
        StoreUnusable: it does; the message names one.
    """
    if _is_as_made(connection):
        return
    found = {tuple(row) for row in connection.execute(PARTS)}
    for what, _ in sorted(_ours().parts - found)[:1]:
        raise StoreUnusable(
            f"{connection.path}: not a whole store: there is no {what} as mhclient makes it. Restore a copy."
        )


def _is_as_made(connection: Connection) -> bool:
    """Whether its schema is a new store's word for word, as most are: it need not be looked at."""
    return bool(connection.execute(WHOLE).fetchone()[0] == _ours().whole)


def statements_of_a_new_store() -> Sequence[str]:
    """What makes at once the tables that the chain of migrations makes, in a third of the time."""
    return _ours().statements


class _Ours(NamedTuple):
    """Stores of our making.

    Attributes:
        computing: what computes in one of this version or an earlier one.
        tables: the texts that each table has had, in this version and earlier ones.
        parts: all there is in one of this version.
        whole: the schema of one of this version.
        statements: what makes one of this version.
    """

    computing: frozenset[tuple[str, ...]]
    tables: Mapping[str, Set[str]]
    parts: frozenset[tuple[str, ...]]
    whole: str
    statements: Sequence[str]


@cache
def _ours() -> _Ours:
    computing: set[tuple[str, ...]] = set()
    tables: dict[str, set[str]] = {}
    with closing(sqlite3.connect(":memory:")) as made:
        for step in MIGRATIONS:
            for statement in step:
                made.execute(statement)
            computing.update(made.execute(COMPUTING))
            for name, sql in made.execute(TABLES):
                tables.setdefault(name, set()).add(sql)
        statements = [statement for (statement,) in made.execute(STATEMENTS)]
        (whole,) = made.execute(WHOLE).fetchone()
        return _Ours(frozenset(computing), tables, frozenset(made.execute(PARTS)), whole, statements)


class FileIdentity(NamedTuple):
    """What no other file of this machine shares while ours is open."""

    device: int
    inode: int


def beside(path: Path, *endings: str) -> list[Path]:
    """Files that SQLite puts beside a database: where its name is a link, beside what it leads to."""
    real = Path(os.path.realpath(path))  # `resolve` fails on a link to itself
    return [real.with_name(real.name + ending) for ending in endings]


def files_of(path: Path) -> dict[Path, FileIdentity]:
    """The files that a store's name leads to now: itself, its log and the log's index."""
    found = {}
    for each in (path, *beside(path, "-wal", "-shm")):
        with suppress(OSError):
            stat = each.stat()
            found[each] = FileIdentity(stat.st_dev, stat.st_ino)
    return found


def refuse_moved(path: Path, opened: Mapping[Path, FileIdentity]) -> None:
    """Look whether the names still lead to the files that were opened.

    SQLite keeps the log and its index in place for as long as one connection is open.

    Raises:
        StoreMoved: one of them leads to another file, or to none.
    """
    found = files_of(path)
    for each, identity in opened.items():
        if found.get(each) != identity:
            what = "was moved or deleted" if each not in found else "was replaced by another file"
            which = "the store" if each == path else f"{each.name}, which holds the store's newest replies,"
            raise StoreMoved(f"{path}: {which} {what} while it was in use.")


def name_beside(path: Path) -> Path:
    """Where to save what an open file still has; a name that no file has yet.

    Where the file's folder is gone too, that is the nearest one around it.
    """
    folder = next(folder for folder in path.parents if folder.is_dir())
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (folder / f"{path.stem}.saved-{stamp}{suffix}{path.suffix}" for suffix in ("", "-2", "-3"))
    return next(name for name in names if not name.exists())
