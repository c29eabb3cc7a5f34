"""Labels that people's ratings give: which option clinicians prefer, and how sure that is.

Ratings are sliders from 0 to 100 beside options that were shown in a random order. `annotations.py` reads
them, `ratings.py` undoes the order, `agreement.py` shows which way of undoing it the raters support, and
`fit.py` names the settings that matter, and makes labels of ratings: a probability for each option of a
question.
"""
