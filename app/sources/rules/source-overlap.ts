import { dayMs, minuteMs } from "~/time/durations";

/** Time for which an old address or secret still accepts deliveries. */
export const overlapFor = dayMs;

/** Least time between two notes that one of both was used. */
const notedEvery = minuteMs;

export interface Overlap {
  what: "address" | "settings";
  sealed: string;
  startedAt: number;
  endsAt: number;
  oldUsedAt: number | null;
  newUsedAt: number | null;
}

/** The one of both that a delivery used. */
export type Used = "old" | "new";

export const isOpen = ({ endsAt }: Pick<Overlap, "endsAt">, now: number): boolean => endsAt > now;

export const usedAt = (overlap: Overlap, used: Used): number | null =>
  used === "old" ? overlap.oldUsedAt : overlap.newUsedAt;

/** Returns true when a use is to be written: once a minute, so that a storm costs no row per delivery. */
export function isNews(overlap: Overlap, used: Used, now: number): boolean {
  const before = usedAt(overlap, used);
  return before === null || now - before >= notedEvery || before > now;
}
