const week = 7 * 24 * 3600_000;

/** What an open incident's readers may expect; instants in ms. `promisedAt` null = nothing was promised. */
interface Expected {
  lastUpdateAt: number;
  nagMinutes: number;
  promisedAt: number | null;
}

/** Since when it owes its readers an update (ms): by its own promise, else as long as its page allows; null = it does not. */
export function overdueSince({ lastUpdateAt, nagMinutes, promisedAt }: Expected, now: number): number | null {
  const due = [
    ...(promisedAt === null ? [] : [promisedAt]),
    ...(nagMinutes > 0 ? [lastUpdateAt + nagMinutes * 60_000] : []),
  ];
  const first = Math.min(...due);
  return first <= now ? first : null;
}

/** Of a series the occurrence that comes first stands for all of it. */
function onceEach<T extends { seriesId: string | null }>(works: readonly T[]): T[] {
  const known = new Set<string>();
  return works.filter(({ seriesId }) => {
    const first = seriesId === null || !known.has(seriesId);
    if (seriesId !== null) known.add(seriesId);
    return first;
  });
}

/** What goes on or begins within seven days, and how much comes later; a series is one. Sorted as given: by start. */
export function soon<T extends { startsAt: number; seriesId: string | null }>(
  works: readonly T[],
  now: number,
): { soon: T[]; later: number } {
  const planned = onceEach(works);
  const near = planned.filter(({ startsAt }) => startsAt <= now + week);
  return { soon: near, later: planned.length - near.length };
}

/** What a new page lacks, in the order in which it is set up; a step is done when it works, not when it was filled in. */
export interface FirstSteps {
  components: boolean;
  /** An alert, a monitor or a heartbeat has moved a component. */
  origins: boolean;
  /** An email has left through a mailer. */
  mailer: boolean;
  /** Who looks has an address, and another way in than a link from the console. */
  account: boolean;
  /** Somebody else can respond, or was invited. */
  team: boolean;
  subscribers: boolean;
}

/** Whether the page is so new that it is taught: not all is done, and nothing was ever opened on it. */
export const isNew = (steps: FirstSteps, everOpened: boolean): boolean =>
  !everOpened && !Object.values(steps).every(Boolean);

/** By how many ways the team hears of a draft. */
export interface TeamReach {
  mailers: number;
  /** No mailer takes anything at the moment. */
  failing: boolean;
  /** Of the team, with an address. */
  people: number;
  /** Channels that want drafts and are on. */
  channels: number;
}

export type Unreached = "no_mailer" | "no_address" | "mail_fails";

/** Why a draft would reach nobody; null = it reaches somebody. */
export function whyUnreached({ mailers, failing, people, channels }: TeamReach): Unreached | null {
  if (channels > 0) return null;
  if (mailers === 0) return "no_mailer";
  if (people === 0) return "no_address";
  return failing ? "mail_fails" : null;
}

/** When what waits for its hold opens. */
export type Opening =
  | { kind: "at"; at: number }
  /** Its hold is over: a mute is in its way, or all it touches is in maintenance. */
  | { kind: "held" };

export const openingOf = (dueAt: number | null, now: number): Opening =>
  dueAt !== null && dueAt > now ? { kind: "at", at: dueAt } : { kind: "held" };
