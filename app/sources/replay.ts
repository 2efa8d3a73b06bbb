import { parseUnverifiedDelivery } from "~/alerts/examine";
import { storeExaminedDelivery } from "~/alerts/keep-delivery";
import { rawRequestFromStored } from "~/alerts/kept-request";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import type { deliveryTable, sourceTable } from "~/db/schema";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter } from "./contract/contract";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { markDeliveriesReplayedStatement, sourceDeliveriesByIdsQuery } from "./queries/deliveries";
import { sourceByIdQuery } from "./queries/source";
import { openSourceSettings } from "./read";
import { type ReplayInput, replayDeliveriesInputSchema } from "./rules/input";
import { type ReplayRefusal, replayRefusalOf } from "./rules/replay";

export type { ReplayInput };

type Delivery = typeof deliveryTable.$inferSelect;
type Source = typeof sourceTable.$inferSelect;

export interface ReplayResult {
  id: string;
  /** Result: replayed, or the reason why not. */
  outcome: "replayed" | "refused" | ReplayRefusal;
  /** Number of alerts that it started, changed or ended. */
  changed: number;
}

const news = ["new", "updates", "fires_again", "resolves", "tombstone"];

interface Reader {
  source: Source;
  adapter: AnySourceAdapter;
  settings: unknown;
}

async function replayOne(ctx: Ctx, reader: Reader, row: Delivery): Promise<Result<ReplayResult>> {
  const { source, adapter, settings } = reader;
  const { id, receivedAt } = row;
  const why = replayRefusalOf(row);
  if (why) return ok({ id, outcome: why, changed: 0 });
  const understood = await parseUnverifiedDelivery(adapter, rawRequestFromStored(row), { settings, now: receivedAt });
  if (!understood.ok) return ok({ id, outcome: "refused", changed: 0 });
  const delivery = { id: ctx.id(), eventId: false, headers: {}, body: "", bodyHash: "" };
  const result = ok(understood.value.reading);
  const kept = await storeExaminedDelivery(ctx, { source, adapter, delivery, result, replays: { id, receivedAt } });
  if (!kept.ok) return kept;
  return ok({
    id,
    outcome: "replayed",
    changed: kept.value.alerts.filter((each) => news.includes(each.outcome)).length,
  });
}

const notKept = (id: string): ReplayResult => ({ id, outcome: "not_kept", changed: 0 });

async function readerOf(ctx: Ctx, source: Source): Promise<Result<Reader>> {
  const adapter = sourceAdapterOf(source.kind);
  if (!adapter) return missingFailure;
  const settings = adapter.settings.safeParse(await openSourceSettings(ctx, source));
  return settings.success
    ? ok({ source, adapter, settings: settings.data })
    : invalidFieldFailure("settings", "source.incomplete");
}

/** Replays all at once, so that they are stored together, in their order. */
async function replayAll(ctx: Ctx, reader: Reader, rows: readonly Delivery[]): Promise<Result<ReplayResult[]>> {
  const all = await Promise.all(rows.map((row) => replayOne(ctx, reader, row)));
  settlePageAfterAnswer(ctx, reader.source.pageId);
  const done = all.flatMap((each) => (each.ok ? [each.value] : []));
  return done.length > 0 ? ok(done) : (all.find((each) => !each.ok) ?? ok([]));
}

/**
 * Reads stored deliveries again, oldest first, with the current settings and as of their arrival: later news about an
 * alert stays. So nothing happens twice, and deliveries that were refused or read differently then are accepted now.
 * Failures: invalid, limited or overloaded (it would change too many alerts), missing.
 */
export async function reprocessStoredDeliveries(ctx: Ctx, given: ReplayInput): Promise<Result<ReplayResult[]>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: replayDeliveriesInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, sourceId, ids } = input;
  const [[source], rows] = await readBatch(
    ctx,
    sourceByIdQuery(ctx, pageId, sourceId),
    sourceDeliveriesByIdsQuery(ctx, pageId, sourceId, ids),
  );
  if (!source) return missingFailure;
  const reader = await readerOf(ctx, source);
  if (!reader.ok) return reader;
  const audit = { action: "source.replay", subjectKind: "source", subjectId: sourceId, after: { deliveries: ids } };
  const changes = [markDeliveriesReplayedStatement(sourceId, pageId, ids, ctx.now())];
  const { outcome } = await commitPlan(ctx, { id: commitId, pageId, changes, audit });
  if (outcome === "already") return ok([]);
  const inOrder = [...rows].sort((one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1));
  const gone = ids.filter((id) => !rows.some((row) => row.id === id));
  const replayed = await replayAll(ctx, reader.value, inOrder);
  return replayed.ok ? ok([...replayed.value, ...gone.map(notKept)]) : replayed;
}
