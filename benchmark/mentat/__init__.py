"""MENTAT: questions that vary a patient's gender, nationality or age, as released and in paired designs.

`released.py` is the whole road, and imports the four sets as they are; `release.py` opens the release and
draws them again, `design.py` draws paired ones, `items.py` says which option is right.
"""
