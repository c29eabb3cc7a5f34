"""How badly simulated writers and checkers do what a job asks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WriterRates:
    """How badly a simulated writer writes. Rates are probabilities, drawn independently per prompt.

    Attributes:
        prose_rate: how often its JSON stands in chatter.
        broken_json_rate: how often its JSON is cut short in the middle.
        drop_symptom, add_symptom: of a case, how often a symptom is left out, or the `added` ones put in.
        added: names of symptoms, with + between them.
        leak_name: how often a case names a diagnosis.
        wrong_duration: how often every duration in a case is another.
        short: how often a case has 60 words.
        wrong_person: how often a chart is told in the first person, and a self-report in the third.
        copy: how often a case copies what its symptoms are described by.
        follow_other_rule: how often a clear case shows the other side's rule.
        miss, false_alarm: of a checker, how often a symptom that is told is not found, and one that is not
            told is.
    """

    prose_rate: float = 0.0
    broken_json_rate: float = 0.0
    drop_symptom: float = 0.0
    add_symptom: float = 0.0
    added: str = "Depressed Mood"
    leak_name: float = 0.0
    wrong_duration: float = 0.0
    short: float = 0.0
    wrong_person: float = 0.0
    copy: float = 0.0
    follow_other_rule: float = 0.0
    miss: float = 0.0
    false_alarm: float = 0.0
