import { mapTextsInRefusal, type Refusal, shortenRefusal } from "~/failures/refusal";
import type { MailResult } from "~/mailers/contract/contract";
import { maskAddressesIn } from "~/subscribers/rules/subscriber";
import { bitSetOf, hasBit, numbersInBitSet } from "~/text/bits";
import type { NoticeBatchRow } from "../queries/batch";
import { leftRecipientReason } from "../rules/quarantine";
import type { NoticeAddressee } from "./addressees";

const maxReasonChars = 200;

/**
 * A mailer's or endpoint's result. `gone` = it reports that it no longer exists; `retryAt` = it must not be called
 * sooner; `given_up` = it was not called, through no fault of the recipient.
 */
export type RecipientDeliveryAnswer =
  | MailResult
  | { outcome: "gone" | "given_up"; answer: Refusal }
  | { outcome: "refused"; permanent: boolean; answer: Refusal; retryAt?: number };

/** The results of some recipients of a batch, by their numbers in it. */
export interface NoticeBatchStep {
  done: number[];
  failed: number[];
  /** Unconfirmed for the first time: not done. */
  doubtful: number[];
  /** Unconfirmed for the second time: done. */
  unknown: number[];
  reasons: Record<string, string>;
  bounced: Record<string, string>;
  recovered: string[];
  /** Subscribers whose endpoint is gone: their subscription ends. */
  left: string[];
  /** Earliest next call by subscriber, as their endpoints asked, UTC ms. */
  later: Record<string, number>;
  /** True when no mailer works. */
  away: boolean;
  /** True when time ran short before all had been handed over. */
  late: boolean;
}

/** Returns a step without any results. */
export const emptyNoticeBatchStep = (): NoticeBatchStep => ({
  done: [],
  failed: [],
  doubtful: [],
  unknown: [],
  reasons: {},
  bounced: {},
  recovered: [],
  left: [],
  later: {},
  away: false,
  late: false,
});

/** Returns a step in which recipients who are no longer to be notified are done without an email. */
export function leaveOutBatchRecipients(
  row: NoticeBatchRow,
  numbers: readonly number[],
  known: Map<string, NoticeAddressee>,
): NoticeBatchStep {
  const gone = numbers.filter((n) => !known.has(row.recipients[n] as string));
  const reasons = Object.fromEntries(gone.map((n) => [row.recipients[n] as string, leftRecipientReason]));
  return { ...emptyNoticeBatchStep(), done: gone, reasons };
}

export const mergeNoticeBatchSteps = (a: NoticeBatchStep, b: NoticeBatchStep): NoticeBatchStep => ({
  done: [...a.done, ...b.done],
  failed: [...a.failed, ...b.failed],
  doubtful: [...a.doubtful, ...b.doubtful],
  unknown: [...a.unknown, ...b.unknown],
  reasons: { ...a.reasons, ...b.reasons },
  bounced: { ...a.bounced, ...b.bounced },
  recovered: [...a.recovered, ...b.recovered],
  left: [...a.left, ...b.left],
  later: { ...a.later, ...b.later },
  away: a.away || b.away,
  late: a.late || b.late,
});

/** Ends a recipient at the second doubtful attempt, unless sending the same emails again cannot duplicate them. */
function doubt(step: NoticeBatchStep, row: NoticeBatchRow, n: number, again: boolean): void {
  if (again || !hasBit(row.doubtful, n)) step.doubtful.push(n);
  else {
    step.unknown.push(n);
    step.done.push(n);
  }
}

function recordGivenUp(step: NoticeBatchStep, n: number, id: string, said: Refusal): void {
  step.done.push(n);
  step.reasons[id] = shortenRefusal(said, maxReasonChars);
}

function recordGone(step: NoticeBatchStep, n: number, id: string, said: Refusal): void {
  recordGivenUp(step, n, id, said);
  step.left.push(id);
}

function recordRefusal(step: NoticeBatchStep, n: number, id: string, said: Refusal, permanent: boolean): void {
  step.done.push(n);
  step.reasons[id] = shortenRefusal(said, maxReasonChars) || "refused";
  if (permanent) step.bounced[id] = step.reasons[id];
  else step.failed.push(n);
}

/** Records the mailer's result for each recipient. A mailer whose results are all doubtful counts as away. */
export function noticeBatchStepOfAnswers(
  row: NoticeBatchRow,
  numbers: readonly number[],
  handed: readonly RecipientDeliveryAnswer[],
  known: Map<string, NoticeAddressee>,
): NoticeBatchStep {
  const step = emptyNoticeBatchStep();
  numbers.forEach((n, index) => {
    const [id, answer] = [row.recipients[n] as string, handed[index]];
    const { failures = 0, recipient } = known.get(id) ?? {};
    if (!answer || answer.outcome === "away") step.away = true;
    else if (answer.outcome === "untouched") step.late = true;
    else if (answer.outcome === "gone") recordGone(step, n, id, answer.answer);
    else if (answer.outcome === "given_up") recordGivenUp(step, n, id, answer.answer);
    else if (answer.outcome === "doubtful") doubt(step, row, n, answer.isSafeAgain);
    else if (answer.outcome === "refused") {
      const said = mapTextsInRefusal(answer.answer, (text) => maskAddressesIn(text, recipient?.address ?? ""));
      recordRefusal(step, n, id, said, answer.permanent);
      if ("retryAt" in answer && answer.retryAt !== undefined) step.later[id] = answer.retryAt;
    } else {
      step.done.push(n);
      if (failures > 0) step.recovered.push(id);
    }
  });
  const inDoubt = step.doubtful.length > 0 && step.done.length === 0;
  return inDoubt ? { ...step, away: true } : step;
}

const withBits = (bits: number, size: number, numbers: readonly number[]): number =>
  bitSetOf([...numbersInBitSet(bits, size), ...numbers]);

/** Returns the batch with the step applied. */
export function noticeBatchAfterStep(row: NoticeBatchRow, step: NoticeBatchStep): NoticeBatchRow {
  const size = row.recipients.length;
  return {
    ...row,
    done: withBits(row.done, size, step.done),
    failed: withBits(row.failed, size, step.failed),
    doubtful: withBits(row.doubtful, size, step.doubtful),
    unknown: withBits(row.unknown, size, step.unknown),
    reasons: { ...row.reasons, ...step.reasons },
  };
}

export const isNoticeBatchOver = ({ done, recipients }: NoticeBatchRow): boolean =>
  numbersInBitSet(done, recipients.length, false).length === 0;
