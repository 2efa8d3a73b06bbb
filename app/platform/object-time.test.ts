import { expect, test } from "vitest";
import type { Bindings } from "./env";
import {
  addObjectTime,
  addReportedObjectTime,
  runCountingAlarmTime,
  takeUnwrittenObjectTime,
  withObjectTimeHeader,
} from "./object-time";

const dayMs = 24 * 3_600_000;
const around = (now: () => number = () => 0) => ({ bindings: {} as Bindings, now });

test("a clock that jumps counts no more than a call, or an alarm, may take", async () => {
  let now = 0;
  const ctx = around(() => now);
  now = 700;
  addObjectTime(ctx, 0, 24_000);
  now = dayMs;
  addObjectTime(ctx, 0, 24_000);
  now = -dayMs;
  addObjectTime(ctx, 0, 24_000);
  expect(takeUnwrittenObjectTime(ctx).milliseconds).toBe(24_700);
  await runCountingAlarmTime(ctx, async () => {
    now = dayMs;
  });
  expect(takeUnwrittenObjectTime(ctx).milliseconds).toBe(24_700 + 60_000);
});

test("an object's answer carries its time once, and nothing is lost that comes while it is written", () => {
  const [object, caller] = [around(() => 500), around()];
  addObjectTime(object, 0, 1000);
  addReportedObjectTime(caller, withObjectTimeHeader(object, new Response()));
  addReportedObjectTime(caller, withObjectTimeHeader(object, new Response()));
  const taken = takeUnwrittenObjectTime(caller);
  expect(taken.milliseconds).toBe(500);
  addObjectTime({ ...caller, now: () => 200 }, 0, 1000);
  taken.written();
  expect(takeUnwrittenObjectTime(caller).milliseconds).toBe(200);
});
