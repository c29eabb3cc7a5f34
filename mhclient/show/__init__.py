"""How values look to people: figures in cells, counts in sentences, text made visible, files they named."""
