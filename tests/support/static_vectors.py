"""Models of vectors as folders that `harden --guide static:FOLDER` and `encoder:FOLDER` take."""

import json
from pathlib import Path
from typing import Any

import numpy as np

WORDS = ("lithium", "salt", "drug", "fever", "rash")
TABLE = np.arange(2.0 * (len(WORDS) + 1)).reshape(-1, 2)


def save_static(folder: Path, *, letters: bool = False) -> Path:
    """A static model of words; of single letters, so that names like one another are near."""
    from safetensors.numpy import save_file
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers  # an extra

    known = ["[UNK]", *("abcdefghijklmnopqrstuvwxyz" if letters else WORDS)]
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(known)}, unk_token="[UNK]"))
    split = pre_tokenizers.Split(Regex("[a-z]"), "isolated") if letters else pre_tokenizers.Whitespace()
    tokenizer.pre_tokenizer = split
    table = np.random.default_rng(0).standard_normal((len(known), 16)) if letters else TABLE
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    save_file({"embeddings": table.astype(np.float32)}, folder / "model.safetensors")
    return folder


def save_encoder(folder: Path, *, letters: bool = False) -> Path:
    """An encoder of one layer with random weights, of words or of single letters."""
    import torch  # an extra, as is transformers
    import transformers

    n_known = len(
        json.loads((save_static(folder, letters=letters) / "tokenizer.json").read_text())["model"]["vocab"]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(folder / "tokenizer.json"), pad_token="[UNK]", unk_token="[UNK]"
    )
    torch.manual_seed(3)
    sizes: dict[str, Any] = {
        "hidden_size": 8,
        "intermediate_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
    }
    (folder / "model.safetensors").unlink()
    transformers.BertModel(transformers.BertConfig(vocab_size=n_known, **sizes)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
