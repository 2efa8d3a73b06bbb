import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "~/audit/list";
import { readBatch } from "~/db/read";
import { auditEntryTable, componentTable, noticeTable, sourceTable } from "~/db/schema";
import { createHeartbeat } from "~/heartbeats/create";
import { readNowView } from "~/now/read";
import { createSource } from "~/sources/create";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { incidentsOf, later, listen, observedOf, say, settled } from "../../tests/support/own-alerts";
import type { MuteSubject } from "./rules/mute-input";
import { muteNotifications, readMute, unmuteNotifications } from "./verbs";

let desk: Desk;
let monitor: string;
const minute = 60_000;
const now = () => desk.deployment.clock.now;
const responder = () => desk.as("responder");

beforeEach(async () => {
  desk = await openDesk();
  monitor = await watch(desk, { mode: "draft", hold: 0, resolveAfter: 0 });
  await desk.deployment.settled();
});
afterEach(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const muting = (subject: MuteSubject, minutes = 60, more: object = {}) =>
  muteNotifications(responder(), { pageId: desk.pageId, subject, minutes, ...more });
const endOf = async (subject: MuteSubject) =>
  (await good(readMute(responder(), { pageId: desk.pageId, subject }))).mutedUntil;

async function subjects(): Promise<MuteSubject[]> {
  const admin = desk.as("admin");
  const { id: heartbeat } = await good(createHeartbeat(admin, { pageId: desk.pageId, name: "Backup" }));
  const { id } = await good(createSource(admin, { pageId: desk.pageId, kind: "alertmanager", name: "Prometheus" }));
  await desk.deployment.settled();
  return [
    { kind: "page", id: desk.pageId },
    { kind: "component", id: desk.components[0] },
    { kind: "source", id },
    { kind: "monitor", id: monitor },
    { kind: "heartbeat", id: heartbeat },
  ];
}

describe("muting and its end", () => {
  test("of everything that can be muted: until when, by whom, and back again, each audited", async () => {
    for (const subject of await subjects()) {
      desk.deployment.clock.now += 1000;
      await good(muting(subject, 15, { reason: "Moving house" }));
      expect(await endOf(subject)).toBe(now() + 15 * minute);
      await good(muting(subject, 30));
      expect(await endOf(subject)).toBe(now() + 30 * minute);
      await good(unmuteNotifications(responder(), { pageId: desk.pageId, subject }));
      expect(await endOf(subject)).toBeNull();
      const { entries } = await good(listAudit(desk.as("viewer"), { pageId: desk.pageId }));
      expect(entries.slice(0, 3).map((each) => each.action)).toEqual(
        expect.arrayContaining([`${subject.kind}.mute`, `${subject.kind}.unmute`]),
      );
      expect(entries.find((each) => each.after?.reason === "Moving house")?.subjectKind).toBe(subject.kind);
    }
  });

  test("it ends by itself; sent twice it is one, and what is over is not ended again", async () => {
    const subject: MuteSubject = { kind: "page", id: desk.pageId };
    await good(muting(subject, 15, { commitId: "commit-1" }));
    const first = await endOf(subject);
    desk.deployment.clock.now += minute;
    await good(muting(subject, 15, { commitId: "commit-1" }));
    expect(await endOf(subject)).toBe(first);
    desk.deployment.clock.now += 14 * minute;
    expect(await endOf(subject)).toBeNull();
    await good(unmuteNotifications(responder(), { pageId: desk.pageId, subject }));
    await good(muting(subject, 15, { commitId: "commit-2" }));
    for (let round = 0; round < 2; round++) {
      desk.deployment.clock.now += 1000;
      await good(unmuteNotifications(responder(), { pageId: desk.pageId, subject }));
    }
    const ctx = desk.owner();
    const [rows] = await readBatch(
      ctx,
      ctx.db
        .select()
        .from(auditEntryTable)
        .where(eq(auditEntryTable.subjectId, desk.pageId))
        .orderBy(auditEntryTable.at),
    );
    expect(rows.filter((each) => each.action.endsWith("mute")).map((each) => each.action)).toEqual([
      "page.mute",
      "page.mute",
      "page.unmute",
    ]);
  });

  test("refused: too long, what is not there or of another family or page, and to viewers", async () => {
    const page: MuteSubject = { kind: "page", id: desk.pageId };
    expect(await failureOf(muting(page, 10_081))).toMatchObject({ name: "invalid", fields: { minutes: /week/ } });
    expect(await failureOf(muting(page, 0))).toMatchObject({ name: "invalid" });
    expect(await failureOf(muting(page, 15, { reason: "x".repeat(201) }))).toMatchObject({ name: "invalid" });
    const other = await openDesk(desk.deployment, "other");
    const strange: MuteSubject[] = [
      { kind: "page", id: other.pageId },
      { kind: "component", id: other.components[0] },
      { kind: "source", id: monitor },
      { kind: "heartbeat", id: monitor },
    ];
    for (const subject of strange) expect(await failureOf(muting(subject))).toMatchObject({ name: "missing" });
    const given = { pageId: desk.pageId, subject: page, minutes: 15 };
    expect(await failureOf(muteNotifications(desk.as("viewer"), given))).toMatchObject({ name: "forbidden" });
    expect(await failureOf(unmuteNotifications(desk.as("viewer"), given))).toMatchObject({ name: "forbidden" });
  });
});

const listens = () => listen(desk, ["alert_fired", "alert_recovered", "component_changed", "draft_opened"]);
const noticeKinds = async () => {
  const ctx = desk.owner();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.pageId, desk.pageId)));
  return rows.map((each) => each.kind);
};

describe("while it is muted", () => {
  test.each<[string, () => MuteSubject]>([
    ["everything", () => ({ kind: "page", id: desk.pageId })],
    ["the monitor", () => ({ kind: "monitor", id: monitor })],
    ["its only component", () => ({ kind: "component", id: desk.components[0] })],
  ])(
    "%s: the status moves, nobody is notified, nothing opens; at its end what still fires does",
    async (_, subject) => {
      await listens();
      await good(muting(subject(), 60));
      await desk.deployment.settled();
      await say(desk, monitor, "firing");
      await later(desk, 10 * minute);
      expect(await observedOf(desk, desk.components[0])).toMatchObject([["major_outage", expect.any(Number)]]);
      expect(await incidentsOf(desk)).toEqual([]);
      expect(
        (await noticeKinds()).filter((each) => !(subject().kind === "monitor" && each === "component_changed")),
      ).toEqual([]);
      await later(desk, 51 * minute);
      expect(await incidentsOf(desk)).toMatchObject([{ visibility: "draft", origin: "monitor" }]);
      expect(await noticeKinds()).toEqual(expect.arrayContaining(["draft_opened", "alert_fired"]));
    },
  );

  test("taken back: what is due opens at once", async () => {
    const subject: MuteSubject = { kind: "page", id: desk.pageId };
    await good(muting(subject, 1440));
    await desk.deployment.settled();
    await say(desk, monitor, "firing");
    expect(await incidentsOf(desk)).toEqual([]);
    desk.deployment.clock.now += minute;
    await good(unmuteNotifications(responder(), { pageId: desk.pageId, subject }));
    await desk.deployment.settled();
    expect(await incidentsOf(desk)).toHaveLength(1);
  });

  test("recovered meanwhile: nothing is told and nothing opens", async () => {
    await listens();
    await good(muting({ kind: "page", id: desk.pageId }, 60));
    await desk.deployment.settled();
    await say(desk, monitor, "firing");
    await later(desk, minute);
    await say(desk, monitor, "resolved");
    await later(desk, 60 * minute);
    expect([await incidentsOf(desk), await noticeKinds()]).toEqual([[], []]);
  });

  test("Now says until when, by whom and why; a change of somebody else is no reason to lose it", async () => {
    await good(muting({ kind: "page", id: desk.pageId }, 60, { reason: "Moving house" }));
    const { mute: shown } = await good(readNowView(desk.as("viewer"), { pageId: desk.pageId }));
    expect(shown).toMatchObject({ until: now() + 60 * minute, reason: "Moving house" });
    desk.deployment.clock.now += 60 * minute;
    expect((await good(readNowView(desk.as("viewer"), { pageId: desk.pageId }))).mute).toBeNull();
  });
});

test("people who mute one component at once: each is in or told to try again, the last one counts", async () => {
  const subject: MuteSubject = { kind: "component", id: desk.components[0] };
  const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => muting(subject, index + 1)));
  const accepted = all.filter((each) => each.status === "fulfilled" && each.value.ok).length;
  await settled(desk);
  const ctx = desk.owner();
  const [[row], entries] = await readBatch(
    ctx,
    ctx.db.select().from(componentTable).where(eq(componentTable.id, subject.id)),
    ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.action, "component.mute")),
  );
  expect(accepted).toBeGreaterThan(0);
  expect(entries).toHaveLength(accepted);
  expect(entries.map((each) => each.after?.mutedUntil)).toContain(row?.mutedUntil);
});

test("a mute leaves the rest of its row alone", async () => {
  const ctx = desk.owner();
  const rowOf = async () =>
    (await readBatch(ctx, ctx.db.select().from(sourceTable).where(eq(sourceTable.id, monitor))))[0][0];
  const before = await rowOf();
  await good(muting({ kind: "monitor", id: monitor }, 15));
  expect(await rowOf()).toEqual({
    ...before,
    mutedUntil: now() + 15 * minute,
    updatedAt: now(),
    version: (before?.version ?? 0) + 1,
  });
});
