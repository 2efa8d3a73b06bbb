import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayOf, dayStart } from "~/time/day";
import { replacePackedYearsStatements } from "../../queries/component-year";
import { moveStartDatesStatements, readTimeZoneChangeFacts, type TimeZoneChangeFacts } from "../../queries/zone-change";
import { layersByComponent } from "../../rules/component-layers";
import { packedPartsByDate } from "../../rules/packed-days";
import { type NewZoneDays, rezonePackedDays, type TimeZoneChange } from "../../rules/rezone";
import { takeTimelineVersionStatement } from "../queries/status-change";
import { unobservedSpansOf } from "../rules/standstill";

/** The parts of a commit that gives a page another time zone. */
export interface TimeZoneCommitParts {
  openDayAt: number;
  guards: SqlStatement[];
  changes: SqlStatement[];
}

type PackedYears = TimeZoneChangeFacts["years"];

/** Returns the rows of one component that change; those of fully operational years are empty. */
function changedYears(
  pageId: string,
  componentId: string,
  before: PackedYears,
  closed: NewZoneDays["closed"],
): PackedYears {
  const after = new Map<number, Record<string, number[]>>(before.map(({ year }) => [year, {}]));
  for (const [date, parts] of [...closed].sort()) {
    const year = Number(date.slice(0, 4));
    after.set(year, { ...after.get(year), [date.slice(5)]: [...parts] });
  }
  const known = new Map(before.map(({ year, days }) => [year, JSON.stringify(Object.entries(days).sort())]));
  return [...after]
    .filter(([year, days]) => known.get(year) !== JSON.stringify(Object.entries(days)))
    .map(([year, days]) => ({ pageId, year, componentId, days }));
}

/** Returns each component's days in the new zone. */
function daysOfEach(facts: TimeZoneChangeFacts, change: TimeZoneChange) {
  const layersOf = layersByComponent(facts);
  const changesOf = Map.groupBy(facts.changes, ({ componentId }) => componentId);
  const yearsOf = Map.groupBy(facts.years, ({ componentId }) => componentId);
  return facts.components.flatMap(({ id, startDate, createdAt }) => {
    const layers = layersOf.get(id);
    if (!layers) return [];
    const [changes, years] = [changesOf.get(id) ?? [], yearsOf.get(id) ?? []];
    const stopped = unobservedSpansOf(facts.standstills, id);
    const old = { startDate, createdAt, closed: packedPartsByDate(years), changes, layers, stopped };
    return [{ id, former: startDate, years, ...rezonePackedDays(old, change) }];
  });
}

function packedAgain(pageId: string, facts: TimeZoneChangeFacts, change: TimeZoneChange): SqlStatement[] {
  const found = daysOfEach(facts, change);
  const moved = found.filter(({ startDate, former }) => startDate !== former);
  return [
    ...replacePackedYearsStatements(found.flatMap(({ id, years, closed }) => changedYears(pageId, id, years, closed))),
    ...moveStartDatesStatements(
      pageId,
      moved.map(({ id, startDate }) => ({ id, startDate })),
    ),
  ];
}

/**
 * Packs all packed days again for another zone, so that each instant counts once, and starts the open day at today's
 * midnight there. Takes one read; writes one row for each component and year that changes.
 */
export async function readTimeZoneCommitParts(ctx: Ctx, pageId: string, to: string): Promise<TimeZoneCommitParts> {
  const facts = await readTimeZoneChangeFacts(ctx, pageId);
  const { openDayAt } = facts.state;
  const opensNext = dayStart(to, dayOf(to, Math.max(ctx.now(), openDayAt)));
  const from = facts.page?.timeZone ?? to;
  const change = { from, to, openDayAt, toldFrom: facts.toldFrom, opensNext };
  return {
    openDayAt: opensNext,
    guards: [takeTimelineVersionStatement(ctx, pageId, facts.state)],
    changes: packedAgain(pageId, facts, change),
  };
}
