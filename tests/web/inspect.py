"""Inspects a screen: violations that axe reports, and text that is cut off."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.support.programs import leave_out

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# Only violations get selectors, because finding them for all elements is the slowest part.
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"],
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})).violations.map(v => v.id + ": " + v.nodes.map(n => n.target).join(" | "))"""

CUT_OFF = """() => {
  const wrong = [];
  const clips = (style) => /hidden|clip/.test(style);
  const scrolls = (style) => /auto|scroll/.test(style);
  const told = (node, why) => wrong.push(`${why}: "${node.textContent.trim().slice(0, 40)}" in ${node.parentElement.className || node.parentElement.nodeName}`);
  // Clipped parts are for screen readers alone.
  const isClipped = (node) => {
    for (let up = node; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).clipPath.startsWith("inset(50%")) return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const home = node.parentElement;
    if (!node.textContent.trim() || home.closest("svg, .visually-hidden, .skip-link, option, noscript")) continue;
    if (!home.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    let reachable = false;
    if (isClipped(home)) continue;
    for (let up = home; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (scrolls(style.overflowX) && up.scrollWidth > up.clientWidth) reachable = true;
      if (clips(style.overflowX) && !reachable && (box.right > edge.right + 1 || box.left < edge.left - 1)) told(node, "cut off at the side");
      if (scrolls(style.overflowY)) break;
      if (clips(style.overflowY) && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2)) told(node, "cut off above or below");
    }
    if (!reachable && (box.right > innerWidth + 1 || box.left < -1)) told(node, "outside of the page");
  }
  for (const button of document.querySelectorAll(".action, .big, .tabs button, select")) {
    if (button.checkVisibility() && !isClipped(button) && button.scrollWidth > button.clientWidth + 2) told(button.firstChild ?? button, "wider than its button");
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the screen");
  return wrong;
}"""


def objections(page: Page) -> Any:
    """Return the violations that axe reports for the current page."""
    if not AXE.exists():
        leave_out("axe-core is not installed: npm cannot be had here.")
    if not page.evaluate("() => 'axe' in window"):
        # The content policy forbids foreign scripts, but the debugger may still run one.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN)


def cut_off(page: Page) -> Any:
    """Return the texts that are cut off."""
    return page.evaluate(CUT_OFF)
