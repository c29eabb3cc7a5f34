"""From claims to one reading: agreement and conflict, refusal, truncation.

`_decide` in `read.py` has the order. In this room:

- claims that commit: `resolve`, by `steps`, `beside_answer`, `several`, `listed`, `unlisted`
- words that decline: `refusal`; and the option that says the same: `abstaining`
- what nothing declares: `nearly` (nearly its words), `shared_unit`, `named_beside`, `wrong_one_at_head`,
  `speaking`, `fallback` (by `reasons`, `ending_verdict`)
- several options left open: `alternatives`
- what is left: `truncation`
- the record of the verdict: `evidence`
"""
