import { senderDeadlineMs } from "~/inbox/rules/inbox-entry";
import type { ExaminedDelivery } from "./delivery-parts";
import type { DeliveryDecisionTime } from "./rules/delivery";

/** True when it arrived before others that may be stored already, or may be stored itself. */
const isLate = ({ arrivedAt, wasKept }: ExaminedDelivery, now: number): boolean =>
  arrivedAt !== undefined && (wasKept === true || now - arrivedAt > senderDeadlineMs);

/** Returns when it arrived; now, unless it is late. */
export const deliveryArrivalTime = (each: ExaminedDelivery, now: number): number =>
  isLate(each, now) ? Math.min(each.arrivedAt ?? now, now) : now;

/** Maps each source → the time of its latest delivery. */
export function latestArrivalBySource(kept: readonly ExaminedDelivery[], now: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const each of kept) {
    found.set(each.source.id, Math.max(found.get(each.source.id) ?? 0, deliveryArrivalTime(each, now)));
  }
  return found;
}

/**
 * True when an earlier delivery of its id may be stored: the sender chose the id, or it was tried or kept a while ago.
 */
export const mayRepeatStoredDelivery = (each: ExaminedDelivery, now: number): boolean =>
  each.delivery.eventId || isLate(each, now);

/** Returns the earlier time at which it is decided, if any. Events that carry their own time are ordered by that. */
export function decisionTimeOf(examined: ExaminedDelivery, now: number): DeliveryDecisionTime | null {
  const { replays, adapter, result } = examined;
  if (replays) return { at: replays.receivedAt, isReplay: true };
  if (!isLate(examined, now)) return null;
  return { at: deliveryArrivalTime(examined, now), isReplay: !result.ok || adapter.order !== "event_time" };
}
