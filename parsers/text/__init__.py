"""The completion as a reader sees it: normalised, without markup, with the way back to the raw text."""
