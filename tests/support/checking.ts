import type { Page } from "playwright-core";
import { openBrowser } from "./browser";
import { startServer } from "./server";
import { signInBy } from "./signed-in";

/** The result of "Check now", as read on the monitor's page. */
export interface ReadResult {
  verdict: string;
  words: string;
  /** All texts of the result in order, including steps. */
  all: string[];
  /** ms until it was shown. */
  took: number;
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

function readResult(html: string, begun: number): ReadResult {
  const [section = ""] = /<section aria-labelledby="checked".*?<\/section>/s.exec(html) ?? [];
  const text = section.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, "\n");
  const all = text
    .replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)
    .split("\n")
    .filter((part) => part.trim() !== "");
  return { verdict: all[1] ?? "", words: all[2] ?? "", all, took: performance.now() - begun };
}

async function fill(tab: Page, name: string, value: string): Promise<void> {
  const field = tab.locator(`[name="${name}"]`);
  const isChosen = (await field.evaluate((each) => each.tagName)) === "SELECT";
  await (isChosen ? field.selectOption(value) : field.fill(value));
}

export type Settings = Record<string, string | number>;

const usual = { interval: "60", retries: "0", inARow: "2", mode: "draft", hold: "120", resolveAfter: "300" };

/**
 * Starts the built worker, and signs in a page's owner who creates monitors and presses "Check now" without JavaScript.
 */
export async function startChecking(env: Record<string, string> = {}) {
  const allowed = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8", ...env };
  const [server, browser] = await Promise.all([startServer({ args: ["--empty"], env: allowed }), openBrowser()]);
  const tab = await signInBy(server.ownerLink, await browser.visitor());
  tab.setDefaultTimeout(20_000);
  await tab.goto(`${server.url}/manage/new`);
  await fill(tab, "name", "Shop");
  await tab.getByLabel(/^URL/).fill("shop");
  await tab.getByRole("button", { name: "Create page" }).click();
  const list = `${server.url}/manage/shop/monitors`;
  /** Posts a form as a browser does; returns its answer, or the redirect's target. */
  const post = async (address: string, form: Record<string, string>) => {
    const answer = await tab.request.post(address, { form, headers: { origin: server.url }, maxRedirects: 0 });
    return { text: await answer.text(), to: answer.headers().location ?? null };
  };
  const named = (settings: Settings) =>
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [`settings.${name}`, String(value)]));
  return {
    /** Id of the started process. */
    pid: server.pid,
    /** Creates a monitor and checks it, by posting the forms. */
    async find(kind: string, settings: Settings, timeoutSeconds = 4): Promise<ReadResult> {
      const asked = { form: "monitor", kind, name: `A ${kind} monitor`, timeoutSeconds: String(timeoutSeconds) };
      const made = await post(`${list}/new?kind=${kind}`, { ...usual, ...asked, ...named(settings) });
      if (made.to === null) throw new Error(`It was not made: ${JSON.stringify(settings)}`);
      const { origin, pathname } = new URL(made.to, server.url);
      const begun = performance.now();
      return readResult((await post(origin + pathname, { form: "check" })).text, begun);
    },
    /** Does the same manually, in Chromium. */
    async findByHand(kind: string, settings: Settings): Promise<ReadResult> {
      await tab.goto(`${list}/new?kind=${kind}`);
      await fill(tab, "name", `A ${kind} monitor by hand`);
      for (const [name, value] of Object.entries(named(settings))) await fill(tab, name, value);
      await tab.getByRole("button", { name: "Create monitor" }).click();
      const begun = performance.now();
      await tab.getByRole("button", { name: "Check now" }).click();
      return readResult(await tab.content(), begun);
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}
export type Checking = Awaited<ReturnType<typeof startChecking>>;
