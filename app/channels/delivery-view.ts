import type { ChannelAttempt } from "~/db/schema";
import type { ChannelDeliveryRow } from "./queries/channel";

export interface ListedChannelDelivery {
  /** The notice that it carries. */
  id: string;
  /** Kind of the notice; `test`; null when the notice is forgotten. */
  kind: string | null;
  state: string;
  attempts: ChannelAttempt[];
  /** When it is tried next; null = over. */
  dueAt: number | null;
  createdAt: number;
  doneAt: number | null;
}

/** A test has a delivery and no notice. */
export const testEnding = "-test";

export const isTestDelivery = (id: string): boolean => id.endsWith(testEnding);

export const deliveryView = (row: ChannelDeliveryRow, kind: string | null): ListedChannelDelivery => ({
  id: row.noticeId,
  kind: isTestDelivery(row.noticeId) ? "test" : kind,
  state: row.state,
  attempts: row.attempts,
  dueAt: row.dueAt,
  createdAt: row.createdAt,
  doneAt: row.doneAt,
});
