import gzip

import pytest

from benchmark.harden.guides import LexicalGuide
from benchmark.harden.mapping import Mapper, bare_name
from benchmark.harden.read import read_graph


@pytest.fixture(scope="session")
def slice_graph(real_slice):
    """S of the check figures: the rows around psychiatric diseases."""
    return read_graph(real_slice / "kg.csv")


@pytest.fixture(scope="session")
def joined_graph(real_slice, tmp_path_factory):
    """S+B: the same and the rows around all other diseases."""
    path = tmp_path_factory.mktemp("joined") / "kg.csv"
    background = gzip.decompress((real_slice / "kg_background.csv.gz").read_bytes()).split(b"\n", 1)[1]
    path.write_bytes((real_slice / "kg.csv").read_bytes() + background)
    return read_graph(path)


@pytest.fixture(scope="session")
def joined_mapper(joined_graph):
    return Mapper(joined_graph, LexicalGuide([bare_name(name) for name in joined_graph.nodes.names]))
