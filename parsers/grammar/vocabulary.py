"""The English words that sentence patterns are made of, by meaning, and the blocks built of them.

Lower case. `_` stands for a blank, a closing `*` for any ending (see `pattern.words`).
"""

from parsers.grammar.pattern import NO_MENTION, whole, words

# What a reply may call what it gives.
ANSWER_NOUNS = """
    answer answers choice option selection pick response letter verdict guess alternative bet vote
    decision prediction ans
"""
# Plurals and vague nouns that need an adjective to mean the same: "correct options", "the best fit".
ANSWER_PHRASE = (
    r"(?:correct|right|best|only|closest|likeliest|most \w+) (?:one|fit|match|candidate|solution)"
    r"|final (?:solution|conclusion)"
    r"|(?:correct|right|best|selected|chosen|final|my|valid|applicable|appropriate|likely) (?:options"
    r"|choices|diagnoses)"
)
# Nouns for what an item asks for; they announce an option text in a key line.
ASKED_NOUNS = """
    diagnosis diagnoses relation relationship type category class label result verdict entity treatment
    drug medication therapy management step disorder condition disease cause selection choice answer
    conclusion prediction classification correct best final diagnostic diagnose
"""

COPULAS = """
    is are was were be being seems appears remains becomes equals lies
"""
AUXILIARIES = words(
    """would should must could will might may can would_have_to would_need_to
    might_have_to needs_to has_to have_to had_to ought_to seems_to appears_to tends_to is_going_to"""
)
# What may stand between a verb and the label without changing what is said.
ADVERBS = """
    clearly definitely definitively likely most more very probably therefore thus hence then still also
    indeed simply obviously certainly surely actually in_fact perhaps maybe possibly best found closest
    closest_to nearest nearest_to approximately about around roughly just only going to_be been be
    given_by given_as listed_as represented_by described_by of_course by_far in_my_opinion in_my_view
    i_think i_believe i_would_say as_follows undoubtedly presumably arguably tentatively again always
    indeed logically here the a an letter option options choice number answer following
"""
CONNECTIVES = """
    so hence therefore thus ergo
    on_second_thought on_second_thoughts on_reflection upon_reflection
    consequently accordingly overall namely i.e. i.e that_is in_summary
    in_conclusion in_short by_elimination more_likely most_likely likelier because_of_this for_this_reason
    as_a_result making_it
"""
# Verbs that lead from the evidence to the option.
LEADING_VERBS = """
    elimination_gives elimination_yields yields leaves leaving leaves_us_with leaving_us_with
    leaves_only leaving_only leads_to leads_us_to points_to
    point_to points_towards points_clearly_to points_strongly_to corresponds_to corresponding_to matches
    matching indicates indicating suggests suggest supports fits describes narrows_it_down_to
    narrows_down_to narrowing_it_down_to in_favour_of in_favor_of entitled_to equivalent_to
    consistent_with which_is which_makes_it which_means which_points_to which_gives which_leaves making_it
    make_it makes_it amounts_to meant_by described_by described_in described_as captured_by covered_by
    represented_by expressed_by stated_in listed_as listed_under labelled_as known_as favour favours favor
    favors recommend recommends call_for calls_for argue_for argues_for speaks_for speak_for warrants
    warrant preference_for preference_goes_to preference_is_for edge_to nod_to edge_goes_to money_is_on
    prefers sounds_like looks_like seems_like feels_like vote_goes_to votes_go_to vote_is_for
    put_me_down_for choice_falls_on
"""
# Verbs by which a reply makes its choice; in the first person, as an order, or as a participle.
PICK_VERBS = """
    choose chose chosen pick picked select selected go_with went_with go_for opt_for opted_for vote_for
    settle_on settle_for settled_on commit_to stand_by stick_to use
    answer answer_with say guess lean_towards lean_toward lean_to favour
    favor prefer suggest recommend conclude conclude_that believe believe_it_is believe_that think
    think_it_is think_it's think_that stick_with stay_with bet_on change_to change_my_answer_to
    change_it_to change_that_to change_this_to revise_to switch_to correct_it_to mean meant take mark
    circle propose suppose reckon
    assume imagine presume submit
"""
PICK_PARTICIPLES = """
    choosing picking selecting going_with opting_for voting_for settling_on settling_for answering
    leaning_towards leaning_toward leaning_to leaning_more_towards favouring favoring preferring
    sticking_with switching_to changing_to changing_it_to changing_that_to changing_my_answer_to
    changing_my_choice_to settled_on settled_for went_with opted_for
"""

GOOD = """
    correct right true best better safer likelier preferable superior answer choice accurate appropriate
    suitable valid preferred preferable
    ideal closest likeliest likely consistent compatible supported winner match pick way_to_go it fitting
    apt obvious clear clearest strongest safest final sensible justified only_correct only_valid
    only_possible only_remaining only_plausible only_reasonable only_right one_that_fits odd_one_out
"""
BAD = """
    incorrect wrong false untrue inaccurate invalid unlikely implausible inappropriate irrelevant
    impossible unsuitable ruled_out excluded eliminated rejected discarded dismissed out unsupported
    inconsistent incompatible unrelated weaker worse less least not never hardly neither no_option
    a_distractor distractor distractors insufficient absent lacking the_wrong the_incorrect the_false
    the_only_one_that_is the_only_one_that the_one_that_is
"""
POSSIBLE = """
    tempting possible plausible possibility possibilities reasonable attractive close common second
    runner-up runner_up conceivable appealing relevant related similar partly partially good_distractor
    strong_contender contender defensible understandable popular considered mentioned discussed explained
    listed
"""

# Who else may be said to choose: what they choose is not the reply's own answer.
OTHERS = """
    some many others several people clinicians students textbooks sources authors guidelines someone
    somebody they he she readers doctors physicians experts
"""
# "a careless reader", "my colleague", "the textbook": a person or source in the third person.
OTHER_PERSON = (
    r"(?:an?|another|my|the|every|any|the average|your) (?:[\w-]+ ){0,3}?(?:students?|colleagues?"
    r"|friends?|residents?|readers?"
    r"|novices?|laypersons?|layman|models?|doctors?|persons?|physicians?|clinicians?|candidates?"
    r"|examinees?|guessers?|textbooks?"
    r"|users?|authors?|templates?|prompts?|examples?|questions?|instructions?|samples?|distractors?"
    r"|classmates?|answer keys?"
    r"|parsers?|experts?|psychiatrists?|therapists?|previous (?:answer|model|turn|reply|speaker))"
)
SAYING = """
    say says said answer answers answered choose chooses chose pick picks picked argue argues argued claim
    claims claimed wrote write writes reads read think thinks thought suggest suggests suggested voted
    prefer prefers list lists listed give gives name names mention mentions recommend recommends use uses
    go_for guess guessed select selected consider be_tempted tempted expect mistakenly mistook choosing
    picking selecting answering confuse mistake
"""


# Any character of one clause that is no mention.
IN_CLAUSE = rf"[^.!?;\n{NO_MENTION}]"
# What may stand between a verb and a label: adverbs, articles, brackets, a colon.
FILLER = (
    rf"(?:\s*(?:(?:{words(ADVERBS)})(?![\w'-])"
    r"|[,:;\-–—>→=\"'(\[.…$]))*\s*"
)
ANSWER = rf"(?:{whole(ANSWER_NOUNS)}|(?<!\w)(?:{ANSWER_PHRASE})(?!\w))"
COPULA = rf"(?<![\w'])(?:{words(COPULAS)})(?![\w'])"
CALLED_RIGHT = rf"(?:{words(GOOD)}|most (?!(?:un|in|im)\w+)\w+)(?!\w)"
CALLED_WRONG = rf"(?:{words(BAD)}|too \w+)(?!\w)"
# The verb of a predicate: "is", "seems to be", "would have to be", "must be considered".
BEING = (
    rf"(?:(?:is|are|was|were|seems?|appears?|looks?|sounds?|feels?|remains?|becomes?|(?:{AUXILIARIES})"
    r"(?: (?:likely|probably|most likely|therefore|then|also|still|easily|safely))? be|has been|have been"
    r"|—)(?: to be| like)?(?!\w))"
)
# What may stand between that verb and its adjective.
DEGREE = (
    r"(?:(?:the|my|a|an|our|your|clearly|definitely|therefore|thus|probably|likely|by far|still|also|then"
    r"|indeed|more"
    r"|certainly|surely|most|both|all|overall|simply|actually|single|in fact|of course|closest to|really"
    r"|obviously"
    r"|only|now|much|far|slightly|perhaps|arguably|undoubtedly|hence|generally|commonly|logically"
    r"|clinically|quite|about"
    r"|very|rather|somewhat|easily|safely|immediately|be|considered|initially|at first|equally|first|the "
    r"second"
    r"|superficially|almost)\s+)*"
)
SUBJECT = (
    r"(?:\b(?:i(?:'d|'ll|'m|'ve)?|we(?:'d|'ll)?|you (?:should|can|must|may want to)|let me|let's|please"
    r"|to|and|so|then"
    r"|therefore|thus|hence|best to|must)\s*,?\s*"
    r"(?:(?:have to|had to|going to|will|would|should|can|must|do|therefore|thus|hence|then|definitely"
    r"|probably|still|also"
    r"|just|now|finally|confidently|tentatively|so|personally|have|be|am|need to|want to|like to|lean"
    r"|best|only"
    r"|cautiously|rather|really|shall|might|could|\w+ly|'d)\s+)*)"
)
