"""Build the browser client as a folder that any static host can serve.

    make site

Writes build/web: the page, its files, all templates of boards, and the documentation in docs/ if
`make docs` has built it. All addresses are relative, so the folder may lie anywhere on the host, and
the host needs to set no headers. There is no server behind this page: tables live in the browser.
"""

import argparse
import json
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from cartagena.picture.board.template import TEMPLATE_STEPS
from cartagena.server.catalogue import whole_catalogue
from cartagena.server.http.middleware import PAGE_POLICY
from cartagena.server.http.routes.site import Site, is_board, template

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build"
TILES: Final = range(9)


def write_site(folder: Path, site: Site, docs: Path | None = None) -> None:
    """Write the client to a folder, with a copy of the documentation if there is one."""
    static = folder / "static" / site.version
    for name, content in _files(site):
        file = static / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (folder / "index.html").write_text(_page(site, with_docs=docs is not None), encoding="utf-8")
    (folder / "worker.js").write_bytes(_worker(site))
    (folder / "manifest.webmanifest").write_text(_manifest(site), encoding="utf-8")
    # GitHub Pages would leave out files whose names begin with an underscore.
    (folder / ".nojekyll").touch()
    if docs is not None:
        shutil.copytree(docs, folder / "docs", dirs_exist_ok=True)


def _files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the site: the client, the catalogue and the templates of boards."""
    yield from site.files.items()
    yield "catalogue.json", msgspec.json.encode(whole_catalogue())
    for tunnel, jungle in product(TILES, TILES):
        if is_board(tunnel, jungle):
            for step in TEMPLATE_STEPS:
                yield f"boards/{tunnel}-{jungle}-{step}.svg", template(tunnel, jungle, step)


def _page(site: Site, *, with_docs: bool) -> str:
    page = site.page("index.html").decode().replace('="/', '="')
    docs = ' data-docs="docs/"' if with_docs else ""
    # A policy inside the page cannot forbid frames.
    policy = PAGE_POLICY.rpartition("; frame-ancestors")[0]
    return page.replace("<html ", f'<html data-server="none"{docs} ').replace(
        "<head>", f'<head>\n    <meta http-equiv="Content-Security-Policy" content="{policy}" />'
    )


def _worker(site: Site) -> bytes:
    files = ["./", f"static/{site.version}/catalogue.json", *_offline_files(site)]
    listed = json.dumps(files)[1:-1].encode()
    source = site.files["worker.js"].replace(b"{version}", site.version.encode())
    return source.replace(b"/*{files}*/", listed)


def _offline_files(site: Site) -> list[str]:
    return [path[1:] for path in site.offline() if path.startswith("/static/")]


def _manifest(site: Site) -> str:
    manifest: dict[str, Any] = json.loads(site.page("manifest.webmanifest"))
    # Without an id, the start page would identify the app.
    del manifest["id"]
    manifest["start_url"] = manifest["scope"] = "./"
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].removeprefix("/")
    for shortcut in manifest["shortcuts"]:
        shortcut["url"] = f"./#{shortcut['url']}"
    return json.dumps(manifest, indent=2) + "\n"


def main() -> None:
    """Build the folder and report its size."""
    parser = argparse.ArgumentParser(description="Build the client for static hosts.")
    parser.add_argument("folder", nargs="?", type=Path, default=BUILD / "web")
    folder: Path = parser.parse_args().folder
    shutil.rmtree(folder, ignore_errors=True)
    docs = BUILD / "site"
    write_site(folder, Site(), docs if docs.is_dir() else None)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"{folder}: {size / 1e6:.0f} MB. Try it: python -m http.server --directory {folder}")


if __name__ == "__main__":
    main()
