import { type Audience, isMailed, type NoticeKind } from "./notice";
import type { NoticeOutcome } from "./notice-plan";
import { type Way, ways } from "./ways";

export const outboxFilters = ["all", "waiting", "failed", "sent"] as const;
export type OutboxFilter = (typeof outboxFilters)[number];

/** By which way notices went: by mail, to the team's channels, or in a way of subscribers. */
export const outboxWays = ["email", "channels", ...ways] as const;
export type OutboxWay = (typeof outboxWays)[number];

/** `endpoints`: in every way but mail, as before each way had a notice of its own. */
export type NoticeWay = OutboxWay | "email_channels" | "endpoints";

export function noticeWay({
  audience,
  kind,
  way,
}: {
  audience: Audience;
  kind: NoticeKind;
  way: Way | null;
}): NoticeWay {
  if (audience === "endpoints") return way ?? "endpoints";
  if (audience !== "team") return "email";
  return isMailed({ audience, kind }) ? "email_channels" : "channels";
}

/** How a notice stands, for people and the API. Instants in UTC ms. */
export type OutboxState =
  | { name: Exclude<NoticeOutcome, "dead"> | "failed" }
  | { name: "no_mailer" }
  | { name: "mail_failing"; since: number }
  | { name: "waiting"; until: number }
  | { name: "sending" }
  | { name: "retrying"; at: number };

export interface OutboxFacts {
  now: number;
  kind: NoticeKind;
  audience: Audience;
  outcome: NoticeOutcome | null;
  dueAt: number | null;
  /** Not looked at before then. */
  notBefore: number;
  expandedAt: number | null;
  round: number;
  cursor: string | null;
  mailers: number;
  failingSince: number | null;
  /** There is somebody of its audience to write to at all; default: there is. */
  hasReaders?: boolean;
}

export function outboxState(facts: OutboxFacts): OutboxState {
  const { now, outcome, dueAt, notBefore, expandedAt, round, cursor, mailers, failingSince, hasReaders = true } = facts;
  if (outcome !== null) return { name: outcome === "dead" ? "failed" : outcome };
  // What no mailer takes and nobody would get is no trouble.
  if (isMailed(facts) && !hasReaders && (mailers === 0 || failingSince !== null)) return { name: "nobody" };
  if (isMailed(facts) && mailers === 0) return { name: "no_mailer" };
  if (isMailed(facts) && failingSince !== null) return { name: "mail_failing", since: failingSince };
  const next = Math.max(dueAt ?? 0, notBefore);
  if (expandedAt === null) return next > now ? { name: "waiting", until: next } : { name: "sending" };
  if (round > 0 && cursor === "" && next > now) return { name: "retrying", at: next };
  return { name: "sending" };
}
