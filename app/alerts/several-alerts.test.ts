import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sourceTable } from "~/db/schema";
import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { holding } from "../../tests/support/held-database";
import { watch } from "../../tests/support/monitors";
import { observedOf, say } from "../../tests/support/own-alerts";
import { listAlerts } from "./list";
import { bulkAlerts } from "./several-alerts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.deployment.settled().then(() => desk.close()));

const minute = 60_000;

test.each([
  ["acknowledged", "acknowledge", "acknowledgedAt"],
  ["dismissed", "dismiss", "dismissedAt"],
] as const)(
  "what is %s with others is the firing that was seen, and none that has begun since",
  async (_, action, column) => {
    const sourceId = await watch(desk, { name: action, mode: "none" });
    await say(desk, sourceId, "firing");
    const own = async () => (await good(listAlerts(desk.as("responder"), { pageId: desk.pageId, sourceId }))).alerts;
    const [seen] = await own();
    const held = holding(desk.deployment.bindings.DB, "INSERT INTO audit_entry");
    const { actor, member } = desk.as("responder");
    const ctx = { ...desk.deployment.ctx(actor, { database: held.database }), member };
    const acting = bulkAlerts(ctx, { pageId: desk.pageId, ids: [seen?.id ?? ""], action, reason: "A drill" });
    await held.came;
    for (const word of ["resolved", "firing"] as const) {
      desk.deployment.clock.now += 5 * minute;
      await say(desk, sourceId, word);
    }
    held.release();
    await good(acting);
    const [now] = await own();
    expect(now).toMatchObject({ state: "firing", [column]: null });
    expect(now?.startedAt).toBeGreaterThan(seen?.startedAt ?? 0);
  },
);

test("what is dismissed with others moves its component no more, as soon as the answer is out", async () => {
  const components = { [desk.components[1]]: "major_outage" as const };
  const sourceId = await watch(desk, { name: "Moving", mode: "none", hold: 0, components });
  await say(desk, sourceId, "firing");
  const last = async () => (await observedOf(desk, desk.components[1])).at(-1)?.[0];
  expect(await last()).toBe("major_outage");
  const { alerts } = await good(listAlerts(desk.as("responder"), { pageId: desk.pageId, sourceId }));
  const ids = alerts.map(({ id }) => id);
  desk.deployment.clock.now += minute;
  await good(bulkAlerts(desk.as("responder"), { pageId: desk.pageId, ids, action: "dismiss", reason: "A drill" }));
  await desk.deployment.settled();
  expect(await last()).toBe("operational");
});

test("a mute of what sends alerts leaves monitors of an import silent that were not taken over", async () => {
  const sourceId = await watch(desk, { name: "Imported", mode: "none" });
  await say(desk, sourceId, "firing");
  const [mutedUntil, ctx] = [importedMuteUntilMs, desk.deployment.ctx()];
  await ctx.db.update(sourceTable).set({ mutedUntil }).where(eq(sourceTable.id, sourceId));
  const { alerts } = await good(listAlerts(desk.as("responder"), { pageId: desk.pageId, sourceId }));
  const ids = alerts.map(({ id }) => id);
  await good(bulkAlerts(desk.as("responder"), { pageId: desk.pageId, ids, action: "mute", minutes: 30 }));
  const [row] = await ctx.db.select().from(sourceTable).where(eq(sourceTable.id, sourceId));
  expect(row?.mutedUntil).toBe(importedMuteUntilMs);
});
