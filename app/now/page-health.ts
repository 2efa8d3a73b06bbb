/** Facts about whether the page is up to date; instants in ms. */
export interface PageFreshness {
  tickAt: number;
  settlePending: boolean;
  snapshotPending: boolean;
  lastDeliveryAt: number | null;
  /** Deliveries in an inbox since the database was away, and the arrival of the oldest; null when there are none. */
  held: { count: number; since: number } | null;
}

interface PageHealthFacts {
  tickAt: number;
  settlePending: number;
  snapshotPending: number;
  lastDeliveryAt: number | null;
  heldCount: number;
  heldSince: number | null;
}

export const pageFreshnessView = ({
  tickAt,
  settlePending,
  snapshotPending,
  lastDeliveryAt,
  heldCount,
  heldSince,
}: PageHealthFacts): PageFreshness => ({
  tickAt,
  held: heldSince === null ? null : { count: heldCount, since: heldSince },
  settlePending: Boolean(settlePending),
  snapshotPending: Boolean(snapshotPending),
  lastDeliveryAt,
});
