import type { Audience, NoticeKind } from "./notice";
import { mailedToTeam } from "./notice";
import type { NoticeOutcome } from "./notice-plan";

export const outboxFilters = ["all", "waiting", "dead", "sent"] as const;
export type OutboxFilter = (typeof outboxFilters)[number];

/** How a notice stands, for people and the API. Instants in UTC ms. */
export type OutboxState =
  | { name: NoticeOutcome }
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
  expandedAt: number | null;
  round: number;
  cursor: string | null;
  mailers: number;
  failingSince: number | null;
}

/** Whether it leaves by mail; some of what the team is told goes to channels only. */
const isMailed = ({ audience, kind }: OutboxFacts) => audience !== "team" || mailedToTeam.includes(kind);

export function outboxState(facts: OutboxFacts): OutboxState {
  const { now, outcome, dueAt, expandedAt, round, cursor, mailers, failingSince } = facts;
  if (outcome !== null) return { name: outcome };
  if (isMailed(facts) && mailers === 0) return { name: "no_mailer" };
  if (isMailed(facts) && failingSince !== null) return { name: "mail_failing", since: failingSince };
  const later = dueAt !== null && dueAt > now;
  if (expandedAt === null) return later ? { name: "waiting", until: dueAt } : { name: "sending" };
  if (round > 0 && cursor === "" && later) return { name: "retrying", at: dueAt };
  return { name: "sending" };
}
