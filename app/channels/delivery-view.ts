import type { ChannelAttempt } from "~/db/schema";
import type { ChannelDeliveryRow } from "./queries/channel";

export interface ListedChannelDelivery {
  /** Id of the notice that it carries. */
  id: string;
  /** Kind of the notice; `test`; null when the notice was deleted. */
  kind: string | null;
  state: string;
  attempts: ChannelAttempt[];
  /** Time of the next attempt; null = over. */
  dueAt: number | null;
  createdAt: number;
  doneAt: number | null;
}

/** Ending of the id of a test, which has a delivery and no notice. */
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
