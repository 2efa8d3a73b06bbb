import { dayMs } from "~/time/durations";
import { foreignText } from "../foreign-values";
import { type CachetRow, cachetStatusNumber } from "./cachet-row";
import type { CachetTrouble } from "./incident";
import { cachetComponentIds, cachetStartTime } from "./incident";

/** Rows of one trouble within so long are joined. */
const joinWithinMs = dayMs;

/** Rows that may still get more; JSON, as it waits between two pages. */
export type OpenCachetTrouble = CachetRow[];

const nameOf = (row: CachetRow): string => foreignText(row.name).trim().toLowerCase();

/** Returns true for rows of the same trouble: the same name, or the same component while it is not fixed. */
function isSameTrouble(trouble: OpenCachetTrouble, row: CachetRow, timeZone: string): boolean {
  const at = cachetStartTime(row, timeZone) ?? Number.NaN;
  const isNear = trouble.some((each) => Math.abs((cachetStartTime(each, timeZone) ?? Number.NaN) - at) <= joinWithinMs);
  if (!isNear) return false;
  if (trouble.some((each) => nameOf(each) === nameOf(row))) return true;
  const ids = new Set(trouble.flatMap(cachetComponentIds));
  const isOpen =
    !trouble.some((each) => cachetStatusNumber(each.status) === "4") || cachetStatusNumber(row.status) !== "4";
  const fixedAt = Math.max(
    ...trouble.map((each) => (cachetStatusNumber(each.status) === "4" ? (cachetStartTime(each, timeZone) ?? 0) : 0)),
  );
  return isOpen && (fixedAt === 0 || at < fixedAt) && cachetComponentIds(row).some((id) => ids.has(id));
}

const oldestFirst = (trouble: OpenCachetTrouble, timeZone: string): OpenCachetTrouble =>
  trouble.toSorted((one, other) => (cachetStartTime(one, timeZone) ?? 0) - (cachetStartTime(other, timeZone) ?? 0));

/** Joins rows of a page with those that wait; what can get no more is done. */
export function joinCachetTroubles(
  waiting: readonly OpenCachetTrouble[],
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
  const edge = cachetStartTime(rows.at(-1) ?? {}, timeZone);
  const isWaiting = (trouble: OpenCachetTrouble) =>
    !isLast &&
    edge !== null &&
    trouble.some((each) => Math.abs((cachetStartTime(each, timeZone) ?? Number.NaN) - edge) <= joinWithinMs);
  const done = troubles.filter((each) => !isWaiting(each));
  return {
    done: done.map((each): CachetTrouble => ({ rows: oldestFirst(each, timeZone), closes: true })),
    waiting: troubles.filter(isWaiting),
  };
}
