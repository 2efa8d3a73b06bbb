import { beforeAll, expect, test } from "vitest";
import { listIncidents } from "~/incidents/list";
import { good } from "../../tests/support/desk";
import { faulty } from "../../tests/support/faults";
import { credentialsOf, makePeople } from "../../tests/support/matrix-cast";
import { callMcp } from "../../tests/support/mcp";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aPage, arrange, membersOf } from "../../tests/support/scenario";
import { openBrowser } from "../../tests/support/worker";

const deployment = deploymentOfFile();
const page = aPage({ slug: "shop" });
const owner = credentialsOf("owner");

beforeAll(async () => {
  await makePeople(deployment);
  await arrange(deployment, page, membersOf(page.id, { owner: "owner" }));
});

const draft = { title: "Slow", body: "We look.", impact: "minor" };
const calls: [method: string, params: { name?: string; uri?: string; [more: string]: unknown }][] = [
  ["tools/list", {}],
  ["resources/list", {}],
  ["resources/read", { uri: "upfront://pages/shop" }],
  ["tools/call", { name: "get_status", arguments: { page: "shop" } }],
  ["tools/call", { name: "draft_incident", arguments: draft }],
];

async function answerWith(failing: number, at: number) {
  const { database, struck } = faulty(deployment.bindings.DB, failing, "before");
  const browser = await openBrowser(deployment, { settings: { DB: database } });
  const [method, params] = calls[at] ?? calls[0] ?? ["tools/list", {}];
  deployment.clock.now += 61_000;
  return { struck, ...(await callMcp(browser, owner, method, params)) };
}

const drafts = async () => {
  const ctx = { ...deployment.ctx({ kind: "machine" as const, id: "test" }) };
  return (await good(listIncidents(ctx, { pageId: page.id, filter: "draft" }))).incidents.length;
};

test.each(calls.map(([method, { name = "" }], at) => [method, name, at] as const))(
  "%s %s: whichever call of the database is lost, the answer says what to do, and none is a 500",
  async (_method, _name, at) => {
    for (let failing = 1; ; failing++) {
      const { status, body, headers, struck } = await answerWith(failing, at);
      expect([200, 503]).toContain(status);
      if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(body?.error ?? body?.result).toBeDefined();
      if (!struck()) break;
    }
  },
);

test("what was drafted while calls were lost is there once each, or not at all", async () => {
  const before = await drafts();
  let saved = 0;
  for (let failing = 1; ; failing++) {
    const { body, struck } = await answerWith(failing, calls.length - 1);
    if (body?.result && body.result.isError === false) saved += 1;
    if (!struck()) break;
  }
  expect(saved).toBeGreaterThan(0);
  expect((await drafts()) - before).toBe(saved);
});

test("while the database is away, a call is 503 and says when to try again", async () => {
  const { status, headers, body } = await answerWith(Number.POSITIVE_INFINITY, 0);
  expect([status, body?.error?.code]).toEqual([503, -32603]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});
