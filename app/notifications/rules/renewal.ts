import type { SubscriberState } from "~/subscribers/rules/subscriber";

/** A subscription of a browser, as far as a change of its address concerns it. */
export interface Renewable {
  id: string;
  incidentId: string;
  state: SubscriberState;
  createdAt: number;
  confirmedAt: number | null;
  unsubscribedAt: number | null;
}

/** When the person last said what they want. */
const saidAt = ({ createdAt, confirmedAt, unsubscribedAt }: Renewable): number =>
  Math.max(createdAt, confirmedAt ?? 0, unsubscribedAt ?? 0);

/** A quarantine is nobody's wish: it gives way. Of two wishes the newer one stands. */
function newerOf<Row extends Renewable>(moved: Row, there: Row): Row {
  const isOut = (row: Row) => row.state === "quarantined";
  if (isOut(moved) !== isOut(there)) return isOut(moved) ? there : moved;
  return saidAt(moved) > saidAt(there) ? moved : there;
}

/**
 * What becomes of the subscriptions of a browser's old address where its new one has some already: about the page, and about
 * each incident, one is left. `kept` are at the new address from now on, `dropped` are gone.
 */
export function renewed<Row extends Renewable>(moved: readonly Row[], there: readonly Row[]) {
  const kept = moved.map((row) => {
    const other = there.find(({ incidentId }) => incidentId === row.incidentId);
    return other ? newerOf(row, other) : row;
  });
  const met = there.filter(({ incidentId }) => moved.some((row) => row.incidentId === incidentId));
  const dropped = [...moved, ...met].filter((row) => !kept.includes(row));
  return { kept, dropped };
}
