import { understand } from "~/alerts/examine";
import { keepDelivery } from "~/alerts/keep-delivery";
import { rawRequestOf } from "~/alerts/kept-request";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { settleAfterAnswer } from "~/change/settle-after-answer";
import { commit } from "~/commit/commit";
import { read } from "~/db/read";
import type { delivery as deliveryTable, source as sourceTable } from "~/db/schema";
import { invalid, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySource } from "./contract/contract";
import { sourceOf } from "./kinds/known-kinds";
import { deliveriesById, markDeliveriesReplayed } from "./queries/deliveries";
import { sourceById } from "./queries/source";
import { settingsOf } from "./read";
import { type ReplayInput, replayInput } from "./rules/input";
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
  adapter: AnySource;
  settings: unknown;
}

async function replayOne(ctx: Ctx, reader: Reader, row: Delivery): Promise<Result<ReplayResult>> {
  const { source, adapter, settings } = reader;
  const { id, receivedAt } = row;
  const why = replayRefusalOf(row);
  if (why) return ok({ id, outcome: why, changed: 0 });
  const understood = await understand(adapter, rawRequestOf(row), { settings, now: receivedAt });
  if (!understood.ok) return ok({ id, outcome: "refused", changed: 0 });
  const delivery = { id: ctx.id(), eventId: false, headers: {}, body: "", bodyHash: "" };
  const result = ok(understood.value.reading);
  const kept = await keepDelivery(ctx, { source, adapter, delivery, result, replays: { id, receivedAt } });
  if (!kept.ok) return kept;
  return ok({
    id,
    outcome: "replayed",
    changed: kept.value.alerts.filter((each) => news.includes(each.outcome)).length,
  });
}

const notKept = (id: string): ReplayResult => ({ id, outcome: "not_kept", changed: 0 });

async function readerOf(ctx: Ctx, source: Source): Promise<Result<Reader>> {
  const adapter = sourceOf(source.kind);
  if (!adapter) return missingFailure;
  const settings = adapter.settings.safeParse(await settingsOf(ctx, source));
  return settings.success ? ok({ source, adapter, settings: settings.data }) : invalid("settings", "source.incomplete");
}

/** Replays all at once, so that they are stored together, in their order. */
async function replayAll(ctx: Ctx, reader: Reader, rows: readonly Delivery[]): Promise<Result<ReplayResult[]>> {
  const all = await Promise.all(rows.map((row) => replayOne(ctx, reader, row)));
  settleAfterAnswer(ctx, reader.source.pageId);
  const done = all.flatMap((each) => (each.ok ? [each.value] : []));
  return done.length > 0 ? ok(done) : (all.find((each) => !each.ok) ?? ok([]));
}

/**
 * Reads stored deliveries again, oldest first, with the current settings and as of their arrival: later news about an
 * alert stays. So nothing happens twice, and deliveries that were refused or read differently then are accepted now.
 * Failures: invalid, limited or overloaded (it would change too many alerts), missing.
 */
export async function replayDeliveries(ctx: Ctx, given: ReplayInput): Promise<Result<ReplayResult[]>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: replayInput }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, sourceId, ids } = input;
  const [[source], rows] = await read(
    ctx,
    sourceById(ctx, pageId, sourceId),
    deliveriesById(ctx, pageId, sourceId, ids),
  );
  if (!source) return missingFailure;
  const reader = await readerOf(ctx, source);
  if (!reader.ok) return reader;
  const audit = { action: "source.replay", subjectKind: "source", subjectId: sourceId, after: { deliveries: ids } };
  const changes = [markDeliveriesReplayed(sourceId, pageId, ids, ctx.now())];
  const { outcome } = await commit(ctx, { id: commitId, pageId, changes, audit });
  if (outcome === "already") return ok([]);
  const inOrder = [...rows].sort((one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1));
  const gone = ids.filter((id) => !rows.some((row) => row.id === id));
  const replayed = await replayAll(ctx, reader.value, inOrder);
  return replayed.ok ? ok([...replayed.value, ...gone.map(notKept)]) : replayed;
}
