import fc from "fast-check";
import { expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { samplePlan, sampleState } from "../../../tests/support/sample-monitor";
import type { MonitorCheckResult, MonitorStateRecord } from "./monitor";
import { answerReaderVersion, withUpgradeDifference } from "./reading";
import { advanceMonitorMinute } from "./shard-step";

const at = 29_700_000;
const seen = (verdict: MonitorCheckResult["verdict"], code: string): MonitorCheckResult => ({
  verdict,
  code,
  milliseconds: null,
  detail: englishText(code),
});
const state = (confirmed: MonitorStateRecord["confirmed"]): MonitorStateRecord => sampleState({ confirmed });
const read = (before: MonitorStateRecord, sight: MonitorCheckResult | null, minute = at, kind = "http") =>
  withUpgradeDifference({ kind }, { before, after: before, sight, minute });

const table: [string, MonitorStateRecord["confirmed"], MonitorCheckResult | null, string | null, number | undefined][] =
  [
    ["agrees", "up", seen("up", "ok"), null, answerReaderVersion],
    ["was falsely down", "down", seen("up", "ok"), "down → up", answerReaderVersion],
    ["was falsely green", "up", seen("down", "text_found"), "up → down", answerReaderVersion],
    ["was green without being read", "up", seen("none", "text_unread"), "up → none", answerReaderVersion],
    ["a real outage is none of it", "up", seen("down", "timeout"), null, answerReaderVersion],
    ["nothing found out: the next check compares", "down", seen("none", "not_asked"), null, undefined],
    ["did not run", "down", null, null, undefined],
    ["a new one has nothing to differ from", "new", seen("down", "text_found"), null, answerReaderVersion],
  ];
test.each(table)("%s", (_, confirmed, sight, change, number) => {
  const after = read(state(confirmed), sight);
  expect(after.reread ? `${after.reread.from} → ${after.reread.to}` : null).toBe(change);
  expect(after.reader).toBe(number);
});

test("each kind has its own codes", () => {
  expect(read(state("up"), seen("down", "client_hold"), at, "domain").reread?.to).toBe("down");
  expect(read(state("up"), seen("down", "client_hold"), at, "tcp").reread).toBeUndefined();
});

/** Results that were an outage, or all well, and of which nothing is known any more. */
test.each([
  ["http", "down", "interim"],
  ["websocket", "down", "interim"],
  ["websocket", "down", "text_unread"],
  ["tcp", "down", "text_unread"],
  ["tls", "down", "client_certificate"],
  ["tls", "down", "unusual_key"],
  ["domain", "down", "no_expiry"],
  ["vendor", "up", "strange_status"],
] as const)("%s: from %s to %s is told", (kind, confirmed, code) => {
  expect(read(state(confirmed), seen("none", code), at, kind).reread).toMatchObject({
    from: confirmed,
    to: "none",
    code,
  });
});

test("is compared once, kept for a week, and gone when the clock jumps back", () => {
  const first = read(state("down"), seen("up", "ok"));
  expect(read(first, seen("down", "text_found"), at + 1).reread).toEqual(first.reread);
  expect(read(first, null, at + 7 * 1440 - 1).reread).toEqual(first.reread);
  expect(read(first, null, at + 7 * 1440).reread).toBeUndefined();
  expect(read(first, null, at - 1).reread).toBeUndefined();
});

test("never changes a verdict, so no outage is held", () => {
  const verdicts = fc.constantFrom("up", "degraded", "down", "none") as fc.Arbitrary<MonitorCheckResult["verdict"]>;
  const confirmed = fc.constantFrom("new", "up", "degraded", "down") as fc.Arbitrary<MonitorStateRecord["confirmed"]>;
  fc.assert(
    fc.property(
      confirmed,
      verdicts,
      fc.constantFrom("ok", "timeout", "text_found"),
      fc.nat(),
      (was, verdict, code, minute) => {
        const { reader: _, reread: __, ...rest } = read(state(was), seen(verdict, code), minute);
        expect(rest).toEqual(state(was));
      },
    ),
  );
});

test("a minute of the shard keeps it beside the recovery", () => {
  const monitor = samplePlan({ interval: 1, inARow: 1 });
  const before = sampleState({
    confirmed: "down",
    watchedSince: monitor.watchedSince,
    last: at - 1,
    day: Math.floor(at / 1440),
  });
  const shard = { minute: at - 1, plan: [monitor], states: { [monitor.id]: before }, rings: {} };
  const sights = new Map([[monitor.id, seen("up", "ok")]]);
  const { state: after, turn } = advanceMonitorMinute(monitor, { minute: at, shard, sights, opinions: new Map() });
  expect([turn?.to, after.reader, after.reread?.from, after.reread?.to]).toEqual([
    "up",
    answerReaderVersion,
    "down",
    "up",
  ]);
});
