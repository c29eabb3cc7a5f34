"""Batches: a run's requests handed to the provider in files, at half the price, and collected later.

`work.py` is the loop; read it first. `submit.py` claims lines, settles the input file, brings it to the
provider and finds again what a crash left there; `collect.py` reads what came back; `run.py` is what the
command line and programs call.
"""
