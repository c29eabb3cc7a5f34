"""The runner: items in, records out; as fast as the provider allows, and no faster."""
