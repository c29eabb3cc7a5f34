"""Whether a service moved: its panels in the order of time, what they show, and the page of it."""
