"""The store's SQL: one file for a group of tables, one class in it, whose methods `Store` offers.

A class holds a connection and nothing else. Its methods that write belong inside a transaction; none commits.
"""
