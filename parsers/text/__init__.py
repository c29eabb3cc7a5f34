"""The completion as a reader sees it: normalised, without mark-up, with the way back to the raw text.

- the way back: `offsets`
- the visible text: `normalize`, by `reasoning`, `turns`, `folding` (look-alikes), `spelled` (names)
- the plain text: `markup`, by `marks` and `glued` (words joined by a low line)
- how long texts are looked at fast: `characters`, `latin`, `stretches`
"""
