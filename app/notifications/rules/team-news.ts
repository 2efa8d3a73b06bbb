import { type UnassignedReason, unassignedReasons } from "~/alerts/rules/alert-assignment";
import type { Status } from "~/status/status";
import { dayMs, hourMs, minuteMs } from "~/time/durations";
import type { TeamNoticeKind } from "./notice";

/** Time that the first message of a storm waits to gather news, in ms. */
const gatherMs = 10_000;
/** Shortest time between two messages about the same subject, in ms. */
const messageIntervalMs = minuteMs;
/** Time before a message is sent, in ms; news received in this time may be in the next message instead. */
export const teamNewsMarginMs = 2000;
/** Age after which news is not sent, in ms, as after a restore or for a new channel. */
const freshNewsMs = hourMs;

/** Longest duration of a mute, in ms; news from during the mute is sent afterwards. */
const maxMuteMs = 7 * dayMs;

/**
 * One message of a subject. It covers news received after `after` and until `until`, and is sent at `dueAt`. UTC ms.
 */
export interface NewsWindow {
  after: number;
  until: number;
  dueAt: number;
}

/**
 * `told` = the time of the subject's last message, null = never; `unmutedAt` = the last end of a mute of the subject.
 */
export interface NotifiedTimes {
  now: number;
  told: number | null;
  unmutedAt?: number | null;
}

function startOf({ now, told, unmutedAt = null }: NotifiedTimes): number {
  const justUnmuted = unmutedAt !== null && unmutedAt > now - freshNewsMs;
  return Math.max(now - freshNewsMs - (justUnmuted ? maxMuteMs : 0), (told ?? 0) - teamNewsMarginMs);
}

/** Returns the window for news received at `heardAt`; null when a sent or scheduled message covers it. */
export function newsWindowFor(of: NotifiedTimes, heardAt: number): NewsWindow | null {
  const { now, told } = of;
  const after = startOf(of);
  if (heardAt <= after) return null;
  const dueAt = Math.max(now + gatherMs, told === null ? 0 : told + messageIntervalMs);
  return { after, until: dueAt - teamNewsMarginMs, dueAt };
}

/**
 * True when a component recovered whose trouble a message may have reported. It is sent even if an incident now covers
 * the component, because it closes what was opened elsewhere. `since` = start of the trouble; `told` = when the page's
 * last message leaves or left.
 */
export const endsReportedTrouble = (to: Status, since: number, told: number | null): boolean =>
  to === "operational" && told !== null && told >= since;

export interface TeamNewsSource {
  id: string;
  /** Times at which its last message of that kind leaves; null = there was none. */
  firedTold: number | null;
  recoveredTold: number | null;
  /** Last time at which a recovery of one of its alerts was received; null = it was not read. */
  recoveredAt: number | null;
  /** Time at which a mute of it last ended; alerts still firing have not been sent. */
  unmutedAt?: number | null;
}

export interface TeamNewsFacts {
  now: number;
  pageId: string;
  /** Events that some channel of the page wants. */
  wants: readonly string[];
  sources: readonly TeamNewsSource[];
  /** Time at which each firing alert was received. */
  fired: readonly { sourceId: string; heardAt: number }[];
  /** Number of components whose observed status has just changed and that no open incident names. */
  moved: number;
  changedTold: number | null;
}

export interface PlannedTeamNotice extends NewsWindow {
  kind: Extract<TeamNoticeKind, "alert_fired" | "alert_recovered" | "component_changed">;
  /** Id of the source or the page. */
  subjectId: string;
}

const newestOf = (facts: TeamNewsFacts, sourceId: string) =>
  facts.fired.reduce((newest, each) => (each.sourceId === sourceId ? Math.max(newest, each.heardAt) : newest), 0);

function newsOf(facts: TeamNewsFacts, source: TeamNewsSource): PlannedTeamNotice[] {
  const { now } = facts;
  const { unmutedAt = null } = source;
  const heard = [
    { kind: "alert_fired" as const, of: { now, told: source.firedTold, unmutedAt }, at: newestOf(facts, source.id) },
    { kind: "alert_recovered" as const, of: { now, told: source.recoveredTold }, at: source.recoveredAt ?? 0 },
  ];
  return heard.flatMap(({ kind, of, at }) => {
    const window = facts.wants.includes(kind) ? newsWindowFor(of, at) : null;
    return window ? [{ kind, subjectId: source.id, ...window }] : [];
  });
}

/** The last time at which an unassigned alert of a source was received, by reason. */
export interface UnassignedSource {
  sourceId: string;
  reason: UnassignedReason;
  heardAt: number;
  /** Time at which the source's last message of that kind leaves; null = there was none. */
  told: number | null;
  /** Time at which a mute of it last ended. */
  unmutedAt?: number | null;
}

export interface UnassignedNews extends NewsWindow {
  sourceId: string;
  reason: UnassignedReason;
  /** Sequence that differs by reason, so that two reasons of one source are two messages. */
  sequence: number;
}

/**
 * Returns the messages about alerts that reach no component and no person in other ways: one for each source and
 * reason.
 */
export const planUnassignedNews = (now: number, heard: readonly UnassignedSource[]): UnassignedNews[] =>
  heard.flatMap(({ sourceId, reason, heardAt, ...of }) => {
    const window = newsWindowFor({ now, ...of }, heardAt);
    const place = unassignedReasons.indexOf(reason);
    return window ? [{ sourceId, reason, ...window, sequence: window.dueAt + place }] : [];
  });

/**
 * Returns the messages to channels for one settling: at most one for each source and kind, however many alerts there
 * are.
 */
export function planTeamNews(facts: TeamNewsFacts): PlannedTeamNotice[] {
  const { now, pageId, changedTold: told } = facts;
  const moved = facts.moved > 0 && facts.wants.includes("component_changed") ? newsWindowFor({ now, told }, now) : null;
  const changed: PlannedTeamNotice[] = moved ? [{ kind: "component_changed", subjectId: pageId, ...moved }] : [];
  return [...facts.sources.flatMap((source) => newsOf(facts, source)), ...changed];
}
