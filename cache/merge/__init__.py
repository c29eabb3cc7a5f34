"""How do two stores become one? Row by row; merge.py is the order of the steps."""
