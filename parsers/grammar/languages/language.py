"""What a file of a language holds: its cue words by what they mean."""

from dataclasses import dataclass


class Role:
    """What a cue word says about the option beside it: a bit each, and a word may have several.

    Plain numbers: a member of `enum.Flag` is ten times as slow, and clauses are full of them.
    """

    ANSWER = 1 << 0  # "answer", "solution"
    RIGHT = 1 << 1  # "correct", "right", "best"
    OPTION = 1 << 2  # "option", "variant", "letter"
    LINK = 1 << 3  # articles, copulas, "number", "of this question": words that change nothing
    IS = 1 << 4  # the copula, where it is a word of its own
    NOT = 1 << 5  # "not", "never"
    WRONG = 1 << 6  # "wrong", "incorrect"
    PICK = 1 << 7  # "I choose"
    SO = 1 << 8  # "therefore"
    OTHER = 1 << 9  # "the others"
    JOIN = 1 << 10  # "and", "or"
    REASON = 1 << 11  # "because": what is denied behind it is not the option
    OUT = 1 << 13  # "excluded": a word for wrong by which nothing is asked for
    STATEMENT = 1 << 12  # "statement": the false one may be what is asked for
    BEHIND = 1 << 14  # "not", of what stands before it


@dataclass(frozen=True, slots=True)
class Language:
    """The cue words of one language; lower case, Latin accents and apostrophes dropped.

    A closing `*` stands for any ending, `_` for a blank. A word may stand in several lists.

    Attributes:
        name: in English.
        family: languages whose words are mixed in one reply and count as one; by default its own name.
        answer, right, option, link, copula, negation, wrong, pick, so, others, statement: words by their role, see `Role`.
        excluding: what says that an option is ruled out, beside the words for wrong.
        only: "only", before the one option of which something is denied: "only C is no conifer".
        for_example: what introduces an example of an answer, as an instruction shows it.
        missing: regular expressions of what says that the prompt lacks something, beside a refusal.
        because: what begins the reason for an answer.
        against: what denies, compares or limits, anywhere in what is said of the one option named.
        but: "but rather", between the option that is denied and the one that is the answer.
        denial_behind: words that deny what stands before them, and never what follows.
        doubting: "I do not think that", "I doubt", "one might think that"; it governs the rest of its sentence.
        condition: "if", at the head of a sentence; condition_behind: the same, at the end of its clause; then: "then".
        arguing: verbs of choosing and looking: "if I must choose" is no condition.
        up_to: "to" in "A to D".
        question, references: headings of a next question, and of a list of sources.
        summing: verbs by which a model goes on to sum up, or to answer other questions.
        others_choose: regular expressions of how others choose, up to the option, or with ◆ for it.
        both, either: what joins two options to a set, or to alternatives.
        true, false: words that are a whole verdict on an option in a list; in a sentence they say less.
        all_of: words that name all options together: "all of the above".
        heading: words that head working as well as an answer: "solution".
        refusal: regular expressions of sentences that decline, as `folding.plain_lower` leaves them.
        abstention: the same, for sentences that say the answer cannot be known.
        keys: of JSON fields: words for the options, and a regular expression of what
            holds no choice, because it is rejected, compared or an example.
        compared: what compares a number, as a sign and a regular expression of the words before it; with "…"
            before the sign, of those behind it.
        evidence: the same, for what says that evidence is missing; as_ai: for "as an AI"; filtered: for a filter's notice.
        sources: where the words were seen.
    """

    name: str
    answer: str
    right: str
    option: str
    negation: str
    wrong: str
    both: str
    either: str
    sources: str
    family: str = ""
    link: str = ""
    copula: str = ""
    pick: str = ""
    so: str = ""
    others: str = ""
    statement: str = ""
    because: str = ""
    excluding: str = ""
    only: str = ""
    for_example: str = ""
    true: str = ""
    false: str = ""
    all_of: str = ""
    heading: str = ""
    against: str = ""
    but: str = ""
    denial_behind: str = ""
    doubting: str = ""
    condition: str = ""
    condition_behind: str = ""
    then: str = ""
    arguing: str = ""
    others_choose: tuple[str, ...] = ()
    question: str = ""
    references: str = ""
    up_to: str = ""
    summing: str = ""
    refusal: tuple[str, ...] = ()
    abstention: tuple[str, ...] = ()
    compared: tuple[tuple[str, str], ...] = ()
    keys: tuple[str, str] = ("", "(?!)")
    missing: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    as_ai: tuple[str, ...] = ()
    filtered: tuple[str, ...] = ()

    def roles(self) -> tuple[tuple[int, str], ...]:
        """The lists of words, each with its role."""
        return (
            (Role.ANSWER, self.answer),
            (Role.RIGHT, self.right),
            (Role.OPTION, self.option),
            (Role.LINK, self.link),
            (Role.IS, self.copula),
            (Role.NOT, self.negation),
            (Role.NOT | Role.BEHIND, self.denial_behind),
            (Role.WRONG, self.wrong),
            (Role.WRONG | Role.OUT, self.excluding),
            (Role.PICK, self.pick),
            (Role.SO, self.so),
            (Role.OTHER, self.others),
            (Role.STATEMENT, self.statement),
            (Role.REASON, self.because),
            (Role.JOIN, f"{self.both} {self.either}"),
        )
