/** Whether the page is up to date; instants in ms. */
export interface PageHealth {
  tickAt: number;
  settlePending: boolean;
  snapshotPending: boolean;
  lastDeliveryAt: number | null;
  /** Deliveries that lie in an inbox since the database was away, and when the oldest came; null = none do. */
  held: { count: number; since: number } | null;
}

interface Facts {
  tickAt: number;
  settlePending: number;
  snapshotPending: number;
  lastDeliveryAt: number | null;
  heldCount: number;
  heldSince: number | null;
}

export const healthView = ({
  tickAt,
  settlePending,
  snapshotPending,
  lastDeliveryAt,
  heldCount,
  heldSince,
}: Facts): PageHealth => ({
  tickAt,
  held: heldSince === null ? null : { count: heldCount, since: heldSince },
  settlePending: Boolean(settlePending),
  snapshotPending: Boolean(snapshotPending),
  lastDeliveryAt,
});
