import { type Browser, type BrowserContext, chromium as playwright } from "playwright-core";
import { inTurn } from "./in-turn";
import { requireProgram } from "./programs";

/** Flags that keep Chromium from fetching or caching anything on its own. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page lives for seconds: optimising in further threads costs V8 more than it saves.
  "--js-flags=--no-opt,--no-maglev",
];

export interface ContextOptions {
  /** Off by default, because pages must work without JavaScript. */
  script?: boolean;
  width?: number;
  height?: number;
  dark?: boolean;
  forcedColors?: boolean;
  /** The viewer's zone as Cloudflare reports it; the server must run with UPFRONT_TEST_CF=1. */
  timeZone?: string;
}

export interface TestBrowser {
  /** Opens a new visitor: no cookies, JavaScript off. */
  visitor(options?: ContextOptions): Promise<BrowserContext>;
  /** Closes its visitors. */
  close(): Promise<void>;
}

/**
 * Closes a visitor's tabs. A route of a test that answers a tab while it closes would fail outside of any test, and with
 * it the whole run.
 */
async function closeVisitor(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}

let launched: Promise<Browser> | null = null;

/**
 * Starts Debian's headless Chromium, once for all files of a process, as visitors are isolated. It ends with the
 * process.
 */
async function chromium(): Promise<Browser> {
  launched ??= inTurn(() => playwright.launch({ executablePath: requireProgram("chromium"), args: browserFlags }));
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = null;
  return chromium();
}

const contextOf = (browser: Browser, options: ContextOptions): Promise<BrowserContext> => {
  const { script = false, width = 1280, height = 800, dark = false, forcedColors = false, timeZone } = options;
  return browser.newContext({
    javaScriptEnabled: script,
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    forcedColors: forcedColors ? "active" : "none",
    ...(timeZone ? { extraHTTPHeaders: { "MF-CF-Blob": JSON.stringify({ timezone: timeZone }) } } : {}),
  });
};

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await chromium();
  const visitors = new Set<BrowserContext>();
  return {
    async visitor(options = {}) {
      const context = await contextOf(browser, options);
      visitors.add(context);
      context.once("close", () => visitors.delete(context));
      return context;
    },
    async close() {
      await Promise.all([...visitors].map(closeVisitor));
    },
  };
}
