"""An item of MENTAT: a question, an order of options, the patient's attributes, and which option is right:
label sets for the two ambiguous categories, the author's answer for the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.errors import ItemFormatError
from benchmark.item import Entity, Item
from benchmark.labels.annotations import N_OPTIONS, Annotation, hash_of, question_number, read_annotations
from benchmark.labels.authors import ANALYSIS, read_authors
from benchmark.labels.fit import AUTHOR_SET, DEFAULT_SET, N_DRAWS, SETS, draw_labels
from benchmark.labels.label_file import Label, LabelSet, fit_file, label_set, read_labels
from benchmark.mentat.release import ONE_RIGHT, CopyDraw, MentatQuestion

LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class MentatLabels:
    """Label sets by name.

    Attributes:
        sets: name → labels of triage and documentation, by original option.
        default: the set whose top is an item's gold.
        rated: question → where it is rated, file and row; of labels from a file alone, empty.
    """

    sets: Mapping[str, LabelSet]
    default: str
    rated: Mapping[int, str] = field(default_factory=dict)

    def questions(self) -> dict[int, str]:
        """Every question that is rated, has a label or was left out of a fit → where, if that is known."""
        found: dict[int, str] = {}
        for each in self.sets.values():
            left_out = each.about.get("left_out")
            numbers = left_out if isinstance(left_out, dict) else {}
            found |= dict.fromkeys(each.labels, "")
            found |= {known: "" for number in numbers if (known := question_number(number)) is not None}
        return found | dict(self.rated)

    def of(self, question: int, category: str, truth: tuple[float, ...]) -> dict[str, Label]:
        """Name → the question's label; in categories with one right answer all are the author's.

        Sets without the question are left out.
        """
        if category in ONE_RIGHT:
            return dict.fromkeys((*self.sets, AUTHOR_SET), Label(truth))
        return {name: found.labels[question] for name, found in self.sets.items() if question in found.labels}

    def document(self) -> dict[str, Any]:
        """As the manifest records them: probabilities and draws by original option."""
        return {
            "default": self.default,
            "sets": {
                name: {
                    "input_sha256": found.digest,
                    "settings": found.about.get("settings"),
                    "tops": {str(q): label.tops for q, label in found.labels.items() if label.tops},
                }
                for name, found in self.sets.items()
            },
        }


def labels_for(path: Path, given: LabelSet | Path | None = None, n_draws: int = N_DRAWS) -> MentatLabels:
    """The label sets of a clone: those that its annotations and its analysis allow, or a file in front.

    Args:
        given: labels, or the file that `labels fit` wrote; they become the default set. Otherwise `experts`
            is fitted.

    Raises:
        AnnotationError: the clone has no annotations, and no labels are given.
        LabelError: the given ones cannot be read.
    """
    sets: dict[str, LabelSet] = {}
    default = DEFAULT_SET
    if given is not None:
        first = given if isinstance(given, LabelSet) else read_labels(given)
        default, sets[first.name] = first.name, first
        if not any(path.rglob("*_annotation_data_*.csv")):
            return MentatLabels(sets, default)
    annotations = read_annotations(path)
    digest = hash_of(annotations)
    analysis = next(iter(sorted(path.rglob(ANALYSIS))), None)
    authors = read_authors(analysis, annotations) if analysis else None
    for name, settings in SETS.items():
        if name not in sets and (authors or not settings.author):
            fitted = fit_file(path, annotations, settings, authors)
            draws = draw_labels(fitted, n_draws) if name == default and n_draws else None
            sets[name] = label_set(fitted, digest, draws)
    if authors:
        one_hot = {question: _one_hot(option) for question, option in authors.items()}
        sets[AUTHOR_SET] = LabelSet(AUTHOR_SET, one_hot, {"input_sha256": digest})
    return MentatLabels(sets, default, _places(annotations))


def ratings_alone(path: Path) -> MentatLabels:
    """Which questions the annotations of a clone are of, without a label."""
    return MentatLabels({}, DEFAULT_SET, _places(read_annotations(path)))


def _places(annotations: Sequence[Annotation]) -> dict[int, str]:
    """Question → where it is rated first."""
    return {each.question: each.where for each in reversed(annotations)}


def _one_hot(option: int) -> Label:
    return Label(tuple(1.0 if k == option else 0.0 for k in range(N_OPTIONS)))


def shown(label: Label, order: tuple[int, ...], digest: str) -> dict[str, Any]:
    """A label in the order in which options are shown, as an item records it."""
    found: dict[str, Any] = {"p": [label.probabilities[option] for option in order]}
    if label.lower and label.upper:
        found["lower"] = [label.lower[option] for option in order]
        found["upper"] = [label.upper[option] for option in order]
    return {**found, "hash": digest[:12]}


def gold_letter(labels: Mapping[str, Mapping[str, Any]], default: str, where: str) -> str:
    """The letter of the largest probability in the default set.

    Raises:
        ItemFormatError: the default set does not have the question.
    """
    if default not in labels:
        raise ItemFormatError(
            f"{where}: label set {default!r} has no label of this question, so its gold is not known. Give "
            "labels that are fitted to its ratings, too."
        )
    p = labels[default]["p"]
    return LETTERS[p.index(max(p))]


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
