import { chromium, type Page } from "playwright-core";
import type { BenchTable } from "./table.ts";
import { benchOrigin, type UpfrontBench } from "./workers.ts";

const maxInteractionMs = 100;
const cpuSlowdownRatio = 4;

/** Records the longest time from an input to the frame that shows it (Event Timing, W3C), to 8 ms. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const kept = window as unknown as { longest: number };
    kept.longest = 0;
    const look = (list: PerformanceObserverEntryList) => {
      for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration);
    };
    new PerformanceObserver(look).observe({ type: "event", durationThreshold: 16, buffered: false } as never);
  });

async function longest(page: Page, work: () => Promise<unknown>): Promise<number> {
  await watch(page);
  await work();
  await page.waitForTimeout(600);
  return page.evaluate(() => (window as unknown as { longest: number }).longest);
}

/** Acts like a person: unfolds the picker, finds a component by its name, ticks it, and gives it a status. */
async function pickComponent(page: Page): Promise<Record<string, number>> {
  const picker = page.locator(".picker").first();
  const unfolding = await longest(page, () => picker.locator("summary").click());
  const searching = await longest(page, () => picker.locator(".picker-search").pressSequentially("service 121"));
  const row = picker.locator(".picker-row:visible").first();
  const ticking = await longest(page, () => row.getByRole("checkbox").check());
  const choosing = await longest(page, () => row.getByRole("combobox").selectOption({ index: 2 }));
  return {
    "its components unfolded": unfolding,
    "a key in the search among them": searching,
    "a component ticked": ticking,
    "a status chosen for it": choosing,
  };
}

const composer = (page: Page) => page.locator("form.composer textarea").first();

async function measure(page: Page, slug: string): Promise<Record<string, number>> {
  const manage = `${benchOrigin}/manage/${slug}`;
  const open = async (rest: string) => {
    await page.goto(`${manage}${rest}`, { waitUntil: "networkidle" });
    await page.waitForFunction(() => "__reactRouterVersion" in window);
  };
  await open("/incidents/new");
  const typing = await longest(page, () => page.getByLabel("Title").pressSequentially("Checkout answers slowly"));
  const picked = await pickComponent(page);
  await open(`/incidents/${slug}-incident`);
  const composing = await longest(page, () => composer(page).pressSequentially("Bookings go through again."));
  await open("/components");
  const moving = await longest(page, () =>
    page
      .getByRole("button", { name: /^Move .* down$/ })
      .nth(1)
      .click(),
  );
  const menu = page.locator("details", { has: page.getByText("Menu", { exact: true }) });
  await menu.locator("summary").click();
  const going = await longest(page, () => menu.getByRole("link", { name: "Now", exact: true }).click());
  return {
    "a key in a form with 200 components": typing,
    ...picked,
    "a key in the update of an open incident": composing,
    "a component moved among 200": moving,
    "from 200 components to Now": going,
  };
}

/** Measures the delays that a person feels on a phone that is four times slower than this machine. */
export async function measureInteractionTables(
  upfront: UpfrontBench,
  slug: string,
  cookie: string,
): Promise<BenchTable[]> {
  const to = `127.0.0.1:${upfront.url.port}`;
  const args = ["--no-sandbox", "--disable-gpu", `--host-resolver-rules=MAP ${new URL(benchOrigin).host} ${to}`];
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
  const [name = "", value = ""] = cookie.split("=");
  // A browser accepts it from a host that it trusts, and sends it to that host over plain HTTP too.
  const url = benchOrigin.replace("http:", "https:");
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdownRatio });
  const found = await measure(page, slug);
  await browser.close();
  const rows = Object.entries(found).map(([what, time]) => [what, `${time} ms`, `≤ ${maxInteractionMs} ms`]);
  return [{ head: ["input", "until the next frame", "bound"], rows }];
}
