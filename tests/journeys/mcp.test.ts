import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { openMcpClient } from "../support/mcp";
import { type OwnPage, ownPage } from "../support/own-page";

/** An agent reads a page and drafts for it, and a person publishes: the SDK's own client against the built worker. */
let browser: TestBrowser;
let page: OwnPage;
let credentials: { authorization: string };

beforeAll(async () => {
  [browser, page] = await Promise.all([openBrowser(), ownPage({ components: ["Checkout", "Search"] })]);
  credentials = { authorization: `Bearer ${await page.token()}` };
});
afterAll(() => browser?.close());

interface DraftAnswer {
  id: string;
  url: string;
  message: string;
}

const connect = (mode: "auto" | "legacy") => openMcpClient(page.server.url, credentials, mode);

async function call<Answer>(client: Client, name: string, given: object = {}): Promise<Answer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...given } });
  if (isError) throw new Error(JSON.stringify(content));
  return structuredContent as Answer;
}

const publicText = async () => (await fetch(page.url)).text();

describe("an agent", () => {
  test.each(["auto", "legacy"] as const)("connects, reads the page and finds its way by help (%s)", async (mode) => {
    const client = await connect(mode);
    const { pages } = await call<{ pages: { slug: string }[] }>(client, "list_pages");
    expect(pages.map(({ slug }) => slug)).toEqual([page.slug]);
    const { components } = await call<{ components: { name: string }[] }>(client, "list_components");
    expect(components.map(({ name }) => name)).toEqual(["Checkout", "Search"]);
    expect(await call(client, "get_status")).toMatchObject({ status: "operational", incidents: [] });
    const { contents } = await client.readResource({ uri: "upfront://docs/overview" });
    expect(JSON.stringify(contents)).toContain("list_pages");
    await client.close();
  });

  test("drafts an incident, which visitors see once a person has published it", async () => {
    const client = await connect("auto");
    const { components } = await call<{ components: { id: string; name: string }[] }>(client, "list_components");
    const checkout = components.find(({ name }) => name === "Checkout")?.id ?? "";
    const draft = await call<DraftAnswer>(client, "draft_incident", {
      title: "Checkout is slow",
      body: "Payments take longer than usual.",
      components: { [checkout]: "degraded_performance" },
    });
    expect(draft.message).toBe(`Draft saved; a person publishes it at ${draft.url}`);
    expect(await publicText()).not.toContain("Checkout is slow");
    const tab = await page.signIn(await browser.visitor());
    await tab.goto(draft.url);
    await tab
      .getByRole("button", { name: /^Publish/ })
      .first()
      .click();
    await tab.getByText("Published. Visitors see it now.").waitFor();
    await expect.poll(publicText, { timeout: 10_000 }).toContain("Checkout is slow");
    const proposed = await call<DraftAnswer>(client, "draft_update", {
      incident: draft.id,
      body: "A database node is slow; we replace it.",
      status: "identified",
    });
    expect(proposed.url).toBe(page.manage(`/incidents/${draft.id}`));
    expect(await publicText()).not.toContain("we replace it");
    const status = await call<{ incidents: { title: string }[] }>(client, "get_status");
    expect(status.incidents.map(({ title }) => title)).toEqual(["⟦Checkout is slow⟧"]);
    await client.close();
  });
});

test("without a token the door says where to get one", async () => {
  const answer = await fetch(`${page.server.url}/mcp`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(401);
  const [, document = ""] = /resource_metadata="([^"]+)"/.exec(answer.headers.get("www-authenticate") ?? "") ?? [];
  expect(await (await fetch(document)).json()).toMatchObject({ resource: `${page.server.url}/mcp` });
  expect((await fetch(`${page.server.url}/mcp`)).status).toBe(405);
});
