import { deliveryById } from "~/db/queries/deliveries";
import { sourceById } from "~/db/queries/source";
import { read } from "~/db/read";
import type { delivery } from "~/db/schema";
import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { whyNotReplayed } from "~/rules/alerts/replay";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { settingFields } from "../adapter-settings/settings";
import { missing } from "../change/answers";
import type { ListedDelivery } from "./list-deliveries";
import { settingsOf } from "./read";
import { secretsOf, struckOut } from "./struck-out";

export interface DeliveryDetail extends ListedDelivery {
  /** Without the secrets of its source. */
  headers: Record<string, string>;
  /** As it came, ≤ 64 KB of it, without the secrets of its source. */
  body: string;
  /** Why it cannot be read again; null = it can. */
  notReplayed: ReturnType<typeof whyNotReplayed>;
}

type SourceRow = { kind: string; tokenSealed: string; settingsSealed: string };

/** What a sender repeats of the source's own secrets is for nobody to read. */
async function secretsIn(ctx: Ctx, source: SourceRow): Promise<string[]> {
  const adapter = sourceOf(source.kind);
  const [address, settings] = [await ctx.secrets.open(source.tokenSealed), await settingsOf(ctx, source)];
  return secretsOf(address, adapter ? settingFields(adapter) : [], settings ?? {});
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
  const secrets = await secretsIn(ctx, source);
  const body = struckOut(found.row.body, secrets);
  const told = { id, receivedAt, outcome, reason, signals, replayOf, replayedAt, settled: settleMark <= found.done };
  return ok({ ...told, headers: headersOf(found.row, secrets), body, notReplayed: whyNotReplayed(found.row) });
}
