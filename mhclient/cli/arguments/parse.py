"""Arguments of `mhclient parse`."""

import argparse
from pathlib import Path

_EPILOG = """\
Each line of FILE is a JSON object:
  response       the completion's text; null for an empty one
  options        an object, letter to text, in the order shown; 1 to 26. If two options have
                 the same text, only their letters tell them apart
  id             copied to the output (default: the line's number)
  finish_reason  "stop", "length", "content_filter" (optional)
  mode           "single" (default) or "multi"
  answer_format  letter, letters, line, json or reasoning (optional): adds "compliance"

Exit status: 0 every line could be used, 1 some could not, 2 the file could not be opened.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="model answers as JSON lines; - for standard input")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the result here instead of to the terminal"
    )
    parser.add_argument(
        "--explain", action="store_true", help="show each answer with the deciding words marked"
    )
