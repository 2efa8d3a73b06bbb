import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { makeCorrection } from "~/corrections/make";
import { resetIsolate } from "~/platform/isolate";
import { programEndpointHandlerOf } from "~/programs";
import { call, makeAgent, reportedBy, type TestAgent } from "../support/agents";
import { type Desk, good, openDesk } from "../support/desk";
import { timelineFaults } from "../support/timeline";

/** We stood still for forty minutes, and an agent did not: it looked, and hands in afterwards what it saw. */
const minute = 60_000;
const start = Date.UTC(2026, 10, 20, 10, 3);
let desk: Desk;
let agent: TestAgent;
let monitor: string;
let component: string;
const now = () => desk.deployment.clock.now;
const iso = (at: number) => new Date(at).toISOString();

beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  desk.deployment.clock.now = start;
  component = desk.components[0] as string;
  agent = await makeAgent(desk, { every: 1 });
  monitor = await reportedBy(desk, agent, { components: { [component]: "major_outage" }, mode: "none" });
});
afterAll(() => desk.close());

async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    desk.deployment.clock.now = Math.floor(now() / minute) * minute + minute;
    await report([[now(), "up"]]);
    await ticked();
  }
}

async function ticked(): Promise<void> {
  resetIsolate();
  await handleCronTick(desk.deployment.ctx(), now());
  await desk.deployment.settled();
}

const report = (seen: [at: number, verdict: "up" | "down"][]) =>
  call(desk, agent, { sent_at: now(), results: seen.map(([at, verdict]) => ({ monitor, verdict, at })) });

async function row(): Promise<Record<string, string>> {
  resetIsolate();
  const url = new URL(`http://localhost:8787/${desk.slug}/uptime.csv?from=2026-11-20&by=day`);
  const ctx = desk.deployment.ctx({ kind: "visitor" });
  const answer = await programEndpointHandlerOf(
    url.pathname,
    false,
  )?.({
    request: new Request(url),
    ctx,
    url,
    hostPage: false,
    setCookie: null,
  });
  const text = (await answer?.text()) ?? "";
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return data.find((each) => each.component_id === component) ?? {};
}

test("what it looked at meanwhile is known, and the day says that it was added later", async () => {
  await minutes(5);
  const [before, last] = [await row(), now()];
  desk.deployment.clock.now = last + 40 * minute;
  await ticked();
  const stopped = await row();
  expect(Number(stopped.no_data_seconds) - Number(before.no_data_seconds)).toBeGreaterThanOrEqual(39 * 60);
  expect(stopped.added_later).toBe("");
  const seen = Array.from({ length: 20 }, (_, index) => last + (index + 1) * minute);
  await report([
    ...seen.map((at, index) => [at, index === 9 ? "down" : "up"] as [number, "up" | "down"]),
    [now(), "up"],
  ]);
  await ticked();
  const told = await row();
  expect(Number(stopped.no_data_seconds) - Number(told.no_data_seconds)).toBe(20 * 60);
  expect(told.added_later).toContain(iso(last + 21 * minute));
  expect(await timelineFaults(desk.deployment, desk.pageId)).toEqual([]);
});

test("a correction over a standstill takes away what was reported, and makes nobody have looked", async () => {
  const before = await row();
  desk.deployment.clock.now += 5 * minute;
  const [startsAt, endsAt] = [start, start + 30 * minute];
  const asked = { pageId: desk.pageId, sourceId: monitor, startsAt, endsAt, reason: "The probe was wrong." };
  await good(makeCorrection(desk.as("admin"), asked));
  await desk.deployment.settled();
  desk.deployment.clock.now -= 5 * minute;
  expect(await row()).toMatchObject({ no_data_seconds: before.no_data_seconds, major_outage_seconds: "0" });
});
