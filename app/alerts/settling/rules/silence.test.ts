import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blank, firing, rule, settleOnce, source, start } from "../../../../tests/support/settling";
import type { SettleFacts } from "./settle-facts";
import { componentsWithMonitorOrHeartbeat, observersByComponent, silentSinceByComponent } from "./silence";

const minute = 60_000;

const monitors = (...silences: (number | null)[]): SettleFacts["sources"] =>
  silences.map((silentSince, index) => source(`m${index}`, { family: "monitor", silentSince }));

/** Returns facts with one monitor per argument, all observing component a. */
function watched(...silences: (number | null)[]): SettleFacts {
  const sources = monitors(...silences);
  return { ...blank(sources.map(({ id }) => rule({ id: `r-${id}`, sourceId: id }))), sources };
}

const rowsOf = (facts: SettleFacts) => settleOnce(facts).decision.observed.flatMap((each) => each.rows);

describe("a component that monitors observe", () => {
  test("has no data since the last of them fell silent, not since we noticed", () => {
    const facts = { ...watched(start + minute, start + 2 * minute), now: start + 30 * minute };
    expect(rowsOf(facts)).toEqual([{ from: "operational", to: "no_data", at: start + 2 * minute }]);
  });

  test("keeps its status while one of them speaks", () => {
    expect(rowsOf({ ...watched(start, null), now: start + minute })).toEqual([]);
    const mixed = watched(start);
    const sources = [...mixed.sources, source("s", { heartbeatSeconds: 600 })];
    expect(rowsOf({ ...mixed, now: start + minute, sources, rules: [...mixed.rules, rule()] })).toEqual([]);
  });

  test.each([
    ["takes its quiet for well", { quietMeansWell: true }],
    ["takes its word for hours", { silenceHours: 24 }],
    ["takes neither", { quietMeansWell: false }],
  ])(
    "has none where all of them are silent, though a source without a promise is quiet, and an admin %s",
    (_, change) => {
      const mixed = watched(start);
      const sources = [...mixed.sources, source("s", change)];
      expect(rowsOf({ ...mixed, now: start + minute, sources, rules: [...mixed.rules, rule()] })).toMatchObject([
        { to: "no_data", at: start },
      ]);
    },
  );

  test("is never dated before its last change", () => {
    const facts = { ...watched(start - 30 * minute), now: start + minute };
    expect(rowsOf(facts)).toEqual([{ from: "operational", to: "no_data", at: start }]);
  });

  test("stays red while an alert fires, and then has no data since that was over", () => {
    const alerts = [firing("down", { sourceId: "m0" })];
    const red = settleOnce({ ...watched(null), alerts }).facts;
    const silent = { ...red, now: start + 20 * minute, sources: monitors(start + 5 * minute) };
    expect(rowsOf(silent)).toEqual([]);
    const over = { ...silent, alerts: [], recoveredAt: start + 10 * minute };
    expect(rowsOf(over)).toEqual([{ from: "major_outage", to: "no_data", at: start + 10 * minute }]);
  });

  test("speaks again at the first result, or now when nobody says when", () => {
    const silent = settleOnce({ ...watched(start + minute), now: start + 31 * minute }).facts;
    const back = { ...silent, sources: monitors(null), now: start + 32 * minute };
    const from = "no_data";
    expect(rowsOf({ ...back, recoveredAt: start + 31 * minute })).toEqual([
      { from, to: "operational", at: start + 31 * minute },
    ]);
    expect(rowsOf(back)).toEqual([{ from, to: "operational", at: start + 32 * minute }]);
  });

  test("and fails as it speaks: red since the alert began", () => {
    const silent = settleOnce({ ...watched(start), now: start + 10 * minute }).facts;
    const alerts = [firing("down", { sourceId: "m0", startedAt: start + 9 * minute })];
    expect(rowsOf({ ...silent, alerts, sources: monitors(null) })).toEqual([
      { from: "no_data", to: "major_outage", at: start + 9 * minute },
    ]);
  });
});

test("an outside source that is overdue is silent since its deadline, and speaks again with its next delivery", () => {
  const facts = { ...blank([rule()]), sources: [source("s", { heartbeatSeconds: 600 })], now: start + 20 * minute };
  const settled = settleOnce(facts);
  expect(settled.decision.observed.flatMap((each) => each.rows)).toMatchObject([
    { to: "no_data", at: start + 10 * minute },
  ]);
  const heard = { ...settled.facts, now: start + 30 * minute, recoveredAt: start + 21 * minute };
  const sources = [source("s", { heartbeatSeconds: 600, lastHeardAt: heard.now })];
  expect(rowsOf({ ...heard, sources })).toMatchObject([{ to: "operational", at: heard.now }]);
  const noted = [source("s", { heartbeatSeconds: 600, lastHeardAt: heard.now, vouchesSince: start + 29 * minute })];
  expect(rowsOf({ ...heard, sources: noted })).toMatchObject([{ to: "operational", at: start + 29 * minute }]);
});

test("of any sources and rules: silent = all that name it are, since the latest of them", () => {
  const ids = ["p", "q", "r"];
  const names = fc.subarray(["a", "b", "c"]);
  const silences = fc.tuple(...ids.map(() => fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })));
  const families = fc.tuple(
    ...ids.map(() => fc.constantFrom("source" as const, "monitor" as const, "heartbeat" as const)),
  );
  fc.assert(
    fc.property(silences, families, fc.tuple(names, names, names), (since, family, named) => {
      const sources = ids.map((id, at) =>
        source(id, { silentSince: since[at] ?? null, family: family[at] ?? "source" }),
      );
      const rules = ids.map((id, at) =>
        rule({
          id,
          sourceId: id,
          components: (named[at] ?? []).map((componentId) => ({ componentId, status: "major_outage" })),
        }),
      );
      const silent = silentSinceByComponent(observersByComponent(sources, rules), start);
      const own = componentsWithMonitorOrHeartbeat(observersByComponent(sources, rules));
      for (const component of ["a", "b", "c"]) {
        const naming = ids.filter((_, at) => named[at]?.includes(component));
        const isOwn = (id: string) => family[ids.indexOf(id)] !== "source";
        const observers = naming.some(isOwn) ? naming.filter(isOwn) : naming;
        const ends = observers.map((id) => since[ids.indexOf(id)] ?? null);
        const all = ends.length > 0 && ends.every((each) => each !== null);
        expect(silent.get(component)).toBe(all ? Math.max(...ends.map(Number)) : undefined);
        expect(own.has(component)).toBe(observers.some(isOwn));
      }
    }),
  );
});

type Event = { kind: "silent" | "speak" | "fire" | "recover" | "pass"; monitor: number; minutes: number };

const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom("silent", "speak", "fire", "recover", "pass"),
  monitor: fc.nat(1),
  minutes: fc.integer({ min: 1, max: 40 }),
});

function happen(facts: SettleFacts, { kind, monitor, minutes }: Event): SettleFacts {
  const now = facts.now + (kind === "pass" ? minutes * minute : 0);
  const id = `m${monitor}`;
  const silence = (silentSince: number | null) =>
    facts.sources.map((each) => (each.id === id ? { ...each, silentSince } : each));
  if (kind === "silent") return { ...facts, now, sources: silence(Math.max(start, now - minutes * minute)) };
  if (kind === "speak") return { ...facts, now, sources: silence(null) };
  const others = facts.alerts.filter((each) => each.sourceId !== id);
  if (kind === "recover") return { ...facts, now, alerts: others, recoveredAt: now };
  return kind === "fire"
    ? { ...facts, now, alerts: [...others, firing("down", { sourceId: id, startedAt: now })] }
    : { ...facts, now };
}

test("any story: never green while all are silent, rows in order and joined, nothing twice", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25 }), (events) => {
      let facts = watched(null, null);
      let [last, status] = [start, "operational"];
      for (const each of events) {
        const settled = settleOnce(happen(facts, each));
        facts = settled.facts;
        for (const row of settled.decision.observed.flatMap((one) => one.rows)) {
          expect(row.from).toBe(status);
          expect(row.at).toBeGreaterThanOrEqual(last);
          expect(row.at).toBeLessThanOrEqual(facts.now);
          [last, status] = [row.at, row.to];
        }
        const silent = facts.sources.every((one) => one.silentSince !== null);
        const expected = facts.alerts.length > 0 ? "major_outage" : silent ? "no_data" : "operational";
        expect(status).toBe(expected);
        expect(settleOnce(facts).decision.observed).toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
});
