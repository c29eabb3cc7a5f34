"""Encoders as folders that `harden --guide encoder:FOLDER` takes."""

from pathlib import Path
from typing import Any

WORDS = ("lithium", "salt", "drug", "fever", "rash")


def save_encoder(folder: Path, *, letters: bool = False) -> Path:
    """An encoder of one layer with random weights, of words or of single letters."""
    import torch  # an extra, as are these
    import transformers
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    known = ["[UNK]", *("abcdefghijklmnopqrstuvwxyz" if letters else WORDS)]
    split = Tokenizer(models.WordLevel({word: n for n, word in enumerate(known)}, unk_token="[UNK]"))
    split.pre_tokenizer = (
        pre_tokenizers.Split(Regex("[a-z]"), "isolated") if letters else pre_tokenizers.Whitespace()
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=split, pad_token="[UNK]", unk_token="[UNK]"
    )
    torch.manual_seed(3)
    sizes: dict[str, Any] = {
        "hidden_size": 8,
        "intermediate_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
    }
    transformers.BertModel(transformers.BertConfig(vocab_size=len(known), **sizes)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
