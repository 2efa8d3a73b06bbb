import type { BrowserContext, Page } from "playwright-core";

/** One way to view a page: everything that its style sheets depend on, and the server does not. */
export interface Look {
  width: number;
  height?: number;
  dark?: boolean;
  forcedColors?: boolean;
  /** Returns what is wrong with the view; it may change the page only if no later look is affected. */
  check(tab: Page): Promise<string[]>;
  /** Limits it to certain places; absent = all. */
  at?(place: string): boolean;
}

/** Runs in the page: ends transitions, so that final colours are checked. */
function endTransitions(): void {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
}

/** Shows the open page in this look, as if the window were resized and the scheme changed. */
export async function lookAs(
  tab: Page,
  { width, height = 800, dark, forcedColors }: Omit<Look, "check" | "at">,
): Promise<void> {
  await tab.setViewportSize({ width, height });
  await tab.emulateMedia({ colorScheme: dark ? "dark" : "light", forcedColors: forcedColors ? "active" : "none" });
  await tab.evaluate(endTransitions);
}

/**
 * Opens each address once and views it in every way, one after the other, because axe-core is slow only at its first
 * run in a document. Returns the problems by look. Uses two tabs at once, as a browser has a process for each.
 */
export async function problemsByLook<Name extends string>(
  context: BrowserContext,
  addresses: Readonly<Record<string, string>>,
  looks: Readonly<Record<Name, Look>>,
): Promise<Record<Name, string[]>> {
  const ways = Object.entries<Look>(looks);
  const found = Object.fromEntries(ways.map(([name]) => [name, [] as string[]])) as Record<Name, string[]>;
  const left = Object.entries(addresses);
  const walk = async () => {
    const tab = await context.newPage();
    for (let next = left.shift(); next; next = left.shift()) {
      const [place, address] = next;
      await tab.goto(address);
      for (const [name, look] of ways.filter(([, { at }]) => at?.(place) ?? true)) {
        await lookAs(tab, look);
        found[name as Name].push(...(await look.check(tab)).map((problem) => `${place}: ${problem}`));
      }
    }
  };
  await Promise.all([walk(), walk()]);
  await context.close();
  return found;
}
