"""Checks of HTML pages: well-formed, and without resources of other sites."""

import re
from xml.etree import ElementTree as ET


def check_page(page: str) -> ET.Element:
    """Parse a page as XML and check that it loads nothing from other sites."""
    assert page.startswith("<!DOCTYPE html>")
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>"))
    for element in root.iter():
        name = element.tag.rpartition("}")[2]
        assert name not in ("script", "link", "img", "iframe", "object", "embed"), name
        for key, value in element.attrib.items():
            if key.rpartition("}")[2] in ("href", "src"):
                assert value.startswith("#"), value
    assert "@import" not in page
    assert set(re.findall(r"url\(\s*['\"]?(.)", page)) <= {"#"}
    return root
