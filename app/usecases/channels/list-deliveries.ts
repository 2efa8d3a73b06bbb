import { channelDeliveriesOf } from "~/db/queries/channel";
import { read } from "~/db/read";
import type { ChannelAttempt } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { pageSize } from "../cursor";
import { isTestDelivery } from "./send-test";

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

export interface ListedChannelDeliveries {
  deliveries: ListedChannelDelivery[];
  before: string | null;
}

/** What was told to a channel, newest first, 50 at a time, each with its last 12 attempts. */
export async function listChannelDeliveries(
  ctx: Ctx,
  { pageId, channelId, before }: { pageId: string; channelId: string; before?: string | undefined },
): Promise<Result<ListedChannelDeliveries>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, channelDeliveriesOf(ctx, pageId, channelId, before ?? null, pageSize + 1));
  const deliveries = found.slice(0, pageSize).map(({ row, kind }) => ({
    id: row.noticeId,
    kind: isTestDelivery(row.noticeId) ? "test" : kind,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.dueAt,
    createdAt: row.createdAt,
    doneAt: row.doneAt,
  }));
  return ok({ deliveries, before: found.length > pageSize ? (deliveries.at(-1)?.id ?? null) : null });
}
