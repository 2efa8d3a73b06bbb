import { dayMs } from "~/time/durations";
import { formatLocalTime } from "~/time/local-time";
import { nextOccurrenceStarts, type RecurringSchedule } from "~/time/recurrence";
import { repeatOfRrule, rruleText } from "~/time/repeat";

/** Time ahead for which occurrences are made, in ms. */
export const seriesHorizonMs = 30 * dayMs;
/** Most occurrences, and most rows of components, that one step writes. */
const maxOccurrences = 31;
const maxComponentRows = 1500;

export interface SeriesState extends RecurringSchedule {
  /** Length of each window, ms. */
  duration: number;
  /** Start up to which occurrences are made. */
  madeUntil: number;
  components: Record<string, string>;
}

export interface OccurrencePlan {
  /** Starts of the occurrences to make now. */
  starts: number[];
  madeUntil: number;
  /** Time at which the next is made; null = there is none. */
  dueAt: number | null;
}

const mostOf = ({ components }: SeriesState): number =>
  Math.max(1, Math.min(maxOccurrences, Math.floor(maxComponentRows / Math.max(1, Object.keys(components).length))));

/** Occurrences to make beyond the next 30 days. */
interface OccurrenceRange {
  /** Fewest occurrences, however far in the future. */
  atLeast?: number;
  /** Number of already scheduled occurrences up to `until`, which do not count against those to be created. */
  planned?: number;
  until?: number;
}

/**
 * Returns the occurrences to create at `now`: those of the next 30 days that are not over, and those of `reach`. The
 * rest is left for the next step.
 */
export function planOccurrences(series: SeriesState, now: number, reach: OccurrenceRange = {}): OccurrencePlan {
  const { atLeast = 0, planned = 0, until = 0 } = reach;
  const most = Math.max(mostOf(series), planned);
  const after = Math.max(series.madeUntil, now - series.duration);
  const found = nextOccurrenceStarts({ ...series, after, limit: most + 1 }).map(({ at }) => at);
  const isWanted = (at: number, index: number) =>
    at <= now + seriesHorizonMs || (at <= until && index < planned) || index < atLeast;
  const starts = found.filter(isWanted).slice(0, most);
  const next = found[starts.length];
  return {
    starts,
    madeUntil: starts.at(-1) ?? series.madeUntil,
    dueAt: next === undefined ? null : Math.max(next - seriesHorizonMs, 0),
  };
}

/** Time in ms by which a scheduled occurrence may move beyond the days created ahead and still be kept. */
const maxMoveMs = 7 * dayMs;

/**
 * Returns the starts for the scheduled occurrences when their series gets other times. There are as many as before,
 * including those that occupy their day, so that none is cancelled and then created again by the next step.
 */
export function replanOccurrences(
  series: SeriesState,
  now: number,
  planned: readonly number[],
  held: readonly number[],
) {
  const coming = held.filter((at) => at > now - dayMs);
  return planOccurrences({ ...series, madeUntil: now }, now, {
    atLeast: Math.min(1, planned.length),
    planned: planned.length + coming.length,
    until: Math.max(0, ...planned) + maxMoveMs,
  });
}

/** Returns true when an occurrence would start before the previous one ends; checks the first thirty. */
export function hasOverlappingOccurrences(series: RecurringSchedule & { duration: number }): boolean {
  const starts = nextOccurrenceStarts({ ...series, after: 0, limit: 30 });
  return starts.some(({ at }, index) => index > 0 && at - (starts[index - 1]?.at ?? 0) < series.duration);
}

export interface SeriesOccurrence {
  id: string;
  occurrenceAt: number;
}

export interface OccurrenceChanges {
  /** Occurrences that stay, each with its start. */
  kept: { id: string; at: number }[];
  /** Occurrences that are cancelled. */
  dropped: string[];
  made: number[];
}

/**
 * Assigns the scheduled occurrences to new starts: first those with the same start, then the same day, then in order.
 * `held` has the starts of those that a person changed or cancelled or that have started; nothing else is created on
 * their days.
 */
export function reassignOccurrences(
  planned: readonly SeriesOccurrence[],
  held: readonly number[],
  starts: readonly number[],
  zone: string,
): OccurrenceChanges {
  const dayOf = (at: number) => formatLocalTime(at, zone).slice(0, 10);
  const heldDays = new Set(held.map(dayOf));
  const free = new Set(starts.filter((at) => !heldDays.has(dayOf(at))));
  let rest = [...planned].sort((one, other) => one.occurrenceAt - other.occurrenceAt);
  const kept: OccurrenceChanges["kept"] = [];
  const pair = (fits: (one: SeriesOccurrence, at: number) => boolean) => {
    rest = rest.filter((one) => {
      const at = [...free].find((each) => fits(one, each));
      if (at === undefined) return true;
      free.delete(at);
      kept.push({ id: one.id, at });
      return false;
    });
  };
  pair((one, at) => one.occurrenceAt === at);
  pair((one, at) => dayOf(one.occurrenceAt) === dayOf(at));
  pair(() => true);
  return { kept, dropped: rest.map(({ id }) => id), made: [...free] };
}

const dateOf = (local: string) => local.slice(0, 10);

/**
 * Returns the first start of a series after moving one occurrence to `at` (ms). On a day of the series only the time
 * changes, so that its count stays right; another day restarts it.
 */
export function shiftSeriesStart(series: RecurringSchedule, at: number): string {
  const { zone, startsLocal } = series;
  const local = formatLocalTime(at, zone);
  const around = nextOccurrenceStarts({ ...series, after: at - 2 * dayMs, limit: 4 });
  const sameDay = around.find((each) => dateOf(formatLocalTime(each.at, zone)) === dateOf(local));
  if (!sameDay) return local;
  return sameDay.at === at ? startsLocal : `${dateOf(startsLocal)}${local.slice(10)}`;
}

/** Returns the rule with its end on the day before `now`. */
export function endRepeatRule({ rule, zone, startsLocal }: RecurringSchedule, now: number): string {
  const repeat = repeatOfRrule(rule);
  const date = dateOf(formatLocalTime(now - dayMs, zone));
  return repeat ? rruleText({ ...repeat, end: { kind: "until", date } }, startsLocal) : rule;
}
