const hour = 3600_000;

/** How long what a source was rotated from goes on taking deliveries. */
export const overlapFor = 24 * hour;

/** How often it is noted that one of both was used. */
const notedEvery = 60_000;

export interface Overlap {
  what: "address" | "settings";
  sealed: string;
  startedAt: number;
  endsAt: number;
  oldUsedAt: number | null;
  newUsedAt: number | null;
}

/** Which of both a delivery came by. */
export type Used = "old" | "new";

export const isOpen = ({ endsAt }: Pick<Overlap, "endsAt">, now: number): boolean => endsAt > now;

export const usedAt = (overlap: Overlap, used: Used): number | null =>
  used === "old" ? overlap.oldUsedAt : overlap.newUsedAt;

/** Whether this use is to be written down: once a minute, so that a storm costs no row for each delivery. */
export function isNews(overlap: Overlap, used: Used, now: number): boolean {
  const before = usedAt(overlap, used);
  return before === null || now - before >= notedEvery || before > now;
}
