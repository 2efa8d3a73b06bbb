import { type ContactWay, contactWays } from "./contact-ways";
import {
  isMailedNotice,
  type NoticeAudienceKind,
  type NoticeKind,
  singleNoticeKinds,
  subscriberNoticeKinds,
  teamNoticeKinds,
} from "./notice";
import type { NoticeOutcome } from "./notice-plan";

export const outboxFilters = ["all", "waiting", "failed", "sent"] as const;
export type OutboxFilter = (typeof outboxFilters)[number];

/** The steps of an incident that a notice of an update is about. */
export type NoticeStep = "published" | "updated" | "resolved";

/** The ways of notices: by email, to the team's channels, or in a way of subscribers. */
export const outboxWays = ["email", "channels", ...contactWays] as const;
export type OutboxWay = (typeof outboxWays)[number];

/** The kinds of notices that a page has. */
export const listedNoticeKinds: readonly NoticeKind[] = [
  ...subscriberNoticeKinds,
  ...teamNoticeKinds,
  ...singleNoticeKinds.filter((kind) => kind !== "sign_in" && kind !== "account_news"),
];

/** `endpoints` = all ways but email, for notices from before each way had its own notice. */
export type NoticeWay = OutboxWay | "email_channels" | "endpoints";

export function noticeWayOf({
  audience,
  kind,
  way,
}: {
  audience: NoticeAudienceKind;
  kind: NoticeKind;
  way: ContactWay | null;
}): NoticeWay {
  if (audience === "endpoints") return way ?? "endpoints";
  if (audience !== "team") return "email";
  return isMailedNotice({ audience, kind }) ? "email_channels" : "channels";
}

/** State of a notice, for people and the API. Instants in UTC ms. */
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
  audience: NoticeAudienceKind;
  outcome: NoticeOutcome | null;
  dueAt: number | null;
  /** Earliest time of the next look, UTC ms. */
  notBefore: number;
  expandedAt: number | null;
  round: number;
  cursor: string | null;
  mailers: number;
  failingSince: number | null;
  /** True when its audience has anyone with an email address; default true. */
  hasReaders?: boolean;
}

export function outboxStateOf(facts: OutboxFacts): OutboxState {
  const { now, outcome, dueAt, notBefore, expandedAt, round, cursor, mailers, failingSince, hasReaders = true } = facts;
  if (outcome !== null) return { name: outcome === "dead" ? "failed" : outcome };
  // A notice without readers is no trouble when no mailer works.
  if (isMailedNotice(facts) && !hasReaders && (mailers === 0 || failingSince !== null)) return { name: "nobody" };
  if (isMailedNotice(facts) && mailers === 0) return { name: "no_mailer" };
  if (isMailedNotice(facts) && failingSince !== null) return { name: "mail_failing", since: failingSince };
  const next = Math.max(dueAt ?? 0, notBefore);
  if (expandedAt === null) return next > now ? { name: "waiting", until: next } : { name: "sending" };
  if (round > 0 && cursor === "" && next > now) return { name: "retrying", at: next };
  return { name: "sending" };
}
