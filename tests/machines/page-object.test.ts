import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { publishInPageObject } from "~/status-page/publishing/engine/publish-in-object";
import { loader } from "~/status-page/views/uptime/uptime.route";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { group, post } from "../support/ingest";
import { aPage, aRule, arrange, aSource, type TestPage } from "../support/scenario";
import { visit } from "../support/visitor";
import { bindCheckers } from "../support/watched";

let deployment: TestDeployment;
let page: TestPage;
let calls: ReturnType<typeof bindCheckers>;

/** A page on Workers Free, with Durable Objects bound. */
async function open(settings: Record<string, string> = {}, components = 2): Promise<void> {
  deployment = await openDeployment({ UPFRONT_PLAN: "free", ...settings });
  page = await arrange(deployment, aPage({ components }));
  calls = bindCheckers(deployment);
}
beforeEach(resetIsolate);
afterEach(() => deployment.close());

const owner = () => ({
  ...deployment.ctx({ kind: "person", id: "p", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "owner" as const },
});
const helped = () => calls.filter(({ name }) => name === `page-${page.id}`).map(({ what }) => what);

async function openOne(title = "Slow checkout"): Promise<number> {
  const ctx = owner();
  const said = {
    pageId: page.id,
    title,
    body: "We look.",
    components: { [page.components[0] as string]: "major_outage" as const },
  };
  await good(openIncident(ctx, said));
  return ctx.meter.statements;
}

/** Documents that visitors see and that are not what was last asked for; feeds may wait for the tick. */
async function unpublished(): Promise<number> {
  const sql = "SELECT count(*) AS n FROM snapshot WHERE page_id = ?1 AND part = 'home' AND built < wanted";
  const { results } = await deployment.ctx().d1.prepare(sql).bind(page.id).all<{ n: number }>();
  return results[0]?.n ?? -1;
}

describe("what an action changes is published by the page's object before its answer", () => {
  test("on Free with objects; the action's own invocation asks no more than for its change", async () => {
    await open();
    const statements = await openOne();
    expect([helped(), await unpublished()]).toEqual([["publish"], 0]);
    delete deployment.bindings.CHECKER;
    resetIsolate();
    expect(await openOne("Slow search")).toBeGreaterThanOrEqual(statements + 8);
    expect(await unpublished()).toBe(0);
  });

  test.each(["paid", "own"])("not on %s, where CPU is no matter", async (plan) => {
    await open({ UPFRONT_PLAN: plan });
    await openOne();
    expect([helped(), await unpublished()]).toEqual([[], 0]);
  });

  test("here, once an isolate has made a hundred calls in ten minutes", async () => {
    await open();
    let asked = 0;
    const answering = async () => {
      asked += 1;
      return Response.json({ isShown: true });
    };
    deployment.bindings.CHECKER = { idFromName: (name: string) => name, get: () => ({ fetch: answering }) } as never;
    const ask = () => publishInPageObject(deployment.ctx(), { pageId: page.id, revision: 1, wanted: ["home"] });
    for (let count = 0; count < 100; count++) expect(await ask()).toBe(true);
    expect([await ask(), asked]).toEqual([false, 100]);
    deployment.clock.now += 10 * 60_000;
    expect([await ask(), asked]).toEqual([true, 101]);
  });

  test("here, where the object fails, and then it is left alone for a minute", async () => {
    await open();
    let asked = 0;
    const away = async () => {
      asked += 1;
      throw new Error("Durable Objects are away");
    };
    deployment.bindings.CHECKER = { idFromName: (name: string) => name, get: () => ({ fetch: away }) } as never;
    await openOne();
    await openOne("Slow search");
    expect([asked, await unpublished()]).toEqual([1, 0]);
    deployment.clock.now += 60_000;
    await openOne("Slow mail");
    expect(asked).toBe(2);
    // The clock was a day ahead.
    deployment.clock.now -= 24 * 3_600_000;
    await openOne("Slow chat");
    expect(asked).toBe(3);
  });

  test("but who may see a page is published here: its copies in this data centre are forgotten", async () => {
    await open();
    await good(updatePage(owner(), { pageId: page.id, visibility: "members" }));
    expect([helped(), await unpublished()]).toEqual([[], 0]);
  });
});

test("an alert that was taken is settled by the page's object", async () => {
  await open();
  const source = await arrange(deployment, aSource(page.id));
  await arrange(deployment, aRule({ id: source.id, pageId: page.id }, { components: page.components }));
  const ctx = deployment.ctx();
  await good(post(ctx, source, group([{ key: "db" }])));
  await deployment.settled();
  expect(helped()).toEqual(["settle"]);
  const sql = "SELECT count(*) AS n FROM component WHERE page_id = ?1 AND observed_status = 'major_outage'";
  const { results } = await deployment.ctx().d1.prepare(sql).bind(page.id).all<{ n: number }>();
  expect([results[0]?.n, await unpublished()]).toEqual([2, 0]);
});

describe("a large uptime report is made by the page's object", () => {
  const look = (query: string, address = "198.51.100.1") =>
    loader(visit(deployment, `/acme/uptime${query}`, { page: "acme" }, { headers: { "cf-connecting-ip": address } }));
  const long = "?from=2024-12-01";

  async function openReported(): Promise<void> {
    await open({}, 12);
    const sql = "UPDATE component SET start_date = '2024-12-01', show_uptime = 1";
    await runBatch(deployment.ctx(), [{ sql, params: [] }]);
    await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
    await publishPage(deployment.ctx(), page.id);
  }

  test("and reads as if it was made here", async () => {
    await openReported();
    const inObject = await (await look(long)).text();
    expect(helped()).toEqual(["report"]);
    delete deployment.bindings.CHECKER;
    expect(await (await look(long)).text()).toBe(inObject);
  });

  test("but not a small one, nor more of them than a network may cause", async () => {
    await openReported();
    expect((await look("?from=2026-11-01")).status).toBe(200);
    expect(helped()).toEqual([]);
    for (let count = 0; count < 35; count++) expect((await look(long)).status).toBe(200);
    expect(helped()).toHaveLength(30);
    await look(long, "203.0.113.5");
    expect(helped()).toHaveLength(31);
  });
});
