import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { heartbeatTable } from "~/db/schema";
import { heartbeatRows, sendPing } from "../../../../tests/support/heartbeats";
import { foreignHeartbeat } from "../../../../tests/support/import-documents";
import {
  firstOf,
  importFactsOfDesk,
  importId,
  noteForeignId,
  rowsWrittenBy,
  sourceRows,
  writtenThings,
} from "../../../../tests/support/observer-imports";
import { deskOfFile } from "../../../../tests/support/of-file";
import { tickMinutes } from "../../../../tests/support/watched";
import { readImportAbilities } from "../import-abilities";
import { readImportTakeOverCounts } from "../take-over";
import { heartbeatImportWriter, readTakenPingKeys } from "./heartbeat";

const desk = deskOfFile();
const ctx = () => desk.owner();
const uuid = "0c1fa4c8-3f0e-4f3c-9a36-6b1d7c0a2e11";
const nightly = { cron: "30 2 * * *", timeZone: "Europe/Berlin" };

const write = (heartbeats: object[], options = {}) =>
  heartbeatImportWriter.write(ctx(), importFactsOfDesk(desk), writtenThings("heartbeat", { heartbeats }, options));
const make = async (heartbeats: object[], options = {}) => rowsWrittenBy(desk, await write(heartbeats, options));

async function rowsOf(id: string) {
  const [[beat]] = await readBatch(ctx(), ctx().db.select().from(heartbeatTable).where(eq(heartbeatTable.id, id)));
  return { ...(await sourceRows(desk, id)), beat };
}

describe("heartbeats that are made", () => {
  test("30 at once: few statements, and few rows", async () => {
    const heartbeats = Array.from({ length: 30 }, (_, index) =>
      foreignHeartbeat(`h${index}`, { componentIds: ["1", "2"], schedule: nightly, graceSeconds: 5, tags: ["x"] }),
    );
    const statements = await write(heartbeats);
    expect(statements.length).toBeLessThanOrEqual(heartbeatImportWriter.statements);
    const rows = (await rowsWrittenBy(desk, statements)) / 30;
    expect(rows).toBe(heartbeatImportWriter.rows(firstOf(writtenThings("heartbeat", { heartbeats })).planned));
    expect(await rowsWrittenBy(desk, await write(heartbeats))).toBe(0);
  });

  test("one has its schedule, at least a minute of grace, and waits", async () => {
    const { source: own, beat, rules, moved } = await rowsOf("our-h0");
    expect(own).toMatchObject({ family: "heartbeat", name: "h0", mutedUntil: null, version: 0 });
    expect(own?.silentSince).toBe(own?.createdAt);
    expect(beat).toMatchObject({ schedule: { kind: "cron", expression: nightly.cron }, graceSeconds: 60, tags: ["x"] });
    expect(beat).toMatchObject({ state: "new", dueAt: null });
    expect(rules).toMatchObject([{ catchAll: true, mode: "draft" }]);
    expect(moved.map(({ status }) => status)).toEqual(["major_outage", "major_outage"]);
  });

  test("under the key of the origin, which machines go on using; never late before it, and then by its schedule", async () => {
    await make([foreignHeartbeat("k", { pingKey: uuid.toUpperCase(), schedule: { everySeconds: 600 } })]);
    await noteForeignId(desk, "heartbeat", "k");
    const scope = { pageId: desk.pageId, importId, origin: "statuspage" };
    expect((await readImportTakeOverCounts(ctx(), scope)).waitingHeartbeats).toBe(1);
    await tickMinutes(desk.deployment, 20);
    expect((await heartbeatRows(ctx(), "our-k")).row).toMatchObject({ state: "new", dueAt: null });
    expect((await sendPing(desk.deployment.ctx(), { uuid })).ok).toBe(true);
    await desk.deployment.settled();
    expect((await heartbeatRows(ctx(), "our-k")).row.state).toBe("up");
    expect((await readImportTakeOverCounts(ctx(), scope)).waitingHeartbeats).toBe(0);
    await tickMinutes(desk.deployment, 12);
    expect((await heartbeatRows(ctx(), "our-k")).row.state).toBe("down");
  });

  test("which pings count comes along, as far as the form here takes it, and every ping does where nothing is said", async () => {
    const failWords = ["ERROR", " ERROR ", "", "x".repeat(200), ...Array.from({ length: 20 }, (_, at) => `e${at}`)];
    const pingRules = { postOnly: true, manualResume: true, wordsIn: "subject", failWords };
    await make([foreignHeartbeat("r", { pingRules }), foreignHeartbeat("any")]);
    const [{ beat: ruled }, { beat: any }] = [await rowsOf("our-r"), await rowsOf("our-any")];
    expect(ruled).toMatchObject({ postOnly: true, manualResume: true, wordsIn: "subject", successWords: [] });
    expect(ruled?.failWords).toEqual(["ERROR", ...failWords.slice(4, 13)]);
    expect(any).toMatchObject({ postOnly: false, manualResume: false, wordsIn: "anywhere", failWords: [] });
  });

  test("its slug comes along, unless an address cannot hold it", async () => {
    await make([foreignHeartbeat("slug", { slug: "nightly-backup" }), foreignHeartbeat("odd", { slug: "Nächtlich!" })]);
    const slugs = await Promise.all(["our-slug", "our-odd"].map(async (id) => (await rowsOf(id)).beat?.slug));
    expect(slugs).toEqual(["nightly-backup", ""]);
  });

  test("keys that exist here are found by either spelling; a token is as it is", async () => {
    await make([foreignHeartbeat("t", { pingKey: "PushToken1" })]);
    const keys = [uuid, uuid.toUpperCase(), "PushToken1", "pushtoken1", "unknown"];
    expect([...(await readTakenPingKeys(ctx(), keys))]).toEqual([uuid, uuid.toUpperCase(), "PushToken1"]);
  });

  test("one whose key something else took meanwhile is not half made", async () => {
    await make([foreignHeartbeat("u", { pingKey: uuid, componentIds: ["1"] })]);
    expect(await rowsOf("our-u")).toMatchObject({ source: undefined, beat: undefined, rules: [] });
  });

  test("paused there is paused here", async () => {
    await make([foreignHeartbeat("p", { isPaused: true })], { arrival: { isPaused: true } });
    expect((await rowsOf("our-p")).beat).toMatchObject({ state: "paused", dueAt: null });
  });
});

test.each([
  ["every so often", { everySeconds: 5 }, true],
  ["a cron expression", nightly, true],
  ["an expression that is none", { cron: "at dawn", timeZone: "UTC" }, false],
  ["a zone that is none", { cron: "0 0 * * *", timeZone: "Mars/Base" }, false],
])("%s is possible here: %s", async (_, schedule, expected) => {
  const heartbeats = [foreignHeartbeat("s", { schedule })];
  const [written] = writtenThings("heartbeat", { heartbeats });
  const { isHeartbeatPossible } = await readImportAbilities(ctx());
  expect(written && isHeartbeatPossible(written.thing)).toBe(expected);
  if (!expected) expect(await write(heartbeats)).toEqual([]);
});

test("a change raises the version by one, keeps the address, and looks at the deadline again", async () => {
  const before = await rowsOf("our-k");
  const given = { name: "Other", schedule: { everySeconds: 86_400 }, componentIds: ["3"], pingKey: null };
  const statements = await write([foreignHeartbeat("k", given)], { action: "change" });
  expect(statements.length).toBeLessThanOrEqual(heartbeatImportWriter.statements);
  await rowsWrittenBy(desk, statements);
  const { source: own, beat, moved } = await rowsOf("our-k");
  expect(own).toMatchObject({ name: "Other", version: 1, tokenHash: before.source?.tokenHash });
  expect(beat).toMatchObject({ schedule: { periodSeconds: 86_400 }, dueAt: desk.deployment.clock.now });
  expect(moved.map(({ componentId }) => componentId)).toEqual([desk.components[2]]);
});

test("an undo removes all of it", async () => {
  const things = await heartbeatImportWriter.readRemovable(ctx(), desk.pageId, ["our-h0", "our-p", "gone"]);
  expect(things).toEqual([
    { id: "our-h0", name: "h0", version: 0, namedBy: [] },
    { id: "our-p", name: "p", version: 0, namedBy: [] },
  ]);
  await rowsWrittenBy(desk, await heartbeatImportWriter.remove(ctx(), desk.pageId, things));
  expect(await rowsOf("our-h0")).toMatchObject({ source: undefined, beat: undefined, rules: [], moved: [] });
  expect((await heartbeatImportWriter.readHere(ctx(), desk.pageId, [])).map(({ id }) => id)).not.toContain("our-p");
});
