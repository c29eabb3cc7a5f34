"""From a clone of MENTAT to a benchmark folder, in one call: the sets as released, or a paired design."""

import os
from pathlib import Path

from benchmark.folder import Benchmark, check_folder
from benchmark.labels.annotations import annotation_files
from benchmark.labels.label_file import LabelSet
from benchmark.mentat.build import check_rated, write_paired, write_replay
from benchmark.mentat.design import DesignSettings, parse_design
from benchmark.mentat.labels import MentatLabels, labels_for
from benchmark.mentat.released import write_released
from benchmark.mentat.source import Password, Release, open_release


def import_mentat(
    clone: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    password: str | Password | None = None,
    labels: LabelSet | str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Benchmark:
    """MENTAT's four evaluation sets, as they were released.

    Args:
        clone: of MENTAT.
        out: the folder to make.
        password: of encrypted files, or what asks for it.
        labels: which option is right, as `make_labels` or a file of 'mhclient labels fit' has it (default:
            fitted to the clone's ratings, in some seconds).
        force: replace a benchmark that is there.

    Returns:
        The benchmark; `manifest["differences"]` says what is not as released, where something is not.

    Raises:
        ItemFormatError: the folder is not a clone of MENTAT, or a set is not as expected.
        AnnotationError, LabelError: there are no ratings, or the labels cannot be read.
        OutputError: the folder to make is there.

    Example:
        >>> released = import_mentat(mentat, "mentat-sets", labels=make_labels(mentat).labels)
        >>> sorted(released.manifest["sets"])
        ['age', 'base', 'gender', 'nat']
    """
    check_places(clone, out, sets=True, rated=labels is None, force=force)
    release = open_release(clone, password)
    return write_released(release, Path(out), _labels(release, labels), force=force)


def build_mentat(
    clone: str | os.PathLike[str],
    out: str | os.PathLike[str],
    design: DesignSettings | str = "gender",
    *,
    password: str | Password | None = None,
    labels: LabelSet | str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Benchmark:
    """MENTAT's questions in versions that differ in a patient's gender, nationality or age alone.

    Args:
        clone, out, password, labels, force: as `import_mentat`.
        design: gender, nationality, age, crossed, base or replay:SET, one of the released sets drawn again;
            or `benchmark.mentat.design.DesignSettings`, which also has the seed, ages and null versions.

    Raises:
        SettingsError: there is no such design.
        NothingToAsk: no question fits the design.
        Others: as `import_mentat`.

    Example:
        >>> paired = build_mentat(mentat, "mentat-gender", "gender", labels=make_labels(mentat).labels)
        >>> paired.manifest["design"]["varies"]
        ['gender']
    """
    replayed = ""
    if not isinstance(design, DesignSettings):
        named, replayed = parse_design(design)
        design = DesignSettings() if named is None else DesignSettings(named)
    check_places(clone, out, sets=False, rated=labels is None, force=force)
    release = open_release(clone, password)
    if labels is None:
        check_rated(release)
    given = _labels(release, labels)
    if replayed:
        return write_replay(release, Path(out), given, replayed, force=force)
    return write_paired(release, Path(out), given, design, force=force)


def check_places(
    clone: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    sets: bool,
    rated: bool,
    force: bool = False,
) -> None:
    """Refuse a clone that lacks files, and a folder that is taken, before labels are fitted for seconds.

    Args:
        sets: the released sets are needed; else the question file.
        rated: ratings are needed.

    Raises:
        ItemFormatError, AnnotationError: the clone lacks what is needed.
        OutputError: the folder to make is there.
    """
    release = open_release(clone)
    if rated:
        annotation_files(release.path)
    _ = release.find_sets() if sets else release.find_questions()
    check_folder(Path(out), force=force)


def _labels(release: Release, labels: LabelSet | str | os.PathLike[str] | None) -> MentatLabels:
    return labels_for(release.path, Path(labels) if isinstance(labels, str | os.PathLike) else labels)
