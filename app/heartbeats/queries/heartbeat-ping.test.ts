import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { heartbeatTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { noon, openDeployment, type TestDeployment } from "../../../tests/support/database";
import { heartbeatRows } from "../../../tests/support/heartbeats";
import { aHeartbeat, aPage, arrange, type TestPage } from "../../../tests/support/scenario";
import {
  type HeartbeatPingState,
  type HeartbeatState,
  heartbeatAfterPing,
  type PingArrival,
  type PingDraft,
} from "../rules/heartbeat-ping";
import type { PingContent } from "../rules/ping-words";
import { pingBodyStatements, type RecordedPingRow, recordPingStatement } from "./heartbeat-ping";

let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
});
afterAll(() => deployment.close());

const instant = fc.integer({ min: noon - 100_000, max: noon + 100_000 });
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 3 });
const run = fc.constantFrom("", "aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000");
const kinds = ["success", "start", "fail", "log"] as const;

const kept = fc.record({ n: fc.nat(200), at: instant, kind: fc.constantFrom(...kinds, "ignored" as const) });
const pingsOf = fc.oneof(fc.array(kept, { maxLength: 12 }), fc.array(kept, { minLength: 98, maxLength: 100 }));

const words = ["ok", "0 errors", "Fehler 'x'", 'ü"\\', "%", "OK"];
const wordsOf = fc.oneof(fc.constant<string[]>([]), fc.subarray(words, { maxLength: 3 }));
const heardOf: fc.Arbitrary<PingContent | null> = orNull(
  fc.record(
    {
      subject: orNull(fc.constantFrom("", "all ok", "Fehler 'x' on db")),
      body: fc.constantFrom("", "ok", 'said ü"\\ twice', "0 errors\nOK 100 %", "nothing"),
      isGuessed: fc.constant(true as const),
    },
    { requiredKeys: ["subject", "body"] },
  ),
);

const stateOf: fc.Arbitrary<HeartbeatPingState> = fc.record({
  state: fc.constantFrom<HeartbeatState[]>("new", "up", "down", "paused"),
  graceSeconds: fc.integer({ min: 60, max: 200 }),
  postOnly: fc.boolean(),
  manualResume: fc.boolean(),
  wordsIn: fc.constantFrom("anywhere" as const, "subject" as const, "body" as const),
  failWords: wordsOf,
  successWords: wordsOf,
  startWords: wordsOf,
  pings: pingsOf.map((pings) =>
    pings.map((each, at) => ({ ...each, id: `old-${at}`, method: "GET", from: "192.0.2.1", agent: "" })),
  ),
  pingCount: fc.nat(300),
  lastPingAt: orNull(instant),
  lastResult: orNull(fc.constantFrom("success" as const, "fail" as const)),
  lastStartAt: orNull(instant),
  lastStartRun: orNull(run),
  lastDuration: orNull(fc.nat(5000)),
  pendingFrom: orNull(fc.nat(300)),
  dueAt: orNull(fc.oneof(instant, fc.constant(0))),
});

const draftOf: fc.Arbitrary<PingDraft> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    rid: run,
    exit: orNull(fc.nat(255)),
    method: fc.constantFrom("GET", "HEAD", "POST", "MAIL"),
    agent: fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.replace(/[\p{Surrogate}\0]/gu, "")),
    body: fc.boolean(),
  })
  .map(({ rid, exit, body, ...draft }) => ({
    ...draft,
    id: "thisping01",
    from: "2001:db8::1",
    ...(rid === "" ? {} : { rid }),
    ...(exit === null ? {} : { exit }),
    ...(body ? { body: true } : {}),
  }));

async function bySql(id: string, before: HeartbeatPingState, draft: PingDraft, came: PingArrival) {
  const ctx = deployment.ctx();
  const row = recordPingStatement({ id }, draft, came);
  const set = updateRowsStatements(heartbeatTable, page.id, [{ id, ...before }]);
  const results = await runBatch(ctx, [...set, row, row]);
  return { answers: results.slice(1).map((each) => each.results as unknown as RecordedPingRow[]) };
}

test("the blind update is the rule: any state, any ping, any clock; kept, it is done once", async () => {
  const { id } = await arrange(deployment, aHeartbeat(page));
  const property = fc.asyncProperty(
    stateOf,
    draftOf,
    instant,
    heardOf,
    fc.boolean(),
    async (before, draft, now, by, isLate) => {
      const came = { now, heard: draft.kind === "success" ? by : null, isLate };
      const once = heartbeatAfterPing(before, draft, came);
      const isKept = once.pings.at(-1)?.id === draft.id;
      const expected = isKept ? once : heartbeatAfterPing(once, draft, came);
      const { answers } = await bySql(id, before, draft, came);
      const { row } = await heartbeatRows(deployment.ctx(), id);
      expect(row).toMatchObject(JSON.parse(JSON.stringify(expected)));
      const { pingCount, pendingFrom } = once;
      expect(answers[0]).toEqual([{ id, pageId: page.id, pingCount, pendingFrom }]);
      expect(answers[1]).toHaveLength(isKept ? 0 : 1);
    },
  );
  await fc.assert(property, { numRuns: 400 });
});

test("a ping beyond what a minute keeps is counted, and its body is not kept", async () => {
  const { id } = await arrange(deployment, aHeartbeat(page, { state: "up", lastResult: "success" }));
  const now = noon;
  const draft = (at: number): PingDraft => ({ id: `ping-${at}`, kind: "success", method: "GET", from: "", agent: "" });
  for (let at = 0; at < 8; at++) {
    const body = pingBodyStatements({ id }, `ping-${at}`, { text: `said ${at}`, truncated: false });
    await runBatch(deployment.ctx(), [recordPingStatement({ id }, draft(at), { now }), ...body]);
  }
  const { row, bodies } = await heartbeatRows(deployment.ctx(), id);
  expect([row.pingCount, row.pings.map((each) => each.n), bodies.map((each) => each.body)]).toEqual([
    8,
    [1, 2, 3, 4, 5],
    ["said 0", "said 1", "said 2", "said 3", "said 4"],
  ]);
});
