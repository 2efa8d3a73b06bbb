import { nextRetryAt } from "~/net/retry";
import { minuteMs } from "~/time/durations";
import { isSubscriberAudience, type NoticeAudienceKind } from "./notice";

export type NoticeOutcome =
  | "sent"
  | "nobody"
  | "expired"
  | "digested"
  | "superseded"
  | "dead"
  | "obsolete"
  | "cancelled";

/** The parts of a notice that the plan needs (db/schema/notice). Times in UTC ms. */
export interface PlannedNotice {
  id: string;
  audience: NoticeAudienceKind;
  createdAt: number;
  dueAt: number | null;
  expiresAt: number;
  revision: number;
  round: number;
  cursor: string | null;
  /**
   * `next` is the next batch of this round, and `notBefore` is when the notice is examined again; both are absent when
   * they were not read.
   */
  next?: number;
  notBefore?: number;
  expandedAt: number | null;
  outcome: string | null;
}

export interface NoticePlanFacts {
  now: number;
  /** Revision of the page that visitors see now. */
  built: number;
  /** Notices of the same subject and audience, this one included, oldest first; only for notices to subscribers. */
  siblings: readonly PlannedNotice[];
}

/**
 * The next step of a due notice. `begin`: start its first round, include the news of `with` and end the retries of
 * `supersedes`. `expand`: freeze more recipients. `sweep`: all are frozen, so send what is left or end the round.
 */
export type NoticePlan =
  | { step: "wait"; until: number }
  | { step: "end"; outcome: NoticeOutcome }
  | { step: "begin"; with: string[]; supersedes: string[] }
  | { step: "expand" }
  | { step: "sweep" };

/** Updates that follow each other within this time are sent together, in ms. */
export const digestWindowMs = 5 * minuteMs;
/**
 * Longest wait of an email until the page shows its news, and the time until the next check, in ms (docs/protocols.md,
 * "Notices").
 */
const pageWaitMs = 10_000;
const recheckMs = 15_000;

const isWaiting = ({ now }: Pick<NoticePlanFacts, "now">, each: PlannedNotice) =>
  each.outcome === null && each.expandedAt === null && each.dueAt !== null && each.dueAt <= now && each.expiresAt > now;

const isUnderWay = (each: PlannedNotice) => each.outcome === null && each.expandedAt !== null;

/** Length of a lease plus the clock difference of two machines, in ms. */
const inHandMs = 2 * minuteMs;

/** True when a retry round is being sent, or was being sent when its sender was lost. */
const isInHand = ({ now }: Pick<NoticePlanFacts, "now">, { round, cursor, next = 0, notBefore = 0 }: PlannedNotice) =>
  round > 0 && (cursor === null ? notBefore > now && notBefore <= now + inHandMs : next > 0);

/** Returns the notices waiting for one subject, oldest first; the newest is sent for all of them. */
export const noticesWaitingTogether = <T extends PlannedNotice>(siblings: readonly T[], now: number): T[] =>
  siblings.filter((each) => isWaiting({ now }, each));

/**
 * Keeps the order for each subscriber: a notice starts after the first round of earlier ones, never while another
 * notice of its subject is being sent, and at most once in each digest window.
 */
function planFirst(notice: PlannedNotice, facts: NoticePlanFacts): NoticePlan {
  const { now, built, siblings } = facts;
  const waiting = noticesWaitingTogether(siblings, now);
  const others = siblings.filter((each) => each.id !== notice.id);
  const before = others.filter((each) => isUnderWay(each) && (each.round === 0 || isInHand(facts, each)));
  if (before.length > 0) return { step: "wait", until: now + recheckMs };
  const quiet = Math.max(0, ...others.map((each) => (each.expandedAt === null ? 0 : each.expandedAt + digestWindowMs)));
  if (quiet > now) return { step: "wait", until: quiet };
  const [newest, latest] = [
    Math.max(notice.revision, ...waiting.map((each) => each.revision)),
    notice.createdAt + pageWaitMs,
  ];
  if (built < newest && now < latest) return { step: "wait", until: Math.min(latest, now + 1000) };
  return {
    step: "begin",
    with: waiting.flatMap((each) => (each.id === notice.id ? [] : [each.id])),
    supersedes: others.filter((each) => isUnderWay(each)).map((each) => each.id),
  };
}

export function planNotice(notice: PlannedNotice, facts: NoticePlanFacts): NoticePlan {
  if (notice.expiresAt <= facts.now) return { step: "end", outcome: notice.round > 0 ? "dead" : "expired" };
  if (notice.expandedAt !== null) return { step: notice.cursor === null ? "sweep" : "expand" };
  if (!isSubscriberAudience(notice.audience)) return { step: "begin", with: [], supersedes: [] };
  return planFirst(notice, facts);
}

/** Results of a round, in recipients. */
export interface NoticeRoundSum {
  told: number;
  /** Recipients whose delivery is unconfirmed, because two attempts ended without a clear result. */
  unknown: number;
  /** Failed temporarily, to be retried. */
  again: number;
  /** Refused permanently. */
  refused: number;
  /** Recipients who were not to be notified any more when their turn came. */
  left: number;
}

export type NoticeRoundEnd = { outcome: NoticeOutcome; nextAt: null } | { outcome: null; nextAt: number };

/**
 * Decides the end of a round: the notice is over, or is tried again for those who failed temporarily (after the waits
 * of spec §7).
 */
export function decideNoticeRoundEnd(
  notice: Pick<PlannedNotice, "round" | "expiresAt"> & NoticeCounters & { of?: RetryGroup },
  sum: NoticeRoundSum,
  { now, chance }: { now: number; chance: number },
): NoticeRoundEnd {
  if (sum.again > 0) {
    const at = nextRetryAt({ tries: notice.round + 1, now, chance });
    return at === null || at >= notice.expiresAt ? { outcome: "dead", nextAt: null } : { outcome: null, nextAt: at };
  }
  const { sent, failed, unknown } = countersAfterRound(notice, sum);
  if (sent > 0) return { outcome: "sent", nextAt: null };
  return { outcome: failed + unknown > 0 ? "dead" : "nobody", nextAt: null };
}

export interface NoticeCounters {
  recipients: number;
  sent: number;
  failed: number;
  /** Recipients whose delivery is unconfirmed. */
  unknown: number;
}

/** The recipients of a later round: those who failed in the previous one, or those who are unconfirmed. */
export type RetryGroup = "failed" | "unknown";

/** Returns a notice's counters after a round; retried recipients are removed from their previous counter. */
export function countersAfterRound(
  notice: NoticeCounters & { round: number; of?: RetryGroup },
  { told, unknown, again, refused, left }: NoticeRoundSum,
): NoticeCounters {
  const all = told + unknown + again + refused + left;
  if (notice.round === 0) return { recipients: all, sent: told, failed: again + refused, unknown };
  const { of = "failed" } = notice;
  const before = (name: RetryGroup) => Math.max(0, notice[name] - (of === name ? all : 0));
  return {
    recipients: notice.recipients,
    sent: notice.sent + told,
    failed: before("failed") + again + refused,
    unknown: before("unknown") + unknown,
  };
}

/** Duration of an email outage after which channels are notified, in ms. */
export const mailOutageThresholdMs = 10 * minuteMs;

/**
 * Returns how long a notice waits while no mailer works, in ms, by the length of the outage. It does not wait beyond
 * the time at which channels are notified.
 */
export function mailerAwayDelay(failingFor: number): number {
  if (failingFor < minuteMs) return minuteMs;
  const delay = failingFor < 3 * minuteMs ? 2 * minuteMs : 5 * minuteMs;
  return failingFor < mailOutageThresholdMs ? Math.min(delay, mailOutageThresholdMs - failingFor) : delay;
}

/** True when unconfirmed recipients can be notified again. */
export const canResendToUnknown = ({ outcome, unknown }: { outcome: string | null; unknown: number }): boolean =>
  outcome !== null && unknown > 0;

/** True when an ended notice has recipients left: those who failed, or all if it was never sent. */
export const canResendNotice = ({
  outcome,
  failed,
  unknown,
}: Pick<PlannedNotice, "outcome"> & Omit<NoticeCounters, "recipients" | "sent">): boolean =>
  outcome === "dead" ? failed > 0 || unknown === 0 : outcome === "expired" || outcome === "cancelled";

/** Returns how long a failed notice waits, in ms, by the number of failures: from one minute to half an hour. */
export const noticeFailureDelay = (tries: number): number =>
  Math.min(minuteMs * 2 ** Math.min(tries, 5), 30 * minuteMs);
