"""The keys of a study file, table by table, and what is meant by one that is none of them."""

from collections.abc import Collection, Mapping

from benchmark.nearest import near_names
from mhclient.ask.limits import Limits
from mhclient.ask.making import ParameterOptions
from mhclient.errors import GONE

OF_A_STUDY: Mapping[str, type] = {
    "benchmarks": list, "models": list, "variants": list, "tasks": list,
    "epochs": int, "limit": int, "adapt_parameters": bool, "panel": int, "limits": dict,
    "report": str, "with_answers": bool,
}  # fmt: skip
# Where a model is, and how a local one is computed. Code that comes with a model is not a file's to name.
HOW_A_MODEL: Mapping[str, type] = {
    "base_url": str, "endpoint_name": str, "ask": str, "dtype": str, "device_map": str, "max_length": int,
    "batch_size": int, "engine": str, "checks": int, "revision": str, "on": list, "gpus_per_seat": int,
}  # fmt: skip
OF_A_MODEL = ("name", "price", *ParameterOptions.__annotations__, *HOW_A_MODEL)
OF_A_BENCHMARK = ("source", "columns", "sheet", "skip_bad")
OF_LIMITS = tuple(name for name in Limits.__annotations__ if name != "price")

_PLACES: Mapping[str, Collection[str]] = {
    "to a model, below [[models]]": OF_A_MODEL,
    "in the table [limits]": OF_LIMITS,
    "to a benchmark, below [[benchmarks]]": OF_A_BENCHMARK,
    "at the top of the file, above every [table]": OF_A_STUDY,
}
# What the command line calls otherwise.
_OPTIONS = {"set": "parameters", "map": "columns", "max_cost": "max_cost_usd", "model": "name"}
_FIELDS = ("seed", "top_p", "top_k", "stop", "frequency_penalty", "presence_penalty")


def hint(key: str, keys: Collection[str]) -> str:
    """What is meant by a key that this table has not: another, one of another table, or an option's name.

    >>> hint("set", OF_A_MODEL), hint("max_cost", OF_A_STUDY)
    ("Did you mean 'parameters'?", "'max_cost_usd' belongs in the table [limits].")
    """
    meant = _OPTIONS.get(key, key)
    if meant in keys:
        return f"Did you mean '{meant}'?"
    if key == "provider":
        return 'The provider stands before the model\'s name: name = "openai:gpt-5".'
    if said := GONE.get(key):
        return said[0].upper() + said[1:]
    if key in _FIELDS:
        return f"A field of the request stands among a model's parameters: parameters = {{ {key} = … }}."
    near = near_names(key, keys, 1)
    places = [place for place, there in _PLACES.items() if meant in there]
    if places and not (near and near[0].startswith(key)):  # model, of models
        return f"'{meant}' belongs {places[0]}."
    return f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(keys)}."
