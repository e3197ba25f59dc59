"""The pages of the site: links into docs/ stay, links to other files become file names."""

from tools.docs_site import DOCS, for_the_site


def test_links_to_other_files_become_file_names() -> None:
    deploy = for_the_site(DOCS / "deploy.md")
    assert "`deploy/nginx.conf`" in deploy
    assert "[deploy/nginx.conf]" not in deploy
    assert "features (`src/cartagena/bots/net/features.py`)" in for_the_site(DOCS / "training.md")
    for page in DOCS.rglob("*.md"):
        assert "](../../" not in for_the_site(page)


def test_links_between_pages_stay() -> None:
    assert "[rules.md](../rules.md#the-core)" in for_the_site(DOCS / "variants" / "jamaica.md")
