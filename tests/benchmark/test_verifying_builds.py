"""No build has a violation, whatever the graph: random ones, odd names, real rows."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmark import (
    BuildSettings,
    GenericDiseases,
    MultiUsage,
    Scope,
    Sources,
    Task,
    build_benchmark,
    read_items,
)
from benchmark.verify import Inputs, verify
from tests.support.graphs import edges, rows_of, seeds_of, write_rows, write_seeds

pytestmark = pytest.mark.slow


def feature_rows(columns, names, fields):
    texts = ["is indicated for mania", "contra-indicated; an off-label use", "plain " * 60, "", "x [REL] y"]
    return [
        [index, *(texts[(place + number) % len(texts)] for number in range(len(fields)))]
        for place, index in enumerate(names)
    ]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    found=edges(min_size=15),
    seed=st.integers(0, 5),
    multi=st.sampled_from(MultiUsage),
    generic=st.sampled_from(GenericDiseases),
    scope=st.sampled_from(Scope),
    size=st.none() | st.integers(2, 30),
    random=st.randoms(use_true_random=False),
)
def test_no_build_from_any_small_graph_has_a_violation(found, seed, multi, generic, scope, size, random):
    from benchmark.build.evidence import DISEASE_FIELDS, DRUG_FIELDS

    seeds = seeds_of(found)
    assume(seeds)
    rows = rows_of(found)
    random.shuffle(rows)
    rows = [*rows[len(rows) // 8 :], *rows[-3:]]  # some without their mirror, some twice
    left = {(row[place], row[place + 1]) for row in rows for place in (4, 9)}
    seeds = [name for name in seeds if ("disease", name) in left]
    assume(seeds)
    indexes = sorted({cell for row in rows for cell in (row[2], row[7])})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = {
            kind: write_rows(
                folder / f"{kind}.csv", feature_rows(fields, indexes, fields), ["node_index", *fields]
            )
            for kind, fields in (("disease_features", DISEASE_FIELDS), ("drug_features", DRUG_FIELDS))
        }
        kg, listed = write_rows(folder / "kg.csv", rows), write_seeds(folder / "seeds.csv", seeds)
        sources = Sources(kg, listed, tables["disease_features"], tables["drug_features"])
        sizes = {} if size is None else dict.fromkeys(Task, size)
        chosen = BuildSettings(
            seed, sizes=sizes, multi_usage=multi, absent_from=scope, generic_diseases=generic
        )
        made = build_benchmark(sources, chosen, folder / "b")
        assert verify(made.directory, Inputs(sources.kg, listed, **tables)).violations == ()


HOSTILE = [
    'x" and the disease "y', 'A" is indicated for the disease "B', "contraindication syndrome",
    "off-label thing", "line\nfeed", "tab\there", "{head}", "a|b", "[18F]FDG", "yes", "none", "drug",
    "α\u200bβ", "(", ".+",
]  # fmt: skip


@pytest.mark.parametrize("multi", MultiUsage)
def test_no_names_however_odd_make_a_build_that_is_called_wrong(tmp_path, multi):
    """Names that hold the templates' own words, an answer's word, a line feed, markup."""
    from benchmark.build.evidence import DISEASE_FIELDS, DRUG_FIELDS

    found = [
        edge
        for place, name in enumerate(HOSTILE)
        for edge in (
            (("indication", "contraindication", "off-label use")[place % 3], f"rx {name}", name),
            ("contraindication", f"rx {name}", HOSTILE[place - 1]),
            ("indication", f"rx {HOSTILE[place - 2]}", name),
            ("disease_disease", name, HOSTILE[place - 1]),
            ("disease_disease", name, HOSTILE[place - 3]),
            ("disease_protein", f"gene {name}", name),
            ("disease_phenotype_positive", name, f"sign {name}"),
            ("exposure_disease", f"smoke {name}", name),
        )
    ]
    rows = rows_of(found)
    indexes = sorted({cell for row in rows for cell in (row[2], row[7])})
    texts = [
        write_rows(tmp_path / f"{place}.csv", feature_rows(fields, indexes, fields), ["node_index", *fields])
        for place, fields in enumerate((DISEASE_FIELDS, DRUG_FIELDS))
    ]
    kg, listed = write_rows(tmp_path / "kg.csv", rows), write_seeds(tmp_path / "seeds.csv", HOSTILE)
    built = build_benchmark(
        Sources(kg, listed, texts[0], texts[1]), BuildSettings(multi_usage=multi), tmp_path / "b"
    )
    verdict = verify(built.directory, Inputs(kg, listed, *texts))
    assert verdict.violations == ()
    assert verdict.n_items > 300


def test_names_that_differ_in_what_nobody_sees_are_not_offered_together(tmp_path):
    names = ["alpha", "al\u00adpha", "beta", "b\u200beta", "gamma", "delta", "epsilon"]
    rows = rows_of(
        [(relation, name, "s") for name in names for relation in ("indication", "disease_protein")]
    )
    kg, seeds = write_rows(tmp_path / "kg.csv", rows), write_seeds(tmp_path / "seeds.csv", ["s"])
    built = build_benchmark(Sources(kg, seeds), BuildSettings(n_options={Task.EC: 3}), tmp_path / "b")
    shown = [text for item in read_items(built.items_path) for text in item.options.values()]
    assert not any("\u00ad" in text or "\u200b" in text for text in shown)
    assert verify(built.directory, Inputs(kg, seeds)).violations == ()


@pytest.mark.parametrize("scope", Scope)
def test_no_build_from_real_rows_has_a_violation(real_sources, real_benchmark, scope):
    sources = real_sources
    inputs = Inputs(
        sources.kg,
        sources.seeds,
        disease_features=sources.disease_features,
        drug_features=sources.drug_features,
    )
    assert verify(real_benchmark(scope).directory, inputs).violations == ()
