"""All checks of one text that need no model, the cheap ones first."""

from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.texts.form import length_problems, person_problems, whole_problems
from benchmark.mentalkg.texts.leaks import LeakFinder
from benchmark.mentalkg.texts.problem import TextProblem
from benchmark.mentalkg.texts.stated import demographic_problems, duration_problems
from benchmark.mentalkg.texts.wording import CopyFinder


class TextChecker:
    """Checks texts of one graph; its patterns are compiled once."""

    def __init__(self, graph: DiagnosisGraph) -> None:
        self._graph = graph
        self._leaks = LeakFinder(graph)
        self._copies = CopyFinder(graph)

    def problems(self, text: str, patient: Patient) -> list[TextProblem]:
        """Everything wrong with a text; copies of other patients' texts are found by `near_copies`."""
        return [
            *length_problems(text),
            *whole_problems(text),
            *person_problems(text, patient.profile.type),
            *self._leaks.problems(text),
            *self._copies.problems(text),
            *duration_problems(text, patient, self._graph),
            *demographic_problems(text, patient),
        ]
