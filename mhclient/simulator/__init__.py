"""A model server on loopback whose models behave in known ways: for the demo, tests, and users' own tests."""
