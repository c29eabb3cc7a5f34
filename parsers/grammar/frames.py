"""Building blocks of the sentence patterns: fillers, subjects, nouns and verbs with their boundaries."""

from parsers.grammar import vocabulary as say
from parsers.grammar.pattern import NO_MENTION, whole, words

# Any character of one clause that is no mention.
IN_CLAUSE = rf"[^.!?;\n{NO_MENTION}]"
# What may stand between a verb and a label: adverbs, articles, brackets, a colon.
FILLER = (
    rf"(?:\s*(?:(?:{words(say.ADVERBS)})(?![\w'-])|{words(say.ADVERBS_UNSPACED)}"
    r"|[,:;\-–—>→=\"'(\[.…$]))*\s*"
)
ANSWER = (
    rf"(?:{whole(say.ANSWER_NOUNS)}|(?<!\w)(?:{say.ANSWER_PHRASE})(?!\w)|{words(say.ANSWER_NOUNS_UNSPACED)})"
)
# "行为" is a noun, and no copula.
COPULA = rf"(?:(?<![\w'])(?:{words(say.COPULAS)})(?![\w'])|(?<!行)(?:{words(say.COPULAS_UNSPACED)}))"
# "The obvious distractor" is not the obvious answer.
_NO_LURE = (
    r"(?! (?:\w+ )?(?:distractor|trap|lure|decoy|mistake|error|exception|outlier|objection|wrong"
    r"|incorrect)\b)"
)
_PLAIN = (
    rf"(?:{words(say.PLAIN)})"
    rf"(?:(?<=the clear){_NO_LURE}|(?<=the obvious){_NO_LURE}|(?! (?!(?:{words(say.AFTER_PLAIN)})(?!\w))\w))"
)
GOOD = rf"(?:(?:{words(say.GOOD)}|{_PLAIN}|most (?!(?:un|in|im)\w+)\w+)(?!\w)|{words(say.GOOD_UNSPACED)})"
_MEETS = words("explains fits matches meets satisfies captures covers addresses accounts combines answers")
# "The only one that is a gene" is left out; "the only one that explains it" is not.
_LEFT_OUT = rf"the only one that(?! (?:\w+ly |also |best )?(?:{_MEETS})\b)"
BAD = rf"(?:(?:{words(say.BAD)}|{_LEFT_OUT}|too \w+)(?!\w)|{words(say.BAD_UNSPACED)})"
# The verb of a predicate: "is", "seems to be", "would have to be", "must be considered".
BEING = (
    rf"(?:(?:is|are|was|were|seems?|appears?|looks?|sounds?|feels?|remains?|becomes?|(?:{say.AUXILIARIES})"
    r"(?: (?:likely|probably|most likely|therefore|then|also|still|easily|safely))? be|has been|have been"
    r"|es|est|e|ist|sind|son|sont|is|jest|это|—|является|adalah|ar|है|هي|هو)(?: to be| like)?(?!\w)"
    r"|是|为|が|は|이|가)"
)
# What may stand between that verb and its adjective.
DEGREE = (
    r"(?:(?:the|my|a|an|our|your|clearly|definitely|therefore|thus|probably|likely|by far|still|also|then"
    r"|indeed|more"
    r"|certainly|surely|most|both|all|overall|simply|actually|single|in fact|of course|closest to|really"
    r"|obviously|only|now|much|far|slightly|perhaps|arguably|undoubtedly|hence|generally|commonly|logically"
    r"|clinically|quite|about"
    r"|very|rather|somewhat|easily|safely|immediately|be|considered|initially|at first|equally|first|the "
    r"second|superficially|almost|la|le|el|il|die|der|das|de|al|het|o|mas)\s+)*"
)
SUBJECT = (
    r"(?:\b(?:i(?:'d|'ll|'m|'ve)?|we(?:'d|'ll)?|you (?:should|can|must|may want to)|let me|let's|please"
    r"|to|and|so|then|therefore|thus|hence|best to|must|ich|yo|je|eu|io|ja|я|мы|ben)\s*,?\s*"
    r"(?:(?:have to|had to|going to|will|would|should|can|must|do|therefore|thus|hence|then|definitely"
    r"|probably|still|also"
    r"|just|now|finally|confidently|tentatively|so|personally|have|be|am|need to|want to|like to|lean"
    r"|best|only|cautiously|rather|really|shall|might|could|\w+ly|'d)\s+)*|我们?|我会|私は|저는|나는)"
)
