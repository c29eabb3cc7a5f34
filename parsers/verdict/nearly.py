"""Replies without a label that say one option in nearly its words, where an answer is due.

Asked after refusals. The words stand at the head of the reply, behind a copula or a colon of its first
sentence or of a conclusion, or in bold there; they are all of the option's words that count, or all but a few
of a long text while the words that only other options have are missing. Two options said so are none.
"""

from collections.abc import Iterator, Sequence

from parsers.claims.claims import Completion
from parsers.claims.cues import denies, opens_as_conclusion
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in, spoken
from parsers.options.texts import Gists, Word, gist_words, gists_of
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Grade, SetAside, Span
from parsers.text.folding import plain_lower
from parsers.verdict.resolve import Conclusion

LONGEST = 600  # characters of a sentence that is looked at
SENTENCES = 60  # sentences of a reply that are looked at for a conclusion
FEW = 5  # words of a text of which one may be said otherwise
ENOUGH = 0.75  # share of a long text's words that must be said
HALF = 0.5  # share that is enough where nearly all words that tell it from the others are said
TELLING = 4  # of them, at least so many
OWN = 0.6  # share of the words that tell it from another option
STRANGE = 0.2  # share of the words of another option that may be said, too
HEAD = 3  # words among which the first one of such a text stands
ENDING = 2  # letters that an ending may have
STEM = 7  # letters in which forms of one word agree
LONE = 4  # letters of a text that is one word

_END = Pattern(r"[.!?](?=\s|\Z|\[)|[。！？]|\n")
COPULA = Pattern(rf"(?<![^\W_])(?:is|are|was|were|would be)(?![^\W_])|{spoken('copula')}|:")
_LEAD_IN = Pattern(
    r"(?:[\s\"'(*_]|-(?!\d))*"
    r"(?:(?:que|that|dass|che|qu'|de|del|la de|el de|las de|los de|a|the|by|o|e|il|gli|le)\s+)*"
)
_CONCLUDES = Pattern(r"\W*(?:therefore|thus|hence|so|in conclusion|in summary|overall|consequently)\b")
_STOPS = Pattern(
    r"[\"'*»”)]*(?:\s*[.;:()\[—–\n。]|\s*\Z|\s+-\s|,?\s+(?:que|ya|because|since|which|as|for)(?![^\W_])|,?\s+"
    rf"{spoken('because')})"
)
DENIAL = Pattern(rf"(?<![^\W_])(?:not|never|cannot|no)(?![^\W_])|n't\b|[❌✗✘✖]|{spoken('negation')}")
_CONDITION = Pattern(rf"\W*(?:if\b|{spoken('condition')})")
_NEAR = 24  # characters beside the words in which a denial is of them


def nearly_said(reply: Completion) -> Conclusion | None:
    """The one option that the first sentence, or a conclusion, says in nearly its words."""
    if reply.mode is not AnswerMode.SINGLE or _is_list(reply):
        return None
    low = plain_lower(reply.plain.text.value)
    said = [found for span in _due(low) for found in _said_in(reply, low, span)]
    if len({option for option, _ in said}) != 1:
        return None
    option, span = said[-1]
    if not _labelled(reply) <= {option}:
        return None
    place = reply.plain.text.raw_span(*span)
    return Conclusion(Outcome.ANSWER, "nearly-text", frozenset({option}), span=place, grade=Grade.TEXT)


def _is_list(reply: Completion) -> bool:
    """Whether several texts stand in lines of their own."""
    return len({claim.options for claim in reply.claims if claim.context.line_alone}) > 1


def _labelled(reply: Completion) -> frozenset[int]:
    """The options that are named by a label before a run-on; UNKNOWN for a letter the item lacks."""
    named = (
        claim.options
        for claim in reply.claims
        if claim.group.has_label and claim.set_aside is not SetAside.AFTER_RUN_ON
    )
    return frozenset().union(*named)


def _due(low: str) -> Iterator[Span]:
    """The sentences in which an answer is due: the first one, and those that conclude."""
    start = len(low) - len(low.lstrip())
    for number in range(SENTENCES):
        end = _END.search(low, start)
        last = end.start() if end else len(low)
        ended = end is not None or number == 0
        asked = end is not None and end[0] == "?"
        if ended and not asked and last - start <= LONGEST and (number == 0 or _concludes(low[start:last])):
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
        if found is None or reply.options.is_value(found[0]):
            continue
        option, length = found
        place = words[0].start, words[length - 1].end
        goes_on = (
            reply.plain.text.value[end + 1 : end + 3].strip()[:1].islower()
        )  # "3) La falta de x. es falsa"
        if not _denied(low, (start, min(len(low), end + _NEAR)) if goes_on else sentence, place):
            yield option, place


def _phrases(reply: Completion, low: str, sentence: Span) -> Iterator[Span]:
    """What stands at the head of a sentence, behind its copulas and behind its colons."""
    start, end = sentence
    yield _past_lead_in(low, start, end), end
    for match in COPULA.finditer(low, start, end):
        if match[0] == "e" and reply.plain.text.value[match.start()] in "eE":
            continue  # "and", where "é" and "è" are "is"
        yield _past_lead_in(low, match.end(), end), end


def _past_lead_in(low: str, start: int, end: int) -> int:
    lead = _LEAD_IN.match(low, start, end)
    return lead.end() if lead else start


def _bold_in(reply: Completion, sentence: Span) -> Iterator[Span]:
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
        told = (
            longest
            if len(longest) == 1
            else [gists[gist] for gist in gists if gist == tuple(spoken[:length])]
        )
        return (told[0], length) if told else None
    return _mostly_said(gists, spoken)


def _begins_with(gist: tuple[str, ...], spoken: list[str]) -> int:
    """How many words say the text, be they written in one or parted: "iliotibial", "ilio-tibial"; or 0."""
    if not spoken or spoken[0][0] != gist[0][0]:
        return 0  # told at once of nearly all
    if len(spoken) >= len(gist) and all(map(_alike, gist, spoken)):
        return len(gist)
    whole, said = _glued(gist), ""
    for size, word in enumerate(spoken, 1):
        said = _glued((said, word))
        if not whole.startswith(said):
            return 0
        if len(said) == len(whole):
            return size
    return 0


def _glued(words: Sequence[str]) -> str:
    """The words in one, numbers apart: "5" and "0" is no "50"."""
    glued = ""
    for word in words:
        glued += " " * (glued[-1:].isdecimal() and word[:1].isdecimal()) + word
    return glued


def _alike(word: str, other: str) -> bool:
    """Whether two words are one, or forms of one that differ in their ending: "weibliche", "weiblichen"."""
    if word == other:
        return True
    stem = max(len(word), len(other)) - ENDING
    return stem >= LONE and word[:stem] == other[:stem] and word.isalpha() and other.isalpha()


def _tells(gist: tuple[str, ...]) -> bool:
    """Whether the words are enough to know an option by."""
    return len(gist) > 1 or (len(gist) == 1 and len(gist[0]) >= LONE)


def _mostly_said(gists: Gists, spoken: list[str]) -> tuple[int, int] | None:
    stems = [word[:STEM] for word in spoken]
    begun = [gist for gist in gists if len(gist) >= TELLING and _begins(gist, stems)]
    said, known = set(stems), {gist: {word[:STEM] for word in gist} for gist in gists if begun}
    near = [(gists[gist], len(spoken)) for gist in begun if _mostly(gist, known, said)]
    return near[0] if len(near) == 1 else None


def _begins(gist: tuple[str, ...], stems: list[str]) -> bool:
    """Whether one of a text's first words is among the first that are said: "se debe" may be left out."""
    return not {word[:STEM] for word in gist[:HEAD]}.isdisjoint(stems[:HEAD])


def _mostly(gist: tuple[str, ...], known: dict[tuple[str, ...], set[str]], said: set[str]) -> bool:
    """Whether nearly all words of a text are said, and hardly any that only another text has."""
    own = known[gist]
    if _share(own, said) < HALF or _denying(own) != _denying(said) or _figures(own) - said:
        return False
    apart = [(own - other, other - own) for other in known.values() if other is not own]
    if any(_share(theirs, said) > STRANGE for _, theirs in apart):
        return False
    if any(_share(mine, said) < OWN for mine, _ in apart):
        return False
    if all(len(mine) >= TELLING for mine, _ in apart):
        return True  # half of its words are enough where so many tell it from every other text
    return _share(own, said) >= ENOUGH and len(gist) >= FEW


def _share(words: set[str], said: set[str]) -> float:
    return len(words & said) / len(words) if words else 0.0


def _denying(words: set[str]) -> set[str]:
    return {word for word in words if DENIAL.fullmatch(word)}


def _figures(words: set[str]) -> set[str]:
    return {word for word in words if word[-1:].isdecimal() and not word[0].isalpha()}


def _denied(low: str, sentence: Span, place: Span) -> bool:
    """Whether the sentence denies what it says there, or calls it wrong."""
    start, end = sentence
    before, after = low[start : place[0]], low[place[1] : end]
    if DENIAL.search(before[-_NEAR:]) or DENIAL.search(after[:_NEAR]):
        return True
    wrong = roles_in(after[:_NEAR]) & Role.WRONG
    return bool(wrong) or denies(before, after)
