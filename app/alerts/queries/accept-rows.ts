import { addSettleRequestStatements, type SignalSettleRequest } from "~/clock/wishes/queries/wish";
import { deliveryTable } from "~/db/schema";
import { guardInsertSql, insertRowsStatements, type SqlStatement } from "~/db/write";
import {
  recordFirstContactStatement,
  recordSourceContactStatement,
  settleAfterSilenceStatement,
} from "~/sources/queries/heard-times";
import { resumeSilenceChecksStatements } from "~/sources/queries/source-silence";
import type { AlertStateGuard } from "../rules/delivery-entry";
import { alertGuardsJson, changedAlertsSql, type SourceAlertWrites, writeAlertsStatements } from "./alert-rows";

export type DeliveryInsertRow = typeof deliveryTable.$inferInsert & {
  /** Position among the deliveries of its batch that request a settling; 0 when it requests none. */
  settleMark: number;
};

/** SQL for a delivery's mark, which is the number of the settling that it requests. */
const mark = `CASE WHEN j.value->>'$.settleMark' > 0
  THEN coalesce((SELECT wanted FROM settle WHERE page_id = ?2), 0) + (j.value->>'$.settleMark') ELSE 0 END`;

const taken =
  "received_at = excluded.received_at, headers = excluded.headers, body = excluded.body, body_hash = excluded.body_hash, outcome = excluded.outcome, reason = excluded.reason, signals = excluded.signals, settle_mark = max(settle_mark, excluded.settle_mark)";

/**
 * Inserts deliveries. `replaces`: the sender sent other content under a known id, and ours replaces it; otherwise an id
 * that exists already is an error.
 */
function deliveryRows(pageId: string, drafts: readonly DeliveryInsertRow[], replaces: boolean): SqlStatement[] {
  const known = replaces ? { onConflict: { key: ["sourceId" as const, "id" as const], set: taken } } : {};
  return insertRowsStatements(deliveryTable, drafts, { computed: { settleMark: mark }, params: [pageId], ...known });
}

export interface DeliveryBatchPlan {
  pageId: string;
  drafts: readonly (DeliveryInsertRow & { replaces: boolean })[];
  made: readonly SourceAlertWrites[];
  /** The sources of these deliveries with the version that was read; null when the version does not matter. */
  sources: readonly { id: string; version: number | null }[];
  wish: SignalSettleRequest;
  /** Most alerts that one source may change in a window; 0 for no limit. */
  limit: number;
  /** Sources that never delivered anything before. */
  first: readonly string[];
  /**
   * Sources that have delivered, with the time, if a delivery keeps their components observed: by a period, by hours,
   * or because their silence means that all is well.
   */
  heard: readonly { id: string; at: number }[];
  /**
   * Guards that the silence alerts of sources still do not fire, and the times at which to check sources whose silence
   * ends.
   */
  silences: { quiet: readonly AlertStateGuard[]; over: readonly { id: string; dueAt: number }[] };
}

/** Finds a source that was deleted or changed, or whose window others used up, between our read and our write. */
const lostSources = `SELECT 'source' FROM json_each(?2) j WHERE NOT EXISTS (SELECT 1 FROM source s
  WHERE s.id = j.value->>'$.id' AND s.page_id = ?3 AND s.version = coalesce(j.value->>'$.version', s.version))`;

const before = "(SELECT c.value FROM json_each(t.window_counts) c WHERE c.key = j.key)";
const lostRoom = `SELECT 'window' FROM json_each(?4) j JOIN settle t ON t.page_id = ?3 AND t.window_at = ?5
  WHERE ?6 > 0 AND ${before} > 0 AND ${before} + j.value > ?6`;

function guardOf({ pageId, made, sources, wish, limit, silences }: DeliveryBatchPlan): SqlStatement {
  const guards = alertGuardsJson([...made.flatMap((each) => each.writes.guards), ...silences.quiet]);
  return {
    sql: guardInsertSql(changedAlertsSql("?1"), lostSources, lostRoom),
    params: [guards, JSON.stringify(sources), pageId, JSON.stringify(wish.changed), wish.windowAt, limit],
  };
}

const withoutPlan = ({ replaces: _, ...draft }: DeliveryBatchPlan["drafts"][number]): DeliveryInsertRow => draft;

/**
 * Returns the batch of a page's deliveries in parts: the guard, their rows, the outcome of their signals and the
 * request to settle; then what ends a silence, which must run before the last part; and the times of the sources' last
 * deliveries.
 */
export function deliveryBatchParts(plan: DeliveryBatchPlan) {
  const { pageId, drafts, made, wish } = plan;
  const [known, fresh] = [drafts.filter((each) => each.replaces), drafts.filter((each) => !each.replaces)];
  const asks = wish.times > 0 || Object.keys(wish.changed).length > 0;
  const silence =
    wish.times > 0 || plan.heard.length === 0
      ? []
      : [
          settleAfterSilenceStatement(
            pageId,
            plan.heard.map(({ id }) => id),
            wish.now,
          ),
        ];
  return {
    deliveries: [
      guardOf(plan),
      ...deliveryRows(pageId, fresh.map(withoutPlan), false),
      ...deliveryRows(pageId, known.map(withoutPlan), true),
      ...writeAlertsStatements(pageId, made),
      ...(asks ? addSettleRequestStatements(pageId, wish) : []),
      ...resumeSilenceChecksStatements(pageId, plan.silences.over),
      ...(plan.first.length > 0 ? [recordFirstContactStatement(pageId, plan.first, wish.now)] : []),
    ],
    silence,
    heard: plan.heard.length > 0 ? [recordSourceContactStatement(pageId, plan.heard, wish.now)] : [],
  };
}

/** Makes the same round trip for an unknown address, so that the response time reveals nothing. */
export const decoyAcceptStatements = (): SqlStatement[] => [
  { sql: "UPDATE alert SET count = count + 1 FROM json_each(?1) j WHERE alert.id = j.value->>'$.id'", params: ["[]"] },
];
