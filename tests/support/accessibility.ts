import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface WithAxe {
  axe: { run(options: object): Promise<AxeResults> };
}

const isThere = () => "axe" in globalThis;

/** Runs in the page: only what is wrong comes back, as all that was looked at is large. */
async function run(given: string[]): Promise<string[]> {
  const { axe } = globalThis as unknown as WithAxe;
  const found = await axe.run({ runOnly: given, resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join("; ")}`);
}

/** What axe-core holds against the page in this tab (which needs script on): rule, and where. WCAG 2.2 AA and good practice. */
export async function violations(tab: Page): Promise<string[]> {
  if (!(await tab.evaluate(isThere))) await tab.evaluate(axe);
  return tab.evaluate(run, tags);
}

/** Pixels by which the page is wider than the window; 0 = nothing to scroll sideways. */
export const overflow = (tab: Page): Promise<number> =>
  tab.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** What is lower than 44 px, with all that is folded opened; the button that Enter presses is seen and pressed by nobody. */
export const lowTargets = (page: Page) =>
  page
    .locator("main")
    .locator("a, button:not([aria-hidden=true]), summary, input:not([type=hidden]), select")
    .evaluateAll((all) => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      const high = (each: Element) => (each.closest("label") ?? each).getBoundingClientRect().height;
      return all.filter((each) => high(each) < 43.5 && high(each) > 0).map((each) => each.outerHTML.slice(0, 120));
    });
