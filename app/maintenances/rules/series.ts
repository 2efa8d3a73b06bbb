import { writeLocalTime } from "~/time/local-time";
import { nextStarts, type SeriesTimes } from "~/time/recurrence";
import { repeatOf, ruleText } from "~/time/repeat";

const day = 24 * 3600_000;

/** So far ahead occurrences are made. */
export const horizon = 30 * day;
/** A step writes at most so many occurrences, and so many rows of components. */
const occurrencesAtMost = 31;
const touchesAtMost = 1500;

export interface SeriesState extends SeriesTimes {
  /** ms. */
  duration: number;
  /** Occurrences up to this start are made. */
  madeUntil: number;
  components: Record<string, string>;
}

export interface SeriesStep {
  /** Starts of the occurrences to make now. */
  starts: number[];
  madeUntil: number;
  /** When the next is to be made; null = there is none. */
  dueAt: number | null;
}

const mostOf = ({ components }: SeriesState): number =>
  Math.max(1, Math.min(occurrencesAtMost, Math.floor(touchesAtMost / Math.max(1, Object.keys(components).length))));

/** What a step reaches besides the next 30 days. */
interface Reach {
  /** So many, however far away. */
  atLeast?: number;
  /** So many that are planned already, as far as `until`: they take no room from those to be made. */
  planned?: number;
  until?: number;
}

/**
 * What is to be made of a series at `now`: those of the next 30 days that are not over, and what `reach` says; the rest
 * is the next step's.
 */
export function seriesStep(series: SeriesState, now: number, reach: Reach = {}): SeriesStep {
  const { atLeast = 0, planned = 0, until = 0 } = reach;
  const most = Math.max(mostOf(series), planned);
  const after = Math.max(series.madeUntil, now - series.duration);
  const found = nextStarts({ ...series, after, limit: most + 1 }).map(({ at }) => at);
  const isWanted = (at: number, index: number) =>
    at <= now + horizon || (at <= until && index < planned) || index < atLeast;
  const starts = found.filter(isWanted).slice(0, most);
  const next = found[starts.length];
  return {
    starts,
    madeUntil: starts.at(-1) ?? series.madeUntil,
    dueAt: next === undefined ? null : Math.max(next - horizon, 0),
  };
}

/** By so much a planned occurrence may move beyond the days that are made ahead, and stay. */
const movesAtMost = 7 * day;

/**
 * The starts that planned occurrences are fitted into when their series has other times: as many as there are, with
 * those that hold their day, so that none is cancelled which the next step would make again.
 */
export function changedStep(series: SeriesState, now: number, planned: readonly number[], held: readonly number[]) {
  const coming = held.filter((at) => at > now - day);
  return seriesStep({ ...series, madeUntil: now }, now, {
    atLeast: Math.min(1, planned.length),
    planned: planned.length + coming.length,
    until: Math.max(0, ...planned) + movesAtMost,
  });
}

/** Whether one would begin before the one before it has ended; looks at the first thirty. */
export function overlapsItself(series: SeriesTimes & { duration: number }): boolean {
  const starts = nextStarts({ ...series, after: 0, limit: 30 });
  return starts.some(({ at }, index) => index > 0 && at - (starts[index - 1]?.at ?? 0) < series.duration);
}

export interface Occurrence {
  id: string;
  occurrenceAt: number;
}

export interface Rearranged {
  /** Occurrences that stay, each with its start. */
  kept: { id: string; at: number }[];
  /** No longer among them. */
  dropped: string[];
  made: number[];
}

/**
 * Fits the planned occurrences into new starts. `held` = starts of those that a person changed, called off or that have
 * begun: nothing else is made for their day. Who has a start already keeps it, then the day, then the order decides.
 */
export function rearrange(
  planned: readonly Occurrence[],
  held: readonly number[],
  starts: readonly number[],
  zone: string,
): Rearranged {
  const dayOf = (at: number) => writeLocalTime(at, zone).slice(0, 10);
  const heldDays = new Set(held.map(dayOf));
  const free = new Set(starts.filter((at) => !heldDays.has(dayOf(at))));
  let rest = [...planned].sort((one, other) => one.occurrenceAt - other.occurrenceAt);
  const kept: Rearranged["kept"] = [];
  const pair = (fits: (one: Occurrence, at: number) => boolean) => {
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
 * The first start of a series of which an occurrence is wanted at `at` (ms). On a day that it has already only the clock
 * moves, so that what was counted stays counted; another day begins it again.
 */
export function shiftedStart(series: SeriesTimes, at: number): string {
  const { zone, startsLocal } = series;
  const local = writeLocalTime(at, zone);
  const around = nextStarts({ ...series, after: at - 2 * day, limit: 4 });
  const sameDay = around.find((each) => dateOf(writeLocalTime(each.at, zone)) === dateOf(local));
  if (!sameDay) return local;
  return sameDay.at === at ? startsLocal : `${dateOf(startsLocal)}${local.slice(10)}`;
}

/** The rule with its end on the day before `now`. */
export function endedRule({ rule, zone, startsLocal }: SeriesTimes, now: number): string {
  const repeat = repeatOf(rule);
  const date = dateOf(writeLocalTime(now - day, zone));
  return repeat ? ruleText({ ...repeat, end: { kind: "until", date } }, startsLocal) : rule;
}
