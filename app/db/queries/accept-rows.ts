import type { AlertFact } from "../../rules/alert";
import type { DeliveryDecision } from "../../rules/delivery";
import { alert, delivery, episode } from "../schema";
import { expectRows, insertRows, type Statement, updateRows } from "../write";

export type DeliveryDraft = Omit<typeof delivery.$inferInsert, "settleMark">;

/**
 * The delivery, first of its batch: it is the identity of a machine's commit, so a batch sent twice ends here.
 * `settles`: its mark is the settling that this batch asks for.
 */
function deliveryRow(draft: DeliveryDraft, settles: boolean, replaces: boolean): Statement[] {
  const [insert] = insertRows(delivery, [draft as typeof delivery.$inferInsert]);
  if (!insert) return [];
  const mark = settles ? "coalesce((SELECT wanted FROM settle WHERE page_id = ?2), 0) + 1" : "0";
  const sql = insert.sql
    .replace(") SELECT ", ", settle_mark) SELECT ")
    .replace(" FROM json_each", `, ${mark} FROM json_each`);
  const taken =
    "received_at = excluded.received_at, headers = excluded.headers, body = excluded.body, body_hash = excluded.body_hash, outcome = excluded.outcome, reason = excluded.reason, signals = excluded.signals, settle_mark = max(settle_mark, excluded.settle_mark)";
  const onConflict = replaces ? ` WHERE true ON CONFLICT (source_id, id) DO UPDATE SET ${taken}` : "";
  return [{ sql: `${sql}${onConflict}`, params: settles ? [...insert.params, draft.pageId] : insert.params }];
}

function changedColumns({ key: _, firstSeenAt: _first, reportedStart: _start, version: _version, ...row }: AlertFact) {
  return row;
}

/** State and times only. */
function timeColumns({ id, state, endedAt, resolvedReceivedAt, lastSeenAt, lastEventAt, count }: AlertFact) {
  return { id, state, endedAt, resolvedReceivedAt, lastSeenAt, lastEventAt, count };
}

/** Heard again: blind, as nothing is decided by it; two rows in all with the delivery. */
function touch(pageId: string, touched: DeliveryDecision["touched"]): Statement[] {
  if (touched.length === 0) return [];
  const sql =
    "UPDATE alert SET count = count + (j.value->>'$.by'), last_seen_at = max(last_seen_at, j.value->>'$.lastSeenAt') FROM json_each(?1) j WHERE alert.id = j.value->>'$.id' AND alert.page_id = ?2";
  return [{ sql, params: [JSON.stringify(touched), pageId] }];
}

/** Blind +1; `recoveredAt` dates a recovery as it truly was. */
export function askToSettle(pageId: string, recoveredAt: number | null): Statement {
  const sql =
    "INSERT INTO settle (page_id, wanted, recovered_at) VALUES (?1, 1, ?2) ON CONFLICT (page_id) DO UPDATE SET wanted = wanted + 1, recovered_at = CASE WHEN ?2 IS NULL THEN recovered_at ELSE max(coalesce(recovered_at, 0), ?2) END";
  return { sql, params: [pageId, recoveredAt] };
}

export interface AcceptPlan {
  draft: DeliveryDraft;
  decision: DeliveryDecision;
  settles: boolean;
  /** The sender sent other words under a known id: ours follow. */
  replaces: boolean;
}

/** What signals of one source came to. */
export interface SourceDecision {
  sourceId: string;
  decision: DeliveryDecision;
}

/** Guards on alerts that turn, alerts and episodes: at most one statement a table and kind, however many sources. */
export function alertRows(pageId: string, made: readonly SourceDecision[]): Statement[] {
  const decisions = made.map((each) => each.decision);
  const fresh = made.flatMap(({ sourceId, decision }) =>
    decision.inserted.map(({ reportedStart: _, ...row }) => ({ ...row, pageId, sourceId, version: 0 })),
  );
  const updated = decisions.flatMap((each) => each.updated);
  const retimed = decisions.flatMap((each) => each.retimed);
  const started = decisions.flatMap((each) => each.started).map((each) => ({ ...each, pageId }));
  const closed = decisions
    .flatMap((each) => each.ended)
    .map(({ alertId, startedAt, endedAt, reportedStart }) => ({ alertId, startedAt, endedAt, reportedStart }));
  return [
    ...expectRows(
      alert,
      pageId,
      [...updated, ...retimed].map(({ id, version }) => ({ id, version })),
    ),
    ...insertRows(alert, fresh),
    ...updateRows(alert, pageId, updated.map(changedColumns)),
    ...updateRows(alert, pageId, retimed.map(timeColumns)),
    ...touch(
      pageId,
      decisions.flatMap((each) => each.touched),
    ),
    ...updateRows(episode, pageId, closed, ["alertId", "startedAt"]),
    ...insertRows(episode, started),
  ];
}

/** The one batch of a delivery (protocols §1): its row first, then what its signals came to. */
export function acceptRows({ draft, decision, settles, replaces }: AcceptPlan): Statement[] {
  return [
    ...deliveryRow(draft, settles, replaces),
    ...alertRows(draft.pageId, [{ sourceId: draft.sourceId, decision }]),
    ...(settles ? [askToSettle(draft.pageId, decision.recoveredAt)] : []),
  ];
}

/** The same round trip for an address that nobody has, so that time tells nothing (quality §6 row 14). */
export const nothingToAccept = (): Statement[] => [
  { sql: "UPDATE alert SET count = count + 1 FROM json_each(?1) j WHERE alert.id = j.value->>'$.id'", params: ["[]"] },
];
