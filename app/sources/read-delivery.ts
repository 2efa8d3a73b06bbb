import { permitRole } from "~/access/permission";
import { isAlertOutcome } from "~/alerts/rules/delivery-outcome";
import { alertIdOf } from "~/alerts/settling/engine/alert-id";
import { readBatch } from "~/db/read";
import type { deliveryTable, SignalOutcome } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { ListedDelivery } from "./list-deliveries";
import { sourceDeliveryByIdQuery } from "./queries/deliveries";
import { sourceByIdQuery } from "./queries/source";
import { readSourceSecrets } from "./read";
import { replayRefusalOf } from "./rules/replay";
import { strikeOutSecrets } from "./strike-out-secrets";

export interface DeliverySignal extends SignalOutcome {
  /** The alert of this signal; null when it led to none. */
  alertId: string | null;
}

export interface DeliveryDetail extends Omit<ListedDelivery, "size"> {
  signals: DeliverySignal[];
  /** Headers, without the source's secrets. */
  headers: Record<string, string>;
  /** Body as received, ≤ 64 KB of it, without the source's secrets. */
  body: string;
  /** Reason why it cannot be read again; null when it can. */
  notReplayed: ReturnType<typeof replayRefusalOf>;
}

function headersOf({ headers }: typeof deliveryTable.$inferSelect, secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, strikeOutSecrets(value, secrets)]));
}

/** Adds the alerts' ids, which follow from their keys, so nothing more is read. */
const withAlerts = (ctx: Ctx, sourceId: string, signals: readonly SignalOutcome[]): Promise<DeliverySignal[]> =>
  Promise.all(
    signals.map(async (signal) => ({
      ...signal,
      alertId: isAlertOutcome(signal.outcome) ? await alertIdOf(ctx, sourceId, signal.key) : null,
    })),
  );

export async function readDelivery(
  ctx: Ctx,
  { pageId, sourceId, id }: { pageId: string; sourceId: string; id: string },
): Promise<Result<DeliveryDetail>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found], [source]] = await readBatch(
    ctx,
    sourceDeliveryByIdQuery(ctx, pageId, sourceId, id),
    sourceByIdQuery(ctx, pageId, sourceId),
  );
  if (!found || !source) return missingFailure;
  const { receivedAt, outcome, reason, settleMark, replayOf, replayedAt } = found.row;
  const signals = await withAlerts(ctx, sourceId, found.row.signals);
  const secrets = await readSourceSecrets(ctx, source);
  const body = strikeOutSecrets(found.row.body, secrets);
  const told = { id, receivedAt, outcome, reason, signals, replayOf, replayedAt, settled: settleMark <= found.done };
  return ok({ ...told, headers: headersOf(found.row, secrets), body, notReplayed: replayRefusalOf(found.row) });
}
