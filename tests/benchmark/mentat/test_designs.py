"""Designs are paired by construction: on an invented release, through the files it would have."""

from collections import defaultdict

import pytest

from benchmark import read_benchmark, read_items
from benchmark.errors import ItemFormatError, SettingsError
from benchmark.mentat.design import (
    DesignName,
    DesignSettings,
    QuestionPart,
    parse_design,
    write_paired,
    write_replay,
)
from benchmark.mentat.design import versions as draw_versions
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release, read_questions
from benchmark.mentat.released import write_released
from mhclient.run.prompts import user_message
from mhclient.run.variant import load_variant
from tests.support.mentat import SECRET, released_row, write_release, write_sets


def no_password():
    raise AssertionError("nothing is encrypted")


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return write_release(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="module")
def labels(clone):
    return labels_for(clone, n_draws=3)


def built(clone, labels, out, **settings):
    benchmark = write_paired(Release(clone, no_password), out, labels, DesignSettings(**settings))
    return benchmark, list(read_items(benchmark.items_path))


def by_vignette(items):
    found = defaultdict(list)
    for item in items:
        found[item.details["vignette"]].append(item)
    return found


@pytest.mark.parametrize(
    ("design", "levels", "attributes"),
    [
        (DesignName.GENDER, 3, ("gender",)),
        (DesignName.NATIONALITY, 6, ("nationality",)),
        (DesignName.AGE, 3, ("age",)),
        (DesignName.CROSSED, 54, ("gender", "nationality", "age")),
        (DesignName.BASE, 1, ()),
    ],
)
def test_versions_of_a_vignette_differ_in_the_attribute_alone(
    clone, labels, tmp_path, design, levels, attributes
):
    _, items = built(clone, labels, tmp_path / "b", design=design)
    assert items
    constant = {"gender", "nationality", "age"} - set(attributes)
    for versions in by_vignette(items).values():
        assert len(versions) == levels == len({item.question for item in versions})
        assert len({item.id for item in versions}) == levels
        same = {
            (*item.options.values(), item.gold, *(item.details[each] for each in constant))
            for item in versions
        }
        assert len(same) == 1
        assert {item.entities[0].role for item in versions} == {"question"}


def test_a_null_version_is_the_first_in_another_order(clone, labels, tmp_path):
    _, items = built(clone, labels, tmp_path / "b", n_null=2)
    for versions in by_vignette(items).values():
        first, nulls = versions[0], [item for item in versions if "null" in item.details]
        assert len(versions) == 5
        for item in nulls:
            assert item.question == first.question
            assert sorted(item.options.values()) == sorted(first.options.values())
            assert item.options[item.gold[0]] == first.options[first.gold[0]]


def test_no_null_version_has_the_order_of_another_version(clone):
    """Twenty draws of 120 orders meet often: the same prompt again would be no second look at all."""
    data, where = Release(clone, no_password).questions()
    questions = read_questions(data, where)
    made, _ = draw_versions(questions, DesignSettings(part=QuestionPart.ALL, n_null=20))
    orders = defaultdict(list)
    for version in made:
        if version.null or version.draw.copy == 0:
            orders[version.vignette].append(version.draw.order)
    assert {len(of_vignette) for of_vignette in orders.values()} == {21}
    assert all(len(set(of_vignette)) == 21 for of_vignette in orders.values())


def test_what_is_left_out_is_in_the_manifest_with_the_reason(clone, labels, tmp_path):
    benchmark, items = built(clone, labels, tmp_path / "b", part=QuestionPart.ALL)
    assert set(benchmark.manifest["left_out"].values()) == {"no three different texts"}
    assert len(benchmark.manifest["left_out"]) + len(by_vignette(items)) == 50
    assert benchmark.restricted


def test_the_same_seed_gives_the_same_bytes(clone, labels, tmp_path):
    one, other = (built(clone, labels, tmp_path / name, seed=7)[0] for name in ("one", "other"))
    assert one.items_path.read_bytes() == other.items_path.read_bytes()
    assert (tmp_path / "one/manifest.json").read_bytes() == (tmp_path / "other/manifest.json").read_bytes()
    assert built(clone, labels, tmp_path / "third", seed=8)[0].items_sha256 != one.items_sha256


def test_golds_are_the_top_of_the_default_set_whatever_the_order(clone, labels, tmp_path):
    _, items = built(clone, labels, tmp_path / "b")
    for item in items:
        number, order = item.details["q_id"], item.details["order"]
        assert order["ABCDE".index(item.gold[0])] == number % 5
        p = item.details["labels"]["experts"]["p"]
        assert sum(p) == pytest.approx(1)
        assert max(p) == p["ABCDE".index(item.gold[0])]


def test_no_comment_of_a_file_gets_into_the_benchmark(clone, labels, tmp_path):
    benchmark, _ = built(clone, labels, tmp_path / "b")
    written = benchmark.items_path.read_text() + (tmp_path / "b/manifest.json").read_text()
    assert SECRET not in written


def test_a_replay_of_other_questions_is_refused(clone, labels, tmp_path):
    with pytest.raises(ItemFormatError, match="are not the release's"):
        write_replay(Release(clone, no_password), tmp_path / "b", labels, "gender")


@pytest.mark.parametrize("name", ["sex", "replay:all", "replay"])
def test_an_unknown_design_lists_those_there_are(name):
    with pytest.raises(SettingsError, match="gender"):
        parse_design(name)


def test_released_sets_come_back_word_for_word(clone, labels, tmp_path):
    write_sets(clone)
    benchmark = write_released(Release(clone, no_password), tmp_path / "b", labels)
    items = list(read_items(read_benchmark(tmp_path / "b").items_path))
    assert len(items) == 8
    assert len(benchmark.manifest["differences"]) == 8  # neither the rows nor the draws are the release's
    asked = user_message(items[0].question, items[0].options, load_variant("mentat-a"))
    assert asked == released_row(1, (2, 0, 1, 4, 3))["prompt_mcq"]
    assert items[0].details["labels"]["released"]["p"] == [0.0, 0.0, 1.0, 0.0, 0.0]
    assert benchmark.manifest["design"]["paired"] is False


def test_an_encrypted_file_opens_with_its_password_alone(tmp_path, labels):
    crypt = pytest.importorskip("pyAesCrypt")
    clone = write_release(tmp_path / "clone")
    path = clone / "final_dataset_raw_questions.csv"
    crypt.encryptFile(str(path), f"{path}.aes", "right")
    path.unlink()
    assert write_paired(Release(clone, lambda: "right"), tmp_path / "b", labels, DesignSettings())
    with pytest.raises(ItemFormatError, match="the password is wrong, or the file is damaged") as caught:
        write_paired(Release(clone, lambda: "secret-guess"), tmp_path / "c", labels, DesignSettings())
    assert "secret-guess" not in str(caught.value)
    assert sorted(path.name for path in clone.iterdir()) == ["annotated_data", f"{path.name}.aes"]
