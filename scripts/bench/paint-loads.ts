import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const cpuSlowdownRatio = 4;
/** 1.6 Mbps down, 0.75 up, 150 ms: browsers' developer tools call this slow 4G. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

/** Opens a phone on slow 4G with empty caches. */
async function freshPhone(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdownRatio });
  return { context, page };
}

/** Marks the frame that is painted once these words are in the page, and the following one. */
function watch(wanted: readonly string[]): void {
  const kept = window as unknown as { found?: number; after?: number };
  const look = () => {
    const text = document.body?.textContent ?? "";
    if (!wanted.every((word) => text.includes(word))) requestAnimationFrame(look);
    else {
      kept.found = performance.now();
      requestAnimationFrame(() => (kept.after = performance.now()));
    }
  };
  look();
}

/** Returns the time when they were on the screen: with the first paint, or the next frame when they came later. */
function readableAt(): number | null {
  const { found, after } = window as unknown as { found?: number; after?: number };
  const first = performance.getEntriesByName("first-contentful-paint")[0] as
    | (PerformanceEntry & { paintTime?: number })
    | undefined;
  if (found === undefined || after === undefined || !first) return null;
  return found <= (first.paintTime ?? 0) ? first.startTime : after;
}

/** Returns the ms from the navigation until these words are on the screen. */
export async function measureReadableAfterMs(
  browser: Browser,
  url: string,
  wanted: readonly string[],
): Promise<number> {
  const { context, page } = await freshPhone(browser);
  await page.addInitScript(watch, wanted);
  await page.goto(url);
  const time = await (await page.waitForFunction(readableAt)).jsonValue();
  await context.close();
  return Number(time);
}

/** The traced categories, as few as possible, because writing a trace distorts the measured time. */
const categories = ["devtools.timeline", "loading", "blink_style", "blink.user_timing", "fonts"];

/** Returns the browser's own trace of one such load. */
export async function recordPageLoadTrace(browser: Browser, url: string): Promise<string> {
  const { context, page } = await freshPhone(browser);
  await browser.startTracing(page, { categories: [...categories, "disabled-by-default-devtools.timeline"] });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const trace = await browser.stopTracing();
  await context.close();
  return trace.toString();
}
