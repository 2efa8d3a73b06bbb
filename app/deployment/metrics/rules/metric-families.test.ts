import fc from "fast-check";
import { expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import type { MonitorStateRecord, PlannedMonitor } from "~/monitors/rules/monitor";
import { samplePlan } from "../../../../tests/support/sample-monitor";
import { type MetricsSnapshot, metricFamilies, type PageMetricsFacts } from "./metric-families";

const now = Date.UTC(2026, 10, 20, 12);
const minute = now / 60_000;

const planned = (given: Partial<PlannedMonitor> = {}): PlannedMonitor =>
  samplePlan({ id: "m", name: "Shop", settingsSealed: "sealed", watchedSince: now - 3_600_000, ...given });

const known = (given: Partial<MonitorStateRecord> = {}): MonitorStateRecord => ({
  confirmed: "up",
  since: minute - 60,
  run: [],
  last: minute - 1,
  silentSince: null,
  heardAt: null,
  watchedSince: now - 3_600_000,
  owed: false,
  code: "ok",
  detail: englishText("200"),
  milliseconds: 250,
  opinions: [],
  day: 0,
  today: [0, 0, 0, 0, 0],
  ...given,
});

const page = (given: Partial<PageMetricsFacts> = {}): PageMetricsFacts => ({
  slug: "shop",
  monitors: [],
  heartbeats: [],
  components: [],
  firing: [],
  unassigned: [],
  leftBehind: 0,
  drafts: 0,
  published: 0,
  outboxDue: 0,
  outboxDead: 0,
  behindSince: null,
  ...given,
});

const heartbeat = (
  given: Partial<PageMetricsFacts["heartbeats"][number]> = {},
): PageMetricsFacts["heartbeats"][number] => ({
  id: "h",
  name: "Backup",
  silentSince: null,
  state: "up",
  schedule: { kind: "simple", periodSeconds: 60 },
  graceSeconds: 60,
  lastPingAt: now - 30_000,
  lastStartAt: null,
  ...given,
});

const measured = (given: Partial<PageMetricsFacts>): MetricsSnapshot => ({
  now,
  tickAt: now - 1000,
  pages: [page(given)],
});

const samplesOf = (given: MetricsSnapshot, name: string) =>
  metricFamilies(given).find((family) => family.name === name)?.samples ?? [];

/** Returns the state whose sample is 1; there must be exactly one. */
function holds(given: MetricsSnapshot, name: string, label = "state"): string | undefined {
  const on = samplesOf(given, name).filter(({ value }) => value === 1);
  expect(on).toHaveLength(1);
  return on[0]?.labels[label];
}

test.each([
  ["up", planned(), known()],
  ["degraded", planned(), known({ confirmed: "degraded" })],
  ["down", planned(), known({ confirmed: "down" })],
  ["new", planned({ watchedSince: now }), undefined],
  ["no_data", planned(), undefined],
  ["no_data", planned(), known({ silentSince: minute - 2 })],
  ["no_data", planned(), known({ last: minute - 6 })],
  ["up", planned({ interval: 5 }), known({ last: minute - 6 })],
  ["paused", planned({ paused: true }), known()],
  ["paused", planned({ paused: true }), known({ silentSince: minute })],
  ["new", planned({ watchedSince: now }), known({ confirmed: "down" })],
])("a monitor is %s", (state, plan, seen) => {
  expect(holds(measured({ monitors: [{ planned: plan, state: seen }] }), "upfront_monitor_state")).toBe(state);
});

test("latency and last check are told only where they are known", () => {
  const seen = (state: MonitorStateRecord | undefined, plan = planned()) =>
    ["upfront_monitor_response_seconds", "upfront_monitor_last_check_timestamp_seconds"].map(
      (name) => samplesOf(measured({ monitors: [{ planned: plan, state }] }), name)[0]?.value,
    );
  expect(seen(known())).toEqual([0.25, (minute - 1) * 60]);
  expect(seen(known({ milliseconds: null }))).toEqual([undefined, (minute - 1) * 60]);
  expect(seen(known({ silentSince: minute - 2 }))).toEqual([undefined, (minute - 1) * 60]);
  expect(seen(known(), planned({ paused: true }))).toEqual([undefined, undefined]);
  expect(seen(undefined)).toEqual([undefined, undefined]);
});

test.each([
  ["up", {}],
  ["grace", { lastPingAt: now - 90_000 }],
  ["down", { lastPingAt: now - 120_000 }],
  ["down", { state: "down" as const }],
  ["new", { state: "new" as const, lastPingAt: null, silentSince: now - 1000 }],
  ["paused", { state: "paused" as const }],
  ["paused", { state: "paused" as const, silentSince: now }],
  ["no_data", { silentSince: now - 1000 }],
])("a heartbeat is %s", (state, given) => {
  expect(holds(measured({ heartbeats: [heartbeat(given)] }), "upfront_heartbeat_state")).toBe(state);
});

test("a run that has begun is told beside the state; a heartbeat that never pinged has no last ping", () => {
  const running = measured({ heartbeats: [heartbeat({ lastStartAt: now - 1000 })] });
  expect(samplesOf(running, "upfront_heartbeat_started")[0]?.value).toBe(1);
  expect(samplesOf(running, "upfront_heartbeat_last_ping_timestamp_seconds")[0]?.value).toBe((now - 30_000) / 1000);
  const fresh = measured({ heartbeats: [heartbeat({ state: "new", lastPingAt: null })] });
  expect(samplesOf(fresh, "upfront_heartbeat_last_ping_timestamp_seconds")).toEqual([]);
});

test("a page's counts are there also when they are 0; a clock that never ticked has no stamp", () => {
  const names = ["upfront_incidents_open", "upfront_outbox_due", "upfront_outbox_dead"];
  expect(names.map((name) => samplesOf(measured({}), name).map(({ value }) => value))).toEqual([[0, 0], [0], [0]]);
  expect(samplesOf({ ...measured({}), tickAt: 0 }, "upfront_tick_timestamp_seconds")).toEqual([]);
});

test("unassigned alerts are counted by reason, summed over sources; incidents by page", () => {
  const unassigned = [
    { reason: "no_rule" as const, count: 2 },
    { reason: "no_rule" as const, count: 3 },
  ];
  const given = measured({ unassigned, leftBehind: 1 });
  expect(samplesOf(given, "upfront_alerts_unassigned")).toEqual([
    { labels: { page: "shop", reason: "no_rule" }, value: 5 },
    { labels: { page: "shop", reason: "no_component" }, value: 0 },
  ]);
  expect(samplesOf(given, "upfront_incidents_unassigned")).toEqual([{ labels: { page: "shop" }, value: 1 }]);
});

test("no series is there twice, whatever is named alike, and no label is a secret", () => {
  const names = fc.constantFrom("Shop", "API", "");
  const two = fc.tuple(names, names);
  fc.assert(
    fc.property(two, two, two, two, (monitors, beats, components, sources) => {
      const given = page({
        monitors: monitors.map((name, id) => ({ planned: planned({ id: `m${id}`, name }), state: known() })),
        heartbeats: beats.map((name, id) => heartbeat({ id: `h${id}`, name })),
        components: components.map((name, id) => ({ id: `c${id}`, name, status: "no_data" as const })),
        firing: sources.map((name, id) => ({ id: `s${id}`, name, family: "source", count: 1 })),
      });
      const pages = [given, { ...given, slug: "other" }];
      const series = metricFamilies({ now, tickAt: now, pages }).flatMap(({ name, samples }) =>
        samples.map(({ labels }) => `${name} ${JSON.stringify(Object.entries(labels).sort())}`),
      );
      expect(new Set(series).size).toBe(series.length);
      expect(series.join()).not.toContain("sealed");
    }),
  );
});
