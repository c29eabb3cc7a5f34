"""How do several machines answer one run's requests to a local model? fleet.py shares them out.

The run, its store and its keys know nothing of it: replies are those of a model on this machine, so a run may
be begun by one and ended by the other. on_ray.py finds the machines, ray_seat.py is what runs on each.

Decision: docs/decisions/local.md, "Ray places and restarts, and repeats nothing".
"""
