import { dayMs, minuteMs } from "~/time/durations";

/** Time for which an old address or secret still accepts deliveries. */
export const sourceOverlapMs = dayMs;

/** Least time between two notes that one of both was used. */
const useNoteIntervalMs = minuteMs;

export interface SourceOverlap {
  what: "address" | "settings";
  sealed: string;
  startedAt: number;
  endsAt: number;
  oldUsedAt: number | null;
  newUsedAt: number | null;
}

/** The one of both that a delivery used. */
export type OverlapSide = "old" | "new";

export const isOverlapOpen = ({ endsAt }: Pick<SourceOverlap, "endsAt">, now: number): boolean => endsAt > now;

export const lastCredentialUseTime = (overlap: SourceOverlap, used: OverlapSide): number | null =>
  used === "old" ? overlap.oldUsedAt : overlap.newUsedAt;

/** Returns true when a use is to be written: once a minute, so that a storm costs no row per delivery. */
export function shouldRecordUse(overlap: SourceOverlap, used: OverlapSide, now: number): boolean {
  const before = lastCredentialUseTime(overlap, used);
  return before === null || now - before >= useNoteIntervalMs || before > now;
}
