import { answeredWithin } from "~/inbox/rules/inbox-entry";
import type { Examined } from "./delivery-parts";
import type { DecidedAsOf } from "./rules/delivery";

/** It came before others that may be in by now, and may be in itself. */
const isLate = ({ arrivedAt, wasKept }: Examined, now: number): boolean =>
  arrivedAt !== undefined && (wasKept === true || now - arrivedAt > answeredWithin);

/** When it came: now, unless it is late. */
export const cameAt = (each: Examined, now: number): number =>
  isLate(each, now) ? Math.min(each.arrivedAt ?? now, now) : now;

/** The latest delivery of each source. */
export function latest(kept: readonly Examined[], now: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const each of kept) {
    found.set(each.source.id, Math.max(found.get(each.source.id) ?? 0, cameAt(each, now)));
  }
  return found;
}

/** An earlier one of its id may be in: by its sender’s id, or as it came a while ago and was tried, or kept, before. */
export const isLookedFor = (each: Examined, now: number): boolean => each.delivery.eventId || isLate(each, now);

/** As of when it is decided where that is before now. Events that name their time have their order by that. */
export function asOf(examined: Examined, now: number): DecidedAsOf | null {
  const { replays, adapter, result } = examined;
  if (replays) return { at: replays.receivedAt, isReplay: true };
  if (!isLate(examined, now)) return null;
  return { at: cameAt(examined, now), isReplay: !result.ok || adapter.order !== "event_time" };
}
