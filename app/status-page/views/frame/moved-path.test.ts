import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import {
  aForeignId,
  aMaintenance,
  anIncident,
  aPage,
  arrange,
  type TestPage,
} from "../../../../tests/support/scenario";
import { visit } from "../../../../tests/support/visitor";
import { openBrowser } from "../../../../tests/support/worker";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showIncident } from "../incident/incident.route";

const host = "http://status.example.com";
let deployment: TestDeployment;
let page: TestPage;

beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  await arrange(
    deployment,
    anIncident(page, { id: "ours", daysAgo: 400 }),
    anIncident(page, { id: "draft", visibility: "draft" }),
    anIncident(page, { id: "withdrawn", daysAgo: 3, visibility: "withdrawn" }),
    aMaintenance(page.id, { id: "work", daysAgo: 200 }),
    ...[
      { kind: "incident", theirId: "k1mlxlmdhqqp", ourId: "ours", path: "/incidents/k1mlxlmdhqqp" },
      { kind: "incident", theirId: "draft", ourId: "draft", path: "/incidents/d" },
      { kind: "incident", theirId: "withdrawn", ourId: "withdrawn", path: "/incidents/w" },
      { kind: "incident", theirId: "deleted", ourId: "deleted", path: "/incidents/gone" },
      { kind: "maintenance", theirId: "x2", ourId: "work", path: "/incidents/x2" },
      { kind: "incident", theirId: "2", ourId: "ours", origin: "cstate", path: "/issues/2024-01-café/" },
      { kind: "incident", theirId: "12", ourId: "ours", origin: "betterstack", path: "/incident/12" },
      { kind: "maintenance", theirId: "12", ourId: "work", origin: "cachet", path: "/schedules/12" },
      { kind: "incident", theirId: "8", ourId: "ours", origin: "upfront", path: "/history" },
    ].map((each) => aForeignId(page.id, each)),
  );
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET host = 'status.example.com' WHERE id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
});
beforeEach(() => resetIsolate());
afterAll(() => deployment.close());

async function moved(path: string, init: RequestInit = {}) {
  const { status, headers } = await (await openBrowser(deployment)).go(path, init);
  return [status, headers.get("location")];
}

test.each([
  ["/incidents/k1mlxlmdhqqp", "/incidents/ours"],
  ["/incidents/x2", "/maintenances/work"],
  ["/issues/2024-01-caf%C3%A9/", "/incidents/ours"],
  ["/issues/2024-01-café", "/incidents/ours"],
  ["/incident/12", "/incidents/ours"],
  ["/schedules/12/", "/maintenances/work"],
])("%s leads to %s, on the page's own host and below its slug", async (theirs, ours) => {
  expect(await moved(`${host}${theirs}`)).toEqual([301, ours]);
  expect(await moved(`/acme${theirs}`)).toEqual([301, `/acme${ours}`]);
});

test("an address leads on to what is there, and to nothing that visitors may not know", async () => {
  expect(await moved(`${host}/incidents/ours`)).toEqual([200, null]);
  expect(await moved(`${host}/incidents/w`)).toEqual([301, "/incidents/withdrawn"]);
  expect(await moved(`${host}/incidents/withdrawn`)).toEqual([410, null]);
  for (const path of ["/incidents/d", "/incidents/gone", "/incidents/unknown", "/issues/unknown/", "/incident"]) {
    expect([path, ...(await moved(`${host}${path}`))]).toEqual([path, 404, null]);
  }
});

test("a path of our own never changes, and neither does another page's", async () => {
  expect(await moved(`${host}/history`)).toEqual([200, null]);
  await arrange(deployment, aPage({ slug: "other" }));
  await publishPage(deployment.ctx(), "page-other");
  expect(await moved("/other/incidents/k1mlxlmdhqqp")).toEqual([404, null]);
  expect(await moved("/nobody/incidents/k1mlxlmdhqqp")).toEqual([404, null]);
  expect(await moved("/incidents/k1mlxlmdhqqp")).toEqual([404, null]);
});

test("a private page's old addresses are as unknown as its own, and nothing is kept of them", async () => {
  const caching = async () =>
    (await (await openBrowser(deployment)).go("/acme/incident/12")).headers.get("cache-control");
  expect(await caching()).toBe("public, max-age=3600, must-revalidate");
  const visible = (visibility: string) => [
    { sql: "UPDATE page SET visibility = ?1 WHERE id = ?2", params: [visibility, page.id] },
    { sql: "UPDATE snapshot SET visibility = ?1 WHERE page_id = ?2", params: [visibility, page.id] },
  ];
  await runBatch(deployment.ctx(), visible("members"));
  resetIsolate();
  expect(await moved("/acme/incident/12")).toEqual([404, null]);
  await runBatch(deployment.ctx(), visible("public"));
});

test("only what is not found here is looked up there, by one statement and one row", async () => {
  const cost = async (id: string) => {
    resetIsolate();
    const args = visit(deployment, `/acme/incidents/${id}`, { page: "acme", id });
    await showIncident(args);
    const { statements, read } = args.context.ctx.meter;
    return { statements, read };
  };
  const [ours, unknown, theirs] = [await cost("ours"), await cost("unknown"), await cost("k1mlxlmdhqqp")];
  expect(unknown.statements).toBe(ours.statements + 1);
  expect(theirs.statements).toBe(unknown.statements);
  // Its row in the index and in the table, and the incident by its id.
  expect(theirs.read - unknown.read).toBeLessThanOrEqual(4);
});
