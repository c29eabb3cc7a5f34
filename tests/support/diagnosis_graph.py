"""A diagnosis graph of three invented disorders, as files.

Xenia (D901) needs three of four humming symptoms and one of two of glow, for two weeks. Whoever has it
meets Ypsia (D902), which needs three of the same four. Zed (D903) lasts a month at most, after a loss. Xenia
is told from Zed by a trigger and a rule; Zed from Ypsia without a trigger.
"""

import copy
import json
from pathlib import Path
from typing import Any

HUM = ["S901", "S902", "S903", "S904"]
GLOW = ["S905", "S906"]
FADE = ["S907", "S908"]
HUMS = ("Low_Hum", "High_Hum", "Night_Hum", "Shared_Hum")
OTHERS = ("Hand_Glow", "Face_Glow", "Slow_Fade", "Quick_Fade")


def _examples(name: str) -> list[str]:
    return [f"The person notices {name.lower()} at work.", f"Has {name.lower()} at home."]


def _subtypes(name: str) -> dict[str, str]:
    return {"Faint": f"A faint kind of {name.lower()}.", "Bright": f"A bright {name.lower()}."}


def _symptom(key: str, name: str, **shown: Any) -> tuple[str, dict[str, Any]]:
    return key, {"name": name, "category": "invented", "description": f"Often shows {name.lower()}.", **shown}


def _group(pool: list[str], min_count: int, **more: Any) -> dict[str, Any]:
    return {"relation": "must_include", "min_count": min_count, "symptom_pool": pool, **more}


FILES: dict[str, Any] = {
    "disorder.json": {"D901": {"name": "Xenia"}, "D902": {"name": "Ypsia"}, "D903": {"name": "Zed Reaction"}},
    "diagnostic_criteria.json": {
        "D901": {
            "name": "Xenia",
            "required_criteria": {
                "humming": _group(HUM, 3, min_duration="2 weeks"),
                "glow": _group(GLOW, 1),
                "min_duration": "1 month",
                "functional_impairment_required": True,
            },
        },
        "D902": {"name": "Ypsia", "required_criteria": {"humming": _group(HUM, 3, min_duration="2 weeks")}},
        "D903": {
            "name": "Zed Reaction",
            "required_criteria": {
                "fading": _group(FADE, 1, must_include_all=["S907"]),
                "min_duration": "3 days",
                "max_duration": "1 month",
                "psychosocial_stressor_required": "psychosocial_stressor",
                "additional_requirements": ["Fading began within a week of the loss"],
            },
        },
    },
    "symptom/1hum.json": dict(
        _symptom(key, name, examples=_examples(name))
        for key, name in zip(HUM, HUMS, strict=True)
    ),
    "symptom/2glow.json": dict(
        _symptom(key, name, subtypes=_subtypes(name))
        for key, name in zip([*GLOW, *FADE], OTHERS, strict=True)
    ),
    "differential_diagnosis/D901.json": {
        "D901": [
            {
                "differential_diagnosis": "D903",
                "additional_condition": "Presence of fading",
                "key_difference": "When the fading began",
                "rules": {
                    "D901": ["Fading may be there, but began long before the loss, with the humming."],
                    "D903": ["Fading began within days of the loss; criteria for Xenia are not met."],
                },
            }
        ]
    },
    "differential_diagnosis/D903.json": {
        "D903": [
            {
                "differential_diagnosis": "D902",
                "additional_condition": "None",
                "key_difference": "Whether the humming stays",
                "rules": {"D903": ["The humming ends after it."], "D902": ["The humming stays for weeks."]},
            }
        ]
    },
    "event.json": {
        "functional_impairment_required": {"name": "Functional Impairment", "types": {"work": "Work"}},
        "psychosocial_stressor_required": {
            "name": "Psychosocial Stressor",
            "description": "An event that hurts.",
            "examples": {"Loss": "A cat that ran away.", "Move": "A new town."},
        },
    },
}  # fmt: skip


def files() -> dict[str, Any]:
    """The files' content, to be changed."""
    return copy.deepcopy(FILES)


def write_graph(folder: Path, content: dict[str, Any] | None = None) -> Path:
    """Write the graph, or what is given in its place, and return the folder."""
    for name, value in (content or FILES).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    return folder
