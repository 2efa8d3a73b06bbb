import { readBatch } from "~/db/read";
import { incidentLayerByComponent } from "~/incidents/rules/incident";
import { isMaintenanceActive, maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import type { Ctx } from "~/platform/ctx";
import { effectiveStatus, type StatusByLayer, statusLayers } from "~/status/status";
import { readSnapshotFactsByPage } from "~/status-page/queries/snapshot-facts";
import { uptimePartsByDate } from "~/status-page/rules/day-stories";
import type { SnapshotDatabaseFacts, StatusChangeFact } from "~/status-page/rules/snapshot-facts";
import { unpackSnapshot } from "~/status-page/rules/snapshot-packing";
import { openDayStatusChangesQuery, toStatusChangeFact } from "~/status-page/timeline/queries/status-change";
import { statusByLayerAt } from "~/status-page/timeline/rules/timeline";
import { unmetered } from "./restored";

const ended = Number.MAX_SAFE_INTEGER;

/** Returns the current layers of each component, by the page's own rows. */
function stored(facts: SnapshotDatabaseFacts): Map<string, StatusByLayer> {
  const incidents = incidentLayerByComponent(facts.incidents.filter((each) => !each.closed));
  const works = maintenanceLayerByComponent(facts.maintenances.filter(({ status }) => isMaintenanceActive(status)));
  return new Map(
    facts.components.map(({ id, manualStatus, observedStatus, coverage }) => [
      id,
      {
        manual: manualStatus,
        observed: observedStatus,
        incident: incidents.get(id) ?? null,
        maintenance: works.get(id) ?? null,
        coverage,
      },
    ]),
  );
}

/** Compares the end of the timeline with the rows. */
function timelineTroubles(said: Map<string, StatusByLayer>, changes: readonly StatusChangeFact[]): string[] {
  return [...said].flatMap(([id, current]) => {
    const folded = statusByLayerAt(
      changes.filter((each) => each.componentId === id),
      current,
      ended,
    );
    const differing = statusLayers.filter((layer) => folded[layer] !== current[layer]);
    return differing.map((layer) => `${id}: the timeline ends with ${layer} ${folded[layer]}, it is ${current[layer]}`);
  });
}

interface Missing {
  title: string;
  updates: number;
  notices: number;
}

interface Row {
  body: string | null;
  wanted: number;
  built: number;
  asked: number;
  done: number;
}

function shownTroubles({ body }: Row, said: Map<string, StatusByLayer>): string[] {
  if (!body) return ["nothing is published"];
  const shown = unpackSnapshot(body);
  const wrong = shown.components.flatMap(({ id, status }) => {
    const layersOf = said.get(id);
    const is = layersOf ? effectiveStatus(layersOf) : "gone";
    return status === is ? [] : [`${id}: shown as ${status}, it is ${is}`];
  });
  const touching = shown.incidents.filter((each) => each.components.some(({ status }) => status !== "operational"));
  const green = ["operational", "operational_monitored"].includes(shown.banner.state) && touching.length > 0;
  const whole = shown.components.filter(
    ({ stories, uptime }) =>
      Object.values(uptimePartsByDate(stories)).some(([major = 0, partial = 0]) => major + partial > 0) &&
      uptime === 10_000,
  );
  return [
    ...wrong,
    ...(green ? ["an open incident under a green banner"] : []),
    ...whole.map(({ id }) => `${id}: 100 % with an outage`),
  ];
}

/** Finds published incidents with more updates to notify than notices. */
const untold = `SELECT i.id, i.title, count(*) AS updates,
    (SELECT count(*) FROM notice n WHERE n.subject_id = i.id AND n.kind = 'incident_update') AS notices
  FROM incident i JOIN incident_update u ON u.incident_id = i.id AND u.notify = 1
  WHERE i.page_id = ?1 AND i.visibility = 'published' AND i.backfilled = 0 GROUP BY i.id HAVING updates > notices`;

const counters = `SELECT s.body, s.wanted, s.built, t.wanted AS asked, t.done FROM snapshot s
  JOIN settle t ON t.page_id = s.page_id WHERE s.page_id = ?1 AND s.part = 'home'`;

/**
 * Finds leases, stamps and holds further in the future than their kind allows: a recovery may be held for half an hour.
 */
const ahead = `SELECT
  EXISTS (SELECT 1 FROM settle WHERE page_id = ?1 AND (due_at > ?2 + 2700000 OR lease_until > ?2 + 60000)) AS settle,
  EXISTS (SELECT 1 FROM snapshot WHERE page_id = ?1 AND observed_at > ?2 + 300000) AS stamp,
  EXISTS (SELECT 1 FROM snapshot WHERE page_id = ?1 AND lease_until > ?2 + 60000) AS snapshot,
  EXISTS (SELECT 1 FROM notice WHERE page_id = ?1 AND due_at > ?2 + 1800000 AND kind <> 'maintenance_reminder') AS notice,
  EXISTS (SELECT 1 FROM batch WHERE lease_until > ?2 + 120000 AND done_at IS NULL) AS batch,
  EXISTS (SELECT 1 FROM channel_delivery WHERE lease_until > ?2 + 120000 AND done_at IS NULL) AS delivery,
  EXISTS (SELECT 1 FROM deployment WHERE tick_at > ?2 + 300000) AS tick`;

/** Returns, in words, states that must never occur once all requested work is done. */
export async function troublesOf(ctx: Ctx, database: D1Database, pageId: string): Promise<string[]> {
  const facts = (await readSnapshotFactsByPage(ctx, [pageId])).get(pageId);
  if (!facts) return ["the page is gone"];
  const [changes] = await readBatch(ctx, openDayStatusChangesQuery(ctx, pageId));
  const [[row] = [], missing = [], [blocked = {}] = []] = await unmetered<Row & Missing>(database, [
    { sql: counters, params: [pageId] },
    { sql: untold, params: [pageId] },
    { sql: ahead, params: [pageId, ctx.now()] },
  ]);
  if (!row) return ["no snapshot"];
  const said = stored(facts);
  return [
    ...timelineTroubles(said, changes.map(toStatusChangeFact)),
    ...shownTroubles(row, said),
    ...missing.map(({ title, updates, notices }) => `${title}: ${updates} updates, ${notices} notices`),
    ...Object.keys(blocked).flatMap((what) =>
      (blocked as Record<string, unknown>)[what] ? [`${what} is blocked by an instant far ahead`] : [],
    ),
    ...(row.asked > row.done ? ["not settled"] : []),
    ...(row.wanted > row.built ? ["not published"] : []),
  ];
}
