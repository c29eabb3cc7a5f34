"""Prompt-format variants, and how one turns an item into a prompt.

A variant is a small declarative file; those in the package lie in `mhclient/run/variants`. What a run asked
is recorded with the whole variant, so that a file edited later is noticed, not silently used.
"""

from mhclient.run.prompts.examples import ExamplePools, pools_from
from mhclient.run.prompts.prompter import Prompter, Question
from mhclient.run.prompts.render import render
from mhclient.run.prompts.shown import Shown, displayed_options
from mhclient.run.prompts.variant import Variant, built_in_variants, load_variant

__all__ = [
    "ExamplePools",
    "Prompter",
    "Question",
    "Shown",
    "Variant",
    "built_in_variants",
    "displayed_options",
    "load_variant",
    "pools_from",
    "render",
]
