import type { BrowserContext, Page, Request } from "playwright-core";
import { expect } from "vitest";

export interface ClockedTab {
  tab: Page;
  /** Returns how often the page has asked automatically. */
  asked(): Promise<number>;
  conditional(): Promise<boolean>;
  /** Lets time pass; requests made in it are answered and shown. */
  pass(milliseconds: number): Promise<void>;
}

type Counting = Window & { asks: { begun: number; ended: number } };

/**
 * Runs in the page before its own script and counts requests there, because a browser reports them later. A request has
 * ended when the script has read its answer and set its next timer; a message arrives after that.
 */
function countAsks(): void {
  const asks = { begun: 0, ended: 0 };
  const askFor = window.fetch;
  const end = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      asks.ended += 1;
    };
    port2.postMessage("");
  };
  window.fetch = async (...request) => {
    asks.begun += 1;
    const answer = await askFor(...request).catch((failure) => {
      end();
      throw failure;
    });
    if (!answer.ok) end();
    const read = answer.text.bind(answer);
    return Object.assign(answer, { text: () => read().finally(end) });
  };
  Object.assign(window, { asks });
}

/** Opens a tab whose clock moves only by `pass`, so that a slow machine does not matter. */
export async function openClockedTab(context: BrowserContext, address: string): Promise<ClockedTab> {
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.addInitScript(countAsks);
  const requests: Request[] = [];
  tab.on("request", (request) => void (request.resourceType() === "fetch" && requests.push(request)));
  await tab.goto(address);
  await tab.clock.pauseAt(await tab.evaluate(() => Date.now() + 1000));
  return {
    tab,
    asked: () => tab.evaluate(() => (window as unknown as Counting).asks.begun),
    conditional: async () => "if-none-match" in ((await requests.at(-1)?.allHeaders()) ?? {}),
    async pass(milliseconds) {
      await tab.clock.runFor(milliseconds);
      const underWay = () => {
        const { begun, ended } = (window as unknown as Counting).asks;
        return begun - ended;
      };
      await expect.poll(() => tab.evaluate(underWay)).toBe(0);
    },
  };
}
