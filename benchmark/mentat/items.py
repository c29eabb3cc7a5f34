"""An item of MENTAT: a question, an order of options, and the patient's attributes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benchmark.item import Entity, Item
from benchmark.mentat.labels import LETTERS, MentatLabels, gold_letter, shown
from benchmark.mentat.questions import MentatQuestion
from benchmark.mentat.replay import CopyDraw


class ShownQuestion(NamedTuple):
    """A question in an order of options: what its items share, whatever the patient's attributes.

    Attributes:
        labels: name of a set → its label in the order shown.
        wrong: letters of options that upstream lists as wrong.
    """

    order: Sequence[int]
    options: Mapping[str, str]
    labels: Mapping[str, Any]
    gold: tuple[str]
    wrong: Sequence[str]
    eligible: Mapping[str, bool]
    entities: tuple[Entity]


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
    _shown: dict[tuple[int, tuple[int, ...]], ShownQuestion] = field(default_factory=dict)

    def item(self, question: MentatQuestion, draw: CopyDraw, vignette: str, **more: Any) -> Item:
        """The item of a draw; `more` goes into its details."""
        key = question.number, draw.order
        if (shown := self._shown.get(key)) is None:
            options = [question.options[option] for option in draw.order]
            labels = self.shown_labels(question, draw.order)
            where = f"question {question.number}"
            shown = self._shown[key] = self.shown(question, draw.order, options, labels, where)
        text = question.text(draw.gender, draw.nationality, draw.age)
        return self.finished(question, draw, vignette, text, shown, **more)

    def shown_labels(self, question: MentatQuestion, order: tuple[int, ...]) -> dict[str, Any]:
        """Name → the question's label in the order shown."""
        found = self.labels.of(question.number, question.category, question.truth)
        digests = {name: labels.digest for name, labels in self.labels.sets.items()}
        return {name: shown(label, order, digests.get(name, "")) for name, label in found.items()}

    def shown(
        self,
        question: MentatQuestion,
        order: tuple[int, ...],
        options: Sequence[str],
        labels: Mapping[str, Any],
        where: str,
    ) -> ShownQuestion:
        """A question with its options and labels as shown; `where` it stands, for messages."""
        wrong = self.listed_wrong.get(question.number, ())
        return ShownQuestion(
            order=list(order),
            options=dict(zip(LETTERS, options, strict=True)),
            labels=labels,
            gold=(gold_letter(labels, self.labels.default, where),),
            wrong=[letter for letter, option in zip(LETTERS, order, strict=True) if option in wrong],
            eligible=question.shape.eligible(),
            entities=(Entity("question", "question", f"q{question.number}"),),
        )

    def finished(
        self,
        question: MentatQuestion,
        draw: CopyDraw,
        vignette: str,
        text: str,
        shown: ShownQuestion,
        **more: Any,
    ) -> Item:
        """The item with this text."""
        return Item(
            id=f"mentat/{self.set_name}/q{question.number}/{draw.copy}",
            task=question.category,
            question=text,
            options=shown.options,
            gold=shown.gold,
            entities=shown.entities,
            details={
                "q_id": question.number,
                "set": self.set_name,
                "version": self.version,
                "vignette": vignette,
                "gender": draw.gender,
                "nationality": draw.nationality,
                "age": draw.age,
                "eligible": shown.eligible,
                "order": shown.order,
                "listed_wrong": shown.wrong,
                "labels": shown.labels,
                **more,
            },
        )
