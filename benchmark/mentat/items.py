"""An item of MENTAT: a question, an order of options, and the patient's attributes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.item import Entity, Item
from benchmark.mentat.labels import LETTERS, MentatLabels, gold_letter, shown
from benchmark.mentat.questions import MentatQuestion
from benchmark.mentat.replay import CopyDraw


@dataclass(frozen=True, slots=True)
class Frame:
    """What all items of a set share.

    Attributes:
        set_name: of the design or the released set.
        version: january, february or file.
        listed_wrong: question → original options that upstream lists as wrong.
    """

    set_name: str
    version: str
    labels: MentatLabels
    listed_wrong: Mapping[int, tuple[int, ...]]

    def item(self, question: MentatQuestion, draw: CopyDraw, vignette: str, **more: Any) -> Item:
        """The item of a draw; `more` goes into its details."""
        text = question.text(draw.gender, draw.nationality, draw.age)
        options = [question.options[option] for option in draw.order]
        labels = self.shown_labels(question, draw.order)
        return self.finished(question, draw, vignette, (text, options, labels), **more)

    def shown_labels(self, question: MentatQuestion, order: tuple[int, ...]) -> dict[str, Any]:
        """Name → the question's label in the order shown."""
        found = self.labels.of(question.number, question.category, question.truth)
        digests = {name: labels.digest for name, labels in self.labels.sets.items()}
        return {name: shown(label, order, digests.get(name, "")) for name, label in found.items()}

    def finished(
        self,
        question: MentatQuestion,
        draw: CopyDraw,
        vignette: str,
        asked: tuple[str, Sequence[str], dict[str, Any]],
        **more: Any,
    ) -> Item:
        """The item with these words: the text, the options as shown, the labels as shown."""
        text, options, labels = asked
        name = f"q{question.number}"
        return Item(
            id=f"mentat/{self.set_name}/{name}/{draw.copy}",
            task=question.category,
            question=text,
            options=dict(zip(LETTERS, options, strict=True)),
            gold=(gold_letter(labels, self.labels.default, f"question {question.number}"),),
            entities=(Entity("question", "question", name),),
            details={
                "q_id": question.number,
                "set": self.set_name,
                "version": self.version,
                "vignette": vignette,
                "gender": draw.gender,
                "nationality": draw.nationality,
                "age": draw.age,
                "eligible": question.shape.eligible(),
                "order": list(draw.order),
                "listed_wrong": self._wrong(draw),
                "labels": labels,
                **more,
            },
        )

    def _wrong(self, draw: CopyDraw) -> list[str]:
        """Letters of options listed as wrong."""
        wrong = self.listed_wrong.get(draw.question, ())
        return [letter for letter, option in zip(LETTERS, draw.order, strict=True) if option in wrong]
