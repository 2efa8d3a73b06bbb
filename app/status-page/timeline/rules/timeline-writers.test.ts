import fc from "fast-check";
import { expect, test } from "vitest";
import { maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import { type Status, type StatusByLayer, worstStatus } from "~/status/status";
import { type IncidentStatusHistory, restatedLayerChanges } from "../../rules/incident-story";
import { layerChanges, nextStatusRowTime, nextTimelineRows, type TimelineState } from "../../rules/layer-change";
import { type MaintenanceStatusHistory, restatedMaintenanceLayerChanges } from "../../rules/maintenance-story";
import { packClosedDays } from "../../rules/packed-days";
import type { LayerChange, StatusChangeFact } from "../../rules/snapshot-facts";
import { tallyUptimeParts } from "../../uptime/rules/uptime";
import { effectiveStatusSegments, statusByLayerAt } from "./timeline";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 10, 20);
const bad: Status[] = ["degraded_performance", "partial_outage", "major_outage"];

/** All stored data of a page with one component. */
interface Page extends TimelineState {
  rows: StatusChangeFact[];
  manual: Status | null;
  observed: Status;
  incidents: IncidentStatusHistory[];
  works: MaintenanceStatusHistory[];
  packed: Map<string, number[] | null>;
}

const blank: Page = {
  timeline: 0,
  openDayAt: start,
  recordedAt: 0,
  rows: [],
  manual: null,
  observed: "operational",
  incidents: [],
  works: [],
  packed: new Map(),
};

const isGoing = ({ status }: MaintenanceStatusHistory) => status === "in_progress";

const layersOf = ({ manual, observed, incidents, works }: Page): StatusByLayer => ({
  manual,
  observed,
  incident: worstStatus(incidents.filter((each) => !each.closed).map((each) => each.components[0]?.status)),
  maintenance: maintenanceLayerByComponent(works.filter(isGoing)).get("c") ?? null,
  coverage: null,
});

/** A decision on what was read: the page afterwards, and the rows to append. */
interface Decision {
  after: Partial<Page>;
  changes: LayerChange[];
}
type Writer = (page: Page, now: number, pick: number) => Decision | null;

const components = (status: Status) => [{ componentId: "c", status }];
const change = (layer: "manual" | "observed", from: Status | null, to: Status | null, at: number): LayerChange[] =>
  from === to ? [] : [{ componentId: "c", layer, from, to, at }];

const observes: Writer = ({ observed }, now, pick) => {
  const to = observed === "operational" ? (bad[pick % 3] as Status) : "operational";
  return { after: { observed: to }, changes: change("observed", observed, to, now) };
};

const says: Writer = ({ manual }, now, pick) => {
  const to = manual === null ? (bad[pick % 3] as Status) : null;
  return { after: { manual: to }, changes: change("manual", manual, to, now) };
};

/** Opens an incident up to an hour ago, or resolves one. */
const incident: Writer = ({ incidents, ...page }, now, pick) => {
  const open = incidents.filter((each) => !each.closed);
  const own = open[pick % Math.max(1, open.length)];
  const isOver = own !== undefined && pick % 2 === 0;
  const opened = { id: `${page.timeline} ${pick}`, startedAt: now - (pick % 60) * minute, closed: false };
  const next: IncidentStatusHistory = isOver
    ? { ...own, closed: true, resolvedAt: Math.max(now, own.startedAt) }
    : { ...opened, resolvedAt: null, updates: [], components: components(bad[pick % 3] as Status) };
  const after = [...incidents.filter((each) => each !== (isOver ? own : undefined)), next];
  return { after: { incidents: after }, changes: restatedLayerChanges(incidents, after, nextStatusRowTime(page, now)) };
};

/** A person starts or ends maintenance, now. */
const maintains: Writer = ({ works, timeline }, now, pick) => {
  const going = works.filter(isGoing);
  const own = going[pick % Math.max(1, going.length)];
  const isOver = own !== undefined && pick % 2 === 0;
  const begun = { id: `${timeline} ${pick}`, status: "in_progress", startsAt: now, startedAt: now };
  const next: MaintenanceStatusHistory = isOver
    ? { ...own, status: "completed", completedAt: now }
    : { ...begun, completedAt: null, cancelledAt: null, components: components("under_maintenance") };
  const after = [...works.filter((each) => each !== (isOver ? own : undefined)), next];
  const layers = [maintenanceLayerByComponent(going), maintenanceLayerByComponent(after.filter(isGoing))] as const;
  return { after: { works: after }, changes: layerChanges("maintenance", ...layers, now) };
};

/** The clock ends maintenance, dated up to an hour back and never before its start. */
const edges: Writer = ({ works, ...page }, now, pick) => {
  const own = works.find(isGoing);
  if (!own) return null;
  const completedAt = Math.max(own.startsAt, now - (pick % 60) * minute);
  const others = works.filter((each) => each !== own);
  const next = { ...own, status: "completed", completedAt };
  const changes = restatedMaintenanceLayerChanges(others, [own], [next], nextStatusRowTime(page, now));
  return { after: { works: [...others, next] }, changes };
};

const writers = [observes, says, incident, maintains, edges] as const;

function pack(page: Page, from: number, to: number): Page["packed"] {
  const days = packClosedDays("Etc/UTC", page.rows, layersOf(page), { from, to }, "2026-11-20");
  return new Map([...page.packed, ...days.map((each) => [each.day, each.parts] as const)]);
}

/** Makes one commit; returns null when the timeline has changed since `read`. */
function commit(page: Page, read: Page, now: number, { after, changes }: Decision): Page | null {
  if (page.timeline !== read.timeline) return null;
  const rows = nextTimelineRows(page, now, changes);
  const next = { ...page, ...after, timeline: page.timeline + 1, rows: [...page.rows, ...rows] };
  const recordedAt = rows[0]?.recordedAt ?? page.recordedAt;
  const oldest = Math.min(...rows.map(({ at }) => at));
  const late = oldest < page.openDayAt ? pack(next, Math.max(start, oldest - (oldest % day)), page.openDayAt) : null;
  return { ...next, recordedAt, packed: late ?? page.packed };
}

function close(page: Page, now: number): Page {
  const today = now - (now % day);
  if (today <= page.openDayAt) return page;
  return { ...page, timeline: page.timeline + 1, openDayAt: today, packed: pack(page, page.openDayAt, today) };
}

const step = fc.record({
  writer: fc.integer({ min: 0, max: writers.length - 1 }),
  pick: fc.integer({ min: 0, max: 1000 }),
  /** Age of what it read, in commits. */
  stale: fc.integer({ min: 0, max: 3 }),
  passes: fc.integer({ min: 1, max: 400 }),
  closes: fc.boolean(),
  /** Error of this writer's clock, in hours. */
  off: fc.constantFrom(0, 0, 0, -24, -1, 1, 24),
});
const script = fc.array(step, { minLength: 1, maxLength: 14 });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[], clocksAreRight: boolean): { page: Page; now: number } {
  let page = blank;
  const past = [page];
  let now = start + hour;
  for (const { writer, pick, stale, passes, closes, off } of steps) {
    now += passes * minute;
    // The past of an incident or a maintenance is only as right as the clock that dated it.
    const clock = clocksAreRight || writer > 1 ? now : now + off * hour;
    if (closes) page = close(page, now);
    for (const read of [past.at(-1 - stale) ?? blank, page]) {
      const decision = writers[writer]?.(read, clock, pick);
      const next = decision && commit(page, read, clock, decision);
      if (next) page = next;
      if (next) break;
    }
    past.push(page);
  }
  return { page, now };
}

test("whoever decides on what is stale decides again: the timeline ends with what is stored, and every day adds up", () => {
  fc.assert(
    fc.property(script, (steps) => {
      const { page, now } = play(steps, true);
      expect(statusByLayerAt(page.rows, layersOf(page), now)).toEqual(layersOf(page));
      const days = packClosedDays(
        "Etc/UTC",
        page.rows,
        layersOf(page),
        { from: start, to: page.openDayAt },
        "2026-11-20",
      );
      for (const each of days) {
        expect(page.packed.get(each.day) ?? null).toEqual(each.parts);
        expect((each.parts ?? []).reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(day);
      }
    }),
    { numRuns: 400 },
  );
});

test("the rows of the open day say the same of it as all rows ever written, whatever the clocks said", () => {
  fc.assert(
    fc.property(script, (steps) => {
      const { page, now } = play(steps, false);
      const window = { from: page.openDayAt, to: Math.max(now, page.openDayAt) };
      const segments = (rows: StatusChangeFact[]) => effectiveStatusSegments(rows, layersOf(page), window, start);
      const open = page.rows.filter((each) => each.recordedAt >= page.openDayAt);
      expect(tallyUptimeParts(segments(open), window)).toEqual(tallyUptimeParts(segments(page.rows), window));
      expect(segments(open)).toEqual(segments(page.rows));
      expect(page.rows.every((each) => each.recordedAt >= each.at)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
