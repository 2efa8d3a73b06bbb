/**
 * What the clock does, one page or one thing at a time: work that waits on a row until its time has come. The minute's
 * checks and what is to be sent are one unit each, of no page.
 */
export type UnitKind =
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
  | "rendering";

export interface Unit {
  kind: UnitKind;
  pageId: string;
  /** The row: the page itself where the page is the unit. */
  id: string;
  /** Since when it is due, UTC ms; it never moves while the unit waits. */
  dueAt: number;
  /** How often it could not run since it last did. */
  tries: number;
  /** Of a settling: all that is new is that something recovered. */
  recovers?: boolean;
}

/** What has waited this long goes before everything that has not, whatever it is; ms. */
const patience = 60_000;
/** What may wait before a page that waits for it is not up to date any more; ms. */
export const promptness = 120_000;

/** Red before green: what may turn a page red, then what the plan of the day changes, then what turns it green. */
const ranks: Record<UnitKind, number> = {
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
};

/**
 * A late mail or day stands behind what shows a page and became late up to a minute after it, and behind nothing newer:
 * so the page is told first, and what keeps coming never passes over what waits.
 */
const slack = 60_000;
const latestStart = (unit: Unit): number => unit.dueAt + (ranks[unit.kind] >= 2 ? slack : 0);

const rankOf = ({ kind, recovers }: Unit): number => (recovers ? 2 : ranks[kind]);

/** How many of its page and kind come before each, where the oldest come first. */
function places(units: readonly Unit[]): Map<Unit, number> {
  const counts = new Map<string, number>();
  const found = new Map<Unit, number>();
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

const publishing: readonly UnitKind[] = ["maintenance", "manual", "day"];

/** Without the documents that other work of their page will make anyway. */
function withoutRepeats(units: readonly Unit[]): Unit[] {
  const made = new Set(units.filter(({ kind }) => publishing.includes(kind)).map(({ pageId }) => pageId));
  return units.filter(({ kind, pageId }) => kind !== "publish" || !made.has(pageId));
}

/**
 * The order in which units are taken: what has waited for a minute first, by since when with a minute's grace for mail
 * and days; then by rank. Among equals the pages take turns, and the longest waiting goes first. So no page and no kind
 * is ever passed over for more than its turn.
 */
export function inOrder(units: readonly Unit[], now: number): Unit[] {
  const wanted = withoutRepeats(units);
  const isLate = ({ dueAt }: Unit) => now - dueAt >= patience;
  const late = wanted.filter(isLate);
  const timely = wanted.filter((unit) => !isLate(unit));
  const place = new Map([...places(late), ...places(timely)]);
  const keys = (unit: Unit) => {
    const nth = place.get(unit) ?? 0;
    return isLate(unit)
      ? [0, nth, latestStart(unit), ranks[unit.kind], unit.dueAt]
      : [1, rankOf(unit), nth, unit.dueAt];
  };
  return wanted.sort((one, other) => byKeys(keys(one), keys(other)));
}

/** How long a unit that could not run waits, by how often that was so before; ms. */
export const firstDelay = 15_000;
export const delayAfter = (tries: number): number => Math.min(firstDelay * 2 ** tries, promptness);
