"""A store lies on a local disk, or where the user says that no other machine writes."""

import sys
from pathlib import Path

import pytest

from cache import open_store
from cache.errors import StoreUnusable
from cache.store_file import ANYWAY_VARIABLE, Sharing, kind_of, refuse_shared_folder, sharing

# As the kernel names them: shared kinds that were taken for local disks, and those known before.
SHARED = """
    nfs nfs4 cifs smb3 smbfs 9p afs ceph fuse.ceph fuse.ceph-fuse fuse.glusterfs lustre gpfs beegfs wekafs
    fuse.juicefs fuse.s3fs fuse.gcsfuse fuse.sshfs fuse.rclone fuse.goofys fuse.mount-s3 fuse.blobfuse2
    virtiofs ocfs2 gfs2 panfs orangefs pvfs2 fuse.mfs fuse.moosefs davfs vboxsf prl_fs fuse.vmhgfs-fuse
    quobyte
"""


def mounted(folder: Path, kind: str) -> Path:
    """A table of mounts in which the folder is of that kind, and all else a local disk."""
    table = folder.parent / "mounts"
    place = str(folder).replace(" ", "\\040")
    table.write_text(f"/dev/sda / ext4 rw 0 0\nserver:/data {place} {kind} rw 0 0\n", encoding="utf-8")
    return table


@pytest.fixture
def share(tmp_path):
    folder = tmp_path / "my share"
    (folder / "deep").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("kind", SHARED.split())
def test_what_machines_share_is_refused_even_if_asked_for(kind, share, monkeypatch):
    monkeypatch.setenv(ANYWAY_VARIABLE, "1")
    with pytest.raises(StoreUnusable, match=rf"machines share \({kind}\).*`store`"):
        refuse_shared_folder(share / "deep" / "s.sqlite3", mounted(share, kind))


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs", "zfs", "overlay", "tmpfs", "fuseblk"])
def test_local_disks_are_taken(kind, share):
    table = mounted(share, kind)
    assert kind_of(share, table) == kind
    assert sharing(kind) is Sharing.LOCAL
    refuse_shared_folder(share / "s.sqlite3", table)


def test_an_unknown_kind_needs_the_users_word(share, monkeypatch):
    table = mounted(share, "fuse.invented")
    monkeypatch.delenv(ANYWAY_VARIABLE, raising=False)
    with pytest.raises(StoreUnusable, match=r"fuse\.invented.*MHCLIENT_STORE_ANYWAY=1"):
        refuse_shared_folder(share / "s.sqlite3", table)
    monkeypatch.setenv(ANYWAY_VARIABLE, "1")
    refuse_shared_folder(share / "s.sqlite3", table)


def test_the_folder_that_counts_is_where_a_link_leads(share, tmp_path):
    link = tmp_path / "link.sqlite3"
    link.symlink_to(share / "s.sqlite3")
    with pytest.raises(StoreUnusable, match="nfs4"):
        refuse_shared_folder(link, mounted(share, "nfs4"))


def test_a_place_is_on_the_innermost_mount(share):
    table = mounted(share, "nfs4")
    assert kind_of(share / "deep", table) == "nfs4"
    assert kind_of(share.parent, table) == "ext4"


def test_this_machines_temporary_folder_is_known(tmp_path):
    kind = kind_of(tmp_path)
    assert kind is None or sharing(kind) is Sharing.LOCAL


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_store_that_is_a_link_to_itself_is_refused(tmp_path):
    loop = tmp_path / "store.sqlite3"
    loop.symlink_to(loop)
    with pytest.raises(StoreUnusable, match="cannot be used"):
        open_store(loop)
