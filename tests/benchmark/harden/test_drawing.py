from scripts.draw_walk import OUT, draw, studied_item


def test_the_picture_in_the_docs_is_what_the_script_draws():
    assert OUT.read_text(encoding="utf-8") == draw(studied_item())
