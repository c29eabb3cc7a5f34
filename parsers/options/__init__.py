"""The options of one item, prepared once.

`options` asks `texts` (what a text is known by), `short_names` (what it is called for short), `alphabets`
(labels that are not Latin) and `contested` (numbers that are a label and a text). `gist` is what a text comes
to without its small words; `checking` refuses what are no options.
"""
