import type { Ctx } from "~/platform/ctx";
import type { Snapshot } from "~/status-page/rules/snapshot-document";
import { unmetered } from "./restored";

type Row = Record<string, string | number | null>;

/**
 * Columns of each table in which two runs must agree. Written as SQL, because building fifteen queries takes longer
 * than running them.
 */
const compared = {
  incidents: "SELECT title, status, visibility, closed, edited FROM incident",
  updates: "SELECT status, body_text FROM incident_update",
  alerts: "SELECT key, state, incident_id IS NOT NULL AS attached FROM alert",
  components: "SELECT name, observed_status, manual_status FROM component",
  changes: "SELECT layer, from_status, to_status FROM status_change",
  maintenances: "SELECT title, status FROM maintenance",
  maintenanceUpdates: "SELECT status FROM maintenance_update",
  // Left out: `missed_notifications`, which depends on when the sender runs (tests/faults/missed.test.ts), and
  // `unassigned` of a closed incident, whose timing depends on a concurrent settling.
  notices: `SELECT kind, audience FROM (SELECT page_id, kind, audience FROM notice n WHERE kind <> 'missed_notifications'
    AND NOT (kind = 'unassigned' AND EXISTS (SELECT 1 FROM incident i WHERE i.id = n.subject_id AND i.closed = 1)))`,
  audits: "SELECT action FROM audit_entry",
  rules: "SELECT mode, catch_all FROM rule",
  sources: "SELECT name FROM source",
  heartbeats: "SELECT state, last_result, ping_count, pending_from FROM heartbeat",
};

const names = Object.keys(compared);
const questions = [
  ...Object.values(compared).map((sql) => `${sql} WHERE page_id = ?1`),
  "SELECT count(*) AS days FROM component_year WHERE page_id = ?1",
  "SELECT wanted - done AS waiting FROM settle WHERE page_id = ?1",
  "SELECT wanted - built AS unpublished, body FROM snapshot WHERE page_id = ?1 AND part = 'home'",
];

const listed = (rows: readonly Row[] = []) => rows.map((row) => Object.values(row).join(" · ")).sort();

/**
 * Returns a page's final state without ids and instants: two runs that differ only in a fault must agree in it.
 * Anything lost or doubled shows as a difference.
 */
export async function recordOf({ bindings }: Ctx, pageId: string) {
  const found = await unmetered<Row>(
    bindings.DB,
    questions.map((sql) => ({ sql, params: [pageId] })),
  );
  const [[years], [settling], [shown]] = found.slice(names.length) as [Row[], Row[], Row[]];
  const document = shown?.body ? (JSON.parse(String(shown.body)) as Snapshot) : null;
  return {
    ...Object.fromEntries(names.map((name, index) => [name, listed(found[index])])),
    packedDays: years?.days,
    waiting: settling?.waiting ?? 0,
    unpublished: shown?.unpublished ?? 0,
    banner: document?.banner.state,
    openIncidents: document?.incidents.map((each) => `${each.title} ${each.status}`),
  };
}
