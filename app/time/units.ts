import { minuteMs } from "./durations";

/**
 * Kinds of the clock's work, each for one page or thing: work that waits on a row until it is due. The minute's checks
 * and sending are one unit each, without a page.
 */
export type WorkUnitKind =
  | "settle"
  | "heartbeats"
  | "silence"
  | "escalation"
  | "checks"
  | "publish"
  | "maintenance"
  | "manual"
  | "send"
  | "day"
  | "series"
  | "restating"
  | "rendering"
  | "import";

export interface WorkUnit {
  kind: WorkUnitKind;
  pageId: string;
  /** Id of the row: of the page itself when the page is the unit. */
  id: string;
  /** Time since which it is due, UTC ms; it never changes while the unit waits. */
  dueAt: number;
  /** Number of failed runs since the last success. */
  tries: number;
  /** True for a settling whose only news is a recovery. */
  recovers?: boolean;
}

/** Waiting time above which a unit goes before all others, of any kind; ms. */
const patienceMs = minuteMs;
/** Waiting time of work above which its page is treated as out of date; ms. */
export const maxPromptDelayMs = 120_000;

/**
 * Order of kinds: first work that may turn a page red, then scheduled changes of the day, then work that turns it
 * green.
 */
const ranks: Record<WorkUnitKind, number> = {
  settle: 0,
  heartbeats: 0,
  silence: 0,
  checks: 0,
  publish: 0,
  maintenance: 1,
  manual: 1,
  send: 2,
  escalation: 2,
  day: 3,
  series: 4,
  restating: 4,
  rendering: 4,
  import: 5,
};

/**
 * Extra time, in ms, by which late emails and days come after page work that became late up to a minute later, but not
 * after anything newer: pages are updated first, and a steady flow of new work never overtakes waiting work.
 */
const slackMs = minuteMs;
const latestStart = (unit: WorkUnit): number => unit.dueAt + (ranks[unit.kind] >= 2 ? slackMs : 0);

const rankOf = ({ kind, recovers }: WorkUnit): number => (recovers ? 2 : ranks[kind]);

/** Returns, for each unit, the number of older units of its page and kind. */
function places(units: readonly WorkUnit[]): Map<WorkUnit, number> {
  const counts = new Map<string, number>();
  const found = new Map<WorkUnit, number>();
  for (const unit of [...units].sort((one, other) => one.dueAt - other.dueAt)) {
    const line = `${unit.kind} ${unit.pageId}`;
    const place = counts.get(line) ?? 0;
    found.set(unit, place);
    counts.set(line, place + 1);
  }
  return found;
}

const byKeys = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((order, key, index) => order || key - (other[index] ?? 0), 0);

const publishing: readonly WorkUnitKind[] = ["maintenance", "manual", "day"];

/** Leaves out documents that other work of their page will make anyway. */
function withoutRepeats(units: readonly WorkUnit[]): WorkUnit[] {
  const made = new Set(units.filter(({ kind }) => publishing.includes(kind)).map(({ pageId }) => pageId));
  return units.filter(({ kind, pageId }) => kind !== "publish" || !made.has(pageId));
}

/**
 * Returns the order of units: first those that waited for a minute, by waiting time with a minute's extra for emails
 * and days; then by rank. Among equals pages take turns, the longest waiting first, so that no page or kind is passed
 * over for more than its turn.
 */
export function sortWorkUnits(units: readonly WorkUnit[], now: number): WorkUnit[] {
  const wanted = withoutRepeats(units);
  const isLate = ({ dueAt }: WorkUnit) => now - dueAt >= patienceMs;
  const late = wanted.filter(isLate);
  const timely = wanted.filter((unit) => !isLate(unit));
  const place = new Map([...places(late), ...places(timely)]);
  const keys = (unit: WorkUnit) => {
    const nth = place.get(unit) ?? 0;
    return isLate(unit)
      ? [0, nth, latestStart(unit), ranks[unit.kind], unit.dueAt]
      : [1, rankOf(unit), nth, unit.dueAt];
  };
  return wanted.sort((one, other) => byKeys(keys(one), keys(other)));
}

/** Delay of a unit that could not run, by the number of earlier failures; ms. */
export const firstWorkUnitRetryDelayMs = 15_000;
export const workUnitRetryDelayMs = (tries: number): number =>
  Math.min(firstWorkUnitRetryDelayMs * 2 ** tries, maxPromptDelayMs);
