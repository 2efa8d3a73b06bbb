import { type UnassignedReason, unassignedReasons } from "~/alerts/rules/assigned";
import type { Status } from "~/status/status";
import type { TeamNotice } from "./notice";

/** What comes together is told together: so long the first message of a storm waits, in ms. */
const gather = 10_000;
/** And so long every further one about the same subject. */
const between = 60_000;
/** What is heard so shortly before a message leaves may not be in it: it is the next one's. */
export const newsMargin = 2000;
/** Older news is none: after a restore, or where a channel is new. */
const freshFor = 3600_000;

/** After a mute it is news all the same: one lasts a week at most. */
const longestMute = 7 * 24 * 3600_000;

/** One message of a subject: it tells what was heard after `after` and until `until`, and leaves at `dueAt`. UTC ms. */
export interface NewsWindow {
  after: number;
  until: number;
  dueAt: number;
}

/** `told`: when the subject's last message left or leaves; null = never. `unmutedAt`: when a mute of it last ended. */
export interface Told {
  now: number;
  told: number | null;
  unmutedAt?: number | null;
}

function startOf({ now, told, unmutedAt = null }: Told): number {
  const justUnmuted = unmutedAt !== null && unmutedAt > now - freshFor;
  return Math.max(now - freshFor - (justUnmuted ? longestMute : 0), (told ?? 0) - newsMargin);
}

/** The window that takes up something heard at `heardAt`; null when a message that is told or planned has it. */
export function newsWindow(of: Told, heardAt: number): NewsWindow | null {
  const { now, told } = of;
  const after = startOf(of);
  if (heardAt <= after) return null;
  const dueAt = Math.max(now + gather, told === null ? 0 : told + between);
  return { after, until: dueAt - newsMargin, dueAt };
}

/**
 * A component is well again whose trouble a message may have told: that is told as well, though an incident speaks of it by
 * now, because what was opened elsewhere is closed by it. `since`: since when it was not well; `told`: when the page’s last
 * message leaves or left.
 */
export const endsTold = (to: Status, since: number, told: number | null): boolean =>
  to === "operational" && told !== null && told >= since;

export interface NewsSource {
  id: string;
  /** When its last message of that kind leaves; null = there was none. */
  firedTold: number | null;
  recoveredTold: number | null;
  /** When we last heard that one of its alerts was over; null where nobody asked. */
  recoveredAt: number | null;
  /** When a mute of it last ended: what still fires was not told. */
  unmutedAt?: number | null;
}

export interface NewsFacts {
  now: number;
  pageId: string;
  /** What some channel of the page wants. */
  wants: readonly string[];
  sources: readonly NewsSource[];
  /** When we heard of each alert that fires now. */
  fired: readonly { sourceId: string; heardAt: number }[];
  /** Components whose observed status has just moved and that no open incident names. */
  moved: number;
  changedTold: number | null;
}

export interface News extends NewsWindow {
  kind: Extract<TeamNotice, "alert_fired" | "alert_recovered" | "component_changed">;
  /** The source, or the page. */
  subjectId: string;
}

const newestOf = (facts: NewsFacts, sourceId: string) =>
  facts.fired.reduce((newest, each) => (each.sourceId === sourceId ? Math.max(newest, each.heardAt) : newest), 0);

function newsOf(facts: NewsFacts, source: NewsSource): News[] {
  const { now } = facts;
  const { unmutedAt = null } = source;
  const heard = [
    { kind: "alert_fired" as const, of: { now, told: source.firedTold, unmutedAt }, at: newestOf(facts, source.id) },
    { kind: "alert_recovered" as const, of: { now, told: source.recoveredTold }, at: source.recoveredAt ?? 0 },
  ];
  return heard.flatMap(({ kind, of, at }) => {
    const window = facts.wants.includes(kind) ? newsWindow(of, at) : null;
    return window ? [{ kind, subjectId: source.id, ...window }] : [];
  });
}

/** When we last heard of an alert of a source that is nobody's, by why it is. */
export interface UnassignedHeard {
  sourceId: string;
  reason: UnassignedReason;
  heardAt: number;
  /** When the source's last message of that kind leaves; null = there was none. */
  told: number | null;
  /** When a mute of it last ended. */
  unmutedAt?: number | null;
}

export interface UnassignedNews extends NewsWindow {
  sourceId: string;
  reason: UnassignedReason;
  /** Two reasons of one source are two messages. */
  sequence: number;
}

/** What the team is told of alerts that reach no component and no person otherwise: one message a source and reason. */
export const unassignedNews = (now: number, heard: readonly UnassignedHeard[]): UnassignedNews[] =>
  heard.flatMap(({ sourceId, reason, heardAt, ...of }) => {
    const window = newsWindow({ now, ...of }, heardAt);
    const place = unassignedReasons.indexOf(reason);
    return window ? [{ sourceId, reason, ...window, sequence: window.dueAt + place }] : [];
  });

/** What channels are told of one settling: at most one message a source and kind, however many alerts there are. */
export function teamNews(facts: NewsFacts): News[] {
  const { now, pageId, changedTold: told } = facts;
  const moved = facts.moved > 0 && facts.wants.includes("component_changed") ? newsWindow({ now, told }, now) : null;
  const changed: News[] = moved ? [{ kind: "component_changed", subjectId: pageId, ...moved }] : [];
  return [...facts.sources.flatMap((source) => newsOf(facts, source)), ...changed];
}
