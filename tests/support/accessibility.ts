import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface WithAxe {
  axe: { run(within: string, options: object): Promise<AxeResults> };
}

const isThere = () => "axe" in globalThis;

/** Runs in the page and returns only violations, because the full results are large. */
async function run({ tags: given, within }: { tags: string[]; within: string }): Promise<string[]> {
  const { axe } = globalThis as unknown as WithAxe;
  const found = await axe.run(within, { runOnly: given, resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join("; ")}`);
}

const visited = new WeakSet<Page>();

/**
 * Brings axe-core into the tab. A tab that is used for a second page is likely to continue, so the browser then loads
 * axe-core with each page by itself.
 */
async function bringAxe(tab: Page): Promise<void> {
  if (await tab.evaluate(isThere)) return;
  await tab.evaluate(axe);
  if (visited.has(tab)) await tab.addInitScript({ content: axe });
  visited.add(tab);
}

/**
 * Returns what axe-core reports for the page in this tab, which needs JavaScript: rule, and place. WCAG 2.2 AA and good
 * practice.
 */
export async function violations(tab: Page, within = "html"): Promise<string[]> {
  await bringAxe(tab);
  return tab.evaluate(run, { tags, within });
}

/** Returns the pixels by which the page is wider than the window; 0 = no sideways scrolling. */
export const overflow = (tab: Page): Promise<number> =>
  tab.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** Returns the targets lower than `least`, with all folds opened; without the hidden button that Enter presses. */
const lowerThan = (page: Page, least: number) =>
  page
    .locator("main")
    .locator("a, button:not([aria-hidden=true]), summary, input:not([type=hidden]), select")
    .evaluateAll((all, least) => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      const high = (each: Element) => (each.closest("label") ?? each).getBoundingClientRect().height;
      return all
        .filter((each) => high(each) < least - 0.5 && high(each) > 0)
        .map((each) => each.outerHTML.slice(0, 120));
    }, least);

/**
 * Returns targets lower than 32 px for a mouse or than 44 px for a finger. Afterwards the tab has no pointer until it
 * navigates.
 */
export async function lowTargets(page: Page): Promise<string[]> {
  const byMouse = await lowerThan(page, 32);
  const touch = await page.context().newCDPSession(page);
  await touch.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const byFinger = await lowerThan(page, 44);
  await touch.detach();
  return [...byMouse.map((each) => `by mouse: ${each}`), ...byFinger.map((each) => `by finger: ${each}`)];
}
