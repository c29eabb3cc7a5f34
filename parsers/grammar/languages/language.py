"""What a file of a language holds: its cue words by what they mean, and sentences that show their use."""

from dataclasses import dataclass


class Role:
    """What a cue word says about the option beside it: a bit each, and a word may have several.

    Plain numbers: a member of `enum.Flag` is ten times as slow, and clauses are full of them.
    """

    ANSWER = 1 << 0  # "answer", "solution"
    RIGHT = 1 << 1  # "correct", "right", "best"
    OPTION = 1 << 2  # "option", "variant", "letter"
    LINK = 1 << 3  # articles, copulas, "number", "of this question": words that change nothing
    IS = 1 << 4  # the copula, where it is a separate word
    NOT = 1 << 5  # "not", "never"
    WRONG = 1 << 6  # "wrong", "incorrect"
    PICK = 1 << 7  # "I choose"
    SO = 1 << 8  # "therefore"
    OTHER = 1 << 9  # "the others"
    JOIN = 1 << 10  # "and", "or"
    REASON = 1 << 11  # "because": what is denied behind it is not the option
    STATEMENT = 1 << 12  # "statement": the false one may be what is asked for
    BUT = 1 << 13  # "but rather": what follows takes the place of what is denied before
    LEFT = 1 << 15  # "there remains": I choose, where nothing but the option follows
    BEHIND = 1 << 14  # a denial of what stands before it, whatever follows


@dataclass(frozen=True, slots=True)
class Language:
    """The cue words of one language; lower case, Latin accents and apostrophes dropped.

    A closing `*` stands for any ending, `_` for a blank. A word may stand in several lists.

    Attributes:
        name: in English.
        family: languages whose words are mixed in one reply and count as one; by default its own name.
        answer, right, option, link, copula, negation, wrong, pick, so, others, statement: words by their role, see `Role`.
        because: what begins the reason for an answer.
        but: "but rather", between the option that is denied and the one that is the answer.
        denial_behind: words of denial that stand behind what they deny, and never before it.
        both, either: what joins two options to a set, or to alternatives.
        refusal: regular expressions of sentences that decline, as `folding.plain_lower` leaves them.
        abstention: the same, for sentences that say the answer cannot be known.
        to_asker: the same, for all that a sentence says behind a yes or no that speaks to the one who asks: offers,
            praise of the question, and that nothing can be said.
        correcting: the same, for words by which one owns to a mistake of one's own, or announces a correction.
        left: what says that one option is left over, where no word follows it.
        listed: words for the options together, in a line that heads what is said of each.
        too: "also", of an option that is called right behind another one.
        reserve, reserve_behind_comma: "only", "but": the one is right with a reserve.
        said: verbs behind which somebody else speaks: "the patient said: …".
        own_voice: words right before such a verb where nobody else speaks: "I said: …", "as … says: …".
        task: words for the text that is asked about, before such a verb or behind it; nobody else speaks there either.
        others_choose: regular expressions of how others are said to choose an option, up to the option, with some
            words before it; with ◆ for the option where the verb stands behind it.
        true, false: words that are a whole verdict behind an option in a list; in a sentence they say less.
        takes: sentences that answer with the option ◆; its text is ◇, and another option ◈.
        refuses: sentences that do not answer with the option ◆, the negated cue first.
        question: words for a question, as keys of JSON fields.
        options_keys: words for the options, as keys of JSON fields.
        no_choice_keys: regular expressions of keys of JSON fields that hold no choice: what is rejected, compared, an example.
        asking: words that begin a question, as they are written, accents and all.
        asking_at_head: the same, of words that begin other sentences, too, where a word and a comma stand before them.
        states: verbs of what an option says or fits, where they are all that a reply says of the only one it names.
        states_little: words behind such a verb by which it says too little, or too much.
        turns: regular expressions of words by which such a reply says something else of the option, or speaks of the others.
        whether: the word that begins an indirect question.
        patient: words for one whose case is asked about, pronouns too.
        already: words by which something is so in the case, and not an answer.
        supposing: what one might think and does not: "one might think that …"; it governs the rest of the clause.
        doubting: what one does not think, or is not sure of; likewise.
        not_so: how a sentence ends that takes back what it says: ", but it is not". Whole, since a shorter "but not" may
            go on about another option.
        would, if_behind_would: "◆ would be right, if …".
        if_at_head: what begins a condition at the head of a sentence; without words that are other things there.
        asked_of: "if" or "whether", with two words at most before the option of which it is asked.
        for_example: words that show a form instead of an answer.
        torn: "I hesitate between", before two options.
        as_well_as: the first half of "as well … as", before two options.
        both_possible: words behind two options that leave both open.
        settles_nothing: sentences that name ◆ and do not answer with it: ◈ is called right, too, or something else is
            said of it as well. In brackets or in small letters they may be read.
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
    takes: tuple[str, ...]
    refuses: tuple[str, ...]
    sources: str
    family: str = ""
    link: str = ""
    copula: str = ""
    pick: str = ""
    so: str = ""
    others: str = ""
    statement: str = ""
    because: str = ""
    but: str = ""
    denial_behind: str = ""
    refusal: tuple[str, ...] = ()
    abstention: tuple[str, ...] = ()
    to_asker: tuple[str, ...] = ()
    correcting: tuple[str, ...] = ()
    left: str = ""
    listed: str = ""
    too: str = ""
    reserve: str = ""
    reserve_behind_comma: str = ""
    said: str = ""
    own_voice: str = ""
    task: str = ""
    others_choose: tuple[str, ...] = ()
    question: str = ""
    options_keys: str = ""
    no_choice_keys: tuple[str, ...] = ()
    asking: str = ""
    asking_at_head: str = ""
    states: str = ""
    states_little: str = ""
    turns: tuple[str, ...] = ()
    whether: str = ""
    patient: str = ""
    already: str = ""
    supposing: str = ""
    doubting: str = ""
    not_so: str = ""
    would: str = ""
    if_behind_would: str = ""
    if_at_head: str = ""
    asked_of: str = ""
    for_example: str = ""
    torn: str = ""
    as_well_as: str = ""
    both_possible: str = ""
    settles_nothing: tuple[str, ...] = ()
    true: str = ""
    false: str = ""

    def roles(self) -> tuple[tuple[int, str], ...]:
        """The lists of words, each with its role."""
        return (
            (Role.ANSWER, self.answer),
            (Role.RIGHT, self.right),
            (Role.OPTION, self.option),
            (Role.LINK, self.link),
            (Role.IS, self.copula),
            (Role.NOT, self.negation),
            (Role.WRONG, self.wrong),
            (Role.PICK, self.pick),
            (Role.PICK | Role.LEFT, self.left),
            (Role.SO, self.so),
            (Role.OTHER, self.others),
            (Role.STATEMENT, self.statement),
            (Role.REASON, self.because),
            (Role.BUT, self.but),
            (Role.NOT | Role.BEHIND, self.denial_behind),
            (Role.JOIN, f"{self.both} {self.either}"),
        )
