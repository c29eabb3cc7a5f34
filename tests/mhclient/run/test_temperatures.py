"""A temperature that a provider's documentation rules out is refused before anything is sent."""

import pytest

from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.run.parameters import HIGHEST, Parameters, check_temperature
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items
from tests.support.stored import store_run


@pytest.fixture
def asked(make_benchmark, tmp_path):
    """Runs a study of one model with these settings; returns the status and how many requests were sent."""

    def ask(name, settings, *words):
        benchmark = make_benchmark(make_items(2))
        with serving(simulator_for(benchmark)) as simulator:
            study = tmp_path / "study.toml"
            model = f'[[models]]\nname = "{name}"\nbase_url = "{simulator.openai_base_url}"\n{settings}\n'
            study.write_text(f'benchmarks = ["{benchmark.directory}"]\n{model}')
            return main(["run", str(study), *words]), simulator.asked.total()

    return ask


@pytest.mark.parametrize("words", [[], ["--batch"], ["--dry-run"]])
def test_a_study_is_refused_in_one_line_and_asks_nothing(asked, words, capsys):
    assert asked("openai:gpt-5", "temperature = 9", *words) == (2, 0)
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.endswith(
        "study.toml: 'temperature = 9': openai takes a number from 0 to 2. Give one, or leave it out."
    )


@pytest.mark.parametrize("name", ["compatible:sim-tidy", "openai:sim-tidy"])
def test_other_services_and_simulated_models_take_any(asked, name):
    assert asked(name, "temperature = 9") == (0, 2)


def test_what_is_asked_again_is_checked_too(make_benchmark, store, capsys):
    benchmark = make_benchmark(make_items(2))
    run_id = store_run(
        store, benchmark, {"RP-00000": "Well."}, model="gpt-5", parameters=Parameters(temperature=1.0)
    )
    command = ["reask", run_id, "--outcome", "no_answer", "--dry-run", "--temperature"]
    assert main([*command, "2.5"]) == 2
    assert "--temperature 2.5: openai takes a number from 0 to 2." in capsys.readouterr().err
    assert main([*command, "2"]) == 0


@pytest.mark.parametrize(("provider", "highest"), HIGHEST.items())
def test_the_highest_itself_is_taken(provider, highest):
    check_temperature(provider, "m", highest)
    check_temperature(provider, "m", None)
    with pytest.raises(UsageError, match=f"{provider} takes a number from 0 to {highest}"):
        check_temperature(provider, "m", highest + 0.01)
