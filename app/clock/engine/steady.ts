import { hasClockLeapt } from "~/time/instants";
import type { WorkUnitKind } from "~/time/units";
import type { DueWorkUnits } from "../queries/due-units";

/** Kinds of work that cannot be undone when done too early, because they notify, end, pack or delete. */
const irrevocable: readonly WorkUnitKind[] = [
  "maintenance",
  "manual",
  "heartbeats",
  "silence",
  "day",
  "series",
  "restating",
  "rendering",
  "import",
];

/**
 * Returns the work that an unconfirmed clock may do. After a standstill, as after a leap of the clock, the first tick
 * stamps, checks, settles and publishes; a minute later a second tick knows the cause and does the rest.
 */
export function limitWorkOfUnsureClock(due: DueWorkUnits, now: number): { due: DueWorkUnits; isUnsure: boolean } {
  if (!hasClockLeapt(due.tickAt, now)) return { due, isUnsure: false };
  const units = due.units.filter(({ kind }) => !irrevocable.includes(kind));
  return { due: { ...due, units, toSend: false, missed: false }, isUnsure: true };
}
