import { dayMs, minuteMs } from "~/time/durations";

const weekMs = 7 * dayMs;

/** Expected updates of an open incident; instants in ms. `promisedAt` is null when nothing was promised. */
interface UpdateExpectation {
  lastUpdateAt: number;
  nagMinutes: number;
  promisedAt: number | null;
}

/** Returns since when an update is overdue (ms): by its own promise, or by the page's limit; null = it is not. */
export function updateOverdueSince(
  { lastUpdateAt, nagMinutes, promisedAt }: UpdateExpectation,
  now: number,
): number | null {
  const due = [
    ...(promisedAt === null ? [] : [promisedAt]),
    ...(nagMinutes > 0 ? [lastUpdateAt + nagMinutes * minuteMs] : []),
  ];
  const first = Math.min(...due);
  return first <= now ? first : null;
}

/** Keeps only the first occurrence of each series. */
function onceEach<T extends { seriesId: string | null }>(works: readonly T[]): T[] {
  const known = new Set<string>();
  return works.filter(({ seriesId }) => {
    const first = seriesId === null || !known.has(seriesId);
    if (seriesId !== null) known.add(seriesId);
    return first;
  });
}

/**
 * Returns what is in progress or starts within seven days, and how many start later; a series counts once. Keeps the
 * given order, by start.
 */
export function soonMaintenanceOf<T extends { startsAt: number; seriesId: string | null }>(
  works: readonly T[],
  now: number,
): { soon: T[]; later: number } {
  const planned = onceEach(works);
  const near = planned.filter(({ startsAt }) => startsAt <= now + weekMs);
  return { soon: near, later: planned.length - near.length };
}

/** Steps of setting up a new page, in their order. A step is done when it works, not when its form was filled in. */
export interface PageSetupSteps {
  components: boolean;
  /** True when there is a source, a monitor or a heartbeat. */
  origins: boolean;
  /** True when one of them has reported: the first delivery, check or ping arrived. */
  report: boolean;
  /** True when an alert has changed the status of a component and has reached a person. */
  alert: boolean;
  /** True when an email has been sent through a mailer. */
  mailer: boolean;
  /** True when the viewer has an address, and another way to sign in than a link from the console. */
  account: boolean;
  /** True when another person can respond, or was invited. */
  team: boolean;
  subscribers: boolean;
}

/** Time after which a page that has had incidents needs no setup help: people keep it without alerts. */
export const newPageMs = 30 * dayMs;

const isPageEstablished = ({ everOpened, createdAt }: PageUse, now: number): boolean =>
  everOpened && now - createdAt > newPageMs;

/** The use of a page so far; `createdAt` in ms. */
interface PageUse {
  /** True when an incident was ever opened on it, by a person or an alert. */
  everOpened: boolean;
  createdAt: number;
}

/**
 * True while setup help is shown, which is until all steps are done. Once an alert has changed a component and reached
 * a person, the remaining steps are shown in the page's first month only. An incident that a person opened does not
 * count.
 */
export function isPageNew(steps: PageSetupSteps, use: PageUse, now: number): boolean {
  if (Object.values(steps).every(Boolean) || isPageEstablished(use, now)) return false;
  return !steps.alert || now - use.createdAt <= newPageMs;
}

/** The ways in which the team is notified of a draft. */
export interface TeamNotificationReach {
  mailers: number;
  /** True when all mailers fail at the moment. */
  failing: boolean;
  /** Team members with an address. */
  people: number;
  /** Enabled channels that get drafts, and whose last delivery did not fail. */
  channels: number;
  /** Enabled channels that get drafts, and whose last delivery failed. */
  failingChannels: number;
}

export type TeamUnmailedReason = "no_mailer" | "no_address" | "mail_fails";
export type TeamUnreachedReason = TeamUnmailedReason | "channels_fail";

/** Returns why a draft would reach no one; null = it reaches someone. */
export function teamUnreachedReason({
  channels,
  failingChannels,
  ...mail
}: TeamNotificationReach): TeamUnreachedReason | null {
  if (channels > 0) return null;
  const unmailed = teamUnmailedReason(mail);
  return unmailed !== null && failingChannels > 0 ? "channels_fail" : unmailed;
}

/** True when all that would reach the team are channels to which nothing was sent yet. */
export const isTeamReachUntried = ({
  channels,
  untriedChannels,
  ...mail
}: Omit<TeamNotificationReach, "failingChannels"> & { untriedChannels: number }): boolean =>
  untriedChannels > 0 && untriedChannels === channels && teamUnmailedReason(mail) !== null;

type TeamMailReach = Pick<TeamNotificationReach, "mailers" | "failing" | "people">;

/** Returns why no email would reach the team; null = one reaches someone. */
export function teamUnmailedReason({ mailers, failing, people }: TeamMailReach): TeamUnmailedReason | null {
  if (mailers === 0) return "no_mailer";
  if (people === 0) return "no_address";
  return failing ? "mail_fails" : null;
}

/** When an alert that waits for its hold opens an incident. */
export type IncidentOpening =
  /** In the minute that ends then. */
  | { kind: "at"; at: number }
  /** The tick that opens it comes within a minute, or is due. */
  | { kind: "soon" }
  /** The hold is over, but a mute blocks it, or all affected components are in maintenance. */
  | { kind: "held" };

/** Time for which a hold that is over waits for a tick, and that may be late by one, in ms. */
const longestTickMs = 2 * minuteMs;

/**
 * Returns when a tick opens what is due: ticks come each minute, so it is the end of that minute, which is named until
 * it is a minute away.
 */
export function incidentOpeningOf(dueAt: number | null, now: number): IncidentOpening {
  if (dueAt === null || dueAt <= now - longestTickMs) return { kind: "held" };
  const at = Math.ceil(dueAt / minuteMs) * minuteMs;
  return at <= now + minuteMs ? { kind: "soon" } : { kind: "at", at };
}
