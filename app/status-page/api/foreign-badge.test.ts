import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aForeignId, aPage, arrange, type TestPage } from "../../../tests/support/scenario";
import { openBrowser } from "../../../tests/support/worker";
import { publishPage } from "../publishing/engine/publish";

let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  const [kuma = "", gatus = ""] = page.components;
  await arrange(
    deployment,
    aForeignId(page.id, { origin: "uptime-kuma", kind: "component", theirId: "7", ourId: kuma }),
    aForeignId(page.id, { origin: "uptime-kuma", kind: "monitor", theirId: "8", ourId: "monitor" }),
    aForeignId(page.id, { origin: "gatus", kind: "component", theirId: "core_blog-home", ourId: gatus }),
    aForeignId(page.id, { origin: "uptime-kuma", kind: "component", theirId: "9", ourId: "deleted" }),
  );
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET host = 'status.example.com' WHERE id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
});
afterAll(() => deployment.close());

async function answer(path: string, init: RequestInit = {}) {
  const response = await (await openBrowser(deployment)).go(path, init);
  return { status: response.status, text: await response.text(), type: response.headers.get("content-type") };
}

const theirs = [
  ["/api/badge/7/status", 0, "svg"],
  ["/api/badge/7/uptime", 0, "svg"],
  ["/api/badge/7/uptime/24?label=Uptime", 0, "svg"],
  ["/api/badge/7/uptime/720?style=flat-square", 0, "svg?style=flat-square"],
  ["/api/v1/endpoints/core_blog-home/health/badge.svg", 1, "svg"],
  ["/api/v1/endpoints/Core_blog-home/uptimes/7d/badge.svg", 1, "svg"],
  ["/api/v1/endpoints/core_blog-home/health/badge.shields", 1, "json"],
] as const;

test.each(theirs)("%s is our badge, on the page's own host and below its slug", async (path, at, file) => {
  const ours = await answer(`/acme/components/${page.components[at]}/badge.${file}`);
  expect(ours.status).toBe(200);
  for (const base of ["http://status.example.com", "/acme"]) expect(await answer(`${base}${path}`)).toEqual(ours);
});

test.each([
  "/acme/api/badge/8/status",
  "/acme/api/badge/9/status",
  "/acme/api/badge/nobody/status",
  "/acme/api/badge/%ff/status",
  "/acme/api/badge/7/ping",
  "/nobody/api/badge/7/status",
  "/acme/api/v1/endpoints/7/health/badge.svg",
  // Without a page, nobody knows which of them is meant.
  "/api/badge/7/status",
])("%s is not there", async (path) => {
  expect((await answer(path)).status).toBe(404);
});

test("a badge of a private page is not there either", async () => {
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET visibility = 'members' WHERE id = ?1", params: [page.id] },
    { sql: "UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1", params: [page.id] },
  ]);
  deployment.clock.now += 2000;
  expect((await answer("/acme/api/badge/7/status")).status).toBe(404);
});
