"""`python -m mhclient`: the same as the `mhclient` command."""

from mhclient.cli.main import command

if __name__ == "__main__":
    raise SystemExit(command())
