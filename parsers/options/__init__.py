"""The options of one item, prepared once.

`options` asks `texts` (what a text is known by), `alphabets` (labels that are not Latin) and `contested`
(numbers that are a label and a text). `gist` is what a text comes to without its small words.
"""
