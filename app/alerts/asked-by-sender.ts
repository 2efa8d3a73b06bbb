import { read } from "~/db/read";
import type { SignalOutcome } from "~/db/schema/source";
import { fail, ok, type Result } from "~/failures/failure";
import { heartbeatsBySlug } from "~/heartbeats/queries/heartbeat";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { compositeKey } from "~/sources/contract/fields";
import { type SourceRow, sourceByToken } from "./queries/accept-facts";
import { alertByPrefix, deliveryOfSource } from "./queries/sender";
import type { AlertFact } from "./rules/alert";
import { type AlertNumber, idPrefixOf } from "./rules/alert-number";
import { alertIdOf } from "./settling/engine/alert-id";

/** A sender may read what it has sent, by the same key: so often a minute, counted in this isolate. */
const questionLimit = 120;
const limiter = makeLimiter(60_000);

/** Who asks: the key that was given, and the only kind of source that has the address. */
export interface Sender {
  token: string;
  kind: string;
}

/** How a sender names an alert: by the key it gave, by the alert's id or by its number. */
export type AlertName = { key: string } | { id: string } | AlertNumber;

/** Fails with unauthenticated (nobody's key) or limited. One row. */
export async function findSender(ctx: Ctx, { token, kind }: Sender): Promise<Result<SourceRow>> {
  const found = await sourceByToken(ctx, await ctx.secrets.hash(token));
  const source = found?.row;
  if (source?.kind !== kind) return fail({ name: "unauthenticated" });
  const { allowed, retryAfter } = limiter.take(source.id, questionLimit, ctx.now());
  return allowed ? ok(source) : fail({ name: "limited", retryAfter });
}

async function prefixOf(ctx: Ctx, { id: sourceId }: SourceRow, name: AlertName): Promise<string | null> {
  if ("key" in name) return alertIdOf(ctx, sourceId, compositeKey(name.key));
  return idPrefixOf(sourceId, name);
}

type Sent = "id" | "key" | "state" | "severity" | "title" | "body" | "labels" | "count" | "acknowledgedAt";

/** What a sender is shown of its alert; instants in UTC ms. */
export type SentAlert = Pick<AlertFact, Sent | "startedAt" | "firstSeenAt" | "lastSeenAt">;

/** An alert of the source; missing where it has none of that name. One row. */
export async function alertOfSender(ctx: Ctx, source: SourceRow, name: AlertName): Promise<Result<SentAlert>> {
  const prefix = await prefixOf(ctx, source, name);
  if (prefix === null) return fail({ name: "missing" });
  const [[found]] = await read(ctx, alertByPrefix(ctx, source.pageId, prefix));
  return found ? ok(found) : fail({ name: "missing" });
}

export interface SentDelivery {
  id: string;
  /** UTC ms. */
  receivedAt: number;
  headers: Record<string, string>;
  signals: SignalOutcome[];
  /** Ids of the alerts that it names, as `signals` has them. */
  alertIds: string[];
}

/** A delivery of the source; missing where it has none of that id, or no longer. One row. */
export async function deliveryOfSender(ctx: Ctx, source: SourceRow, id: string): Promise<Result<SentDelivery>> {
  const [[found]] = await read(ctx, deliveryOfSource(ctx, source.id, id));
  if (!found) return fail({ name: "missing" });
  const alertIds = await Promise.all(found.signals.map(({ key }) => alertIdOf(ctx, source.id, key)));
  return ok({ ...found, alertIds });
}

/** The heartbeat of the sender's page with this slug; missing where none has it, or several. */
export async function heartbeatOfSender(ctx: Ctx, { pageId }: SourceRow, slug: string): Promise<Result<string>> {
  const [found] = await read(ctx, heartbeatsBySlug(ctx, pageId, slug));
  const [heartbeat, another] = found;
  return heartbeat && !another ? ok(heartbeat.id) : fail({ name: "missing" });
}
