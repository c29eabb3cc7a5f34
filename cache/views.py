"""The store in plain columns, for Datasette and SQL: what was asked, said, read, and right.

Four views, made by migrations. What was read is not in a reply: the program keeps it in `read_items`, so
that SQL can say what was right, and by which rule, without the reader.
"""

READ_ITEMS = """
    CREATE TABLE read_items (           -- what the reader made of the reply that an item of a run rests on
        run_id TEXT NOT NULL REFERENCES runs (run_id),
        item_id TEXT NOT NULL,
        request_key TEXT NOT NULL,
        response_id INTEGER NOT NULL,   -- the reply that was read; of another one nothing is shown
        reader TEXT NOT NULL,           -- version of the reader
        ending TEXT NOT NULL,           -- answer, ambiguous, refusal, …
        prediction TEXT,                -- in the item's letters, joined by &; NULL unless it is an answer
        correct INTEGER NOT NULL,       -- 1: exactly the gold
        PRIMARY KEY (run_id, item_id, request_key)
    ) WITHOUT ROWID
"""

QUESTIONS = """
    CREATE VIEW questions AS
    SELECT benchmarks.name AS benchmark, items.position, item_id, task,
           json_extract(body, '$.question') AS question,
           json_extract(body, '$.options') AS options,
           (SELECT group_concat(value, '&') FROM json_each(body, '$.gold')) AS gold,
           json_extract(body, '$.mode') AS mode,
           json_extract(body, '$.details') AS details,
           items.benchmark AS benchmark_digest
    FROM items JOIN benchmarks ON benchmarks.digest = items.benchmark
"""

REPLIES = """
    CREATE VIEW replies AS
    SELECT run_items.run_id AS run, json_extract(runs.spec, '$.model') AS model,
           json_extract(runs.spec, '$.variant.name') AS variant,
           run_items.task, run_items.item_id, run_items.repetition,
           json_extract(items.body, '$.question') AS question,
           responses.completion, responses.finish_reason, responses.served_model,
           responses.prompt_tokens, responses.completion_tokens, responses.reasoning_tokens,
           attempts.cost_usd, run_items.from_cache, run_items.error, run_items.detail,
           responses.received_at, run_items.request_key, run_items.response_id
    FROM run_items
    JOIN runs ON runs.run_id = run_items.run_id
    JOIN items ON items.benchmark = runs.benchmark AND items.position = run_items.position
    LEFT JOIN responses ON responses.id = run_items.response_id
    LEFT JOIN attempts ON attempts.id = responses.attempt_id
"""

RESULTS = """
    CREATE VIEW results AS
    SELECT replies.run, model, variant, replies.task, replies.item_id, repetition, replies.question,
           questions.options, questions.gold, read_items.prediction,
           CASE WHEN replies.error IS NOT NULL THEN 'error' WHEN replies.response_id IS NULL THEN 'missing'
                ELSE read_items.ending END AS ending,
           CASE WHEN replies.error IS NOT NULL THEN 0 ELSE read_items.correct END AS correct,
           completion, cost_usd, questions.details
    FROM replies
    JOIN runs ON runs.run_id = replies.run
    JOIN questions ON questions.benchmark_digest = runs.benchmark AND questions.item_id = replies.item_id
    LEFT JOIN read_items ON read_items.run_id = replies.run AND read_items.item_id = replies.item_id
         AND read_items.request_key = replies.request_key AND read_items.response_id = replies.response_id
"""

IN_PLAIN_COLUMNS = (READ_ITEMS, QUESTIONS, REPLIES, RESULTS)

# Where and how a reply says it. NULL in what was kept before these columns came: `cache read` fills them.
EVIDENCE = (
    "ALTER TABLE read_items ADD COLUMN letters TEXT",  # as shown, joined by &; NULL unless it is an answer
    "ALTER TABLE read_items ADD COLUMN grade TEXT",  # how plainly: strict, explicit, leading, text, in_text
    "ALTER TABLE read_items ADD COLUMN rule TEXT",  # of the reader
    "ALTER TABLE read_items ADD COLUMN span_start INTEGER",  # characters of the completion that decided,
    "ALTER TABLE read_items ADD COLUMN span_end INTEGER",  # from 0; the end is the first behind them
)

READ_REPLIES = """
    CREATE VIEW read_replies AS
    SELECT replies.run, model, variant, replies.task, replies.item_id, repetition, completion,
           read_items.ending AS outcome, read_items.prediction, read_items.letters, grade, rule,
           substr(completion, span_start + 1, span_end - span_start) AS words, span_start, span_end,
           reader, finish_reason, replies.request_key, replies.response_id
    FROM replies
    JOIN read_items ON read_items.run_id = replies.run AND read_items.item_id = replies.item_id
         AND read_items.request_key = replies.request_key AND read_items.response_id = replies.response_id
"""

READINGS_IN_PLAIN_COLUMNS = (*EVIDENCE, READ_REPLIES)
