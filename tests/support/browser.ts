import { type Browser, type BrowserContext, chromium as playwright } from "playwright-core";
import { requireProgram } from "./programs";

/** What Chromium would otherwise fetch or cache on its own has no place in a test. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface ContextOptions {
  /** Pages must do their whole job without it, so it is off unless a test is about it. */
  script?: boolean;
  width?: number;
  height?: number;
  dark?: boolean;
  forcedColors?: boolean;
  /** The viewer's zone as Cloudflare tells it; the server must run with UPFRONT_TEST_CF=1. */
  timeZone?: string;
}

export interface TestBrowser {
  browser: Browser;
  /** A fresh visitor: no cookies, JavaScript off. */
  visitor(options?: ContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Debian's Chromium, headless. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await playwright.launch({ executablePath: requireProgram("chromium"), args: flags });
  return {
    browser,
    visitor({ script = false, width = 1280, height = 800, dark = false, forcedColors = false, timeZone } = {}) {
      return browser.newContext({
        javaScriptEnabled: script,
        viewport: { width, height },
        colorScheme: dark ? "dark" : "light",
        forcedColors: forcedColors ? "active" : "none",
        ...(timeZone ? { extraHTTPHeaders: { "MF-CF-Blob": JSON.stringify({ timezone: timeZone }) } } : {}),
      });
    },
    close: () => browser.close(),
  };
}
