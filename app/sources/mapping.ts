import { permitRole } from "~/access/permission";
import { parseUnverifiedDelivery } from "~/alerts/examine";
import { rawRequestFromStored } from "~/alerts/kept-request";
import type { AlertSignal, SkippedBodyPart } from "~/alerts/rules/signal";
import { adapterSettingFields, mergeAdapterSettings, type SettingField } from "~/change/adapter-settings/settings";
import { readBatch } from "~/db/read";
import type { deliveryTable, sourceTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter } from "./contract/contract";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { newestDeliveriesOfSourceQuery } from "./queries/deliveries";
import { sourceByIdQuery } from "./queries/source";
import { openSourceSettings, readSourceSecrets } from "./read";
import { isCompletePayloadMapping, suggestPayloadMapping } from "./rules/mapping";
import { isSamplePayloadMapping, type PayloadMapping, payloadMappingFields } from "./rules/mapping-names";
import { replayRefusalOf } from "./rules/replay";
import { type LocatedValue, listPathsIn, locatedValuesIn, parseValuePath, valueAtPath } from "./rules/value-path";
import { strikeOutSecrets } from "./strike-out-secrets";

type Delivery = typeof deliveryTable.$inferSelect;
type Source = typeof sourceTable.$inferSelect;

/** Number of the last deliveries that are tried. */
const maxDeliveries = 10;

export interface MappedDelivery {
  id: string;
  receivedAt: number;
  signals: Pick<AlertSignal, "key" | "status" | "severity" | "title" | "link" | "labels" | "flags">[];
  skipped: Pick<SkippedBodyPart, "code" | "reason">[];
  /** Reason why it would be refused. */
  refused: string | null;
}

/** A delivery from which paths can be chosen, with its values, or those of one alert when it has a list. */
export interface PayloadMappingBodyView {
  id: string;
  receivedAt: number;
  values: LocatedValue[];
  lists: string[];
}

export interface PayloadMappingView {
  source: { id: string; kind: string; name: string; version: number };
  fields: SettingField[];
  values: PayloadMapping;
  isMapped: boolean;
  /** The last deliveries with a stored body, newest first. */
  deliveries: { id: string; receivedAt: number }[];
  shown: PayloadMappingBodyView | null;
  tried: MappedDelivery[];
  /** Ids of recent deliveries that could not be read without a mapping. */
  unread: string[];
}

const mappingOf = (settings: Record<string, unknown>): PayloadMapping =>
  Object.fromEntries(
    payloadMappingFields.flatMap((name) => (typeof settings[name] === "string" ? [[name, settings[name]]] : [])),
  );

/** Returns absolute paths, or those within one alert of the list. */
function bodyOf({ id, receivedAt }: Delivery, payload: unknown, list: string | undefined): PayloadMappingBodyView {
  const steps = list ? parseValuePath(list) : null;
  const items = steps ? valueAtPath(payload, steps) : undefined;
  const own = Array.isArray(items) ? locatedValuesIn(items[0]) : locatedValuesIn(payload);
  return { id, receivedAt, values: own, lists: listPathsIn(payload) };
}

interface Reader {
  adapter: AnySourceAdapter;
  settings: unknown;
}

async function tryOne({ adapter, settings }: Reader, row: Delivery): Promise<MappedDelivery> {
  const { id, receivedAt } = row;
  const understood = await parseUnverifiedDelivery(adapter, rawRequestFromStored(row), { settings, now: receivedAt });
  if (!understood.ok) {
    const { failure } = understood;
    const said = failure.name === "invalid" ? Object.values(failure.fields).join(" ") : failure.name;
    return { id, receivedAt, signals: [], skipped: [], refused: said };
  }
  const { signals, skipped } = understood.value.reading;
  const alerts = signals.flatMap((each) => (each.kind === "alert" ? [each] : []));
  return {
    id,
    receivedAt,
    signals: alerts.map(({ key, status, severity, title, link, labels, flags }) => ({
      key,
      status,
      severity,
      title,
      link,
      labels,
      flags,
    })),
    skipped: skipped.map(({ code, reason }) => ({ code, reason })),
    refused: null,
  };
}

async function payloadOf(adapter: AnySourceAdapter, row: Delivery): Promise<unknown> {
  const decoded = await adapter.decode(rawRequestFromStored(row));
  return decoded.ok ? decoded.value : undefined;
}

interface MappingFacts {
  source: Source;
  adapter: AnySourceAdapter;
  rows: Delivery[];
  settings: Record<string, unknown>;
}

/** Reads the source with its last readable deliveries, without its secrets. */
async function find(ctx: Ctx, pageId: string, id: string): Promise<Result<MappingFacts>> {
  const [[source], newest] = await readBatch(
    ctx,
    sourceByIdQuery(ctx, pageId, id),
    newestDeliveriesOfSourceQuery(ctx, pageId, id, maxDeliveries * 2),
  );
  const adapter = source && sourceAdapterOf(source.kind);
  if (!source || !adapter || !adapterSettingFields(adapter).some(({ place }) => place === "mapping"))
    return missingFailure;
  const secrets = await readSourceSecrets(ctx, source);
  const rows = newest
    .filter((row) => replayRefusalOf(row) === null)
    .sort((one, other) => other.receivedAt - one.receivedAt)
    .slice(0, maxDeliveries)
    .map((row) => ({ ...row, body: strikeOutSecrets(row.body, secrets) }));
  return ok({ source, adapter, rows, settings: (await openSourceSettings(ctx, source)) ?? {} });
}

/**
 * Returns true until a delivery was read with the mapping that every new source starts with: then its fields are
 * proposed from what the tool sent.
 */
const isStillSample = (present: PayloadMapping, rows: readonly Delivery[]): boolean =>
  isSamplePayloadMapping(present) && !rows.some(({ outcome }) => outcome === "accepted");

interface MappingQuery {
  pageId: string;
  id: string;
  /** The delivery to show; absent = the newest. */
  deliveryId?: string | undefined;
  /** The typed mapping; absent = the saved one, or else the suggestion from the body. */
  typed?: PayloadMapping;
}

/**
 * Returns the mapping with a delivery to choose from, and the result for the last deliveries. Failures: invalid (as
 * typed), missing.
 */
export async function readPayloadMapping(
  ctx: Ctx,
  { pageId, id, deliveryId, typed }: MappingQuery,
): Promise<Result<PayloadMappingView>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const found = await find(ctx, pageId, id);
  if (!found.ok) return found;
  const { source, adapter, rows, settings } = found.value;
  const merged = mergeAdapterSettings(adapter, settings, typed ?? {});
  if (!merged.ok) return merged;
  const chosen = rows.find((row) => row.id === deliveryId) ?? rows[0];
  const payload = chosen ? await payloadOf(adapter, chosen) : undefined;
  const present = mappingOf(merged.value);
  const isSample = isStillSample(mappingOf(settings), rows);
  const settled = typed || payload === undefined || (isCompletePayloadMapping(present) && !isSample);
  const values = settled ? present : suggestPayloadMapping(payload);
  const parsed = adapter.settings.safeParse({ ...merged.value, ...values });
  const reader = { adapter, settings: parsed.success ? parsed.data : {} };
  return ok({
    source: { id, kind: source.kind, name: source.name, version: source.version },
    fields: adapterSettingFields(adapter).filter(({ place }) => place === "mapping"),
    values,
    isMapped: isCompletePayloadMapping(mappingOf(settings)),
    deliveries: rows.map(({ id: each, receivedAt }) => ({ id: each, receivedAt })),
    shown: chosen && payload !== undefined ? bodyOf(chosen, payload, values.list) : null,
    tried: isCompletePayloadMapping(values) ? await Promise.all(rows.map((row) => tryOne(reader, row))) : [],
    unread: rows
      .filter(({ reason, outcome, replayedAt }) => {
        const isUnread = reason === "no_mapping" || (isSample && outcome === "ignored");
        return isUnread && replayedAt === null;
      })
      .map(({ id: each }) => each),
  });
}
