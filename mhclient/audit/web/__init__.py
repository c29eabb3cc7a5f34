"""Auditing in a web browser: a small server on this machine and one page that needs no build step.

`guard.py` decides who may ask, `api.py` what there is to see, `app.py` joins them; the page is in `page/`.
"""
