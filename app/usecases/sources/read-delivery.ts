import { deliveryById } from "~/db/queries/deliveries";
import { sourceById } from "~/db/queries/source";
import { read } from "~/db/read";
import type { delivery } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { whyNotReplayed } from "~/rules/alerts/replay";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { missing } from "../change/answers";
import type { ListedDelivery } from "./list-deliveries";
import { sourceSecrets } from "./read";
import { struckOut } from "./struck-out";

export interface DeliveryDetail extends ListedDelivery {
  /** Without the secrets of its source. */
  headers: Record<string, string>;
  /** As it came, ≤ 64 KB of it, without the secrets of its source. */
  body: string;
  /** Why it cannot be read again; null = it can. */
  notReplayed: ReturnType<typeof whyNotReplayed>;
}

function headersOf({ headers }: typeof delivery.$inferSelect, secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, struckOut(value, secrets)]));
}

export async function readDelivery(
  ctx: Ctx,
  { pageId, sourceId, id }: { pageId: string; sourceId: string; id: string },
): Promise<Result<DeliveryDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found], [source]] = await read(
    ctx,
    deliveryById(ctx, pageId, sourceId, id),
    sourceById(ctx, pageId, sourceId),
  );
  if (!found || !source) return missing;
  const { receivedAt, outcome, reason, signals, settleMark, replayOf, replayedAt } = found.row;
  const secrets = await sourceSecrets(ctx, source);
  const body = struckOut(found.row.body, secrets);
  const told = { id, receivedAt, outcome, reason, signals, replayOf, replayedAt, settled: settleMark <= found.done };
  return ok({ ...told, headers: headersOf(found.row, secrets), body, notReplayed: whyNotReplayed(found.row) });
}
