"""Where a completion names options.

`mentions` asks the others in order. In this room:

- the value: `mention`
- JSON and XML, resolved first: `structured`, with `json_values` and `field_keys`
- option texts: `texts`, by `exact_texts`, `to_do`, `contested_texts`, `cut_texts`
- other words for an option: `stand_ins`
- labels: `labels` (capitals, by `names`, `initials`, `articles`), `small_labels`, `numbers` (by `counts`)
- a label and the text beside it become one: `joined`; phrases for several: `sets`
- mentions named together, and the sentences around them: `groups`, by `denied_last` and `sentences`;
  `own_question` tells an option's question mark from the reply's
"""
