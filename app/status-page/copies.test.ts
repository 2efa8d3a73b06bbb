import { Miniflare, Response as RuntimeResponse } from "miniflare";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runBatch } from "~/db/run-batch";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment } from "../../tests/support/database";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { faulty } from "../../tests/support/faults";
import { readHomeSlug } from "./home";
import { findPageSlugByHost } from "./host-page";
import { readSnapshotCopy } from "./publishing/engine/copies";
import { publishPage } from "./publishing/engine/publish";
import { readPublishedView, readRecentDocumentView } from "./view-page";

/** Tests of the copies outside D1, in a real KV of the local runtime. */
let desk: Desk;
let runtime: Miniflare;
beforeEach(async () => {
  const script = "export default { fetch: () => new Response(null, { status: 404 }) }";
  runtime = new Miniflare({ modules: true, script, kvNamespaces: ["COPIES"] });

  const deployment = await openDeployment({ COPIES: (await runtime.getKVNamespace("COPIES")) as never });
  desk = await openDesk(deployment, "copied");
  resetIsolate();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await desk.close();
  await runtime.dispose();
});

const where = { slug: "copied" };
const away = () =>
  desk.deployment.ctx(undefined, faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before"));

test("a fresh isolate without a database shows both parts from the copy, marked; a private page has none", async () => {
  desk.deployment.clock.now += 120_000;
  const at = desk.deployment.clock.now;
  await runBatch(desk.owner(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(desk.owner(), desk.pageId);
  await desk.deployment.settled();
  desk.deployment.clock.now += 5000;
  const [home, recent] = [await readPublishedView(away(), where), await readRecentDocumentView(away(), where)];
  expect(home.ok && [home.value.snapshot.page.slug, home.value.staleSince]).toEqual(["copied", at]);
  expect(recent.ok && [recent.value.recent.components.length, recent.value.staleSince]).toEqual([3, at]);
  desk.deployment.clock.now += 60_000;
  const { version } = await pageRow();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version, visibility: "members" }));
  resetIsolate();
  for (const view of [await readPublishedView(away(), where), await readRecentDocumentView(away(), where)]) {
    expect(view).toMatchObject({ ok: false, failure: { name: "overloaded" } });
  }
});

test("what another data centre still holds of a page that is private now is not shown", async () => {
  desk.deployment.clock.now += 120_000;
  await runBatch(desk.owner(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(desk.owner(), desk.pageId);
  const elsewhere = await (await runtime.getCaches()).open("elsewhere");
  const address = "https://copies.upfront.invalid/copied";
  const copy = await (await runtime.getKVNamespace("COPIES")).get("copied", "text");
  await elsewhere.put(address, new RuntimeResponse(copy, { headers: { "cache-control": "public, max-age=600" } }));
  const { version } = await pageRow();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version, visibility: "members" }));
  vi.stubGlobal("caches", { default: elsewhere });
  resetIsolate();
  expect(await elsewhere.match(address)).toBeDefined();
  expect(await readPublishedView(away(), where)).toMatchObject({ ok: false, failure: { name: "overloaded" } });
  const { COPIES: _unbound, ...bindings } = away().bindings;
  expect(await readSnapshotCopy({ ...away(), bindings }, "home", "copied")).toMatchObject({ document: {} });
});

test("a host that calls itself home is not the page of `/`, and takes nothing from it", async () => {
  await runBatch(desk.owner(), [{ sql: "UPDATE deployment SET home_page_id = ?1", params: [desk.pageId] }]);
  const ctx = desk.deployment.ctx();
  expect(await readHomeSlug(ctx)).toEqual({ ok: true, value: "copied" });
  await desk.deployment.settled();
  const kept = async () => (await (await runtime.getKVNamespace("COPIES")).list({ prefix: "signpost/" })).keys;
  const before = await kept();
  expect(before).toHaveLength(1);
  for (const host of ["home", "www"]) {
    await expect(findPageSlugByHost(away(), host)).rejects.toThrow();
    expect(await findPageSlugByHost(ctx, host)).toBeNull();
  }
  await desk.deployment.settled();
  expect(await kept()).toEqual(before);
  resetIsolate();
});

test("who asks for hosts that nobody knows makes none forgotten", async () => {
  await runBatch(desk.owner(), [{ sql: "UPDATE page SET host = 'status.copied.example'", params: [] }]);
  const ask = (host: string) => findPageSlugByHost(desk.deployment.ctx(), host);
  expect(await ask("status.copied.example")).toBe("copied");
  for (let count = 0; count < 501; count++) await ask(`h${count}.example`);
  await desk.deployment.settled();
  await (await runtime.getKVNamespace("COPIES")).delete("signpost/status.copied.example");
  expect(await findPageSlugByHost(away(), "status.copied.example")).toBe("copied");
  resetIsolate();
});

async function pageRow(): Promise<{ version: number }> {
  const sql = "SELECT version FROM page WHERE id = ?1";
  const [result] = await runBatch(desk.owner(), [{ sql, params: [desk.pageId] }]);
  return result?.results[0] as { version: number };
}
