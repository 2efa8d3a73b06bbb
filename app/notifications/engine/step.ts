import { type Refusal, shortened, withTexts } from "~/failures/refusal";
import type { Handed } from "~/mailers/contract/contract";
import { withoutAddresses } from "~/subscribers/rules/subscriber";
import { bitsOf, hasBit, numbersIn } from "~/text/bits";
import type { BatchRow } from "../queries/batch";
import { leftBefore } from "../rules/quarantine";
import type { Addressee } from "./addressees";

const reasonLength = 200;

/**
 * What a mailer or an endpoint answered; `gone`: it says that it no longer exists; `retryAt`: it asked to be called no sooner.
 * `given_up`: it was not asked, and this is no fault of whoever was to be told.
 */
export type HandedOver =
  | Handed
  | { outcome: "gone" | "given_up"; answer: Refusal }
  | { outcome: "refused"; permanent: boolean; answer: Refusal; retryAt?: number };

/** What became of some recipients of a batch, by their numbers in it. */
export interface Step {
  done: number[];
  failed: number[];
  /** Perhaps told, for the first time: not done. */
  doubtful: number[];
  /** Perhaps told, for the second time: done. */
  unknown: number[];
  reasons: Record<string, string>;
  bounced: Record<string, string>;
  recovered: string[];
  /** Whose endpoint is gone: it was the last that they were told. */
  left: string[];
  /** Whose endpoint asked to be called no sooner, UTC ms. */
  later: Record<string, number>;
  /** No mailer works. */
  away: boolean;
  /** The time was up before all had been handed over. */
  late: boolean;
}

/** A step in which nothing happened to anybody. */
export const emptyStep = (): Step => ({
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

/** Who is no longer to be told is done without a mail. */
export function leftOut(row: BatchRow, numbers: readonly number[], known: Map<string, Addressee>): Step {
  const gone = numbers.filter((n) => !known.has(row.recipients[n] as string));
  const reasons = Object.fromEntries(gone.map((n) => [row.recipients[n] as string, leftBefore]));
  return { ...emptyStep(), done: gone, reasons };
}

export const together = (a: Step, b: Step): Step => ({
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

/** A second doubt ends it, except where handing the same mails over again cannot double them. */
function doubt(step: Step, row: BatchRow, n: number, again: boolean): void {
  if (again || !hasBit(row.doubtful, n)) step.doubtful.push(n);
  else {
    step.unknown.push(n);
    step.done.push(n);
  }
}

function recordGivenUp(step: Step, n: number, id: string, said: Refusal): void {
  step.done.push(n);
  step.reasons[id] = shortened(said, reasonLength);
}

function recordGone(step: Step, n: number, id: string, said: Refusal): void {
  recordGivenUp(step, n, id, said);
  step.left.push(id);
}

function recordRefusal(step: Step, n: number, id: string, said: Refusal, permanent: boolean): void {
  step.done.push(n);
  step.reasons[id] = shortened(said, reasonLength) || "refused";
  if (permanent) step.bounced[id] = step.reasons[id];
  else step.failed.push(n);
}

/** What the mailer answered to each. Where it left all in doubt, it works no better than one that is away. */
export function stepOf(
  row: BatchRow,
  numbers: readonly number[],
  handed: readonly HandedOver[],
  known: Map<string, Addressee>,
): Step {
  const step = emptyStep();
  numbers.forEach((n, index) => {
    const [id, answer] = [row.recipients[n] as string, handed[index]];
    const { failures = 0, recipient } = known.get(id) ?? {};
    if (!answer || answer.outcome === "away") step.away = true;
    else if (answer.outcome === "untouched") step.late = true;
    else if (answer.outcome === "gone") recordGone(step, n, id, answer.answer);
    else if (answer.outcome === "given_up") recordGivenUp(step, n, id, answer.answer);
    else if (answer.outcome === "doubtful") doubt(step, row, n, answer.isSafeAgain);
    else if (answer.outcome === "refused") {
      const said = withTexts(answer.answer, (text) => withoutAddresses(text, recipient?.address ?? ""));
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
  bitsOf([...numbersIn(bits, size), ...numbers]);

/** The batch as it is after the step. */
export function applied(row: BatchRow, step: Step): BatchRow {
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

export const isOver = ({ done, recipients }: BatchRow): boolean =>
  numbersIn(done, recipients.length, false).length === 0;
