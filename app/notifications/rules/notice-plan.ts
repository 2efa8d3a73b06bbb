import { retryAt } from "~/net/retry";
import { type Audience, isToSubscribers } from "./notice";

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
  /** Of this round the next batch, and when what was left of it is looked for; absent = it was not asked. */
  next?: number;
  notBefore?: number;
  expandedAt: number | null;
  outcome: string | null;
}

export interface PlanFacts {
  now: number;
  /** Revision of the page that visitors see now. */
  built: number;
  /** Of what subscribers are told: the notices of the same subject and audience, this one included, oldest first. */
  siblings: readonly PlannedNotice[];
}

/**
 * What to do with a notice that is due. `begin`: its first round starts; it carries `with`, which are digested, and ends
 * the retries of `supersedes`. `expand`: more recipients to freeze. `sweep`: all are frozen; send what is left, or end
 * the round.
 */
export type NoticePlan =
  | { step: "wait"; until: number }
  | { step: "end"; outcome: NoticeOutcome }
  | { step: "begin"; with: string[]; supersedes: string[] }
  | { step: "expand" }
  | { step: "sweep" };

/** Updates that come faster than this leave together. */
export const digestSpan = 5 * 60_000;
/** So long a mail waits for the page that shows its news (docs/protocols.md, "Notices"). */
const patience = 10_000;
const look = 15_000;

const isWaiting = ({ now }: Pick<PlanFacts, "now">, each: PlannedNotice) =>
  each.outcome === null && each.expandedAt === null && each.dueAt !== null && each.dueAt <= now && each.expiresAt > now;

const isUnderWay = (each: PlannedNotice) => each.outcome === null && each.expandedAt !== null;

/** A lease, and the clocks of two machines. */
const inHandFor = 2 * 60_000;

/** A further round of it is handed over right now, or was until whoever did it was lost. */
const isInHand = ({ now }: Pick<PlanFacts, "now">, { round, cursor, next = 0, notBefore = 0 }: PlannedNotice) =>
  round > 0 && (cursor === null ? notBefore > now && notBefore <= now + inHandFor : next > 0);

/** What waits together of one subject, oldest first: the newest speaks for all of them, whichever was found. */
export const waitingTogether = <T extends PlannedNotice>(siblings: readonly T[], now: number): T[] =>
  siblings.filter((each) => isWaiting({ now }, each));

/** Order per subscriber: after the first round of what came earlier, beside none of its others, and not faster than a digest. */
function planFirst(notice: PlannedNotice, facts: PlanFacts): NoticePlan {
  const { now, built, siblings } = facts;
  const waiting = waitingTogether(siblings, now);
  const others = siblings.filter((each) => each.id !== notice.id);
  const before = others.filter((each) => isUnderWay(each) && (each.round === 0 || isInHand(facts, each)));
  if (before.length > 0) return { step: "wait", until: now + look };
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
  if (!isToSubscribers(notice.audience)) return { step: "begin", with: [], supersedes: [] };
  return planFirst(notice, facts);
}

/** What a round came to, in recipients. */
export interface RoundSum {
  told: number;
  /** Perhaps told: doubtful twice. */
  unknown: number;
  /** Will retry. */
  again: number;
  /** Refused for good. */
  refused: number;
  /** No longer to be told when their turn came. */
  left: number;
}

export type RoundEnd = { outcome: NoticeOutcome; nextAt: null } | { outcome: null; nextAt: number };

/** After a round: over, or once more for those who failed for now (waits of spec §7). */
export function afterRound(
  notice: Pick<PlannedNotice, "round" | "expiresAt"> & Counters & { of?: RoundOf },
  sum: RoundSum,
  { now, chance }: { now: number; chance: number },
): RoundEnd {
  if (sum.again > 0) {
    const at = retryAt({ tries: notice.round + 1, now, chance });
    return at === null || at >= notice.expiresAt ? { outcome: "dead", nextAt: null } : { outcome: null, nextAt: at };
  }
  const { sent, failed, unknown } = countersAfter(notice, sum);
  if (sent > 0) return { outcome: "sent", nextAt: null };
  return { outcome: failed + unknown > 0 ? "dead" : "nobody", nextAt: null };
}

export interface Counters {
  recipients: number;
  sent: number;
  failed: number;
  /** Of whom nobody can say whether they were told. */
  unknown: number;
}

/** Whom a later round is for: those who failed in the one before, or those of whom it is unknown. */
export type RoundOf = "failed" | "unknown";

/** The counters of a notice after a round; those who were tried again had counted as what they were before. */
export function countersAfter(
  notice: Counters & { round: number; of?: RoundOf },
  { told, unknown, again, refused, left }: RoundSum,
): Counters {
  const all = told + unknown + again + refused + left;
  if (notice.round === 0) return { recipients: all, sent: told, failed: again + refused, unknown };
  const { of = "failed" } = notice;
  const before = (name: RoundOf) => Math.max(0, notice[name] - (of === name ? all : 0));
  return {
    recipients: notice.recipients,
    sent: notice.sent + told,
    failed: before("failed") + again + refused,
    unknown: before("unknown") + unknown,
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

/** Whether those of whom nobody can say whether they were told can be told once more. */
export const canResendUnknown = ({ outcome, unknown }: { outcome: string | null; unknown: number }): boolean =>
  outcome !== null && unknown > 0;

/** Whether somebody of an ended notice is left to be told: those who failed, or all when it never left. */
export const canResend = ({
  outcome,
  failed,
  unknown,
}: Pick<PlannedNotice, "outcome"> & Omit<Counters, "recipients" | "sent">): boolean =>
  outcome === "dead" ? failed > 0 || unknown === 0 : outcome === "expired" || outcome === "cancelled";

/** How long a notice waits that could not be dealt with, in ms, by how often that was so: from one minute to half an hour. */
export const failureDelay = (tries: number): number => Math.min(60_000 * 2 ** Math.min(tries, 5), 30 * 60_000);
