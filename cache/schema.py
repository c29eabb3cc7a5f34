"""The store's tables, as a chain of migrations from the first schema on.

What was asked for (`runs`, `run_items`; which runs together: `starts`, `start_runs`), what was sent
(`requests`), every try (`attempts`, grouped by the process that made it: `sessions`, or by the batch it went
in: `batches`), what came back (`responses`), what was read in it (`readings`, `read_items`), what people say
it says (`judgements`, `samples`), and views (`views.py`). Names and order are chosen to read well in
Datasette. Only add to the end of the chain: a migration that has shipped is never edited.
"""

from cache.views import IN_PLAIN_COLUMNS, READINGS_IN_PLAIN_COLUMNS

# What a stored reply may serve as. It is worked out anew at every read (a generated column), so no row can
# claim more than its own facts say: an answer is complete, says something, and ended by itself.
ADMISSION = """
    CASE
        WHEN finish_reason = 'content_filter' THEN 'filtered'
        WHEN finish_reason = 'length' THEN 'cut'
        WHEN n_visible IS NULL OR n_visible = 0 THEN 'empty'
        WHEN finish_reason IN ('stop', 'refusal') THEN 'complete'
        ELSE 'unfinished'
    END
"""


FIRST_SCHEMA = (
    """
    CREATE TABLE benchmarks (
        digest TEXT PRIMARY KEY,        -- SHA-256 of items.jsonl
        name TEXT NOT NULL,
        n_items INTEGER NOT NULL,
        manifest TEXT NOT NULL,         -- JSON
        triples BLOB                    -- the graph slice, zlib-compressed CSV; NULL where there is none
    )
    """,
    """
    CREATE TABLE items (
        benchmark TEXT NOT NULL REFERENCES benchmarks (digest),
        position INTEGER NOT NULL,      -- line of items.jsonl, from 0
        item_id TEXT NOT NULL,
        task TEXT NOT NULL,
        body TEXT NOT NULL,             -- the line itself: JSON
        PRIMARY KEY (benchmark, position)
    ) WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX items_by_id ON items (benchmark, item_id)",
    """
    CREATE TABLE runs (
        run_id TEXT PRIMARY KEY,
        created_at TEXT NOT NULL,
        benchmark TEXT NOT NULL REFERENCES benchmarks (digest),
        spec TEXT NOT NULL,             -- JSON: everything that decides what is asked
        sent TEXT,                      -- JSON: the parameters on the wire, where they had to differ
        planned INTEGER NOT NULL DEFAULT 0  -- 1 once every row of run_items is there
    )
    """,
    """
    CREATE TABLE run_items (
        run_id TEXT NOT NULL REFERENCES runs (run_id),
        position INTEGER NOT NULL,      -- in the benchmark's order
        turn INTEGER NOT NULL,          -- in the order of asking: all tasks advance together
        item_id TEXT NOT NULL,
        task TEXT NOT NULL,
        request_key TEXT NOT NULL,
        response_id INTEGER REFERENCES responses (id),  -- the reply this run rests on
        from_cache INTEGER,             -- 1: the reply was in the store before this run asked
        error TEXT,                     -- why there is no reply: the error's class
        detail TEXT,                    -- and its message
        retryable INTEGER,              -- 1: the next start of the run asks again
        PRIMARY KEY (run_id, position)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX run_items_by_key ON run_items (request_key)",
    """CREATE INDEX run_items_missing ON run_items (run_id, turn)
       WHERE response_id IS NULL AND error IS NULL""",
    """
    CREATE TABLE requests (
        key TEXT PRIMARY KEY,           -- SHA-256 of method, endpoint, API version and body: see cache/key.py
        key_version INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        method TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        api_version TEXT,
        model TEXT,
        body BLOB NOT NULL              -- canonical JSON as sent, zlib-compressed
    )
    """,
    """
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES runs (run_id),
        host TEXT NOT NULL,
        pid INTEGER NOT NULL,
        pid_started TEXT,               -- tells a process from a later one of the same number
        version TEXT NOT NULL,          -- of the program
        started_at TEXT NOT NULL,
        heartbeat_at TEXT NOT NULL,
        account TEXT NOT NULL,          -- whose limits it shares: address and fingerprint of the key
        gate_s REAL NOT NULL DEFAULT 0, -- how long the provider had told it to wait at its last heartbeat
        ended_at TEXT,
        end_cause TEXT
    )
    """,
    """
    CREATE TABLE attempts (
        id INTEGER PRIMARY KEY,
        request_key TEXT NOT NULL REFERENCES requests (key),
        session_id INTEGER NOT NULL REFERENCES sessions (id),
        state TEXT NOT NULL,            -- in_flight, answered, failed, unknown (its process died)
        started_at TEXT NOT NULL,       -- committed before anything is sent
        duration_s REAL,
        status INTEGER,                 -- HTTP
        error TEXT,
        detail TEXT,
        tokens INTEGER NOT NULL,        -- prompt and completion: as used, or the bound where not known
        cost_usd REAL,                  -- likewise, at the price of the day; NULL without a price
        headers TEXT                    -- JSON: the headers that matter (request id, limits, retry-after)
    )
    """,
    # One process at a time asks one request: the second one finds this index in its way, and waits.
    "CREATE UNIQUE INDEX attempts_in_flight ON attempts (request_key) WHERE state = 'in_flight'",
    "CREATE INDEX attempts_by_key ON attempts (request_key)",
    f"""
    CREATE TABLE responses (
        id INTEGER PRIMARY KEY,
        request_key TEXT NOT NULL REFERENCES requests (key),
        attempt_id INTEGER NOT NULL REFERENCES attempts (id),
        received_at TEXT NOT NULL,
        completion TEXT,                -- the text of the reply; lone surrogates shown as U+FFFD
        n_visible INTEGER,              -- its characters without surrounding white space
        finish_reason TEXT,             -- stop, length, content_filter, refusal, or as the provider says
        admission TEXT GENERATED ALWAYS AS ({ADMISSION}) VIRTUAL,
        served_model TEXT,
        fingerprint TEXT,
        prompt_tokens INTEGER,
        completion_tokens INTEGER,
        reasoning_tokens INTEGER,
        body BLOB NOT NULL              -- all that came back, zlib-compressed
    )
    """,
    "CREATE INDEX responses_by_key ON responses (request_key)",
)

# Which of the item's letters each label stood for, in the order of the lines: a JSON object; NULL where the
# options stood as in the item.
OPTIONS_AS_SHOWN = ("ALTER TABLE run_items ADD COLUMN shown TEXT",)

# What the reader made of a completion, and what people say it says. A reading is derived and may be made
# again; it is kept so that it need not be, and so that a later reader can be compared with an earlier one. A
# judgement is a fact: it is added and never changed; whoever thinks again adds another.
AUDIT = (
    """
    CREATE TABLE readings (
        case_key TEXT NOT NULL,         -- SHA-256 of completion, question and options as shown
        finish_reason TEXT NOT NULL,    -- '' where the provider gave none
        reader TEXT NOT NULL,           -- version of the reader and digest of its rules
        outcome TEXT NOT NULL,
        letters TEXT NOT NULL,          -- as shown, joined by &; '' unless the outcome is answer
        grade TEXT,
        rule TEXT NOT NULL,
        span_start INTEGER,             -- characters of the completion that decided
        span_end INTEGER,
        read_at TEXT NOT NULL,
        PRIMARY KEY (case_key, finish_reason, reader)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE judgements (
        id INTEGER PRIMARY KEY,
        case_key TEXT NOT NULL,
        rater TEXT NOT NULL,
        judged_at TEXT NOT NULL,
        verdict TEXT NOT NULL,          -- answer, none, refusal, ambiguous, skip, note, withdrawn
        letters TEXT NOT NULL,          -- as shown, joined by &; '' unless the verdict is answer
        note TEXT NOT NULL,
        undoes INTEGER REFERENCES judgements (id),  -- this row takes that one back
        reader TEXT NOT NULL,           -- the reader whose reading the rater saw
        reader_said TEXT NOT NULL       -- its outcome, with the letters of an answer
    )
    """,
    "CREATE INDEX judgements_by_case ON judgements (case_key, rater)",
    """
    CREATE TRIGGER judgements_stay BEFORE UPDATE ON judgements
    BEGIN SELECT RAISE(ABORT, 'a judgement is never changed: add another'); END
    """,
    """
    CREATE TRIGGER judgements_remain BEFORE DELETE ON judgements
    BEGIN SELECT RAISE(ABORT, 'a judgement is never deleted: withdraw it'); END
    """,
    """
    CREATE TABLE samples (
        sample_id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL,
        drawn_at TEXT NOT NULL,
        reader TEXT NOT NULL,           -- whose readings were drawn from
        seed INTEGER NOT NULL,
        n INTEGER NOT NULL              -- asked for
    )
    """,
    """
    CREATE TABLE sample_cases (
        sample_id INTEGER NOT NULL REFERENCES samples (sample_id),
        position INTEGER NOT NULL,      -- in the order of judging
        item_id TEXT NOT NULL,
        case_key TEXT NOT NULL,
        stratum TEXT NOT NULL,          -- outcome, or the grade of an answer
        stratum_size INTEGER NOT NULL,  -- replies of the run in that stratum
        reader_said TEXT NOT NULL,
        PRIMARY KEY (sample_id, position)
    ) WITHOUT ROWID
    """,
)

BATCHES = (
    """
    CREATE TABLE batches (
        id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES runs (run_id),
        session_id INTEGER NOT NULL REFERENCES sessions (id),  -- the process that works on it, or did last
        tag TEXT NOT NULL UNIQUE,       -- our name for it, also at the provider if that keeps one
        state TEXT NOT NULL,            -- drafting, intended, creating, submitted, collected, refused
        created_at TEXT NOT NULL,
        account TEXT NOT NULL,          -- whose: address and fingerprint of the key
        model TEXT NOT NULL,
        prompt_price REAL,              -- USD per million tokens when it was made; NULL without a price
        completion_price REAL,
        n_lines INTEGER NOT NULL DEFAULT 0,
        n_bytes INTEGER NOT NULL DEFAULT 0,  -- of the input file
        queued_tokens INTEGER NOT NULL DEFAULT 0,  -- of the prompts, as reckoned for the provider's queue
        digest TEXT,                    -- SHA-256 of the input file, committed before it is uploaded
        upload TEXT,                    -- the file's id at the provider
        creating_at TEXT,               -- committed before the call that makes the batch
        owner_seen_at TEXT,             -- of a process that died at it: when it was last known to live
        remote_id TEXT,                 -- the batch's id at the provider
        guessed INTEGER NOT NULL DEFAULT 0,  -- 1: found by time and size alone; its results will tell
        remote_status TEXT,             -- in the provider's own word
        expires_at REAL,                -- seconds since 1970
        n_done INTEGER,
        n_failed INTEGER,
        looked_at TEXT,
        problem TEXT,                   -- what the provider, or we, say is wrong with it
        closed_at TEXT,
        n_doubled INTEGER NOT NULL DEFAULT 0,  -- lines of the results for a key that had one before
        n_unknown INTEGER NOT NULL DEFAULT 0   -- lines for no request of this batch, and unreadable ones
    )
    """,
    "CREATE UNIQUE INDEX batches_by_remote_id ON batches (account, remote_id) WHERE remote_id IS NOT NULL",
    "CREATE INDEX batches_by_run ON batches (run_id)",
    # A line of a batch is an attempt: it outlives the process that made it, and ends when results are read.
    "ALTER TABLE attempts ADD COLUMN batch_id INTEGER REFERENCES batches (id)",
    "CREATE INDEX attempts_by_batch ON attempts (batch_id, id) WHERE batch_id IS NOT NULL",
    """
    CREATE TABLE batch_strays (         -- lines of results that belong to no request, as received
        batch_id INTEGER NOT NULL REFERENCES batches (id),
        digest TEXT NOT NULL,
        kind TEXT NOT NULL,             -- unknown, doubled, unreadable
        line BLOB NOT NULL,             -- zlib-compressed
        PRIMARY KEY (batch_id, digest)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE batch_strangers (      -- batches at the provider that were taken for ours, and were not
        batch_id INTEGER NOT NULL REFERENCES batches (id),
        remote_id TEXT NOT NULL,
        PRIMARY KEY (batch_id, remote_id)
    ) WITHOUT ROWID
    """,
)

# Whether the reading was hidden from the rater: only such a judgement says how good the reader is. What was
# judged before this column came counts as seen, since nobody noted it.
BLIND_JUDGEMENTS = ("ALTER TABLE judgements ADD COLUMN blind INTEGER NOT NULL DEFAULT 0",)

# Keys are random, so an index by key costs each new attempt a page of its own in the log. What is looked for
# by key is under way (`attempts_in_flight` finds it) or a line of a batch.
FEWER_RANDOM_PAGES = (
    "DROP INDEX attempts_by_key",
    """CREATE INDEX attempts_by_batch_and_key ON attempts (batch_id, request_key)
       WHERE batch_id IS NOT NULL""",
)

# An item may be asked several times by one run: the repetition's number is in the request's key, and an item
# of a run has a row for each. SQLite cannot widen a primary key, so the table is copied.
REPETITIONS = (
    "ALTER TABLE requests ADD COLUMN repetition INTEGER NOT NULL DEFAULT 1",  # from 1; not on the wire
    """
    CREATE TABLE repeated_items (
        run_id TEXT NOT NULL REFERENCES runs (run_id),
        position INTEGER NOT NULL,      -- in the benchmark's order
        repetition INTEGER NOT NULL DEFAULT 1,  -- the how-manieth time the run asks the item, from 1
        turn INTEGER NOT NULL,          -- in the order of asking: all tasks advance together
        item_id TEXT NOT NULL,
        task TEXT NOT NULL,
        request_key TEXT NOT NULL,
        response_id INTEGER REFERENCES responses (id),  -- the reply this run rests on
        from_cache INTEGER,             -- 1: the reply was in the store before this run asked
        error TEXT,                     -- why there is no reply: the error's class
        detail TEXT,                    -- and its message
        retryable INTEGER,              -- 1: the next start of the run asks again
        shown TEXT,                     -- which of the item's letters each label stood for; see above
        PRIMARY KEY (run_id, position, repetition)
    ) WITHOUT ROWID
    """,
    """
    INSERT INTO repeated_items
    SELECT run_id, position, 1, turn, item_id, task, request_key, response_id, from_cache, error, detail,
           retryable, shown
    FROM run_items
    """,
    "DROP TABLE run_items",
    "ALTER TABLE repeated_items RENAME TO run_items",
    "CREATE INDEX run_items_by_key ON run_items (request_key)",
    """CREATE INDEX run_items_missing ON run_items (run_id, turn)
       WHERE response_id IS NULL AND error IS NULL""",
)

# Which runs were begun together, and under which name: nothing of it is in a run's specification or its id.
STARTS = (
    """
    CREATE TABLE starts (
        id INTEGER PRIMARY KEY,
        started_at TEXT NOT NULL,
        study TEXT                      -- its name; NULL where it has none
    )
    """,
    """
    CREATE TABLE start_runs (
        start_id INTEGER NOT NULL REFERENCES starts (id),
        position INTEGER NOT NULL,      -- among the runs of that start
        run_id TEXT NOT NULL,
        PRIMARY KEY (start_id, position)
    ) WITHOUT ROWID
    """,
)

# Who served a reply, where the reply says so, and which of its prompt's tokens were charged otherwise.
SERVED_BY = (
    "ALTER TABLE responses ADD COLUMN route TEXT",  # the provider behind a router, as in OpenRouter's replies
    "ALTER TABLE responses ADD COLUMN tier TEXT",  # as the reply says: default, flex, priority, standard, …
    "ALTER TABLE responses ADD COLUMN cached_tokens INTEGER",  # of prompt_tokens: read from a cache
    "ALTER TABLE responses ADD COLUMN written_tokens INTEGER",  # of prompt_tokens: written to a cache
)

# What the provider's filters said: JSON, a list of [prompt or reply, category, severity, withheld]; NULL
# where they said nothing, and in replies that were kept before this column came.
FILTERS = ("ALTER TABLE responses ADD COLUMN filters TEXT",)

# Each step brings the tables from one version to the next; PRAGMA user_version says how many have been done.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    FIRST_SCHEMA,
    OPTIONS_AS_SHOWN,
    AUDIT,
    BATCHES,
    BLIND_JUDGEMENTS,
    FEWER_RANDOM_PAGES,
    REPETITIONS,
    IN_PLAIN_COLUMNS,
    STARTS,
    SERVED_BY,
    FILTERS,
    READINGS_IN_PLAIN_COLUMNS,
)
