import { permit } from "~/access/permission";
import { understand } from "~/alerts/examine";
import { rawRequestOf } from "~/alerts/kept-request";
import type { AlertSignal, SkippedPart } from "~/alerts/rules/signal";
import { mergedSettings, type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { read } from "~/db/read";
import type { delivery as deliveryTable, source as sourceTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySource } from "./contract/contract";
import { sourceOf } from "./kinds/known-kinds";
import { newestDeliveries } from "./queries/deliveries";
import { sourceById } from "./queries/source";
import { settingsOf, sourceSecrets } from "./read";
import { isMapped, suggestedMapping } from "./rules/mapping";
import { type Mapping, mappingNames } from "./rules/mapping-names";
import { replayRefusalOf } from "./rules/replay";
import { type LocatedValue, listsIn, pathOf, valueAt, valuesIn } from "./rules/value-path";
import { strikeOutSecrets } from "./strike-out-secrets";

type Delivery = typeof deliveryTable.$inferSelect;
type Source = typeof sourceTable.$inferSelect;

/** Number of the last deliveries that are tried. */
const maxDeliveries = 10;

export interface MappedDelivery {
  id: string;
  receivedAt: number;
  signals: Pick<AlertSignal, "key" | "status" | "severity" | "title" | "link" | "labels" | "flags">[];
  skipped: Pick<SkippedPart, "code" | "reason">[];
  /** Reason why it would be refused. */
  refused: string | null;
}

/** A delivery to choose paths from: its values, those of one alert when it has a list. */
export interface ShownBody {
  id: string;
  receivedAt: number;
  values: LocatedValue[];
  lists: string[];
}

export interface MappingView {
  source: { id: string; kind: string; name: string; version: number };
  fields: SettingField[];
  values: Mapping;
  isMapped: boolean;
  /** The last deliveries with a stored body, newest first. */
  deliveries: { id: string; receivedAt: number }[];
  shown: ShownBody | null;
  tried: MappedDelivery[];
  /** Ids of recent deliveries that could not be read without a mapping. */
  unread: string[];
}

const mappingOf = (settings: Record<string, unknown>): Mapping =>
  Object.fromEntries(
    mappingNames.flatMap((name) => (typeof settings[name] === "string" ? [[name, settings[name]]] : [])),
  );

/** Returns absolute paths, or those within one alert of the list. */
function bodyOf({ id, receivedAt }: Delivery, payload: unknown, list: string | undefined): ShownBody {
  const steps = list ? pathOf(list) : null;
  const items = steps ? valueAt(payload, steps) : undefined;
  const own = Array.isArray(items) ? valuesIn(items[0]) : valuesIn(payload);
  return { id, receivedAt, values: own, lists: listsIn(payload) };
}

interface Reader {
  adapter: AnySource;
  settings: unknown;
}

async function tryOne({ adapter, settings }: Reader, row: Delivery): Promise<MappedDelivery> {
  const { id, receivedAt } = row;
  const understood = await understand(adapter, rawRequestOf(row), { settings, now: receivedAt });
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

async function payloadOf(adapter: AnySource, row: Delivery): Promise<unknown> {
  const decoded = await adapter.decode(rawRequestOf(row));
  return decoded.ok ? decoded.value : undefined;
}

interface MappingFacts {
  source: Source;
  adapter: AnySource;
  rows: Delivery[];
  settings: Record<string, unknown>;
}

/** Reads the source with its last readable deliveries, without its secrets. */
async function find(ctx: Ctx, pageId: string, id: string): Promise<Result<MappingFacts>> {
  const [[source], newest] = await read(
    ctx,
    sourceById(ctx, pageId, id),
    newestDeliveries(ctx, pageId, id, maxDeliveries * 2),
  );
  const adapter = source && sourceOf(source.kind);
  if (!source || !adapter || !settingFields(adapter).some(({ place }) => place === "mapping")) return missingFailure;
  const secrets = await sourceSecrets(ctx, source);
  const rows = newest
    .filter((row) => replayRefusalOf(row) === null)
    .sort((one, other) => other.receivedAt - one.receivedAt)
    .slice(0, maxDeliveries)
    .map((row) => ({ ...row, body: strikeOutSecrets(row.body, secrets) }));
  return ok({ source, adapter, rows, settings: (await settingsOf(ctx, source)) ?? {} });
}

interface MappingQuery {
  pageId: string;
  id: string;
  /** The delivery to show; absent = the newest. */
  deliveryId?: string | undefined;
  /** The typed mapping; absent = the saved one, or else the suggestion from the body. */
  typed?: Mapping;
}

/**
 * Returns the mapping with a delivery to choose from, and the result for the last deliveries. Failures: invalid (as
 * typed), missing.
 */
export async function readMapping(
  ctx: Ctx,
  { pageId, id, deliveryId, typed }: MappingQuery,
): Promise<Result<MappingView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const found = await find(ctx, pageId, id);
  if (!found.ok) return found;
  const { source, adapter, rows, settings } = found.value;
  const merged = mergedSettings(adapter, settings, typed ?? {});
  if (!merged.ok) return merged;
  const chosen = rows.find((row) => row.id === deliveryId) ?? rows[0];
  const payload = chosen ? await payloadOf(adapter, chosen) : undefined;
  const present = mappingOf(merged.value);
  const values = typed || isMapped(present) || payload === undefined ? present : suggestedMapping(payload);
  const parsed = adapter.settings.safeParse({ ...merged.value, ...values });
  const reader = { adapter, settings: parsed.success ? parsed.data : {} };
  return ok({
    source: { id, kind: source.kind, name: source.name, version: source.version },
    fields: settingFields(adapter).filter(({ place }) => place === "mapping"),
    values,
    isMapped: isMapped(mappingOf(settings)),
    deliveries: rows.map(({ id: each, receivedAt }) => ({ id: each, receivedAt })),
    shown: chosen && payload !== undefined ? bodyOf(chosen, payload, values.list) : null,
    tried: isMapped(values) ? await Promise.all(rows.map((row) => tryOne(reader, row))) : [],
    unread: rows
      .filter(({ reason, replayedAt }) => reason === "no_mapping" && replayedAt === null)
      .map(({ id: each }) => each),
  });
}
