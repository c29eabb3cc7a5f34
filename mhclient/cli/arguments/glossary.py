"""Arguments of `mhclient glossary`."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Say what a word of the reports and pages means. Without a word: all of them, and the tasks."
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="for example skill, unread, R1+E")
