"""`python -m mhclient`: the same as the `mhclient` command."""

from mhclient.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
