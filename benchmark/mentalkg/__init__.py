"""New psychiatric cases from a diagnosis graph such as MentalKG: profiles, options, patients, checks.

Everything here is pure: the same graph and seed give the same bytes. What a model writes is asked for
elsewhere.
"""
