"""Every pattern and word list of the reader, each under its source, with a string it accepts and one it
refuses. The patterns know nothing of options or offsets.

- how a pattern is written, and asked fast: `pattern`, `cued`, `needs`, `lookup`, `screened`
- what patterns are made of: `vocabulary` (words by meaning), `frames`
- option letters, and phrases for several options: `labels`, `sets`
- what a sentence says of an option: `commitments`, `negations`, `assertions`, `asides`, `quotations`,
  `beside`, `falling`, `topics`
- the same in other languages: `hypotheses`, `doubts`, `undecided`, `superlatives`, `speech`, and cue words
  in `languages/`
- small numbers, and yes and no, in many languages: `stand_ins`; what ends a clause: `verdict_clauses`
- how two statements bear on each other, and where the reply ends: `revisions`, `runons`
- keys before a colon: `keys`; an opening yes or no that speaks to the one who asks: `requests`
- refusal, abstention, filter notice and stored error: `refusals`
"""
