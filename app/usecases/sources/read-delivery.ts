import { deliveryById } from "~/db/queries/source";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { missing } from "../change/answers";
import type { ListedDelivery } from "./list-deliveries";

export interface DeliveryDetail extends ListedDelivery {
  headers: Record<string, string>;
  /** As it came, ≤ 64 KB of it. */
  body: string;
}

export async function readDelivery(
  ctx: Ctx,
  { pageId, sourceId, id }: { pageId: string; sourceId: string; id: string },
): Promise<Result<DeliveryDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found]] = await read(ctx, deliveryById(ctx, pageId, sourceId, id));
  if (!found) return missing;
  const { receivedAt, outcome, reason, signals, headers, body, settleMark } = found.row;
  return ok({ id, receivedAt, outcome, reason, signals, headers, body, settled: settleMark <= found.done });
}
