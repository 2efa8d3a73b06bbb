/**
 * Counts what an invocation costs: D1 statements, rows as D1's own `meta` reports them, and subrequests.
 * workerd enforces no such limit locally, so budgets fail here (design §4).
 */
export interface Meter {
  read: number;
  written: number;
  statements: number;
  subrequests: number;
  /** While `leaving`: who asks for one of these is refused, and nothing is charged. */
  kept?: number;
}

export const statementLimit = 40;

export const newMeter = (): Meter => ({ read: 0, written: 0, statements: 0, subrequests: 0 });

export class OverBudget extends Error {
  constructor(meter: Meter) {
    super(`over budget: ${meter.statements} statements, ${meter.subrequests} subrequests in one invocation`);
  }
}

export function charge(meter: Meter, kind: "statements" | "subrequests", count: number): void {
  const used = meter.statements + meter.subrequests + count;
  if (meter.kept && used >= statementLimit - meter.kept) throw new OverBudget(meter);
  meter[kind] += count;
  if (used >= statementLimit) throw new OverBudget(meter);
}

/** Work that leaves so many statements and subrequests for what comes after it, however often it is redirected. */
export async function leaving<T>(meter: Meter, kept: number, work: () => Promise<T>): Promise<T> {
  meter.kept = kept;
  return work().finally(() => {
    meter.kept = 0;
  });
}

export function addRows(meter: Meter, results: D1Result<unknown>[]): void {
  for (const { meta } of results) {
    meter.read += meta?.rows_read ?? 0;
    meter.written += meta?.rows_written ?? 0;
  }
}

/** One header for people who measure: `d1;desc="read=1 written=0 statements=1"`. */
export const serverTiming = (meter: Meter): string =>
  `d1;desc="read=${meter.read} written=${meter.written} statements=${meter.statements}"`;
