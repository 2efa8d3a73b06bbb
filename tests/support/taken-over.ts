import type { BrowserContext, Page } from "playwright-core";

/** Waits until the page's script has taken the document over, and its effects have run. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("taken-over").length > 0);
}

/** Runs in the browser, before anything of the page: records what changes from its last tag on while it is hydrated. */
function recordChanges(): void {
  const kept = window as unknown as { foundOtherwise: string[] };
  kept.foundOtherwise = [];
  const textOf = (node: Node) => (node instanceof Element ? node.outerHTML.slice(0, 200) : node.nodeValue);
  const note = (change: string, node: Node) => {
    if (node.nodeType !== Node.COMMENT_NODE && textOf(node) !== "")
      kept.foundOtherwise.push(`${location.pathname} ${change}: ${textOf(node)}`);
  };
  const look = (records: MutationRecord[]) => {
    // Where script runs, nothing shows what is in `noscript`.
    const seen = records.filter(({ target }) => target.nodeName !== "NOSCRIPT");
    for (const { type, target, addedNodes, removedNodes } of seen) {
      if (type === "characterData") note("changed", target);
      for (const node of addedNodes) note("added", node);
      for (const node of removedNodes) note("removed", node);
    }
  };
  // Until its first part is hydrated, and while each other part is: between them, effects may change the page.
  let hydrating = true;
  const observer = new MutationObserver((records) => {
    if (hydrating) look(records);
  });
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
  const mark = performance.mark.bind(performance);
  performance.mark = (name, options) => {
    const records = observer.takeRecords();
    if (hydrating) look(records);
    if (name === "hydrating" || name === "hydrated") hydrating = name === "hydrating";
    return mark(name, options);
  };
}

/** From now on each document remembers what its script found otherwise than it was sent (`foundOtherwise`). */
export async function watchHydration(desk: BrowserContext): Promise<void> {
  await desk.addInitScript(recordChanges);
}

/** Returns what hydration added to the document, removed from it or wrote anew; comments do not count. */
export const foundOtherwise = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { foundOtherwise: string[] }).foundOtherwise);
