import type { Page } from "playwright-core";

/** Runs in the page. Opens everything that is folded first, because that must fit as well. */
function misfits(): string[] {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - width;
  const found = wide > 0 ? [`${wide} px too wide`] : [];
  const scrolls = (each: Element) => /auto|scroll/.test(getComputedStyle(each).overflowX);
  const isWithinScroller = (each: Element): boolean =>
    scrolls(each) || (each.parentElement !== null && isWithinScroller(each.parentElement));
  const isText = (each: Element) => [...each.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
  const name = (each: Element) => `${each.tagName.toLowerCase()} “${(each.textContent ?? "").trim().slice(0, 60)}”`;
  for (const each of document.body.querySelectorAll<HTMLElement>("*")) {
    if (!(each instanceof HTMLElement) || !each.checkVisibility()) continue;
    const [box, style] = [each.getBoundingClientRect(), getComputedStyle(each)];
    // Skips texts for screen readers only, and drawings, whose lines may leave their frame.
    if (box.width <= 1 || box.height <= 1 || each.closest(".sr-only, svg")) continue;
    // An element hidden beyond the edge, such as the skip link, is fully visible when it is focused.
    const isSeen = box.right > 1 && box.left < width - 1 && box.bottom > 0;
    if (isSeen && (box.left < -1 || box.right > width + 1) && !isWithinScroller(each))
      found.push(`outside: ${name(each)}`);
    const isWider = each.scrollWidth > each.clientWidth + 1;
    const isHigher = each.scrollHeight > each.clientHeight + 1;
    if (/hidden|clip/.test(style.overflow) && (isWider || isHigher) && each.textContent?.trim())
      found.push(`cut: ${name(each)}`);
    if (
      style.overflow === "visible" &&
      style.display !== "inline" &&
      isWider &&
      isText(each) &&
      !isWithinScroller(each)
    )
      found.push(`beyond its box: ${name(each)}`);
  }
  return found;
}

/** Runs in the page: returns lines of text that overlap. */
function piled(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: { box: DOMRect; text: string }[] = [];
  // An opened menu overlaps the page on purpose.
  const lifted = (each: Element): boolean =>
    /absolute|fixed/.test(getComputedStyle(each).position) ||
    (each.parentElement !== null && lifted(each.parentElement));
  const isSeen = (each: Element) =>
    each.checkVisibility() && !lifted(each) && !each.closest(".sr-only, svg, option, select, textarea, pre");
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.trim() ?? "";
    if (text === "" || !node.parentElement || !isSeen(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1) lines.push({ box, text });
  }
  // Texts close to each other on the page are close in the document.
  for (const [at, { box, text }] of lines.entries()) {
    for (const other of lines.slice(at + 1, at + 40)) {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (across > 3 && down > 5)
        found.push(`over each other: “${text.slice(0, 40)}” and “${other.text.slice(0, 40)}”`);
    }
  }
  return found;
}

/** Runs in the page: returns the places where a right-to-left page starts on the left. */
function leftish(): string[] {
  const found = document.documentElement.dir === "rtl" ? [] : ["not from right to left"];
  for (const each of document.querySelectorAll<HTMLElement>("h1, h2, label, legend, p")) {
    if (!each.checkVisibility() || each.closest("[dir=ltr], .sr-only") || !each.textContent?.includes("⟦")) continue;
    const style = getComputedStyle(each);
    if (style.direction !== "rtl" || /left/.test(style.textAlign))
      found.push(`begins on the left: ${each.textContent}`);
  }
  return found;
}

/** Returns what is cut off, leaves the window or is on the wrong side of a page in the pseudo-language. */
export async function misplaced(tab: Page): Promise<string[]> {
  // Without motion folds open at once; half open they overlap what follows.
  await tab.emulateMedia({ reducedMotion: "reduce" });
  return [...(await tab.evaluate(misfits)), ...(await tab.evaluate(piled)), ...(await tab.evaluate(leftish))];
}
