import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { membershipTable, subscriberTable } from "~/db/schema";
import { makeSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import { adoptOrphanPagesStatement } from "~/people/queries/people";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { unlockPage } from "~/status-page/unlock";
import { openDeployment, type TestDeployment } from "../support/database";
import { failureOf } from "../support/desk";
import { browserOf, makePeople } from "../support/matrix-cast";
import { wholeDatabase } from "../support/page-traces";
import { aPage, arrange, put } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let visitor: Browser;
beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  visitor = await openBrowser(deployment);
});
afterAll(() => deployment.close());
beforeEach(() => {
  deployment.clock.now += 3600_000;
});

const execute = (sql: string, ...params: unknown[]) => runBatch(deployment.ctx(), [{ sql, params }]);

test("who tries passphrases by the hundred shuts the door of no page to others, and gets no fresh tries by other pages", async () => {
  const tried = async (slug: string, clientAddress: string, ctx = deployment.ctx()) =>
    (await failureOf(unlockPage(ctx, { slug, passphrase: "0000", clientAddress })))?.name;
  const [one, other] = [deployment.ctx(), deployment.ctx()];
  for (let tries = 0; tries < 700; tries++) await tried("acme", "192.0.2.1", one);
  expect(await tried("acme", "198.51.100.1")).toBe("invalid");
  for (let tries = 0; tries < 5100; tries++) await tried(`page-${tries}`, "192.0.2.1", other);
  expect(await tried("acme", "192.0.2.9")).toBe("limited");
  expect(await tried("192.0.2/24", "198.51.100.1")).toBe("invalid");
});

test("whoever is mailed can leave, by one click and by the page, whoever else may see the page", async () => {
  const { id } = await arrange(deployment, aPage({ slug: "inside" }));
  await execute("UPDATE page SET visibility = 'members' WHERE id = ?1", id);
  await execute("UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1", id);
  await publishPage(deployment.ctx(), id);
  resetIsolate();
  const { now } = deployment.clock;
  const reader = { scope: "page", componentIds: [], state: "active", language: "en", timeZone: "Etc/UTC" };
  const times = { confirmationsAt: [], createdAt: now, updatedAt: now };
  await put(
    deployment,
    subscriberTable,
    ["r1", "r2"].map((each) => ({ ...reader, ...times, pageId: id, id: each, address: `${each}@mail.example` })),
  );
  const [one, two] = [
    await makeSubscriptionToken(deployment.ctx(), { id: "r1", generation: 0 }),
    await makeSubscriptionToken(deployment.ctx(), { id: "r2", generation: 0 }),
  ];
  const stateOf = async (which: string) =>
    (await wholeDatabase(deployment)).subscriber?.find((row) => row.id === which)?.state;
  const clicked = await visitor.go(`/inside/subscriptions/${one}/leave`, { method: "POST" });
  expect([clicked.status, await stateOf("r1")]).toEqual([200, "unsubscribed"]);
  expect((await visitor.go(`/inside/subscriptions/${two}`)).status).toBe(200);
  const left = await visitor.post(`/inside/subscriptions/${two}`, { act: "leave" });
  expect([left.status, await stateOf("r2")]).toEqual([303, "unsubscribed"]);
  const forged = `${two.slice(0, -43)}${"A".repeat(43)}`;
  for (const path of ["", "/history", `/subscriptions/${forged}`, "/subscribe"])
    expect([path, (await visitor.go(`/inside${path}`)).status]).toEqual([path, 404]);
  const elsewhere = await arrange(deployment, aPage({ slug: "elsewhere" }));
  await execute("UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1", elsewhere.id);
  await publishPage(deployment.ctx(), elsewhere.id);
  expect((await visitor.go(`/elsewhere/subscriptions/${two}`)).status).toBe(404);
});

test("a deleted page has no desk, and the first person of a deployment does not come to own it", async () => {
  const { id } = await arrange(deployment, aPage({ slug: "over" }));
  await execute("UPDATE page SET slug = '~over~x', deleted_at = 1 WHERE id = ?1", id);
  await runBatch(deployment.ctx(), [adoptOrphanPagesStatement("operator", 1)]);
  const owned = (await wholeDatabase(deployment)).membership?.filter(({ page_id }) => page_id === id);
  expect(owned).toEqual([]);
  await put(deployment, membershipTable, [{ pageId: id, personId: "owner", role: "owner", createdAt: 1 }]);
  const owner = await browserOf(deployment, "owner");
  for (const path of ["/manage/~over~x", "/manage/~over~x/settings.data"])
    expect([path, (await owner.go(path)).status]).toEqual([path, 404]);
});
