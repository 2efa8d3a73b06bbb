import type { SubscriberState } from "~/subscribers/rules/subscriber";

/** The parts of a browser's subscription that a change of its address concerns. */
export interface RenewableSubscription {
  id: string;
  incidentId: string;
  state: SubscriberState;
  createdAt: number;
  confirmedAt: number | null;
  unsubscribedAt: number | null;
}

/** Returns the last time at which the person stated what they want. */
const saidAt = ({ createdAt, confirmedAt, unsubscribedAt }: RenewableSubscription): number =>
  Math.max(createdAt, confirmedAt ?? 0, unsubscribedAt ?? 0);

/** Returns the newer of two wishes. A quarantine is not a wish of the person, so it loses. */
function newerOf<Row extends RenewableSubscription>(moved: Row, there: Row): Row {
  const isOut = (row: Row) => row.state === "quarantined";
  if (isOut(moved) !== isOut(there)) return isOut(moved) ? there : moved;
  return saidAt(moved) > saidAt(there) ? moved : there;
}

/**
 * Merges the subscriptions of a browser's old and new address: one remains for the page, and one for each incident.
 * `kept` belong to the new address from now on; `dropped` are deleted.
 */
export function mergeRenewedSubscriptions<Row extends RenewableSubscription>(
  moved: readonly Row[],
  there: readonly Row[],
) {
  const kept = moved.map((row) => {
    const other = there.find(({ incidentId }) => incidentId === row.incidentId);
    return other ? newerOf(row, other) : row;
  });
  const met = there.filter(({ incidentId }) => moved.some((row) => row.incidentId === incidentId));
  const dropped = [...moved, ...met].filter((row) => !kept.includes(row));
  return { kept, dropped };
}
