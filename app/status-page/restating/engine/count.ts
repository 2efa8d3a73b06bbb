import type { CommitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { type componentTable, restatedComponentTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { silentAfterMinutes } from "~/monitors/rules/monitor-due";
import type { Ctx } from "~/platform/ctx";
import type { Day } from "~/time/day";
import type { TimeSpan } from "../../timeline/rules/timeline";
import { packedDaysByComponent } from "../../uptime/rules/packed-days";
import {
  monitorHoursOfDaysWithGapsQuery,
  nextComponentsToExamineQuery,
  type PresentObserverRow,
  packedYearsOfComponentsQuery,
  presentObserversQuery,
  type RestatingRow,
  type restatedPageByIdQuery,
} from "../queries/restating";
import { restatedUptimeOf } from "../rules/figures";
import { doubledDayCorrectionsOf, stillDoubledPartsByDay } from "../rules/mended-days";
import { daysSinceStartDate, daysToExamine, yearsOfDays } from "../rules/past-days";
import { type ClosedDayParts, daysWithManualReports, restatedPartsByDay } from "../rules/restated-days";
import { intersectSpans } from "../rules/stretches";
import { type MonitorHourMinutes, unseenSpansIn } from "../rules/unseen";
import { unwatchedSpans } from "../rules/unwatched-spans";
import { emptyObserverHistory, type ObservedSpan, observedSpans } from "../rules/watch-log";
import { endComponentCountStage } from "./end-counting";
import { restatingStepCommit } from "./restating-step";

type StoredComponent = typeof componentTable.$inferSelect;
type RestatedPage = Awaited<ReturnType<typeof restatedPageByIdQuery>>[number];

/**
 * Number of components examined in one step, and the maximum number of hours of their monitors; with more hours, one
 * component at a time.
 */
const componentsPerStep = 10;
const maxHours = 4000;
/** All hours kept of a monitor: 400 days. */
const maxHoursOfComponent = 9700;

async function portion(ctx: Ctx, row: RestatingRow, page: RestatedPage, most: number) {
  const components = await nextPortion(ctx, row, most);
  const ids = components.map(({ id }) => id);
  const startDates = components.map(({ startDate }) => startDate);
  const days = daysToExamine(page.timeZone, startDates, row.until);
  const [observers, packed] = await readBatch(
    ctx,
    presentObserversQuery(ctx, row.pageId, ids),
    packedYearsOfComponentsQuery(ctx, row.pageId, ids, yearsOfDays(days)),
  );
  const monitors = [...new Set(observers.flatMap(({ id, every }) => (every === null ? [] : [id])))];
  const limit = most === 1 ? maxHoursOfComponent : maxHours;
  const [hours] = await readBatch(ctx, monitorHoursOfDaysWithGapsQuery(ctx, monitors, row.until, limit));
  return { components, days, observers, packed: packedDaysByComponent(packed), hours, isWhole: hours.length < limit };
}

async function nextPortion(ctx: Ctx, row: RestatingRow, most: number): Promise<StoredComponent[]> {
  const [components] = await readBatch(ctx, nextComponentsToExamineQuery(ctx, row, most));
  return components;
}

type ComponentPortion = Awaited<ReturnType<typeof portion>>;

/**
 * True for observers that count beside our own monitor: a rule of a source without a heartbeat period does not
 * (alerts/settling/rules/silence).
 */
const observesBeside = ({ family, hasPeriod }: PresentObserverRow) => family !== "source" || Boolean(hasPeriod);

/** Returns the spans in which the only monitor that observed a component had no results. */
function unseenOf(
  { hours }: ComponentPortion,
  own: readonly PresentObserverRow[],
  observed: readonly ObservedSpan[],
): TimeSpan[] {
  const quiet = new Set(own.filter((each) => !observesBeside(each)).map(({ id }) => id));
  return own.flatMap(({ id, every }) => {
    if (every === null) return [];
    const others = observed.filter(({ observer }) => observer !== id && !quiet.has(observer));
    const rows: MonitorHourMinutes[] = hours.filter(({ monitorId }) => monitorId === id);
    const named = observed.filter(({ observer }) => observer === id);
    const stretches = unseenSpansIn(rows, silentAfterMinutes({ interval: every }));
    return intersectSpans(stretches, named).filter((each) => intersectSpans([each], others).length === 0);
  });
}

interface CountedPortion {
  row: RestatingRow;
  page: RestatedPage;
  portion: ComponentPortion;
}

/** Returns a component's stretches without any observation, by everything that is known of its past. */
function stretchesOf(
  { row, portion: found }: CountedPortion,
  { id }: StoredComponent,
  closed: ClosedDayParts,
  days: readonly Day[],
): TimeSpan[] {
  const own = found.observers.filter(({ componentId }) => componentId === id);
  const log = row.watchLog ?? emptyObserverHistory;
  const observed = observedSpans(log, id, own, row.until);
  const words = [...(log.words[id] ?? []), ...daysWithManualReports(closed, days, observed)];
  const window = { from: days[0]?.from ?? row.until, to: row.until };
  return unwatchedSpans({ window, observed, words, unseen: unseenOf(found, own, observed) });
}

/**
 * Returns the row for a component whose history claims more than was known. Components kept manually have no such
 * periods.
 */
function foundOf(looked: CountedPortion, each: StoredComponent) {
  const { row, page, portion: found } = looked;
  const closed: ClosedDayParts = found.packed.get(each.id) ?? new Map();
  const days = daysSinceStartDate(found.days, each.startDate);
  const stretches = each.keptBy === "manual" ? [] : stretchesOf(looked, each, closed, days);
  const mended = doubledDayCorrectionsOf(row.watchLog?.doubled?.[each.id] ?? {}, closed);
  const restated = restatedPartsByDay({ closed, days, stretches, mended: stillDoubledPartsByDay(mended, closed) });
  const counted = restatedUptimeOf({ closed, restated, days, weight: page.partialWeight });
  if (!counted) return [];
  const figures = Object.keys(mended).length > 0 ? { ...counted, mended } : counted;
  const spans = stretches.map(({ from, to }): [number, number] => [from, to]);
  return [{ pageId: row.pageId, componentId: each.id, stretches: spans, figures, doneAt: null }];
}

/** Examines the next components. After the last one, owners are asked if anything was found. */
export async function planComponentCountStep(
  ctx: Ctx,
  row: RestatingRow,
  page: RestatedPage,
  most = componentsPerStep,
): Promise<CommitPlan> {
  const found = await portion(ctx, row, page, most);
  if (!found.isWhole && most > 1) return planComponentCountStep(ctx, row, page, 1);
  const rows = found.components.flatMap((each) => foundOf({ row, page, portion: found }, each));
  const changes = insertRowsStatements(restatedComponentTable, rows);
  const last = found.components.at(-1);
  if (last && found.components.length === most) return restatingStepCommit(ctx, row, { cursor: last.id }, { changes });
  return endComponentCountStage(ctx, row, rows.length > 0, changes);
}
