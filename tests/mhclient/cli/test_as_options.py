"""The library's messages name parameters, the command line's name options; nothing falls between the two."""

import json
import re
import shlex

import pytest

from mhclient.cli.as_options import RENAMED, as_options
from mhclient.cli.main import main
from mhclient.cli.parser import VERBS, verb_parser
from tests.support.asking import serving
from tests.support.commands import typed_here
from tests.support.items import make_items
from tests.support.raw_server import RawServer, http


def test_a_parameter_that_is_called_otherwise_has_an_option_of_that_name():
    helps = "\n".join(verb_parser(verb).format_help() for verb in VERBS)
    assert {*RENAMED.values()} <= {*re.findall(r"--[a-z-]+", helps)}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("`base_url=ftp://x`: not an address.", "--base-url ftp://x: not an address."),
        ("leave out `parent`; `items`, `bertscore=x` too", "leave out --parent; --items, --bertscore x too"),
        ("Cap with `max_cost_usd`, or `preflight=False`.", "Cap with --max-cost, or --no-preflight."),
        ("the server says: `logit_bias` is `null`", "the server says: `logit_bias` is `null`"),
        ("its gold 'the `model`' is no option of `gold`", "its gold 'the `model`' is no option of --gold"),
        ("items' `gold` isn't \"`gold`\"", "items' --gold isn't \"`gold`\""),
    ],
)
def test_a_parameter_becomes_its_option(message, said):
    assert as_options(message) == said


def test_a_user_of_the_command_line_reads_options(capsys):
    assert main(["build", "--sample", "--out", "b", "--options", "RP=5"]) == 2
    assert "--options RP=5: only ET, EC, RT, ES have a free number" in capsys.readouterr().err


def test_what_a_server_says_of_its_parameters_stays_as_it_is_said(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(2)).directory
    refused = json.dumps({"error": {"message": "Use `max_length`, not `temperature=0`."}}).encode()

    async def refuse(writer, _):
        writer.write(http(refused, status="400 Bad Request"))

    with serving(RawServer(refuse)) as server:
        words = ["run", "--provider", "compatible", "--model", "m", "--base-url", server.openai_base_url]
        words += ["--benchmark", str(benchmark), "--store", str(tmp_path / "s.sqlite3")]
        ended = typed_here(words, capsys)
    assert "HTTP 400: Use 'max_length', not 'temperature=0'." in " ".join(ended.said.split())


@pytest.mark.parametrize("column", ["Richtige Antwort", "Ist's A?", "Gold (neu)", "Lösung"])
def test_what_a_message_says_to_type_is_one_word_for_a_shell(column):
    said = as_options(f"`columns={json.dumps({'gold': column}, ensure_ascii=False)}`")
    assert shlex.split(said) == ["--map", f"gold={column}"]
