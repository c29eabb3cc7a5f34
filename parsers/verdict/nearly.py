"""Replies without a label that say one option in nearly its words, where an answer is due.

Asked last. The words stand at the head of the reply, behind a copula or a colon of its first sentence or of
a conclusion, or in bold there; they are all of the option's words that count, or all but a few of a long
text while the words that only other options have are missing. Two options said so are none.

Decision: docs/decisions/parsers.md, "An option said in nearly its own words".
"""

from collections.abc import Iterator

from parsers.claims.claims import Claim, Completion
from parsers.claims.cues import opens_as_conclusion
from parsers.claims.denials import denies
from parsers.grammar.commitments import BEFORE_COPULA
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.options.gist import Gists, Word, gist_words, gists_of
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Grade, SetAside, Span
from parsers.text.folding import plain_lower
from parsers.verdict.resolve import Conclusion

_LONGEST = 600  # characters of a sentence that is looked at
_SENTENCES = 60  # sentences of a reply that are looked at for a conclusion
_FEW = 5  # words of a text of which one may be said otherwise
_ENOUGH = 0.75  # share of a long text's words that must be said
_HALF = 0.5  # share that is enough where nearly all words that tell it from the others are said
_TELLING = 4  # of them, at least so many
_OWN = 0.6  # share of the words that tell it from another option
_STRANGE = 0.2  # share of the words of another option that may be said, too
_HEAD = 3  # words among which the first one of such a text stands
_ENDING = 2  # letters that an ending may have
_STEM = 7  # letters in which forms of one word agree
_LONE = 4  # letters of a text that is one word

_END = Pattern(r"[.!?。](?=\s|\Z|\[)|\n")
COPULAS = (
    "is|are|was|were|would be|es|son|seria|sera|est|sont|serait|sao|sono|sarebbe|ist|sind|ware|zijn|jest|je"
    "|jsou|adalah|ialah|yaitu|merupakan"
)
_IS = Pattern(rf"(?<![^\W_])(?:{COPULAS}|serian|e|zou|sa|byloby|ar|er|la)(?![^\W_])|[:：]")
_STOP = Pattern(r"[.):]?[ ]")
_LEAD_IN = Pattern(
    r"[\s\"'(*_-]*(?:(?:que|that|dass|che|qu'|de|del|la de|el de|las de|los de|a|the|by|o|e|il|gli|le)\s+)*"
)
_CONCLUDES = Pattern(r"\W*(?:therefore|thus|hence|so|in conclusion|in summary|overall|consequently)\b")
_STOPS = Pattern(
    r"[\"'*»”)]*(?:\s*[.;:()\[—–\n。]|\s*\Z|\s+-\s|,?\s+(?:que|ya|porque|because|since|which|as|for|weil|da|car|puisque"
    r"|pois|perche|dado|debido)(?![^\W_]))"
)
DENIAL = Pattern(
    r"(?<![^\W_])(?:not|never|cannot|no|ni|nunca|tampoco|jamas|nicht|kein\w*|pas|jamais|non|mai|nao|nie|niet|geen|ne|bukan|tidak"
    r"|khong|не|нет|ні)(?![^\W_])|n't\b"
)
_CONDITION = Pattern(r"\W*(?:if|si|wenn|falls|se|eger|jika|neu|если|якщо|jesli|pokud|als|indien)(?![^\W_])")
_ARTICLE = 5  # characters that an article and its blank may have
_WHETHER = Pattern(r"\b(?:if|whether|unless) (?:it|this|that|there|the \w+)\b[^,;:]{0,60}\Z")
_UNFIT = Pattern(r"(?:[^.!?\n]|\.(?=\d))*?\b(?:too \w+|toxic|above|below|exceeds)\b")
_THE_ONE = Pattern(r"\W*(?:so )?the (?:\w+ )?(?:answer|dose) (?:is|would be)\b")
_NEAR = 24  # characters beside the words in which a denial is of them


def nearly_said(reply: Completion) -> Conclusion | None:
    """The one option that the first sentence, or a conclusion, says in nearly its words."""
    if not reply.single or _is_list(reply):
        return None
    low = plain_lower(reply.plain.text.value)
    said = [found for span in _due(low, _head(reply, low)) for found in _said_in(reply, low, span)]
    if len({option for option, _ in said}) != 1:
        return None
    option, span = said[-1]
    if not _labelled(reply) <= {option} or _refuted(reply, option, span):
        return None
    if _gives_other_figure(reply, option, span):
        return None
    place = reply.plain.text.raw_span(*span)
    return Conclusion(Outcome.ANSWER, "nearly-text", frozenset({option}), span=place, grade=Grade.TEXT)


def _is_list(reply: Completion) -> bool:
    """Whether several texts stand on separate lines."""
    return len({claim.options for claim in reply.claims if claim.context.line_alone}) > 1


def _labelled(reply: Completion) -> frozenset[int]:
    """The options that are named by a label before a run-on; UNKNOWN for a letter the item lacks."""
    named = (
        claim.options
        for claim in reply.claims
        if claim.group.has_label and claim.set_aside is not SetAside.AFTER_RUN_ON
    )
    return frozenset().union(*named)


def _refuted(reply: Completion, option: int, said: Span) -> bool:
    """Whether it is denied there, or with its label elsewhere: "…, as is oak", "A) oak. es incorrecta"."""
    denied = [claim for claim in reply.claims if claim.set_aside is SetAside.NEGATED]
    return any(
        claim.group.mentions[-1].joined
        or (not _is_label(claim) and _is_denied_at(reply, claim.group.mentions[0].start, said))
        for claim in denied
        if option in claim.options
    )


def _is_label(claim: Claim) -> bool:
    """Whether it is named by a label, whose text may be a denial itself: "ت) … نیست"."""
    return claim.group.has_label or claim.group.mentions[0].spelled


def _is_denied_at(reply: Completion, start: int, said: Span) -> bool:
    """Whether a denied mention is what is said; behind a colon it may be asked for: "incorrect answer: …"."""
    announced = reply.plain.text.value[:start].rstrip(" \"'*(").endswith(":")
    return said[0] <= start + _ARTICLE and start < said[1] and not announced


def _gives_other_figure(reply: Completion, option: int, said: Span) -> bool:
    """Whether another option's number is called it later: "2 mg is too much. The dose is 1 mg."."""
    others = [claim for claim in reply.standing if claim.weak and claim.options != {option}]
    later = [claim.context.before for claim in others if claim.group.core[0] >= said[1]]
    unfit = _UNFIT.match(plain_lower(reply.plain.text.value[said[0] :]))
    return any(BEFORE_COPULA.search(before) and (unfit or _THE_ONE.match(before)) for before in later)


def _head(reply: Completion, low: str) -> int:
    """Where the first sentence begins, behind a label that heads it where no other heads a line."""
    start = len(low) - len(low.lstrip())
    heading = [claim for claim in reply.claims if claim.group.named_by_label and not claim.context.before]
    if not heading or len({claim.options for claim in heading}) > 1 or 0 in heading[0].options:
        return start
    mention = heading[0].group.mentions[0]
    stop = _STOP.match(low, mention.end)
    heads = stop is not None and not low[start : mention.core[0]].strip(" (\"'")
    return stop.end() if stop is not None and heads else start


def _due(low: str, start: int) -> Iterator[Span]:
    """The sentences in which an answer is due: the first one, and those that conclude."""
    for number in range(_SENTENCES):
        end = _END.search(low, start)
        last = end.start() if end else len(low)
        ended = end is not None or number == 0
        asked = end is not None and end[0] == "?"
        if ended and not asked and last - start <= _LONGEST and (number == 0 or _concludes(low[start:last])):
            yield start, last
        if end is None:
            return
        start = end.end()


def _concludes(sentence: str) -> bool:
    return _CONCLUDES.match(sentence) is not None or opens_as_conclusion(sentence)


def _said_in(reply: Completion, low: str, sentence: Span) -> Iterator[tuple[int, Span]]:
    """The options that a sentence says, with the places."""
    start, end = sentence
    if _CONDITION.match(low, start, end):
        return
    for first, last in {*_phrases(reply, low, sentence), *_bold_in(reply, sentence)}:
        words = gist_words(reply.plain.text.value[first:last], first)
        found = _option_said(reply, low, words)
        if found is None:
            continue
        option, length = found
        if _has_another_label(reply, low[: words[length - 1].end], option):
            continue
        place = words[0].start, words[length - 1].end
        if not _denied(low, sentence, place):
            yield option, place


_NUMBERED = Pattern(r"#(\d+)\W")  # "the answer is #3, 'birch'"


def _has_another_label(reply: Completion, said: str, option: int) -> bool:
    """Whether a number that is called one, in what is said so far, is the label of another option."""
    labels = reply.options.labels
    numbers = [match[1] for match in _NUMBERED.finditer(said)] if "#" in said else []
    return any(number in labels and labels.index(number) != option for number in numbers)


def _phrases(reply: Completion, low: str, sentence: Span) -> Iterator[Span]:
    """What stands at the head of a sentence, behind its copulas and behind its colons."""
    start, end = sentence
    yield _past_lead_in(low, start, end), end
    for match in _IS.finditer(low, start, end):
        if match[0] == "e" and reply.plain.text.value[match.start()] in "eE":
            continue  # "and", where "é" and "è" are "is"
        yield _past_lead_in(low, match.end(), end), end


def _past_lead_in(low: str, start: int, end: int) -> int:
    lead = _LEAD_IN.match(low, start, end)
    return lead.end() if lead else start


def _bold_in(reply: Completion, sentence: Span) -> Iterator[Span]:
    """What stands in bold in a sentence, without the stop behind it."""
    start, end = sentence
    for first, last in reply.plain.bold:
        if start <= first and last <= end + 1:
            yield first, min(last, end)


def _option_said(reply: Completion, low: str, words: list[Word]) -> tuple[int, int] | None:
    """The option that the words begin with, or of which they are nearly all; and how many that takes."""
    gists = gists_of(reply.options.plain)
    spoken = [word.text for word in words]
    begun = [(_begins_with(gist, spoken), option) for gist, option in gists.items() if _tells(gist)]
    exact = [(size, option) for size, option in begun if size and _STOPS.match(low, words[size - 1].end)]
    if exact:
        length = max(size for size, _ in exact)
        longest = [option for size, option in exact if size == length]
        option = longest[0] if len(longest) == 1 else gists.get(tuple(spoken[:length]))
        return None if option is None else (option, length)
    return _mostly_said(gists, spoken)


def _begins_with(gist: tuple[str, ...], spoken: list[str]) -> int:
    """How many words say the text, be they written in one or parted: "iliotibial", "ilio-tibial"; or 0."""
    if len(spoken) >= len(gist) and all(map(_alike, gist, spoken)):
        return len(gist)
    whole, said = "".join(gist), ""
    for size, word in enumerate(spoken, 1):
        said += word
        if not whole.startswith(said):
            return 0
        if len(said) == len(whole):
            return size
    return 0


def _alike(word: str, other: str) -> bool:
    """Whether two words are one, or forms of one that differ in their ending: "weibliche", "weiblichen"."""
    if word == other:
        return True
    stem = max(len(word), len(other)) - _ENDING
    return stem >= _LONE and word[:stem] == other[:stem] and word.isalpha() and other.isalpha()


def _tells(gist: tuple[str, ...]) -> bool:
    """Whether the words are enough to know an option by."""
    return len(gist) > 1 or (len(gist) == 1 and len(gist[0]) >= _LONE)


def _mostly_said(gists: Gists, spoken: list[str]) -> tuple[int, int] | None:
    """The one option of which nearly all words are said, in any order; and how many words that takes."""
    stems = [word[:_STEM] for word in spoken]
    said, known = set(stems), {gist: {word[:_STEM] for word in gist} for gist in gists}
    near = [
        (option, len(spoken))
        for gist, option in gists.items()
        if len(gist) >= _TELLING and _begins(gist, stems) and _mostly(gist, known, said)
    ]
    return near[0] if len(near) == 1 else None


def _begins(gist: tuple[str, ...], stems: list[str]) -> bool:
    """Whether one of a text's first words is among the first that are said: "se debe" may be left out."""
    return not {word[:_STEM] for word in gist[:_HEAD]}.isdisjoint(stems[:_HEAD])


def _mostly(gist: tuple[str, ...], known: dict[tuple[str, ...], set[str]], said: set[str]) -> bool:
    """Whether nearly all words of a text are said, and hardly any that only another text has."""
    own = known[gist]
    if _share(own, said) < _HALF or _denying(own) != _denying(said) or _figures(own) - said:
        return False
    apart = [(own - other, other - own) for other in known.values() if other is not own]
    if any(_share(theirs, said) > _STRANGE for _, theirs in apart):
        return False
    if any(_share(mine, said) < _OWN for mine, _ in apart):
        return False
    if all(len(mine) >= _TELLING for mine, _ in apart):
        return True  # half of its words are enough where so many tell it from every other text
    return _share(own, said) >= _ENOUGH and len(gist) >= _FEW


def _share(words: set[str], said: set[str]) -> float:
    return len(words & said) / len(words) if words else 0.0


def _denying(words: set[str]) -> set[str]:
    return {word for word in words if DENIAL.fullmatch(word)}


def _figures(words: set[str]) -> set[str]:
    return {word for word in words if word.isdecimal()}


def _denied(low: str, sentence: Span, place: Span) -> bool:
    """Whether the sentence denies what it says there, or calls it wrong."""
    start, end = sentence
    before, after = low[start : place[0]], low[place[1] : end]
    if _WHETHER.search(before) or DENIAL.search(before[-_NEAR:]) or DENIAL.search(after[:_NEAR]):
        return True
    wrong = roles_in(after[:_NEAR]) & Role.WRONG
    return bool(wrong) or denies(before, after)
