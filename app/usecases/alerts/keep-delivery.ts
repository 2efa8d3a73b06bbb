import { runBatch } from "~/db/commit";
import { type AcceptFacts, acceptFacts, type DeliveryRow, type SourceRow } from "~/db/queries/accept-facts";
import { acceptRows, type DeliveryDraft } from "~/db/queries/accept-rows";
import type { SignalOutcome } from "~/db/schema/source";
import { deciding, LostRace, Taken, understand } from "~/db/trouble";
import type { AnySource } from "~/ingest/contract";
import type { Ctx } from "~/platform/ctx";
import { type AlertOutcome, type DeliveryDecision, decideDelivery } from "~/rules/delivery";
import { type Failure, fail, ok, type Result } from "~/rules/failure";
import { type AlertSignal, alertSignal, type Reading, refusedKey, type Signal } from "~/rules/signal";

/** A delivery that has been examined: read, or refused with the reason. */
export interface Examined {
  source: SourceRow;
  adapter: AnySource;
  /** `eventId`: the id is the sender's, so it may come again. */
  delivery: { id: string; eventId: boolean; headers: Record<string, string>; body: string; bodyHash: string };
  result: Result<Reading>;
}

export interface Kept {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  /** The page has to settle. */
  settles: boolean;
}

/** Unique in the deployment; all alerts of a source are one range of keys. */
export async function alertIdOf(ctx: Ctx, sourceId: string, key: string): Promise<string> {
  return `${sourceId}.${(await ctx.secrets.hash(key)).slice(0, 24)}`;
}

const aboutSource = (source: SourceRow, status: AlertSignal["status"], startedAt: number | null): AlertSignal =>
  alertSignal({
    key: refusedKey,
    status,
    severity: "warning",
    title: `Source ${source.name} sends what we cannot read`,
    body: "Its deliveries say why. The next one that can be read resolves this.",
    startedAt,
  });

/** The sender's signals, and ours about the source: refused opens it, the next readable delivery resolves it. */
function signalsOf({ source, result }: Examined, facts: AcceptFacts, now: number): Signal[] {
  const own = facts.alerts.find((each) => each.key === refusedKey);
  const isFiring = own?.state === "firing";
  if (!result.ok) return [aboutSource(source, "firing", isFiring ? null : now)];
  return isFiring ? [...result.value.signals, aboutSource(source, "resolved", null)] : result.value.signals;
}

const reasonOf = (failure: Failure): string => ("code" in failure && failure.code ? failure.code : failure.name);

function outcomeOf({ result }: Examined): { outcome: string; reason: string | null } {
  if (!result.ok) return { outcome: "refused", reason: reasonOf(result.failure) };
  const { signals, skipped } = result.value;
  return { outcome: signals.length > 0 ? "accepted" : "ignored", reason: skipped[0]?.code ?? null };
}

function toldSignals({ result }: Examined, decision: DeliveryDecision): SignalOutcome[] {
  const told = decision.outcomes.map(({ key, state, outcome, flags }) => ({ key, state, outcome, flags }));
  const skipped = result.ok ? result.value.skipped : [];
  return [...told, ...skipped.map(({ key = "", code }) => ({ key, state: "skipped", outcome: code, flags: [code] }))];
}

function draftOf(examined: Examined, decision: DeliveryDecision, now: number): DeliveryDraft {
  const { source, delivery } = examined;
  const { id, headers, body, bodyHash } = delivery;
  const identity = { sourceId: source.id, id, pageId: source.pageId, receivedAt: now };
  return { ...identity, headers, body, bodyHash, ...outcomeOf(examined), signals: toldSignals(examined, decision) };
}

/** A source that was silent speaks again: what it observes is known again. */
function breaksSilence({ source, delivery, result }: Examined, facts: AcceptFacts, now: number): boolean {
  if (source.heartbeatSeconds === null || !result.ok) return false;
  return delivery.eventId || facts.lastHeardAt === null || facts.lastHeardAt + source.heartbeatSeconds * 1000 <= now;
}

async function factsOf(ctx: Ctx, examined: Examined, ids: ReadonlyMap<string, string>): Promise<AcceptFacts> {
  const { source, delivery, result } = examined;
  const signals = result.ok ? result.value.signals : [];
  const ended = signals.filter((each) => each.kind === "alert" && each.status === "resolved") as AlertSignal[];
  return acceptFacts(ctx, {
    pageId: source.pageId,
    sourceId: source.id,
    alertIds: [...new Set(ids.values())],
    starts: [...new Set(ended.flatMap((each) => each.startedAt ?? []))],
    closedGroups: signals.flatMap((each) => (each.kind === "close_group" ? [each.groupKey] : [])),
    deliveryId: delivery.eventId ? delivery.id : null,
    lastHeard: source.heartbeatSeconds !== null && !delivery.eventId,
  });
}

function again({ source, adapter, delivery }: Examined, earlier: DeliveryRow, ids: ReadonlyMap<string, string>) {
  if (earlier.bodyHash === delivery.bodyHash) {
    const told = earlier.signals.filter((each) => each.state !== "skipped");
    const alerts = told.map((each) => ({ flags: [], ...each, id: ids.get(each.key) ?? "" }) as AlertOutcome);
    return ok<Kept>({ id: delivery.id, duplicate: true, alerts, settles: false });
  }
  if (!adapter.immutableIds) return null;
  const detail = `${source.name} sent another body under an event id that it has used before; the first is kept.`;
  return fail({ name: "conflict", code: "id_reused", detail });
}

/** The batch ran before and its answer was lost: it is in. Under an id of the sender's it may be somebody else's. */
function isOwnRepeat(error: unknown, examined: Examined): boolean {
  const isTaken = error instanceof Taken && error.constraint.startsWith("delivery.source_id");
  if (isTaken && examined.delivery.eventId) throw new LostRace("delivery");
  return isTaken;
}

async function write(ctx: Ctx, examined: Examined, facts: AcceptFacts, ids: ReadonlyMap<string, string>) {
  const now = ctx.now();
  const decision = decideDelivery({
    now,
    order: examined.result.ok ? examined.adapter.order : "arrival",
    signals: signalsOf(examined, facts, now),
    alerts: facts.alerts,
    olderEpisodes: facts.olderEpisodes,
    idOf: (key) => ids.get(key) ?? "",
  });
  const settles = decision.changes || breaksSilence(examined, facts, now);
  const draft = draftOf(examined, decision, now);
  try {
    await runBatch(ctx, acceptRows({ draft, decision, settles, replaces: facts.earlier !== null }));
  } catch (error) {
    const trouble = understand(error);
    if (!isOwnRepeat(trouble, examined)) throw trouble;
  }
  const alerts = decision.outcomes.filter((each) => each.key !== refusedKey);
  return ok<Kept>({ id: draft.id, duplicate: false, alerts, settles });
}

/**
 * Keeps an examined delivery and what it changes, in one batch, decided on fresh facts when a race was lost. Throws
 * DatabaseAway when it is not in: then the sender must send again.
 */
export async function keepDelivery(ctx: Ctx, examined: Examined): Promise<Result<Kept>> {
  const signals = examined.result.ok ? examined.result.value.signals : [];
  const keys = new Set([...signals.flatMap((each) => (each.kind === "alert" ? [each.key] : [])), refusedKey]);
  const named = [...keys].map(async (key) => [key, await alertIdOf(ctx, examined.source.id, key)] as const);
  const ids = new Map(await Promise.all(named));
  return deciding(ctx, async () => {
    const facts = await factsOf(ctx, examined, ids);
    const known = facts.earlier && again(examined, facts.earlier, ids);
    return known ?? write(ctx, examined, facts, ids);
  });
}
