/**
 * Calculates the days of one component from what really happened to it. It shares no code with the product: its zones
 * are those of Intl, and its rules are implemented again from docs/uptime.md.
 */

export type Said =
  | "operational"
  | "no_data"
  | "under_maintenance"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage";

/** The range [from, to) in ms; null = it still lasts. */
export interface Stretch {
  from: number;
  to: number | null;
}

export interface Observer {
  attached: Stretch;
  /** When it first reported. */
  spokeAt: number | null;
  /** The status that it gives the component while it fires. */
  status: Said;
  firing: Stretch[];
  silent: Stretch[];
  /** Stretches undone by corrections. */
  voided: Stretch[];
}

export interface Life {
  /** Times when a person set a status, or removed it. */
  manual: { at: number; status: Said | null }[];
  /** Times when a person said how the component is. */
  words: number[];
  incidents: (Stretch & { status: Said })[];
  works: Stretch[];
  observers: Observer[];
  /** Stretches without checks: nothing observed was seen, and no event in them has a known time. */
  standstills: Stretch[];
}

export interface Day {
  date: string;
  from: number;
  to: number;
}

/** ms of each status that is not operational, and of the whole. */
export interface Sum {
  major: number;
  partial: number;
  degraded: number;
  maintenance: number;
  noData: number;
  span: number;
}

const mildestFirst = "operational no_data under_maintenance degraded_performance partial_outage major_outage".split(
  " ",
) as Said[];

const worstOf = (all: readonly (Said | null)[]): Said =>
  all.reduce<Said>(
    (worst, each) => (each !== null && mildestFirst.indexOf(each) > mildestFirst.indexOf(worst) ? each : worst),
    "operational",
  );

const holds = ({ from, to }: Stretch, at: number) => from <= at && (to === null || at < to);

const attachedAt = ({ observers }: Life, at: number) => observers.filter(({ attached }) => holds(attached, at));

/** Returns true when people keep it: since a status set while nothing observed it, until something does. */
function isKept(life: Life, at: number): boolean {
  return life.words.some((word) => {
    const isOver = life.observers.some(({ attached }) => word < attached.from && attached.from <= at);
    return word <= at && attachedAt(life, word).length === 0 && !isOver;
  });
}

const isHeard = ({ spokeAt }: Observer, at: number) => spokeAt !== null && spokeAt <= at;

function isVouchedFor(life: Life, at: number): boolean {
  const attached = attachedAt(life, at);
  return attached.length === 0 ? isKept(life, at) : attached.some((each) => isHeard(each, at));
}

/** Returns the observed status; an observer that has not reported yet counts as silent. */
function observedAt(life: Life, at: number): Said {
  const heard = attachedAt(life, at).filter((each) => isHeard(each, at));
  const isStill = life.standstills.some((stretch) => holds(stretch, at));
  if (isStill && heard.length > 0) return "no_data";
  const firing = heard.filter((each) => {
    const isVoid = each.voided.some((stretch) => holds(stretch, at));
    return !isVoid && each.firing.some((stretch) => holds(stretch, at));
  });
  if (firing.length > 0) return worstOf(firing.map(({ status }) => status));
  const isSilent = heard.every(({ silent }) => silent.some((stretch) => holds(stretch, at)));
  return heard.length > 0 && isSilent ? "no_data" : "operational";
}

export function statusAt(life: Life, at: number): Said {
  const manual = life.manual.filter((each) => each.at <= at).at(-1)?.status ?? null;
  const incidents = life.incidents.filter((each) => holds(each, at)).map(({ status }) => status);
  const isMaintained = life.works.some((work) => holds(work, at));
  const base = isMaintained ? "under_maintenance" : observedAt(life, at);
  const status = worstOf([manual, ...incidents, base]);
  return status === "operational" && manual === null && !isVouchedFor(life, at) ? "no_data" : status;
}

const edgesOf = (stretches: readonly Stretch[]) =>
  stretches.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));

/** Returns every instant at which something may change. */
function edges(life: Life): number[] {
  const ofObservers = life.observers.flatMap(({ attached, spokeAt, firing, silent, voided }) => [
    ...edgesOf([attached, ...firing, ...silent, ...voided]),
    ...(spokeAt === null ? [] : [spokeAt]),
  ]);
  const others = edgesOf([...life.incidents, ...life.works, ...life.standstills]);
  return [...ofObservers, ...others, ...life.words, ...life.manual.map(({ at }) => at)];
}

export const noTime: Sum = { major: 0, partial: 0, degraded: 0, maintenance: 0, noData: 0, span: 0 };

const nameOf: Partial<Record<Said, keyof Sum>> = {
  major_outage: "major",
  partial_outage: "partial",
  degraded_performance: "degraded",
  under_maintenance: "maintenance",
  no_data: "noData",
};

/** Returns how long each status held in [from, to). */
export function sumOf(life: Life, from: number, to: number): Sum {
  const inside = edges(life).filter((at) => at > from && at < to);
  const instants = [...new Set([from, ...inside, to])].sort((one, other) => one - other);
  const sum = { ...noTime, span: Math.max(0, to - from) };
  for (const [index, at] of instants.entries()) {
    const name = nameOf[statusAt(life, at)];
    const next = instants[index + 1];
    if (name && next !== undefined) sum[name] += next - at;
  }
  return sum;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function dateIn(zone: string, at: number): string {
  const options = { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-CA", options);
  formats.set(zone, format);
  return format.format(at);
}

const starts = new Map<string, number>();

/** Returns the first second of a date in a zone, by bisection. */
export function startOf(zone: string, date: string): number {
  const key = `${zone} ${date}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let [before, after] = [Date.parse(date) / 1000 - 20 * 3600, Date.parse(date) / 1000 + 20 * 3600];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dateIn(zone, middle * 1000) < date) before = middle;
    else after = middle;
  }
  starts.set(key, after * 1000);
  return after * 1000;
}

export const dateAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** Returns the whole days of a zone from a date up to that of an instant. */
export function daysUpTo(zone: string, first: string, now: number): Day[] {
  const days: Day[] = [];
  for (let date = first; startOf(zone, date) <= now; date = dateAfter(date)) {
    days.push({ date, from: startOf(zone, date), to: startOf(zone, dateAfter(date)) });
  }
  return days;
}

export const dayOf = (life: Life, day: Day, now: number): Sum => sumOf(life, day.from, Math.min(day.to, now));

/**
 * Returns the letter of a day's bar: the worst known status; grey when less than half is known and nothing was wrong.
 */
export function letterOf(life: Life, day: Day, now: number): string {
  const sum = dayOf(life, day, now);
  const present = day.to > now ? statusAt(life, now) : null;
  const isOn = (name: keyof Sum, status: Said) => sum[name] > 0 || present === status;
  if (isOn("major", "major_outage")) return "m";
  if (isOn("partial", "partial_outage")) return "p";
  if (isOn("degraded", "degraded_performance")) return "d";
  if (isOn("maintenance", "under_maintenance")) return "x";
  if (sum.span === 0) return present === "operational" ? "o" : "n";
  return sum.span - sum.noData >= sum.noData ? "o" : "n";
}

/** Returns hundredths of a percent, rounded down; null = nothing is known. The weight has at most six digits. */
export function uptimeOf({ major, partial, noData, span }: Sum, weight: number): number | null {
  const known = BigInt(span - noData);
  if (known <= 0n) return null;
  const millionths = BigInt(Math.round(weight * 1_000_000));
  const up = known * 1_000_000n - BigInt(major) * 1_000_000n - BigInt(partial) * millionths;
  return up <= 0n ? 0 : Number((up * 10_000n) / (known * 1_000_000n));
}

export const add = (one: Sum, other: Sum): Sum => ({
  major: one.major + other.major,
  partial: one.partial + other.partial,
  degraded: one.degraded + other.degraded,
  maintenance: one.maintenance + other.maintenance,
  noData: one.noData + other.noData,
  span: one.span + other.span,
});
