"""The pages of the site: links into docs/ stay, links to other files become file names."""

import re

from tools.docs_site import DOCS, ROOT, for_the_site


def test_links_to_other_files_become_file_names() -> None:
    deploy = for_the_site(DOCS / "deploy.md")
    assert "`deploy/nginx.conf`" in deploy
    assert "[deploy/nginx.conf]" not in deploy
    assert "features (`src/cartagena/bots/net/features.py`)" in for_the_site(DOCS / "training.md")
    for page in DOCS.rglob("*.md"):
        assert "](../../" not in for_the_site(page)


def test_links_between_pages_stay() -> None:
    assert "[rules.md](../rules.md#the-core)" in for_the_site(DOCS / "variants" / "jamaica.md")


def test_the_site_lists_every_page() -> None:
    listed = re.findall(r"([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = [page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")]
    assert sorted(listed) == sorted([*pages, "modules.md", "reference.md"])
