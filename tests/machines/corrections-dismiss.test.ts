import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bulkAlerts } from "~/alerts/several-alerts";
import { listAudit } from "~/audit/list";
import { listComponents } from "~/components/list";
import { readFiringAfterCorrection } from "~/corrections/firing-reports";
import { makeCorrection } from "~/corrections/make";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, episodeTable } from "~/db/schema";
import { handleRestApi } from "~/rest-api";
import { type Desk, good, openDesk } from "../support/desk";
import { watch } from "../support/monitors";
import { later, say, settled } from "../support/own-alerts";
import { ownerToken } from "../support/owner-token";
import { fillAlerts } from "../support/scenario";
import { overtaken } from "../support/timeline";

/** A correction of what still fires dismisses it in its own commit, exactly what was judged, and says what remains. */
const minute = 60_000;
let desk: Desk;
let sourceId: string;
beforeEach(async () => {
  desk = await openDesk();
  sourceId = await watch(desk, { mode: "none", hold: 0, resolveAfter: 0 });
  desk.deployment.clock.now += 10 * minute;
  await say(desk, sourceId, "firing");
  desk.deployment.clock.now += 5 * minute;
});
afterEach(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const correct = (ctx = desk.as("admin"), over: object = {}) => {
  const { now } = desk.deployment.clock;
  const period = { startsAt: now - 10 * minute, endsAt: now, reason: "The check was wrong." };
  return makeCorrection(ctx, { pageId: desk.pageId, sourceId, ...period, dismisses: true, ...over });
};
const left = async (id: string) =>
  (await good(readFiringAfterCorrection(desk.as("viewer"), { pageId: desk.pageId, id }))).total;
const stored = async () => {
  const { db, ...ctx } = desk.owner();
  const [alerts, episodes] = await readBatch(
    { ...ctx, db },
    db.select().from(alertTable),
    db.select().from(episodeTable),
  );
  return { alerts, episodes };
};
const shownNow = async () => {
  const { components } = await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }));
  return components.find(({ id }) => id === desk.components[0])?.effective;
};
const entries = async () => (await good(listAudit(desk.owner(), { pageId: desk.pageId }))).entries;

test("the alert is dismissed in the commit of the correction, its component is free, and one entry says both", async () => {
  expect(await shownNow()).toBe("major_outage");
  const { id } = await good(correct());
  const { alerts, episodes } = await stored();
  const { now } = desk.deployment.clock;
  expect(alerts.map(({ dismissedAt }) => dismissedAt)).toEqual([now]);
  expect(episodes.map(({ dismissedAt, dismissedReason }) => [dismissedAt, dismissedReason])).toEqual([
    [now, "The check was wrong."],
  ]);
  await settled(desk);
  expect(await shownNow()).toBe("operational");
  expect(await left(id)).toBe(0);
  const own = (await entries()).filter(({ action }) => /correction|alert/.test(action));
  expect(own).toMatchObject([{ action: "correction.create", after: { dismissed: 1 } }]);
});

test("without being asked it dismisses nothing, and says what still fires", async () => {
  const { id } = await good(correct(desk.as("admin"), { dismisses: false }));
  expect((await stored()).alerts[0]?.dismissedAt).toBeNull();
  expect(await left(id)).toBe(1);
});

test("of more than 200, the newest 200 are dismissed, and the rest is counted", async () => {
  const { now } = desk.deployment.clock;
  await runBatch(desk.owner(), fillAlerts({ id: sourceId, pageId: desk.pageId }, 250, now - minute));
  const { id } = await good(correct());
  expect(await left(id)).toBe(51);
  const gone = (await stored()).alerts.filter(({ dismissedAt }) => dismissedAt !== null);
  expect(gone.length).toBe(200);
  expect(gone.every(({ startedAt }) => startedAt > now - 2 * minute)).toBe(true);
});

describe("of what happens between reading and writing", () => {
  const heldBy = (meanwhile: () => Promise<unknown>) => {
    const { actor, member } = desk.as("admin");
    const database = overtaken(desk.deployment.bindings.DB, meanwhile);
    return { ...desk.deployment.ctx(actor, { database }), member };
  };
  const refire = async () => {
    await say(desk, sourceId, "resolved");
    // Less than the two seconds for which a lost race is decided again.
    desk.deployment.clock.now += 500;
    await say(desk, sourceId, "firing");
  };

  test("an alert that fires anew is another one, and stays until it is corrected, too", async () => {
    const seenAt = desk.deployment.clock.now;
    desk.deployment.clock.now += 3 * minute;
    const { id } = await good(correct(heldBy(refire), { seenAt, endsAt: desk.deployment.clock.now }));
    const [row] = (await stored()).alerts;
    expect([row?.state, row?.dismissedAt]).toEqual(["firing", null]);
    expect((await stored()).episodes.filter(({ dismissedAt }) => dismissedAt !== null)).toEqual([]);
    expect(await left(id)).toBe(0);
    const again = await good(correct());
    expect(await left(again.id)).toBe(0);
  });

  test("an alert that recovers is not dismissed", async () => {
    await good(correct(heldBy(() => say(desk, sourceId, "resolved"))));
    const { alerts, episodes } = await stored();
    expect([alerts[0]?.state, alerts[0]?.dismissedAt, episodes[0]?.dismissedAt]).toEqual(["resolved", null, null]);
  });

  test("an alert that someone else dismisses keeps their reason", async () => {
    const id = `${(await stored()).alerts[0]?.id}`;
    const given = { pageId: desk.pageId, ids: [id], action: "dismiss" as const, reason: "A drill." };
    const dismiss = () => good(bulkAlerts(desk.as("responder"), given)).then(() => desk.deployment.settled());
    await good(correct(heldBy(dismiss)));
    expect((await stored()).episodes.map(({ dismissedReason }) => dismissedReason)).toEqual(["A drill."]);
  });

  test("of two corrections one is made, and both callers know that nothing fires any more", async () => {
    const other = () => correct();
    const made = await correct(heldBy(other));
    if (!made.ok) expect(made.failure).toMatchObject({ code: "already_corrected" });
    await later(desk, minute);
    expect((await stored()).episodes.filter(({ dismissedAt }) => dismissedAt !== null).length).toBe(1);
    expect((await entries()).filter(({ action }) => action === "correction.create").length).toBe(made.ok ? 2 : 1);
  });
});

test("the API dismisses with the correction when asked, and says how many alerts still fire", async () => {
  const { now } = desk.deployment.clock;
  const ask = async (more: object, from: number) => {
    const times = { starts_at: new Date(from).toISOString(), ends_at: new Date(now).toISOString() };
    const correction = { source_id: sourceId, ...times, reason: "The check was wrong.", ...more };
    const request = new Request("http://localhost:8787/api/v1/pages/acme/corrections", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ correction }),
    });
    const answer = await handleRestApi(request, desk.deployment.ctx(ownerToken));
    await desk.deployment.settled();
    return [answer.status, ((await answer.json()) as { alerts_firing?: number }).alerts_firing];
  };
  expect(await ask({}, now - 6 * minute)).toEqual([201, 1]);
  expect(await ask({ dismiss_alerts: true }, now - 8 * minute)).toEqual([201, 0]);
  await settled(desk);
  expect(await shownNow()).toBe("operational");
});
