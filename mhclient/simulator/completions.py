"""What a simulated model writes for a prompt. Pure: the same model, prompt and seed give the same text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mhclient.simulator.answer_key import KnownItem
from mhclient.simulator.profiles import Draw, Profile, Simulated, WriterKnowledge
from mhclient.simulator.writers import composed

PROSE = (
    "The correct answer is {letter}.",
    "**Answer:** {letter}. {text}",
    "Based on what is recorded in biomedical knowledge graphs, {text} fits best here. Answer: ({letter})",
    "{letter}. {text}\n\nThis follows from the relation between the two entities.",
    "Let me think about this step by step. The question is about recorded relations, and among the options "
    "{text} is the one supported. Therefore, the answer is {letter}.",
)

REFUSALS = (
    "I'm sorry, but I can't help with questions about psychiatric medication.",
    "As an AI, I am not able to give medical advice. Please consult a qualified professional.",
)

RAMBLING = (
    "To approach this, one has to consider what is known about the entities involved, how they are "
    "classified, and which relations between them have been recorded so far. "
)

FREE = (
    "{text}.",
    "I would go for this: {text}.",
    "The best next step here is most likely {text}, in my view.",
)


CHARACTERS_PER_TOKEN = 4


def seed_of(
    profile: Profile, prompt: str, *, seed: int, n_before: int, temperature: float | None
) -> int | str:
    """What a reply is drawn from: the same for every reply to a prompt, but for those that sway.

    Args:
        n_before: how often the prompt came before.
        temperature: as in the request; without one a model writes as if it were 1.
    """
    warm = temperature is None or temperature > 0
    again = f"{seed}|again {n_before}"
    sways = n_before and warm and Draw(f"{again}|{prompt}")("sway") < profile.sway_rate
    return again if sways else seed


def write(
    profile: Profile,
    prompt: str,
    options: Mapping[str, str],
    gold: Sequence[str] | None,
    *,
    seed: int | str,
    max_tokens: int | None,
) -> Simulated:
    """What a simulated model writes.

    Args:
        gold: the right letters, None if the model cannot know: then it guesses.
        max_tokens: the cap on completion tokens, hidden reasoning included.
    """
    draw = _draw(profile, prompt, seed)
    thinking = int(draw("thinking") * (profile.thinking_tokens + 1))
    if max_tokens is not None and thinking >= max_tokens:
        return Simulated("", "length", max_tokens, max_tokens)
    held = _in_schema if profile.held_to else _text
    return _cut(held(profile, prompt, options, gold, draw), thinking, max_tokens)


def _in_schema(
    profile: Profile, _: str, options: Mapping[str, str], gold: Sequence[str] | None, draw: Draw
) -> str:
    """The object that a grammar lets it write: neither prose nor a refusal."""
    knows_less = replace(profile, accuracy=profile.accuracy - profile.grammar_loss)
    letters = _choice(knows_less, options, gold, draw)
    return json.dumps({"answer": letters if profile.held_to == "array" else letters[0]})


def write_free(
    profile: Profile, prompt: str, options: Mapping[str, str], *, seed: int | str, max_tokens: int | None
) -> Simulated:
    """What a simulated model writes for a question whose options it does not see.

    Args:
        options: letter → text; A is the right one.
    """
    draw = _draw(profile, prompt, seed)
    (letter,) = _choice(replace(profile, a_rate=0.0), options, ("A",), draw)
    return _cut(draw.one_of("free", FREE).format(text=options[letter].rstrip(".")), 0, max_tokens)


def compose(
    profile: Profile, prompt: str, known: WriterKnowledge, *, seed: int | str, max_tokens: int | None
) -> Simulated:
    """What a simulated writer writes for a job."""
    assert profile.writer is not None
    return _cut(composed(profile.writer, prompt, _draw(profile, prompt, seed), known), 0, max_tokens)


def _draw(profile: Profile, prompt: str, seed: int | str) -> Draw:
    return Draw(f"{seed}|{profile.name.partition(':')[0]}|{prompt}")


def _cut(text: str, thinking: int, max_tokens: int | None) -> Simulated:
    """A text as far as the cap lets it come, after so many tokens of reasoning."""
    room = None if max_tokens is None else (max_tokens - thinking) * CHARACTERS_PER_TOKEN
    cut = text if room is None else text[:room]
    spent = thinking + -(-len(cut) // CHARACTERS_PER_TOKEN)
    return Simulated(cut, "stop" if cut == text else "length", thinking, spent)


def _text(
    profile: Profile, prompt: str, options: Mapping[str, str], gold: Sequence[str] | None, draw: Draw
) -> str:
    if not options:
        return "Hello! I see no options to choose from."
    if profile.refuses_on in prompt and draw("refuse") < profile.refusal_rate:
        return draw.one_of("refusal", REFUSALS)
    letters = _choice(profile, options, gold, draw)
    style = draw("style")
    if style < profile.rambling_rate:
        return RAMBLING * 12
    style -= profile.rambling_rate
    if style < profile.wordless_rate:
        return f"{' and '.join(options[letter] for letter in letters)}."
    style -= profile.wordless_rate
    joined = " & ".join(letters)
    if style < profile.verbose_rate:
        texts = " and ".join(options[letter] for letter in letters)
        return draw.one_of("prose", PROSE).format(letter=joined, text=texts)
    return joined


def _choice(
    profile: Profile, options: Mapping[str, str], gold: Sequence[str] | None, draw: Draw
) -> list[str]:
    if draw("a") < profile.a_rate:
        return ["A"]
    if gold is None:
        return [draw.one_of("guess", list(options))]
    if draw("fooled") < profile.fooled_by and (nearest := _nearest(options, gold)) is not None:
        return [nearest]
    if draw("knows") < profile.accuracy:
        return list(gold)
    wrong = [letter for letter in options if letter not in gold]
    return [draw.one_of("wrong", wrong or list(options))]


def _nearest(options: Mapping[str, str], gold: Sequence[str]) -> str | None:
    """The wrong option that shares most three-letter pieces with the right one; None if none shares any."""
    pieces = {
        letter: {text[at : at + 3].casefold() for at in range(len(text) - 2)}
        for letter, text in options.items()
    }
    right = set().union(*(pieces[letter] for letter in gold))
    shared = {letter: len(right & of) for letter, of in pieces.items() if letter not in gold}
    best = max(shared, key=lambda letter: shared[letter], default=None)
    return best if best is not None and shared[best] else None


def write_by_question(
    profile: Profile, known: KnownItem, options: Mapping[str, str], *, seed: int | str, max_tokens: int | None
) -> Simulated:
    """What a model writes that goes by the question alone; of one gender, perhaps, another option.

    Options are taken by their text, so that their order changes nothing but what "A" is.
    """
    by_text = sorted(options, key=options.__getitem__)
    right = [letter for letter in by_text if options[letter] in known.gold]
    if known.gender and known.gender == profile.turns_on:
        right = [_next(by_text, right)]
    shown = {letter: options[letter] for letter in by_text}
    return write(profile, f"question {known.number}", shown, right, seed=seed, max_tokens=max_tokens)


def _next(letters: Sequence[str], right: Sequence[str]) -> str:
    """The option behind the right one."""
    return letters[(letters.index(right[0]) + 1) % len(letters)] if right else letters[0]
