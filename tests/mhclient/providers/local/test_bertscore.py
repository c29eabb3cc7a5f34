"""BERTScore on a tiny random model, against torchmetrics."""

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from mhclient.errors import ModelUnusable, UsageError
from tests.support import local
from tests.support.tiny import byte_level_tokenizer, random_model, saved

WORDS = ("stop", "the", "lithium", "now", "and", "check", "tsh", "again", "tomorrow", "morning")
PAIRS = [
    ("stop the lithium now", "stop lithium"),
    ("check tsh again and again tomorrow", "check the tsh"),
    ("lithium", "lithium"),
    ("now", "tomorrow morning and something unknown"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A BERT of three layers with random weights."""
    vocabulary = {word: n for n, word in enumerate(("[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    ends = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    names = {"pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"}
    local.torch.manual_seed(3)
    config = local.transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=24,
        intermediate_size=32,
        num_hidden_layers=3,
        num_attention_heads=2,
    )
    model = local.transformers.BertModel(config)
    for weight in model.parameters():
        if weight.ndim > 1:
            weight.data.normal_(0, 0.3)
    wrapped = local.transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)
    return saved(tmp_path_factory.mktemp("bert"), model, wrapped)


@pytest.mark.parametrize("layer", [None, 1, 2])
@pytest.mark.filterwarnings("ignore")
def test_scores_are_those_of_torchmetrics(folder, layer):
    text = pytest.importorskip("torchmetrics.functional.text.bert")
    # One pair at a time: of several, torchmetrics 1.9.0 undoes its sorting by length the wrong way round.
    expected = [float(text.bert_score([a], [b], str(folder), num_layers=layer)["f1"]) for a, b in PAIRS]
    found = local.encoders.load_bertscore(folder, layer).scores(PAIRS)
    assert found == pytest.approx(expected, abs=1e-6)
    assert max(found) - min(found) > 0.05  # random weights, and pairs are not all the same to it


def test_a_baseline_rescales_and_the_signature_says_so(folder):
    plain, rescaled = local.encoders.load_bertscore(folder, 2), local.encoders.load_bertscore(folder, 2, 0.5)
    (value,), (other,) = plain.scores(PAIRS[:1]), rescaled.scores(PAIRS[:1])
    assert other == pytest.approx((value - 0.5) / 0.5)
    assert "layer 2, rescaled with baseline 0.5" in rescaled.signature
    assert "sha256-" in plain.signature


def test_the_same_text_is_alike_and_a_text_without_words_is_like_nothing(folder):
    found = local.encoders.load_bertscore(folder).scores([("stop lithium", "stop lithium"), ("", "lithium")])
    assert found == pytest.approx([1.0, 0.0], abs=1e-5)


def test_what_cannot_compare_is_refused(folder, tmp_path):
    with pytest.raises(ModelUnusable, match="no folder of that name"):
        local.encoders.load_bertscore(tmp_path / "nowhere")
    with pytest.raises(ModelUnusable, match=r"no config\.json"):
        local.encoders.load_bertscore(tmp_path)
    with pytest.raises(UsageError, match="layers 0 to 3, not 9"):
        local.encoders.load_bertscore(folder, 9)


def test_weights_that_would_be_random_are_refused(folder, tmp_path):
    model = local.transformers.AutoModel.from_pretrained(folder)
    tokenizer = local.transformers.AutoTokenizer.from_pretrained(folder)
    whole = model.state_dict()
    model.save_pretrained(
        tmp_path, state_dict={name: of for name, of in whole.items() if "layer.1" not in name}
    )
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(ModelUnusable, match="lack"):
        local.encoders.load_bertscore(tmp_path)


def test_a_decoder_compares_too(tmp_path):
    """Its tokenizer puts nothing at the ends, and has no token for padding."""
    tokenizer = local.transformers.PreTrainedTokenizerFast(
        tokenizer_object=byte_level_tokenizer(), eos_token="</s>", bos_token="<s>"
    )
    folder = saved(tmp_path, random_model("llama", len(tokenizer)), tokenizer)
    found = local.encoders.load_bertscore(folder).scores([("stop lithium", "stop lithium"), *PAIRS[:1]])
    assert found[0] == pytest.approx(1.0, abs=1e-5)
    assert found[1] < 0.999
