import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type Certificate, certificateFor } from "../support/certificates";
import { brokenBodies, type Hook, startHook } from "../support/hook";
import { startServer, type TestServer } from "../support/server";
import { alertmanagerGroup, deliver, makePage, makeSource, openCatchAll, signInBy } from "../support/signed-in";

let browser: TestBrowser;
let certificate: Certificate;
let hook: Hook;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  certificate = certificateFor();
  [browser, hook] = await Promise.all([openBrowser(), startHook(certificate)]);
});
afterEach(async () => {
  hook.received.length = 0;
  for (const stop of closing.splice(0).reverse()) await stop();
});
afterAll(async () => {
  await browser?.close();
  await hook?.close();
});

/** A real deployment that may call these, with a page, and a tab of its owner. */
async function open(allow: string): Promise<{ server: TestServer; tab: Page }> {
  const env = { UPFRONT_NETWORK_ALLOW: allow, NODE_EXTRA_CA_CERTS: certificate.caFile };
  const server = await startServer({ args: ["--empty"], env });
  closing.push(server.stop);
  const tab = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(tab, server, "acme", ["Website"]);
  return { server, tab };
}

async function makeWebhook(tab: Page, server: TestServer, url: string): Promise<void> {
  await tab.goto(`${server.url}/manage/acme/channels`);
  await tab.getByRole("link", { name: "New channel" }).click();
  await tab.getByRole("link", { name: "Webhook" }).click();
  await tab.getByLabel("Name").fill("Our program");
  await tab.getByLabel(/^URL/).fill(url);
  await tab.getByLabel("Alert started firing").check();
  await tab.getByRole("button", { name: "Create channel" }).click();
}

async function told(count: number): Promise<void> {
  const end = Date.now() + 15_000;
  while (hook.received.length < count && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(hook.received.length).toBeGreaterThanOrEqual(count);
}

const verify = (secret: string) => {
  const { body, headers } = hook.received.at(-1) as Hook["received"][number];
  return new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    data: { title: string };
  };
};

/** Every page of channels as people have it on their phones and at night. */
async function inspect(tab: Page, paths: string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const dark of [false, true]) {
    const context = await browser.visitor({ script: true, width: 320, dark });
    await context.addCookies(await tab.context().cookies());
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      const wide = await overflow(page);
      const found = [...(await violations(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
      problems.push(...found.map((each) => `${path}: ${each}`));
    }
    await context.close();
  }
  return problems;
}

describe("a team channel on a real deployment", () => {
  test("is made, tested and told of a draft over TLS, signed; its secret is shown once", async () => {
    const { server, tab } = await open("127.0.0.1");
    await makeWebhook(tab, server, `${hook.url}/upfront`);
    const secret = (await tab.getByRole("region", { name: "This channel’s secret" }).textContent())?.trim() ?? "";
    expect(secret).toMatch(/^whsec_/);
    await tab.getByRole("link", { name: "Go to the channel" }).click();
    const channel = tab.url();
    expect(await tab.content()).not.toContain(secret);
    await tab.getByRole("button", { name: "Send a test" }).click();
    expect(await tab.getByRole("status").textContent()).toContain("Test sent.");
    expect(await tab.getByText("answered 200").count()).toBe(1);
    expect(verify(secret)).toMatchObject({ type: "test" });

    const ingest = await makeSource(tab, server, "acme");
    await tab.goto(`${server.url}/manage/acme/sources`);
    await tab.getByRole("link", { name: "Prometheus", exact: true }).click();
    await openCatchAll(tab);
    await tab.getByLabel("Wait before opening (seconds)").fill("0");
    await tab.getByRole("button", { name: "Save the catch-all" }).click();
    const began = new Date(Date.now() - 60_000).toISOString();
    expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
    await told(2);
    const types = hook.received.map(({ body }) => JSON.parse(body).type as string);
    expect(types).toContain("draft_opened");
    // The draft’s title is meant for visitors; the alert’s own stands among the facts.
    expect(JSON.stringify(verify(secret).data)).toContain("HighErrorRate");
    await tab.goto(channel);
    expect(
      await tab
        .getByText(/^Draft opened/)
        .first()
        .isVisible(),
    ).toBe(true);
    const list = `${server.url}/manage/acme/channels`;
    expect(await inspect(tab, [list, `${list}/new`, `${list}/new?kind=webhook`, channel])).toEqual([]);
    expect(server.output()).not.toContain(secret);
  });

  test("has what it answered 200 to, however the body of that answer breaks", async () => {
    const { server, tab } = await open("127.0.0.1");
    await makeWebhook(tab, server, `${hook.url}/upfront`);
    await tab.getByRole("link", { name: "Go to the channel" }).click();
    for (const [index, breaks] of brokenBodies.entries()) {
      hook.answer(() => ({ status: 200, text: "ok", breaks }));
      await tab.getByRole("button", { name: "Send a test" }).click();
      await expect.poll(() => tab.getByText("answered 200").count(), { timeout: 15_000 }).toBe(index + 1);
    }
    hook.answer(() => ({ status: 200, text: "ok" }));
    expect(hook.received).toHaveLength(brokenBodies.length);
    expect(await tab.getByText("Failed", { exact: true }).count()).toBe(0);
  });

  test("at a private address is refused by its form; one that only resolves to it is stopped by the runtime", async () => {
    const { server, tab } = await open("localhost");
    await makeWebhook(tab, server, `${hook.url}/upfront`);
    expect(await tab.getByText("This address is private, local or reserved").count()).toBeGreaterThan(0);
    await makeWebhook(tab, server, `${hook.url.replace("127.0.0.1", "localhost")}/upfront`);
    await tab.getByRole("link", { name: "Go to the channel" }).click();
    await tab.getByRole("button", { name: "Send a test" }).click();
    expect(await tab.getByText("no answer").count()).toBe(1);
    const why = "This name resolves to a private address and can’t be used.";
    expect(await tab.getByRole("alert").filter({ hasText: why }).count()).toBe(1);
    expect(await tab.locator("#deliveries").getByText(why).count()).toBe(1);
    expect(hook.received).toEqual([]);
  });
});
