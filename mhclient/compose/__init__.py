"""Jobs that write instead of answer: a model composes texts, or judges them, for what benchmarks are made of.

`harden` and `generate` share this room. What a job is stands in `mhclient.run.jobs`; a stage is a run in the
store (asked by `Ask.COMPOSE`), so that pacing, caps, batches, retries, resuming and the reuse of stored
replies are those of every run.

How to use it:

1. Say who writes: `make_composer(model, limits, temperature=0.7, max_tokens=800)`.
2. Make jobs as a pure function of your inputs, settings and the replies to earlier stages:
   `ComposeJob(id, stage, round, parent, user, system)`. Equal inputs must give equal jobs: that is how a
   command that was killed finds its replies again. In a later round show the model what was refused and why,
   so that the body differs; never ask the same body again in the hope of another reply.
3. Say how a reply is read: a function from its text to a value that raises `Unreadable(reason)`;
   `json_object(text)` reads one JSON object strictly. Nothing is repaired.
4. Ask, stage after stage, in one `Composition`: all of its stages are under one cap.

    composition = Composition(store, "exam, hardened")
    replies = await composition.ask(Stage("write", 1, jobs, composer, read))
    for job in jobs:
        reply = replies[job.id]     # value, or why there is none; request key, SHA-256 of the completion

A stage that could not be finished (a cap, Ctrl-C, a batch that is still out) raises `StageUnfinished`: the
same command goes on where it stopped. `stages_of` and `estimate_stage` say what a stage would ask and cost.
"""
