import { dayMs } from "~/time/durations";
import { foreignText } from "../foreign-values";
import { type CachetRow, statusNumber } from "./cachet-row";
import type { CachetTrouble } from "./incident";
import { cachetStart, componentIdsOf } from "./incident";

/** Rows of one trouble within so long are joined. */
const joinWithinMs = dayMs;

/** Rows that may still get more; JSON, as it waits between two pages. */
export type OpenTrouble = CachetRow[];

const nameOf = (row: CachetRow): string => foreignText(row.name).trim().toLowerCase();

/** Returns true for rows of the same trouble: the same name, or the same component while it is not fixed. */
function isSameTrouble(trouble: OpenTrouble, row: CachetRow, timeZone: string): boolean {
  const at = cachetStart(row, timeZone) ?? Number.NaN;
  const isNear = trouble.some((each) => Math.abs((cachetStart(each, timeZone) ?? Number.NaN) - at) <= joinWithinMs);
  if (!isNear) return false;
  if (trouble.some((each) => nameOf(each) === nameOf(row))) return true;
  const ids = new Set(trouble.flatMap(componentIdsOf));
  const isOpen = !trouble.some((each) => statusNumber(each.status) === "4") || statusNumber(row.status) !== "4";
  const fixedAt = Math.max(
    ...trouble.map((each) => (statusNumber(each.status) === "4" ? (cachetStart(each, timeZone) ?? 0) : 0)),
  );
  return isOpen && (fixedAt === 0 || at < fixedAt) && componentIdsOf(row).some((id) => ids.has(id));
}

const oldestFirst = (trouble: OpenTrouble, timeZone: string): OpenTrouble =>
  trouble.toSorted((one, other) => (cachetStart(one, timeZone) ?? 0) - (cachetStart(other, timeZone) ?? 0));

/** Joins rows of a page with those that wait; what can get no more is done. */
export function joinedTroubles(
  waiting: readonly OpenTrouble[],
  rows: readonly CachetRow[],
  timeZone: string,
  isLast: boolean,
) {
  const troubles = waiting.map((each) => [...each]);
  for (const row of rows) {
    const known = troubles.find((trouble) => isSameTrouble(trouble, row, timeZone));
    if (known) known.push(row);
    else troubles.push([row]);
  }
  const edge = cachetStart(rows.at(-1) ?? {}, timeZone);
  const isWaiting = (trouble: OpenTrouble) =>
    !isLast &&
    edge !== null &&
    trouble.some((each) => Math.abs((cachetStart(each, timeZone) ?? Number.NaN) - edge) <= joinWithinMs);
  const done = troubles.filter((each) => !isWaiting(each));
  return {
    done: done.map((each): CachetTrouble => ({ rows: oldestFirst(each, timeZone), closes: true })),
    waiting: troubles.filter(isWaiting),
  };
}
