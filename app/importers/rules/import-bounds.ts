import type { Plan } from "~/plan/plan-budget";
import { dayMs } from "~/time/durations";
import type { ImportCountsByNoun } from "./import-job";
import { type MovedNoun, movedNouns } from "./moved-nouns";
import type { ImportStepBounds } from "./step-costs";

/**
 * Bounds of one step. On Free its statements and those that read for it fit beside a tick that does everything itself
 * (`statementsPerImportStep`), and its rows into the ten milliseconds of CPU that an invocation has there.
 */
const stepBounds: Record<Plan, ImportStepBounds> = {
  free: { statements: 14, rows: 1000 },
  paid: { statements: 30, rows: 5000 },
  own: { statements: 30, rows: 5000 },
};

export const stepBoundsOf = (plan: Plan): ImportStepBounds => stepBounds[plan];

/** Things that one step of an undo reads and takes back, by noun; each may have many rows beside its own. */
const undoPortions: Record<Plan, { light: number; heavy: number }> = {
  free: { light: 50, heavy: 20 },
  paid: { light: 300, heavy: 150 },
  own: { light: 300, heavy: 150 },
};

const heavyNouns: readonly MovedNoun[] = ["component", "incident", "maintenance", "maintenance_series", "monitor"];

export const undoPortionOf = (plan: Plan, noun: MovedNoun): number =>
  undoPortions[plan][heavyNouns.includes(noun) ? "heavy" : "light"];

/**
 * Rows that all imports of a deployment write in one UTC day on Free: D1 writes 100,000 there, and checks, pages and
 * subscribers go on beside them.
 */
export const freeImportRowsPerDay = 40_000;

/** Returns the day whose rows are counted together: D1 counts UTC days. */
export const importRowsDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Returns the start of the next UTC day, when rows are free again. */
export const nextRowsDayMs = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs;

/**
 * True when a step has to wait for the next day. A step that alone exceeds a day's rows runs at its start, as it would
 * else never run.
 */
export const mustImportStepWaitForDay = (plan: Plan, rowsToday: number, stepRows: number): boolean =>
  plan === "free" && rowsToday > 0 && rowsToday + stepRows > freeImportRowsPerDay;

/** Rows that a thing writes on average, with its updates and its row of ids, as an import of ordinary size has them. */
const averageRows: Record<MovedNoun, number> = {
  page: 5,
  group: 5,
  component: 10,
  monitor: 18,
  heartbeat: 10,
  incident: 24,
  maintenance: 14,
  template: 5,
  subscriber: 3,
  maintenance_series: 6,
  channel: 4,
};

/** Returns the rows that so many things of a noun write, or that leave with them. */
export const estimatedImportRows = (noun: MovedNoun, count: number): number => averageRows[noun] * count;

/**
 * Returns the number of days that applying takes on Free, for the preview; null where it is done on the first day, or
 * where no day limits it. It is an estimate: what each step writes is counted when it runs.
 */
export function importDaysNeeded(plan: Plan, counts: ImportCountsByNoun | null): number | null {
  if (plan !== "free" || counts === null) return null;
  const rows = movedNouns.reduce((sum, noun) => {
    const { make = 0, change = 0 } = counts[noun]?.verdicts ?? {};
    return sum + estimatedImportRows(noun, make + change);
  }, 0);
  const days = Math.ceil(rows / freeImportRowsPerDay);
  return days > 1 ? days : null;
}
