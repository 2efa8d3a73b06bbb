import { deliveriesOf } from "~/db/queries/source";
import { read } from "~/db/read";
import type { SignalOutcome } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { paged, pageSize, readCursor } from "../cursor";

export interface ListedDelivery {
  id: string;
  receivedAt: number;
  outcome: string;
  /** Why it could not be read; null when it was. */
  reason: string | null;
  signals: SignalOutcome[];
  /** Its alerts have moved what they move. */
  settled: boolean;
}

export interface ListedDeliveries {
  deliveries: ListedDelivery[];
  before: string | null;
}

/** What a source has posted, newest first, 50 at a time; kept for 7 days. */
export async function listDeliveries(
  ctx: Ctx,
  { pageId, sourceId, before }: { pageId: string; sourceId: string; before?: string },
): Promise<Result<ListedDeliveries>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, deliveriesOf(ctx, pageId, sourceId, readCursor(before), pageSize + 1));
  const { rows, before: next } = paged(found, pageSize, (row) => [row.receivedAt, row.id]);
  const deliveries = rows.map(({ settleMark, done, ...row }) => ({ ...row, settled: settleMark <= done }));
  return ok({ deliveries, before: next });
}
