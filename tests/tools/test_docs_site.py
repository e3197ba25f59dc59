"""The pages as the site has them: links into docs/ stay, files outside of it are named."""

from tools.docs_site import DOCS, for_the_site


def test_files_outside_of_the_documentation_are_named() -> None:
    deploy = for_the_site(DOCS / "deploy.md")
    assert "`deploy/nginx.conf`" in deploy
    assert "[deploy/nginx.conf]" not in deploy
    assert "features (`src/cartagena/bots/net/features.py`)" in for_the_site(DOCS / "training.md")
    for page in DOCS.rglob("*.md"):
        assert "](../../" not in for_the_site(page)


def test_links_inside_of_it_stay() -> None:
    assert "[rules.md](../rules.md#the-core)" in for_the_site(DOCS / "variants" / "jamaica.md")
