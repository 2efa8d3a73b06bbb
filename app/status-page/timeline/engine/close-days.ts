import type { CommitPlan } from "~/commit/commit";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type Day, dayOf, dayStart, nextDayStart } from "~/time/day";
import { dayMs } from "~/time/durations";
import type { WorkUnit } from "~/time/units";
import {
  type DayPackingFacts,
  moveOpenDayStatement,
  type PackedDaysRow,
  packDaysStatements,
  readDayPackingFacts,
  readOpenDayFactsByPage,
} from "../../queries/component-year";
import { restatedSpans } from "../../restating/rules/restatement-time";
import { layersByComponent } from "../../rules/component-layers";
import { type PackedDay, packClosedDays, packDays } from "../../rules/packed-days";
import type { StatusChangeFact } from "../../rules/snapshot-facts";
import { runScheduledPageWork } from "../../together/engine/change-pages";
import { takeTimelineVersionStatement } from "../queries/status-change";
import { unobservedSpansOf } from "../rules/standstill";

/**
 * Returns the first date to pack. Days before a start date in the future are packed as well, so that they are right
 * when the start is moved back.
 */
const packedSince = (zone: string, { startDate, createdAt }: { startDate: string; createdAt: number }): string => {
  const made = dayOf(zone, createdAt);
  return made < startDate ? made : startDate;
};

function addPackedDay(rows: Map<string, PackedDaysRow>, componentId: string, { year, day, parts }: PackedDay): void {
  const key = `${componentId} ${year}`;
  const row = rows.get(key) ?? { componentId, year, days: {} };
  row.days[day] = parts;
  rows.set(key, row);
}

/** Packs the days in [from, to) of the given components, or of all, from the facts and the rows not yet written. */
function pack(
  facts: DayPackingFacts,
  window: { from: number; to: number },
  more: readonly StatusChangeFact[],
  all: boolean,
): PackedDaysRow[] {
  const zone = facts.page?.timeZone ?? "Etc/UTC";
  const layersOf = layersByComponent(facts);
  const touched = new Set(more.map((each) => each.componentId));
  const rows = new Map<string, PackedDaysRow>();
  for (const component of facts.components.filter((each) => all || touched.has(each.id))) {
    const changes = [...facts.changes, ...more].filter((each) => each.componentId === component.id);
    const layers = layersOf.get(component.id);
    if (!layers) continue;
    const unseen = { stopped: unobservedSpansOf(facts.standstills, component.id), restated: restatedSpans(component) };
    const since = packedSince(zone, component);
    for (const { year, day, parts } of packClosedDays(zone, changes, layers, window, since, unseen)) {
      if (all && parts === null) continue;
      addPackedDay(rows, component.id, { year, day, parts });
    }
  }
  return [...rows.values()];
}

/**
 * Packs these closed days of components again, in the commit of the rows that change them. For a writer that knows
 * which days its rows change, however long ago the first of them is.
 */
export function packDaysAgainStatements(
  pageId: string,
  facts: DayPackingFacts,
  more: readonly StatusChangeFact[],
  daysOf: ReadonlyMap<string, readonly Day[]>,
): SqlStatement[] {
  const zone = facts.page?.timeZone ?? "Etc/UTC";
  const openDayAt = facts.page?.openDayAt ?? 0;
  const layersOf = layersByComponent(facts);
  const rows = new Map<string, PackedDaysRow>();
  for (const component of facts.components) {
    const [days, layers] = [daysOf.get(component.id), layersOf.get(component.id)];
    if (!days || !layers) continue;
    const changes = [...facts.changes, ...more].filter((each) => each.componentId === component.id);
    const unseen = { stopped: unobservedSpansOf(facts.standstills, component.id), restated: restatedSpans(component) };
    const closed = days.filter((day) => day.to <= openDayAt);
    for (const packed of packDays(closed, changes, layers, packedSince(zone, component), unseen)) {
      addPackedDay(rows, component.id, packed);
    }
  }
  return packDaysStatements(pageId, [...rows.values()]);
}

function planOf(ctx: Ctx, pageId: string, facts: DayPackingFacts): CommitPlan | null {
  if (!facts.page) return null;
  const { timeZone, openDayAt } = facts.page;
  const today = dayStart(timeZone, dayOf(timeZone, ctx.now()));
  if (today < nextDayStart(timeZone, openDayAt)) return null;
  return {
    id: ctx.id(),
    pageId,
    guards: [takeTimelineVersionStatement(ctx, pageId, facts.state)],
    changes: [
      ...packDaysStatements(pageId, pack(facts, { from: openDayAt, to: today }, [], true)),
      moveOpenDayStatement(pageId, today),
    ],
    publishes: "home",
  };
}

/**
 * Packs the past local days of these pages and advances their open days (in the tick after midnight; safe when late or
 * repeated). Takes the timeline's next version, so that decisions made before a day was closed are made again and pack
 * it again. Writes one row for each component with an eventful day; returns the commits.
 */
export const closePageDays = (ctx: Ctx, units: readonly WorkUnit[]): Promise<CommitPlan[]> =>
  runScheduledPageWork(ctx, units, {
    room: 11,
    read: (pageIds) => readOpenDayFactsByPage(ctx, pageIds),
    plan: async (pageId, facts) => planOf(ctx, pageId, facts),
  });

/** Days that are packed again are read from this long before the oldest row that affects them, in ms. */
export const timelineRepackLeadMs = 2 * dayMs;

/**
 * Returns the statements that pack closed days again in the commit of back-dated rows; none when no row is that old.
 * `known` holds facts that were already read, with rows from `timelineRepackLeadMs` on.
 */
export async function repackDaysStatements(
  ctx: Ctx,
  pageId: string,
  changes: readonly StatusChangeFact[],
  known?: DayPackingFacts,
): Promise<SqlStatement[]> {
  const oldest = Math.min(...changes.map((each) => each.at));
  if (!Number.isFinite(oldest)) return [];
  const probe = known ?? (await readDayPackingFacts(ctx, pageId, oldest - timelineRepackLeadMs));
  if (!probe.page || oldest >= probe.page.openDayAt) return [];
  const { timeZone, openDayAt } = probe.page;
  const from = dayStart(timeZone, dayOf(timeZone, oldest));
  return packDaysStatements(pageId, pack(probe, { from, to: openDayAt }, changes, false));
}
