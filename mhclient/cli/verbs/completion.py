"""`mhclient completion`: scripts for shells, which ask the program itself what may stand at the cursor."""

import argparse

from mhclient.show.files import print_text

BASH = r"""_mhclient() {
    local IFS=$'\n'
    COMPREPLY=($(mhclient __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    if [ ${#COMPREPLY[@]} -eq 0 ]; then compopt -o default; fi
}
complete -F _mhclient mhclient
"""

ZSH = r"""#compdef mhclient
_mhclient() {
    local -a found
    found=(${(f)"$(mhclient __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( ${#found} )); then compadd -a found; else _files; fi
}
compdef _mhclient mhclient
"""

FISH = r"""function __mhclient_complete
    set -l words (commandline -opc)
    mhclient __complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c mhclient -a '(__mhclient_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def execute(args: argparse.Namespace) -> int:
    print_text(SCRIPTS[args.shell])
    return 0
