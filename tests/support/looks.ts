import type { BrowserContext, Page } from "playwright-core";

/** One way in which somebody meets a page: all that its style sheets are asked, and the server is not. */
export interface Look {
  width: number;
  height?: number;
  dark?: boolean;
  forcedColors?: boolean;
  /** What is wrong with what is shown; it may leave the page changed where no look follows that minds. */
  check(tab: Page): Promise<string[]>;
  /** Only at these places; absent = at all. */
  at?(place: string): boolean;
}

/** Runs in the page: colours that fade into each other are looked at when they have. */
function endTransitions(): void {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
}

/** The open page in this look, as if the window were resized and the scheme changed under it. */
export async function lookAs(
  tab: Page,
  { width, height = 800, dark, forcedColors }: Omit<Look, "check" | "at">,
): Promise<void> {
  await tab.setViewportSize({ width, height });
  await tab.emulateMedia({ colorScheme: dark ? "dark" : "light", forcedColors: forcedColors ? "active" : "none" });
  await tab.evaluate(endTransitions);
}

/**
 * Opens each address once and looks at it in every way, one after the other: axe-core is slow only the first time that it
 * runs in a document. Gives the problems by the names of the looks. Two tabs at once, as a browser has a process for each.
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
