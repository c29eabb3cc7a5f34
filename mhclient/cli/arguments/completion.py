"""Arguments of `mhclient completion`."""

import argparse

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print a script with which a shell completes verbs, options, their values, models and runs. For "
        "bash: mhclient completion bash > ~/.local/share/bash-completion/completions/mhclient; for zsh: "
        "mhclient completion zsh > a folder of $fpath, as _mhclient; for fish: mhclient completion fish > "
        "~/.config/fish/completions/mhclient.fish. Then start the shell again."
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
