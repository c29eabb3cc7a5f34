"""Option letters as probabilities: surface forms, the choice among letters, top log-probs, debiasing. Pure.

What scores the forms (a local model, a server) is elsewhere; nothing here knows torch or HTTP.
"""
