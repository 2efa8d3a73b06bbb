const week = 7 * 24 * 3600_000;

/** Since when an open incident owes its readers an update (ms); null = it does not, or nobody asked to be reminded. */
export function overdueSince(lastUpdateAt: number, nagMinutes: number, now: number): number | null {
  const due = lastUpdateAt + nagMinutes * 60_000;
  return nagMinutes > 0 && due <= now ? due : null;
}

/** What goes on or begins within seven days, and how much comes later. Sorted as given. */
export function soon<T extends { startsAt: number }>(works: readonly T[], now: number): { soon: T[]; later: number } {
  const near = works.filter(({ startsAt }) => startsAt <= now + week);
  return { soon: near, later: works.length - near.length };
}

/** What a new page lacks, in the order in which it is set up. */
export interface FirstSteps {
  components: boolean;
  origins: boolean;
  subscribers: boolean;
}

/** Whether the page is so new that it is taught: not all is done, and nothing was ever opened on it. */
export const isNew = (steps: FirstSteps, everOpened: boolean): boolean =>
  !everOpened && !(steps.components && steps.origins && steps.subscribers);

/** When what waits for its hold opens. */
export type Opening =
  | { kind: "at"; at: number }
  /** Its hold is over: a mute is in its way, or all it touches is in maintenance. */
  | { kind: "held" };

export const openingOf = (dueAt: number | null, now: number): Opening =>
  dueAt !== null && dueAt > now ? { kind: "at", at: dueAt } : { kind: "held" };
