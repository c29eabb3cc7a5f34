"""From readings to figures: what counts as right, rates and their denominators, averages, intervals. Pure."""
