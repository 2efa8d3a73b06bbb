import { afterEach, beforeEach, expect, test } from "vitest";
import { backupTables } from "~/db/backup-tables";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { faulty } from "../../../tests/support/faults";
import { aPage, arrange } from "../../../tests/support/scenario";
import { stampKnown } from "../../../tests/support/stamp-known";
import { publishPage } from "../publishing/engine/publish";
import { statuspageV2Response } from "./statuspage-v2";

let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
  await arrange(deployment, aPage({ components: 5 }));
  resetIsolate();
  await publishPage(deployment.ctx(), "page-acme");
});
afterEach(() => deployment.close());

const away = () => ({ database: faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database });

const program = async (path: string, options: { method?: string; database?: D1Database } = {}) => {
  const url = new URL(`http://localhost:8787${path}`);
  const ctx = deployment.ctx({ kind: "visitor" }, options.database ? { database: options.database } : undefined);
  const response = await statuspageV2Response(new Request(url, { method: options.method ?? "GET" }), ctx, url);
  return { response, ctx };
};

test("programs read the same document, from anywhere, for one row", async () => {
  await stampKnown(deployment.ctx());
  const { response, ctx } = await program("/acme/api/v2/summary.json?x=1");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(ctx.meter).toMatchObject({ read: 1, statements: 1 });
  const body = (await response.json()) as { components: unknown[] };
  expect(body.components).toHaveLength(5);
  expect((await program("/acme/api/v2/scheduled-maintenances/active.json")).response.status).toBe(200);
});

test("programs are refused in their own way: unknown file, unknown page, another method", async () => {
  for (const path of ["/acme/api/v2/secrets.json", "/nobody/api/v2/summary.json", "/acme/api/v2/summary"]) {
    const { response } = await program(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  }
  const posted = await program("/acme/api/v2/summary.json", { method: "POST" });
  expect([posted.response.status, posted.response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("programs are told of a copy, and of nothing to show", async () => {
  expect((await program("/acme/api/v2/status.json", away())).response.status).toBe(503);
  resetIsolate();
  await program("/acme/api/v2/status.json");
  deployment.clock.now += 2000;
  const { response } = await program("/acme/api/v2/status.json", away());
  expect(response.headers.get("x-upfront-stale")).toBe("2026-11-20T12:00:00.000Z");
  expect(await response.json()).toMatchObject({ stale_since: "2026-11-20T12:00:00.000Z" });
});

const updatedAt = async () => {
  resetIsolate();
  const { response } = await program("/acme/api/v2/status.json");
  return ((await response.json()) as { page: { updated_at: string } }).page.updated_at;
};

const rebuilt = async (change = "") => {
  const sql = `UPDATE snapshot SET wanted = wanted + 1, built = 0, body = NULL${change}`;
  await runBatch(deployment.ctx(), [{ sql, params: [] }]);
  await publishPage(deployment.ctx(), "page-acme");
  return updatedAt();
};

test("a page was updated when what it says last changed, not when its document was made", async () => {
  const first = await updatedAt();
  expect(first).toBe("2026-11-20T12:00:00.000Z");
  deployment.clock.now += 30 * 3_600_000;
  // The row as a restore, a midnight and an upgrade leave it, one after the other.
  expect(await rebuilt()).toBe(first);
  expect(await rebuilt(", said_digest = '', said_at = 0")).toBe(first);
  const change = { sql: "UPDATE component SET name = 'Orders' WHERE position = 0", params: [] };
  await runBatch(deployment.ctx(), [change]);
  const changed = await rebuilt();
  expect(changed).toBe("2026-11-21T18:00:00.000Z");
  deployment.clock.now += 3_600_000;
  expect(await rebuilt()).toBe(changed);
  // After the clock went back, no change may be dated in the future.
  deployment.clock.now -= 20 * 3_600_000;
  expect(await rebuilt()).toBe("2026-11-20T23:00:00.000Z");
});

test("a backup holds since when a page says what it says", () => {
  const columns = backupTables.find(({ name }) => name === "snapshot")?.columns.map(({ name }) => name);
  expect(columns).toEqual(expect.arrayContaining(["said_digest", "said_at"]));
});
