"""Every mention becomes a claim, and what may set it aside.

`read.py` has the order of the steps, of which `collect` is the first. In this room:

- the values: `claims` (Context, Claim, Completion)
- how strongly the words around a group present it: `judge`, by `opening` (of the reply), `called_right`,
  `leading`, `keyed`, `apposed`, `left_over`, `concluded`, `scales`, `agreed`
- why a claim may not count: `guards`, by `negated` (and `text_goes_on`), `unmeant`, `surpassed`, `signs`,
  `quantities`, `others` (what is left over), `quoted`, `to_asker`, `judged_false`; `asserted` for an
  option text; `quiet` tells at once where no English pattern can
- what cue words say in any language: `clauses` (units and their roles), `cues` (it is the answer), `denials`,
  `apart`
- whether a text, or what is said of an option, breaks off: `endings`, `unfinished`
- lists: `lists`, by `entries`, `heads`, `parts`, `announced`, `binary` (two options restated);
  of other forms: `inline`, `opened` (by `question_stems`), `continued`, `ticks`, `matched`,
  `statements`, `shares`, `wrong_ones_listed`, `also_right`, `wrong_one_at_end` and
  `false_statement` (the wrong one, asked for or not)
- the reply as a whole: `runon` (where it ends; `asked_inline`, `scale_again`), `questions_in_a_row`,
  `revise`, `corrected` and `closing` (what it takes back or outranks)
"""
