"""Tiny real models and tokenizers, built on the spot: nothing is downloaded, nothing is a stand-in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from tests.support import local

SPECIAL = ("<s>", "</s>", "<|im_start|>", "<|im_end|>")

# A prompt like those of the benchmark, and the letters and forms around them: what the tokenizers learn from.
CORPUS = (
    "Which relation does the PrimeKG knowledge graph record between the drug Lithium and the disease bipolar "
    "disorder?\n\nA. indication\nB. contraindication\nC. off-label use\nD. none\n\n"
    "Answer with the letter of the correct option only.\nAnswer: (A)\nAnswer: B\n(C)\nD\n",
    "Is it recorded that anxiety disorder has insomnia?\n\nA. Yes\nB. No\n\nAnswer: A (B) C D E\n",
    "You answer multiple-choice questions. Reply with the letter of the correct option and nothing else.\n",
    "system user assistant The correct answer is (A). The correct answer is B. Therefore the answer is C.\n",
)

CHAT_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
NO_SYSTEM_TEMPLATE = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system message') }}{% endif %}"
    + CHAT_TEMPLATE
)


def byte_level_tokenizer(*, vocab_size: int = 420, merges_newlines: bool = False) -> Tokenizer:
    """Byte-level BPE, as GPT-2's, Llama 3's and Qwen's.

    Args:
        merges_newlines: without splitting the text first, so that ":" and a newline may become one token.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not merges_newlines)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


def sentencepiece_like_tokenizer() -> Tokenizer:
    """Unigram pieces with blanks as part of them, as SentencePiece's, and a token before every text."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    tokenizer.decoder = decoders.Metaspace(prepend_scheme="first")
    letters = [chr(code) for code in range(32, 127)] + ["\n"]
    trainer = trainers.UnigramTrainer(
        vocab_size=400,
        unk_token="<unk>",
        special_tokens=["<unk>", *SPECIAL],
        initial_alphabet=letters,
        show_progress=False,
    )
    tokenizer.train_from_iterator(CORPUS, trainer)
    bos = tokenizer.token_to_id("<s>")
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", bos)])
    return tokenizer


def wrapped(tokenizer: Tokenizer, *, chat_template: str | None = None, padding_side: str = "right") -> Any:
    """A tokenizer as transformers has it."""
    return local.transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token="<s>",
        eos_token="</s>",
        chat_template=chat_template,
        padding_side=padding_side,
    )


SIZE: dict[str, Any] = {
    "hidden_size": 48,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 1024,
}


def _llama(vocab_size: int) -> Any:
    return local.transformers.LlamaForCausalLM(local.transformers.LlamaConfig(vocab_size=vocab_size, **SIZE))


def _qwen2(vocab_size: int) -> Any:
    return local.transformers.Qwen2ForCausalLM(local.transformers.Qwen2Config(vocab_size=vocab_size, **SIZE))


def _mistral(vocab_size: int) -> Any:
    """With a sliding window far shorter than the prompts."""
    return local.transformers.MistralForCausalLM(
        local.transformers.MistralConfig(vocab_size=vocab_size, sliding_window=16, **SIZE)
    )


def _gpt2(vocab_size: int) -> Any:
    return local.transformers.GPT2LMHeadModel(
        local.transformers.GPT2Config(vocab_size=vocab_size, n_embd=48, n_layer=2, n_head=4, n_positions=1024)
    )


def _gemma2(vocab_size: int) -> Any:
    """Full and sliding-window attention in turns, and capped logits."""
    config = local.transformers.Gemma2Config(vocab_size=vocab_size, head_dim=12, sliding_window=16, **SIZE)
    return local.transformers.Gemma2ForCausalLM(config)


def _mamba(vocab_size: int) -> Any:
    """No attention at all: it cannot take a mask."""
    config = local.transformers.MambaConfig(vocab_size=vocab_size, hidden_size=48, num_hidden_layers=2)
    return local.transformers.MambaForCausalLM(config)


def _bloom(vocab_size: int) -> Any:
    """Positions come from the mask: it refuses one of ours."""
    config = local.transformers.BloomConfig(vocab_size=vocab_size, hidden_size=48, n_layer=2, n_head=4)
    return local.transformers.BloomForCausalLM(config)


MODELS: dict[str, Callable[[int], Any]] = {
    "llama": _llama,
    "qwen2": _qwen2,
    "mistral": _mistral,
    "gpt2": _gpt2,
    "gemma2": _gemma2,
    "mamba": _mamba,
    "bloom": _bloom,
}


def random_model(kind: str, vocab_size: int, seed: int = 0) -> Any:
    """A model of random weights, large enough that its opinions differ by more than rounding."""
    local.torch.manual_seed(seed)
    model = MODELS[kind](vocab_size).eval()
    for weight in model.parameters():
        if weight.ndim > 1:
            weight.data.normal_(0, 0.15)
    return model


def saved(folder: Path, model: Any, tokenizer: Any) -> Path:
    """Write a model's folder, as `--model` takes it."""
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
