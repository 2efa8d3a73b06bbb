import type { Audience } from "./notice";
import { retryAt } from "./retry";

export type NoticeOutcome =
  | "sent"
  | "nobody"
  | "expired"
  | "digested"
  | "superseded"
  | "dead"
  | "obsolete"
  | "cancelled";

/** What the plan needs to know of a notice (db/schema/notice). Times in UTC ms. */
export interface PlannedNotice {
  id: string;
  audience: Audience;
  createdAt: number;
  dueAt: number | null;
  expiresAt: number;
  revision: number;
  round: number;
  cursor: string | null;
  expandedAt: number | null;
  outcome: string | null;
}

export interface PlanFacts {
  now: number;
  /** Revision of the page that visitors see now. */
  built: number;
  /** Of audience subscribers: all notices of the same subject, this one included, oldest first. */
  siblings: readonly PlannedNotice[];
}

/**
 * What to do with a notice that is due. `begin`: its first round starts; it carries `with`, which are digested, and ends
 * the retries of `supersedes`. `expand`: more recipients to freeze. `sweep`: all are frozen; send what is left, or end
 * the round. `leave`: a later one of its subject speaks for it.
 */
export type NoticePlan =
  | { step: "wait"; until: number }
  | { step: "end"; outcome: NoticeOutcome }
  | { step: "begin"; with: string[]; supersedes: string[] }
  | { step: "expand" }
  | { step: "sweep" }
  | { step: "leave" };

/** Updates that come faster than this leave together. */
export const digestSpan = 5 * 60_000;
/** So long a mail waits for the page that shows its news (protocols §6). */
const patience = 10_000;
const look = 15_000;

const isWaiting = ({ now }: PlanFacts, each: PlannedNotice) =>
  each.outcome === null && each.expandedAt === null && each.dueAt !== null && each.dueAt <= now && each.expiresAt > now;

const isUnderWay = (each: PlannedNotice) => each.outcome === null && each.expandedAt !== null;

/** Order per subscriber: after the first round of what came earlier, and not faster than a digest. */
function planFirst(notice: PlannedNotice, facts: PlanFacts): NoticePlan {
  const { now, built, siblings } = facts;
  const waiting = siblings.filter((each) => isWaiting(facts, each));
  if (waiting.length > 0 && waiting.at(-1)?.id !== notice.id) return { step: "leave" };
  const others = siblings.filter((each) => each.id !== notice.id);
  if (others.some((each) => isUnderWay(each) && each.round === 0)) return { step: "wait", until: now + look };
  const quiet = Math.max(0, ...others.map((each) => (each.expandedAt === null ? 0 : each.expandedAt + digestSpan)));
  if (quiet > now) return { step: "wait", until: quiet };
  const [newest, latest] = [
    Math.max(notice.revision, ...waiting.map((each) => each.revision)),
    notice.createdAt + patience,
  ];
  if (built < newest && now < latest) return { step: "wait", until: Math.min(latest, now + 1000) };
  return {
    step: "begin",
    with: waiting.flatMap((each) => (each.id === notice.id ? [] : [each.id])),
    supersedes: others.filter((each) => isUnderWay(each)).map((each) => each.id),
  };
}

export function planNotice(notice: PlannedNotice, facts: PlanFacts): NoticePlan {
  if (notice.expiresAt <= facts.now) return { step: "end", outcome: notice.round > 0 ? "dead" : "expired" };
  if (notice.expandedAt !== null) return { step: notice.cursor === null ? "sweep" : "expand" };
  if (notice.audience !== "subscribers") return { step: "begin", with: [], supersedes: [] };
  return planFirst(notice, facts);
}

/** What a round came to, in recipients. */
export interface RoundSum {
  told: number;
  /** Failed for now. */
  again: number;
  /** Refused for good. */
  refused: number;
  /** No longer to be told when their turn came. */
  left: number;
}

export type RoundEnd = { outcome: NoticeOutcome; nextAt: null } | { outcome: null; nextAt: number };

/** After a round: over, or once more for those who failed for now (waits of spec §7). */
export function afterRound(
  notice: Pick<PlannedNotice, "round" | "expiresAt"> & { recipients: number; sent: number; failed: number },
  sum: RoundSum,
  { now, chance }: { now: number; chance: number },
): RoundEnd {
  if (sum.again > 0) {
    const at = retryAt({ tries: notice.round + 1, now, chance });
    return at === null || at >= notice.expiresAt ? { outcome: "dead", nextAt: null } : { outcome: null, nextAt: at };
  }
  const { sent, failed } = countersAfter(notice, sum);
  if (sent > 0) return { outcome: "sent", nextAt: null };
  return { outcome: failed > 0 ? "dead" : "nobody", nextAt: null };
}

/** The counters of a notice after a round; those who were tried again had counted as failed. */
export function countersAfter(
  notice: { round: number; recipients: number; sent: number; failed: number },
  { told, again, refused, left }: RoundSum,
): { recipients: number; sent: number; failed: number } {
  const all = told + again + refused + left;
  if (notice.round === 0) return { recipients: all, sent: told, failed: again + refused };
  return {
    recipients: notice.recipients,
    sent: notice.sent + told,
    failed: Math.max(0, notice.failed - all) + again + refused,
  };
}

/** An outage of mail is told to channels after so long, in ms. */
export const mailOutage = 10 * 60_000;

/** How long a notice waits while no mailer works, in ms, by how long that has been so; not past the moment of telling. */
export function awayDelay(failingFor: number): number {
  const minute = 60_000;
  if (failingFor < minute) return minute;
  const delay = failingFor < 3 * minute ? 2 * minute : 5 * minute;
  return failingFor < mailOutage ? Math.min(delay, mailOutage - failingFor) : delay;
}

/** Whether somebody of an ended notice is left to be told: those who failed, or all when it never left. */
export const canResend = ({ outcome }: Pick<PlannedNotice, "outcome">): boolean =>
  outcome === "dead" || outcome === "expired" || outcome === "cancelled";
