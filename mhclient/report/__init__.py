"""Reports: the figures of runs, worked out from the store alone, and the forms they are written in."""
