"""Typical mistakes, and the line that each prints: what is wrong, and what to do."""

import json
import shutil

import pytest

from benchmark.imports import read_people_file
from cache.connection import open_connection
from mhclient.cli.main import main
from tests.support.stored import Answer, store_run

QUESTIONS = "question,A,B,gold,Fach\n" + "".join(f"q{n},x,y,A,Anatomie\n" for n in range(6))
FILES = {
    "exam.csv": QUESTIONS,
    "lower.csv": QUESTIONS.replace(",A,Anatomie", ",C,Anatomie"),
    "noheader.csv": "What?,x,y,x\nWho?,x,y,y\n",
    "empty.csv": "",
    "nogold.csv": "question,A,B\nWhat?,x,y\n",
    "index.jsonl": "".join(
        json.dumps({"question": f"q{n}", "choices": ["x", "y", "z"], "answer": 1}) + "\n" for n in range(3)
    ),
    "broken.jsonl": '{"question": "What?", "options": ["x", "y"], "gold": "A"}\n{"question": \n',
    "twice.csv": "id,question,A,B,gold\n1,What?,x,y,A\n1,Who?,x,y,A\n",
    "same.csv": "question,A,B,gold\nWhat?,x,x,A\n",
    "notes.docx": "PK",
    "sheet.ods": "PK",
    "sheet.xlsx": "PK",
    "old.xls": "x",
    "variant.toml": "name = 3\n",
    "six.toml": 'nam = "x"\ndescription = "x"\nprompt = "{question}"\nanswer_format = "lettr"\nshots = "2"\n'
    'option_order = "up"\nmax_tokens = 0\n',
    "study.toml": 'benchmark = ["exam.csv"]\nvariants = "letter-only"\nepochs = "3"\n[limits]\nmax_cost = 3\n'
    '[[models]]\nname = "openai:m"\nprice = 3\nefort = "low"\n[[models]]\n',
    "empty-folder/.keep": "",
    "report.txt": "x",
    "taken-benchmarks": "a file where questions would be kept",
}

# Words of the command → what its line has to say. RUN is the name of a run that is there.
USAGE = [
    ("rnu", "there is no verb 'rnu'; did you mean 'run'?"),
    (
        "worker --model m --port 0",
        "there is no verb 'worker'; workers over HTTP are gone: use a Ray cluster",
    ),
    (
        "glossary skill",
        "no verb 'glossary'; the words are explained in docs/glossary.md and on",
    ),
    (
        "run exam.csv --model local:m --on ray --token-file t",
        "no option --token-file; workers over HTTP",
    ),
    (
        "run exam.csv --model local:m --on ray --mixed",
        "no option --mixed; machines of one kind",
    ),
    ("evaluate exam.csv", "there is no verb 'evaluate'; did you mean 'run'?"),
    ("power RUN RUN", "is one word too many; two stored runs that show what to expect are given with --pi"),
    ("simulate items.jsonl", "'items.jsonl' is one word too many; a benchmark's items are given with --a"),
    ("verify made kg.csv", "'kg.csv' is one word too many; a graph is given with --kg FILE."),
    ("report", "RUN is missing: 'mhclient runs' lists the runs, and @last stands for those just made."),
    ("import exam.csv", "--out is missing"),
    ("report RUN --fromat json", "there is no option --fromat; did you mean --format?"),
    ("report RUN --format jsno", "--format: 'jsno' is no choice; did you mean 'json'?"),
    ("report RUN --format", "--format needs a value after it"),
    ("report RUN --format json --format csv", "--format is given twice, but holds one value"),
    ("report RUN --top many", "'many' is not a whole number"),
    ("report RUN --fail-under 180", "'180' is not a number from 0 to 100"),
    ("report RUN --fail-under 0.9", "0.9 is 0.9 %: write 90 for 90 %, or 0.9% for 0.9 %"),
    ("report RUN --show accuarcy", "there is no table 'accuarcy'"),
    ("report RUN --where Fach", "'Fach' is not COLUMN=VALUE"),
    ("cache verfy", "there is no action 'verfy'; did you mean 'verify'?"),
    ("cache", "ACTION is missing"),
    ("cache explain abc", "KEY"),
    ("reask RUN", "--outcome is missing"),
    ("reask RUN --outcome cutt", "there is no outcome 'cutt'"),
    ("import exam.csv --out b --map Frage", "'Frage' is not FIELD=COLUMN"),
    ("completion powershell", "choose from bash, zsh, fish"),
    ("simulate --port 99999", "'99999' is not a whole number"),
    ("labels fit logs --out x.json --draws -1", "'-1' is not a whole number from 0 to"),
    ("run --limit 0", "'0' is not a whole number from 1"),
    ("run --temperature warm", "'warm' is neither a number of at least 0 nor 'none'"),
    ("run --effort hihg", "--effort: 'hihg' is no choice; did you mean 'high'?"),
    (
        "runs --store-anyway",
        "there is no option --store-anyway; set MHCLIENT_STORE_ANYWAY=1 in the environment.",
    ),
    ("harden b --any-type", "--any-type; from Python: a field of benchmark.harden.walk.HardenSettings"),
    ("harden b --relations x", "--relations; from Python: mhclient.more.harden(relations=[…])"),
    ("generate kg --batch-lines 5", "there is no option --batch-lines; only 'mhclient run' has it"),
    ("reask run --max-reply-mb 5", "there is no option --max-reply-mb; only 'mhclient run' has it"),
    ("simulate --queue-tokens 5", "mhclient.start_simulator(queue_tokens=N)"),
    ("run --thinking lots", "mhclient: --thinking is 'lots': give a number of tokens from 1,024"),
    ("run --set seed", "mhclient: --set seed: give PATH=JSON"),
    ("run --set mode=fast", "A text needs quotes: --set mode='\"fast\"'"),
    ("run --set foo={bad", """'{bad' is broken JSON. Write an object so: --set foo='{"name": 7}'."""),
    ("run --set foo=[1,", """'[1,' is broken JSON. Write a list so: --set foo='["one", 2]'."""),
    ("run --set foo=", "the value is missing after '='. Give it as JSON: --set foo=7."),
    ("run --set foo=True", "'True' is not JSON. Write --set foo=true."),
    ("run --set top_p=.5", "'.5' is not JSON. Write --set top_p=0.5."),
    ("run --set top_p=0,5", "'0,5' is not JSON. Write --set top_p=0.5."),
    ("run --set stop=it's", """A text needs quotes: --set stop='"it'"'"'s"'."""),
    ("run --max-cost free", "is not a number above 0"),
]
INPUT = [
    ("report nosuch", "no run 'nosuch' in this store"),
    ("report gpt-5-letter-onyl", "Did you mean 'gpt-5-letter-only"),
    ("report @lats", "Did you mean '@last'?"),
    ("report model=gpt-6", "There are: model: gpt-5"),
    ("report last", "no run 'last' in this store. Did you mean '@last'?"),
    ("report RUN --by Fahc", "Did you mean 'Fach'?"),
    ("report RUN --where Fach=Physik", "Values of Fach: Anatomie (6)"),
    ("report RUN --format parquet", "--format parquet needs --out FILE"),
    ("report RUN --show accuracy --format json", "leave it out, or choose --format terminal"),
    ("report RUN --out nowhere/r.json --format json", "there is no folder nowhere"),
    (
        "report RUN --out r.docx",
        "no .docx is written here. Name a file that ends in .txt, .html, .json, .xlsx",
    ),
    ("report RUN --out r.xlsx --format json", "Leave --format out, or name a file that ends in .json"),
    ("audit RUN --export csv --out r.html", "Leave --export out, or name a file that ends in .csv"),
    ("parse replies.jsonl --out r.csv", "no .csv is written here. Name a file that ends in .jsonl"),
    ("cache export --out r.xlsx", "no .xlsx is written here"),
    ("report RUN --out mhclient.sqlite3 --format json", "is a store"),
    ("report RUN --store none.sqlite3", "no store here. 'mhclient run' makes one"),
    ("report RUN --store exam.csv", "exam.csv"),
    ("compare RUN", "two"),
    ("runs rm", "which runs? 'mhclient runs' lists them"),
    ("runs mr RUN", "is no run and nothing that 'runs' does. Did you mean 'mhclient runs rm'?"),
    ("audit sample --plain", "RUN is missing"),
    ("audit smaple RUN", "Did you mean 'mhclient audit sample'?"),
    ("letters RUN", "has no probabilities of letters: it was asked"),
    ("describe exam.csv", "exam.csv is a file, and this needs a benchmark folder: 'mhclient import exam.csv"),
    ("export exam.csv --to hf --out x", "'mhclient import exam.csv --out DIR' makes one"),
    ("describe empty-folder", "is not a benchmark: it has no manifest.json"),
    ("describe nowhere", "nowhere is not a folder"),
    ("describe maed", "maed is not a folder. Did you mean made?"),
    ("import nowhere.csv --out b", "nowhere.csv: there is no such file or folder."),
    ("import exma.csv --out b", "Did you mean exam.csv?"),
    ("import study.yaml --out b", "A study file is TOML: 'mhclient study init' writes an example"),
    ("import https://x.org/exam.csv --out b", "https://x.org/exam.csv is an address"),
    ("import s3://bucket/exam.csv --out b", "download it, then name the file"),
    ("import cais/mmlu --out b", "load_dataset('cais/mmlu', …)['test'].to_parquet('mmlu.parquet')"),
    ("import https://huggingface.co/datasets/cais/mmlu --out b", "load_dataset('cais/mmlu', …)"),
    ("import nowhere/exam.csv --out b", "nowhere/exam.csv: there is no such file or folder."),
    ("import sheet.csv --out b", "Did you mean sheet.xlsx?"),
    ("import empty.csv --out b", "is empty: it holds no question"),
    ("import noheader.csv --out b", "Expected question, A, B, … and gold, or say which"),
    ("import nogold.csv --out b", "no column for gold among 'question', 'A', 'B'"),
    ("import index.jsonl --out b", "Say it: --map gold_is=index0 or --map gold_is=index1"),
    ("import exam.csv --out b --map gold=Loesung", "there is no column 'Loesung'"),
    ("import exam.csv --out b --map goldd=gold", "'goldd' is no field. Did you mean 'gold'?"),
    ("import exam.csv --out b --sheet Fragen", "has no sheets: leave out --sheet"),
    ("import broken.jsonl --out b", "line 2: not valid JSON"),
    ("import twice.csv --out b", "line 3: same id"),
    ("import same.csv --out b", "line 2: options A and B read the same"),
    ("import notes.docx --out b", ".docx is no kind of file that is read. Copy the questions into a table"),
    ("import old.xls --out b", "Save it as .xlsx"),
    ("import empty-folder --out b", "Name a file with questions"),
    ("import exam.csv --out exam.csv", "exam.csv is a file. Name another folder with --out."),
    ("import exam.csv --out made", "Pass --force to replace it"),
    ("import mentalbench --out b", "mhclient import mentalbench PATH --out DIR"),
    ("cache explain abc def", "abc"),
    ("eval exam.csv", "there is no verb 'eval'; did you mean 'run'?"),
    ("score RUN", "there is no verb 'score'; did you mean 'report'?"),
    ("eval-retry RUN", "there is no verb 'eval-retry'; the same 'run' command again asks what is missing."),
    (
        "run exam.csv --model openai:m -M seed=7",
        "there is no option -M; a field of the request's body is given",
    ),
    ("run exam.csv --model openai:m --max-connections 5", "did you mean --concurrency?"),
    ("run exam.csv --model openai:m --top_p 0.5", "is given with --set, as in --set top_p=0.9."),
    ("run exam.csv --model openai:m --api-key sk-1", "keys come from the environment (OPENAI_API_KEY, …)"),
    ("report RUN --seed 7", "there is no option --seed"),
    ("cache prune --run nosuch", "no run 'nosuch'"),
    ("power", "power needs --benchmark DIR, --n N or --pilot RUN RUN"),
]

# A run first says how it understood the file; its last line is the mistake.
RUNS = [
    ("run", "Add --model PROVIDER:NAME, as in --model openai:gpt-5."),
    ("run study.yaml", "A study file is TOML"),
    ("run exam.csv openai:gpt-5", "Is it a model? Give --model before each: --model openai:gpt-5"),
    ("run exam.csv --model compatible:m", "compatible needs --base-url"),
    ("run https://x.org/a.csv --model openai:gpt-5", "is an address, and files are read from this machine"),
    ("run cais/mmlu --model openai:gpt-5", "load_dataset('cais/mmlu', …)['test'].to_parquet('mmlu.parquet')"),
    ("run exam.csv --model openai:gpt-5 --store typo/deep/s.sqlite3", "there is no folder typo/deep"),
    ("run exam.csv", "whom to ask? Add --model PROVIDER:NAME"),
    ("run --model openai:gpt-5", "what is to be asked? Name a file of questions or a benchmark"),
    (
        "run exam.csv --model claude-sonnet-5",
        "which provider has it? Write --model anthropic:claude-sonnet-5",
    ),
    (
        "run exam.csv --model ollama:llama3",
        "no provider 'ollama'. Write --model compatible:llama3 and give its --base-url.",
    ),
    ("run exam.csv --model gpt-5", "which provider has it? Write --model openai:gpt-5, or add --provider"),
    ("run exam.csv --model m --base-url http://h/v1", "Write --model compatible:m, or add --provider"),
    (
        "run exam.csv --model compatible:m --base-url http://h/v1/chat/completions",
        "give it without /chat/completions: http://h/v1.",
    ),
    ("run exam.csv --model openai:a,openai:b", "its own: --model openai:a and --model openai:b."),
    ("run exam.csv --model openai:a,b", "its own: --model openai:a and --model openai:b."),
    ("run exam.csv --model openai:a,gemini:b,c", "--model gemini:b and --model gemini:c."),
    ("run exam.csv --model openai:a,", "--model openai:a,: leave the comma out: --model openai:a."),
    (
        "run exam.csv --model openai:m --variant letter-only,reasoning",
        "its own: --variant letter-only and --variant reasoning.",
    ),
    (
        "run exam.csv --model openai:m --variant letter-only:shots=1,seed=2,reasoning:shots=2,json",
        "--variant letter-only:shots=1,seed=2 and --variant reasoning:shots=2 and --variant json.",
    ),
    ("run exam.csv --model openai:m --variant letter-only:shots=1,foo", "no setting 'foo'."),
    ("run exam.csv --model openai:m --model openai:m", "--model openai:m is given more than once"),
    (
        "run exam.csv --model openai:m --variant reasoning --variant reasoning",
        "--variant reasoning is given more than once: it is asked once.",
    ),
    ("run exam.csv exam.csv --model openai:m", "exam.csv is given more than once: it is asked once."),
    (
        "run exam.csv --model openai:a openai:b",
        "Is it a model? Give --model before each: --model openai:a --model openai:b",
    ),
    ("run exam.csv --model openai:gpt-5 gpt-4.1", "--model openai:gpt-5 --model openai:gpt-4.1"),
    ("run exam.csv --model openai/gpt-5", "write it with a colon: --model openai:gpt-5."),
    ("run exam.csv --model google/gemini-3", "write it with a colon: --model gemini:gemini-3."),
    ("run exam.csv --model vllm/meta/llama", "write it with a colon: --model compatible:meta/llama."),
    ("run exam.cvs --model openai:gpt-5", "there is no such file or folder. Did you mean exam.csv?"),
    (
        "run exam.csv --provider mine --model m",
        "no provider 'mine'. There are: anthropic, azure, compatible, gemini, gemini-native, openai, "
        "openai-responses, openrouter. A server of your own is asked as compatible:NAME, with "
        "its --base-url; for a service with another API write a class: docs/writing-a-provider.md.",
    ),
    ("run exam.csv --model mine:m", "A server of your own is asked as compatible:NAME, with its --base-url;"),
    ("run exam.csv --provider opnai --model m", "no provider 'opnai'. Did you mean 'openai'? There are: "),
    ("run exam.csv --model opneai:gpt-5", "no provider 'opneai'. Did you mean openai:gpt-5?"),
    ("run exam.csv --model compatible:m", "needs --base-url, such as http://localhost:8000/v1"),
    ("run exam.csv --model openai:m --variant reasonin", "no variant 'reasonin'. Did you mean 'reasoning'?"),
    ("run exam.csv --model openai:m --variant variant.toml", "variant.toml"),
    (
        "run exam.csv --model openai:m --variant six.toml",
        "six.toml: 7 faults: (1) unknown field 'nam'; did you mean 'name'? Fields: "
        "answer_format, description, grammar, keep_letters, keep_places, max_tokens, name, option_label, "
        "option_order, prompt, seed, shift, shots, system. (2) "
        "'name' must be there, as text. (3) 'shots' must be a whole number, not "
        "'2'. (4) 'prompt' "
        "must hold {options} exactly once. (5) answer_format must be one of letter, letters, line, json, "
        "reasoning, free, unknown. (6) option_order must be one of as-is, reversed, shuffled, "
        "cyclic. (7) shots "
        "and shift must be at least 0, max_tokens at least 1.",
    ),
    (
        "run study.toml",
        "study.toml: 8 faults: (1) there is no key 'benchmark'. Did you mean 'benchmarks'? (2) 'variants' is "
        "'letter-only': give a list of texts. (3) 'epochs' is '3': give a whole number. (4) it names no "
        "'benchmarks'. 'mhclient study init' writes an example. (5) models: there is no key 'efort'. Did "
        "you mean 'effort'? (6) models: 'price' is 3: give USD per million tokens in and out, as [2.5, 10]. "
        "(7) 'models': each needs a name, and it is a text; found {}. (8) limits: there is no key "
        "'max_cost'. Did you mean 'max_cost_usd'?",
    ),
    (
        "run exam.csv --model openai:m --tasks XX",
        "the questions are in no groups, so that there is no task 'XX'.",
    ),
    (
        "run exam.csv --model openai:m --set stream=true",
        "--set stream: that is not set so: replies are",
    ),
    (
        "run exam.csv --model openai:m --temperature 9",
        "--temperature 9: openai takes a number from 0 to 2. Give one, or leave it out.",
    ),
    (
        "run exam.csv --model azure:m --base-url http://h --temperature 2.1",
        "azure takes a number from 0 to 2",
    ),
    ("run exam.csv --model openai-responses:m --temperature 3 --dry-run", "takes a number from 0 to 2."),
    ("run exam.csv --model anthropic:m --temperature 1.5 --batch", "takes a number from 0 to 1."),
    ("run exam.csv --model openai:m --thinking 2000", "takes an effort, and no budget: use --effort"),
    ("run exam.csv --model openai:m --dtype float32", "--dtype is for local models (--provider local)"),
    ("run exam.csv --model openai:m --effort low --set reasoning_effort=1", "Give one of them."),
    ("run exam.csv --model openai:m", "no API key: set OPENAI_API_KEY in the environment"),
    (
        "run exam.csv --model openai:m --store taken.sqlite3",
        "taken-benchmarks is a file. The questions of exam.csv are kept beside the store. Name another place "
        "for it with --store.",
    ),
    ("run nogold.csv --model openai:m", "no column for gold among 'question', 'A', 'B'"),
    ("run lower.csv --model openai:m", "gold 'C' is not among the options A, B, nor the text of one"),
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A folder with files as people have them, a benchmark and a store with a run; and the run's name."""
    folder = tmp_path_factory.mktemp("mistakes")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    made = read_people_file(folder / "exam.csv").write(folder / "made")
    answers: dict[str, Answer] = {item.id: "A" for item in read_people_file(folder / "made").items}
    run = store_run(folder / "mhclient.sqlite3", made, answers, model="gpt-5")
    connection = open_connection(folder / "mhclient.sqlite3")
    connection.execute("UPDATE sessions SET ended_at = 'now', end_cause = 'done'")
    connection.close()
    return folder, run


@pytest.fixture
def folder(prepared, tmp_path, monkeypatch):
    """In a copy of that folder; returns the run's name."""
    folder, run = prepared
    monkeypatch.chdir(shutil.copytree(folder, tmp_path, dirs_exist_ok=True))
    return run


def told(line, run, capsys):
    """Status, and what was said, of a command line."""
    words = [run if word == "RUN" else word for word in line.split()]
    try:
        return main(words), capsys.readouterr().err
    except SystemExit as ended:
        return ended.code, capsys.readouterr().err


def test_there_are_sixty():
    assert len({line for line, _ in USAGE + INPUT}) >= 60


@pytest.mark.parametrize(("line", "says"), USAGE + INPUT, ids=lambda value: value[:40])
def test_each_mistake_is_one_line_that_says_what_to_do(folder, capsys, line, says):
    status, said = told(line, folder, capsys)
    assert status == 2
    assert says in said
    assert said.startswith("mhclient: ")
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert "usage:" not in said


@pytest.mark.parametrize(("line", "says"), RUNS, ids=lambda value: value[:40])
def test_a_run_that_cannot_be_says_why_in_its_last_line_and_asks_nothing(
    folder, capsys, monkeypatch, line, says
):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    status, said = told(line, folder, capsys)
    assert status == 2
    assert says in said
    assert "mhclient: " in said
    assert "Traceback" not in said
