import { readBatch } from "~/db/read";
import type { SignalOutcome } from "~/db/schema/source";
import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { heartbeatsBySlugQuery } from "~/heartbeats/queries/heartbeat";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { compositeAlertKey } from "~/sources/contract/fields";
import { minuteMs } from "~/time/durations";
import { readSourceByToken, type SourceRow } from "./queries/accept-facts";
import { alertByIdPrefixQuery, deliveryForSenderQuery } from "./queries/sender";
import type { AlertRecord } from "./rules/alert";
import { type AlertNumberReference, alertIdPrefixOf } from "./rules/alert-number";
import { alertIdOf } from "./settling/engine/alert-id";

/** Number of reads in a minute that a sender may make of its own alerts with the same key, counted in this isolate. */
const readsPerMinute = 120;
const limiter = makeRateLimiter(minuteMs);

/** The sender that reads: its key, and the only kind of source that the address accepts. */
export interface AlertSenderKey {
  token: string;
  kind: string;
}

/** A sender's name for an alert: the key that the sender gave, the alert's id or its number. */
export type AlertReference = { key: string } | { id: string } | AlertNumberReference;

/** Returns the source of a key. Fails with unauthenticated (unknown key) or limited. One row. */
export async function findSourceByKey(ctx: Ctx, { token, kind }: AlertSenderKey): Promise<Result<SourceRow>> {
  const found = await readSourceByToken(ctx, await ctx.secrets.hash(token));
  const source = found?.row;
  if (source?.kind !== kind) return unauthenticatedFailure;
  const { allowed, retryAfter } = limiter.take(source.id, readsPerMinute, ctx.now());
  return allowed ? ok(source) : fail({ name: "limited", retryAfter });
}

async function prefixOf(ctx: Ctx, { id: sourceId }: SourceRow, name: AlertReference): Promise<string | null> {
  if ("key" in name) return alertIdOf(ctx, sourceId, compositeAlertKey(name.key));
  return alertIdPrefixOf(sourceId, name);
}

type SenderAlertField = "id" | "key" | "state" | "severity" | "title" | "body" | "labels" | "count" | "acknowledgedAt";

/** The part of its alert that a sender is shown; instants in UTC ms. */
export type SenderAlertView = Pick<AlertRecord, SenderAlertField | "startedAt" | "firstSeenAt" | "lastSeenAt">;

/** Returns an alert of the source; fails with missing when it has none by that name. One row. */
export async function readAlertOfSource(
  ctx: Ctx,
  source: SourceRow,
  name: AlertReference,
): Promise<Result<SenderAlertView>> {
  const prefix = await prefixOf(ctx, source, name);
  if (prefix === null) return missingFailure;
  const [[found]] = await readBatch(ctx, alertByIdPrefixQuery(ctx, source.pageId, prefix));
  return found ? ok(found) : missingFailure;
}

export interface SenderDeliveryView {
  id: string;
  /** Time when it arrived, UTC ms. */
  receivedAt: number;
  headers: Record<string, string>;
  signals: SignalOutcome[];
  /** Ids of the alerts that the delivery names, in the order of `signals`. */
  alertIds: string[];
}

/** Returns a delivery of the source; fails with missing when it has none with that id, or no longer. One row. */
export async function readDeliveryOfSource(
  ctx: Ctx,
  source: SourceRow,
  id: string,
): Promise<Result<SenderDeliveryView>> {
  const [[found]] = await readBatch(ctx, deliveryForSenderQuery(ctx, source.id, id));
  if (!found) return missingFailure;
  const alertIds = await Promise.all(found.signals.map(({ key }) => alertIdOf(ctx, source.id, key)));
  return ok({ ...found, alertIds });
}

/** Returns the heartbeat of the sender's page with this slug; fails with missing when none has it, or several. */
export async function findHeartbeatIdForSender(ctx: Ctx, { pageId }: SourceRow, slug: string): Promise<Result<string>> {
  const [found] = await readBatch(ctx, heartbeatsBySlugQuery(ctx, pageId, slug));
  const [heartbeat, another] = found;
  return heartbeat && !another ? ok(heartbeat.id) : missingFailure;
}
