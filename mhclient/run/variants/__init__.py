"""The prompt-format variants that come with the program, one TOML file each; see `mhclient.run.prompts`."""
