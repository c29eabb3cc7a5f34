"""How figures become cells, names and sentences, the same in every form."""
