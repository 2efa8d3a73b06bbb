import { type InvocationLimit, invocationLimitByPlan, remainingBudget } from "~/plan/budgets";

/**
 * Counts what an invocation costs: D1 statements, rows as D1's own `meta` reports them, and subrequests. The limit is
 * the plan's; workerd enforces none locally, so exceeded budgets fail here.
 */
export interface Meter {
  limit: InvocationLimit;
  read: number;
  written: number;
  statements: number;
  subrequests: number;
  /** Emails passed to a mailer. */
  mails: number;
  /** Files read; they count against the ten calls between our limit and the platform's. */
  files: number;
  /** Room reserved during `leaving`: a charge that would use it is refused, and nothing is charged. */
  kept?: number;
  /** Room that work in progress may still need; optional work must not use it. */
  promised: number;
}

export const newMeter = (limit: InvocationLimit = invocationLimitByPlan.free): Meter => ({
  limit,
  read: 0,
  written: 0,
  statements: 0,
  subrequests: 0,
  mails: 0,
  files: 0,
  promised: 0,
});

export class OverBudgetError extends Error {
  constructor(meter: Meter) {
    super(`over budget: ${meter.statements} statements, ${meter.subrequests} subrequests in one invocation`);
  }
}

/** Returns the statements or subrequests that this invocation may still use. */
export const remainingMeterBudget = (meter: Meter): number => remainingBudget(meter.limit, meter);

/** Throws OverBudgetError when they no longer fit. */
export function chargeMeter(meter: Meter, kind: "statements" | "subrequests", count: number): void {
  if (meter.kept && remainingMeterBudget(meter) - count < meter.kept) throw new OverBudgetError(meter);
  meter[kind] += count;
  if (remainingMeterBudget(meter) < 0) throw new OverBudgetError(meter);
}

/** Charges optional work if it fits; otherwise returns false. */
export function tryChargeMeter(meter: Meter, kind: "statements" | "subrequests", count: number): boolean {
  if (count > remainingMeterBudget(meter) - (meter.kept ?? 0) - meter.promised) return false;
  meter[kind] += count;
  return true;
}

/** Maximum number of files that an invocation may read: one catalogue for each language. */
const mostFiles = 9;

/** Counts a file without charging it as a subrequest, so that work needs the same room in every language. */
export function tryChargeFile(meter: Meter): boolean {
  if (meter.files >= mostFiles) return false;
  meter.files += 1;
  return true;
}

/** Does work while reserving so many statements and subrequests for what follows, however often it is redirected. */
export async function withReservedBudget<T>(meter: Meter, kept: number, work: () => Promise<T>): Promise<T> {
  meter.kept = kept;
  return work().finally(() => {
    meter.kept = 0;
  });
}

/** Does work that may need so many statements and subrequests, whatever runs beside it. */
export async function withPromisedBudget<T>(meter: Meter, count: number, work: () => Promise<T>): Promise<T> {
  meter.promised += count;
  return work().finally(() => {
    meter.promised -= count;
  });
}

export function addMeterRows(meter: Meter, results: D1Result<unknown>[]): void {
  for (const { meta } of results) {
    meter.read += meta?.rows_read ?? 0;
    meter.written += meta?.rows_written ?? 0;
  }
}

/** Returns a header for measurements: `d1;desc="read=1 written=0 statements=1"`. */
export const serverTimingHeader = (meter: Meter): string =>
  `d1;desc="read=${meter.read} written=${meter.written} statements=${meter.statements}"`;
