import type { Commit } from "~/commit/commit";
import { read } from "~/db/read";
import { type component, restatedComponent } from "~/db/schema";
import { insertRows } from "~/db/write";
import { silentAfter } from "~/monitors/rules/monitor-due";
import type { Ctx } from "~/platform/ctx";
import type { Day } from "~/time/day";
import type { Span } from "../../timeline/rules/timeline";
import { packedDaysByComponent } from "../../uptime/rules/packed-days";
import {
  hoursUnseen,
  nextComponents,
  type PresentRow,
  type pageOf,
  presentObservers,
  type RestatingRow,
  yearsOf,
} from "../queries/restating";
import { figuresOf } from "../rules/figures";
import { mendedFiguresOf, stillDoubledDays } from "../rules/mended-days";
import { daysSince, pastDays, yearsOfDays } from "../rules/past-days";
import { type ClosedDays, daysWithManualReports, restatedDays } from "../rules/restated-days";
import { intersectSpans } from "../rules/stretches";
import { type HourRow, unseenIn } from "../rules/unseen";
import { unwatchedSpans } from "../rules/unwatched-spans";
import { emptyWatchLog, type ObservedSpan, observedSpans } from "../rules/watch-log";
import { endCountingStage } from "./end-counting";
import { stepOf } from "./restating-step";

type Component = typeof component.$inferSelect;
type Page = Awaited<ReturnType<typeof pageOf>>[number];

/** Components examined in one step, and most hours of their monitors; with more hours, one component at a time. */
const componentsPerStep = 10;
const maxHours = 4000;
/** All hours kept of a monitor: 400 days. */
const maxHoursOfComponent = 9700;

async function portion(ctx: Ctx, row: RestatingRow, page: Page, most: number) {
  const components = await nextPortion(ctx, row, most);
  const ids = components.map(({ id }) => id);
  const startDates = components.map(({ startDate }) => startDate);
  const days = pastDays(page.timeZone, startDates, row.until);
  const [observers, packed] = await read(
    ctx,
    presentObservers(ctx, row.pageId, ids),
    yearsOf(ctx, row.pageId, ids, yearsOfDays(days)),
  );
  const monitors = [...new Set(observers.flatMap(({ id, every }) => (every === null ? [] : [id])))];
  const limit = most === 1 ? maxHoursOfComponent : maxHours;
  const [hours] = await read(ctx, hoursUnseen(ctx, monitors, row.until, limit));
  return { components, days, observers, packed: packedDaysByComponent(packed), hours, isWhole: hours.length < limit };
}

async function nextPortion(ctx: Ctx, row: RestatingRow, most: number): Promise<Component[]> {
  const [components] = await read(ctx, nextComponents(ctx, row, most));
  return components;
}

type Portion = Awaited<ReturnType<typeof portion>>;

/**
 * True for observers that count beside our own monitor: a rule of a source without a heartbeat period does not
 * (alerts/settling/rules/silence).
 */
const observesBeside = ({ family, hasPeriod }: PresentRow) => family !== "source" || Boolean(hasPeriod);

/** Returns the spans in which the only monitor that observed a component had no results. */
function unseenOf({ hours }: Portion, own: readonly PresentRow[], observed: readonly ObservedSpan[]): Span[] {
  const quiet = new Set(own.filter((each) => !observesBeside(each)).map(({ id }) => id));
  return own.flatMap(({ id, every }) => {
    if (every === null) return [];
    const others = observed.filter(({ observer }) => observer !== id && !quiet.has(observer));
    const rows: HourRow[] = hours.filter(({ monitorId }) => monitorId === id);
    const named = observed.filter(({ observer }) => observer === id);
    const stretches = unseenIn(rows, silentAfter({ interval: every }));
    return intersectSpans(stretches, named).filter((each) => intersectSpans([each], others).length === 0);
  });
}

interface CountedPortion {
  row: RestatingRow;
  page: Page;
  portion: Portion;
}

/** Returns a component's stretches without any observation, by everything that is known of its past. */
function stretchesOf(
  { row, portion: found }: CountedPortion,
  { id }: Component,
  closed: ClosedDays,
  days: readonly Day[],
): Span[] {
  const own = found.observers.filter(({ componentId }) => componentId === id);
  const log = row.watchLog ?? emptyWatchLog;
  const observed = observedSpans(log, id, own, row.until);
  const words = [...(log.words[id] ?? []), ...daysWithManualReports(closed, days, observed)];
  const window = { from: days[0]?.from ?? row.until, to: row.until };
  return unwatchedSpans({ window, observed, words, unseen: unseenOf(found, own, observed) });
}

/**
 * Returns the row for a component whose past claims more than was known. Components kept manually have no such
 * stretches.
 */
function foundOf(looked: CountedPortion, each: Component) {
  const { row, page, portion: found } = looked;
  const closed: ClosedDays = found.packed.get(each.id) ?? new Map();
  const days = daysSince(found.days, each.startDate);
  const stretches = each.keptBy === "manual" ? [] : stretchesOf(looked, each, closed, days);
  const mended = mendedFiguresOf(row.watchLog?.doubled?.[each.id] ?? {}, closed);
  const restated = restatedDays({ closed, days, stretches, mended: stillDoubledDays(mended, closed) });
  const counted = figuresOf({ closed, restated, days, weight: page.partialWeight });
  if (!counted) return [];
  const figures = Object.keys(mended).length > 0 ? { ...counted, mended } : counted;
  const spans = stretches.map(({ from, to }): [number, number] => [from, to]);
  return [{ pageId: row.pageId, componentId: each.id, stretches: spans, figures, doneAt: null }];
}

/** Examines the next components. After the last one, owners are asked if anything was found. */
export async function planCountingStep(
  ctx: Ctx,
  row: RestatingRow,
  page: Page,
  most = componentsPerStep,
): Promise<Commit> {
  const found = await portion(ctx, row, page, most);
  if (!found.isWhole && most > 1) return planCountingStep(ctx, row, page, 1);
  const rows = found.components.flatMap((each) => foundOf({ row, page, portion: found }, each));
  const changes = insertRows(restatedComponent, rows);
  const last = found.components.at(-1);
  if (last && found.components.length === most) return stepOf(ctx, row, { cursor: last.id }, { changes });
  return endCountingStage(ctx, row, rows.length > 0, changes);
}
