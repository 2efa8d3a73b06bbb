import { hasLeapt } from "~/time/instants";
import type { UnitKind } from "~/time/units";
import type { Due } from "../queries/due";

/** What nobody takes back once it was done too early: it is told, over, packed or gone. */
const irrevocable: readonly UnitKind[] = [
  "maintenance",
  "manual",
  "heartbeats",
  "silence",
  "day",
  "series",
  "restating",
  "rendering",
];

/**
 * What may be done by a clock that nobody has confirmed. After a standstill as after a leap of the clock, the first tick
 * stamps, checks, settles and publishes; a minute later a second one knows which of the two it was, and does the rest.
 */
export function whileUnsure(due: Due, now: number): { due: Due; isUnsure: boolean } {
  if (!hasLeapt(due.tickAt, now)) return { due, isUnsure: false };
  const units = due.units.filter(({ kind }) => !irrevocable.includes(kind));
  return { due: { ...due, units, toSend: false, missed: false }, isUnsure: true };
}
