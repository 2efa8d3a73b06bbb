import { and, eq, isNull } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import {
  alertTable,
  componentTable,
  componentYearTable,
  incidentComponentTable,
  incidentTable,
  maintenanceComponentTable,
  maintenanceTable,
  pageTable,
  settleTable,
  statusChangeTable,
} from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { worstStatusByComponent } from "~/incidents/rules/incident";
import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import {
  effectiveStatus,
  type StatusByLayer,
  statusLayers,
  toCoverageStatus,
  toStatus,
  toStatusOrNull,
} from "~/status/status";
import { readDayPackingFacts } from "~/status-page/queries/component-year";
import { restatedSpans } from "~/status-page/restating/rules/restatement-time";
import { packClosedDays } from "~/status-page/rules/packed-days";
import { toStatusChangeFact } from "~/status-page/timeline/queries/status-change";
import { unobservedSpansOf } from "~/status-page/timeline/rules/standstill";
import { statusByLayerAt } from "~/status-page/timeline/rules/timeline";
import type { TestDeployment } from "./database";
import type { TestPage } from "./scenario";

const writes = /INSERT INTO (guard|settle|audit_entry)|UPDATE settle SET done/;

/** Wraps the database so that `meanwhile` runs between reads and writes, so many times. */
export function overtaken(database: D1Database, meanwhile: () => Promise<unknown>, times = 1): D1Database {
  let left = times;
  const texts = new WeakMap<object, string>();
  const noted = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    texts.set(statement, text);
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => noted(bind(...values), text);
    return statement;
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    if (statements.some((each) => writes.test(texts.get(each) ?? "")) && left-- > 0) await meanwhile();
    return database.batch(statements);
  };
  return { prepare: (text: string) => noted(database.prepare(text), text), batch } as unknown as D1Database;
}

/** Reads everything stored of a page's timeline and its sources. */
async function stored(deployment: TestDeployment, pageId: string) {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [[found], [state], components, rows, years, incidents, given, works, maintained] = await readBatch(
    ctx,
    db.select().from(pageTable).where(eq(pageTable.id, pageId)),
    db.select().from(settleTable).where(eq(settleTable.pageId, pageId)),
    db
      .select()
      .from(componentTable)
      .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt))),
    db.select().from(statusChangeTable).where(eq(statusChangeTable.pageId, pageId)),
    db.select().from(componentYearTable).where(eq(componentYearTable.pageId, pageId)),
    db.select().from(incidentTable).where(eq(incidentTable.pageId, pageId)),
    db.select().from(incidentComponentTable).where(eq(incidentComponentTable.pageId, pageId)),
    db.select().from(maintenanceTable).where(eq(maintenanceTable.pageId, pageId)),
    db.select().from(maintenanceComponentTable).where(eq(maintenanceComponentTable.pageId, pageId)),
  );
  const open = new Set(incidents.filter((each) => !each.closed && each.visibility === "published").map(({ id }) => id));
  const moves = ({ incidentId, status }: (typeof given)[number]) => open.has(incidentId) && status !== "operational";
  const going = new Set(works.filter((each) => isMaintenanceActive(each.status)).map(({ id }) => id));
  const touched = (each: { componentId: string; status: string }) => ({ ...each, status: toStatus(each.status) });
  return {
    page: found as NonNullable<typeof found>,
    timeline: state?.timeline ?? 0,
    components,
    rows: rows.map(toStatusChangeFact),
    years,
    incidentLayer: worstStatusByComponent([{ components: given.filter(moves).map(touched) }]),
    standstills: (await readDayPackingFacts(ctx, pageId, 0)).standstills,
    maintenanceLayer: worstStatusByComponent([
      { components: maintained.filter((each) => going.has(each.maintenanceId)).map(touched) },
    ]),
  };
}

/**
 * Returns the places where a page's timeline differs from its present layers, where a packed day differs from the
 * result of all rows, and where rows do not match the count of commits. Empty = all writes were serialised.
 */
export async function timelineFaults(deployment: TestDeployment, pageId: string): Promise<string[]> {
  const found = await stored(deployment, pageId);
  const { page: own, rows, years } = found;
  const faults: string[] = [];
  if (rows.some((each) => each.sequence > found.timeline)) faults.push("a row is newer than the timeline");
  if (rows.some((each) => each.recordedAt < each.at)) faults.push("a row is kept before its own instant");
  const inOrder = rows.toSorted((one, other) => one.sequence - other.sequence);
  if (inOrder.some((each, index) => each.recordedAt < (inOrder[index - 1]?.recordedAt ?? 0))) {
    faults.push("a newer row is kept before an older one");
  }
  for (const each of found.components) {
    const changes = rows.filter(({ componentId }) => componentId === each.id);
    const now: StatusByLayer = {
      manual: toStatusOrNull(each.manualStatus),
      observed: toStatus(each.observedStatus),
      incident: found.incidentLayer.get(each.id) ?? null,
      maintenance: found.maintenanceLayer.get(each.id) ?? null,
      coverage: toCoverageStatus(each.coverage),
    };
    const told = statusByLayerAt(changes, now, deployment.clock.now);
    for (const layer of statusLayers) {
      if (told[layer] !== now[layer]) faults.push(`${each.name} ${layer}: ${told[layer]}, but it is ${now[layer]}`);
    }
    if (effectiveStatus(told) !== effectiveStatus(now))
      faults.push(`${each.name} is ${effectiveStatus(now)}, not ${effectiveStatus(told)}`);
    const first = Math.min(own.openDayAt, ...rows.map(({ at }) => at));
    for (const { year, day, parts } of packClosedDays(
      own.timeZone,
      changes,
      now,
      { from: first - 24 * 3600_000, to: own.openDayAt },
      each.startDate,
      { stopped: unobservedSpansOf(found.standstills, each.id), restated: restatedSpans(each) },
    )) {
      const kept = years.find((one) => one.componentId === each.id && one.year === year)?.days[day] ?? null;
      if (JSON.stringify(kept) !== JSON.stringify(parts)) faults.push(`${each.name} ${day}: ${kept}, not ${parts}`);
    }
  }
  return faults;
}

/** Returns ms of [major, partial, degraded, maintenance, no data] of one closed day. */
export async function packedDay(deployment: TestDeployment, componentId: string, day: string): Promise<number[]> {
  const ctx = deployment.ctx();
  const [years] = await readBatch(
    ctx,
    ctx.db.select().from(componentYearTable).where(eq(componentYearTable.componentId, componentId)),
  );
  return years[0]?.days[day] ?? [0, 0, 0, 0, 0];
}

const wish = { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1" };

/** Makes an alert of the page's source fire since that instant, without settling. */
export async function fires(deployment: TestDeployment, page: TestPage, startedAt: number): Promise<void> {
  const words = { key: "one", state: "firing" as const, title: "one", labels: {}, flags: [] };
  const times = { startedAt, firstSeenAt: startedAt, lastSeenAt: startedAt };
  const own = { id: `${page.sourceId}.one`, pageId: page.id, sourceId: page.sourceId };
  await runBatch(deployment.ctx(), [
    { sql: "DELETE FROM alert WHERE id = ?1", params: [own.id] },
    ...insertRowsStatements(alertTable, [{ ...own, ...words, ...times }]),
    { ...wish, params: [page.id] },
  ]);
}

/** Ends it at that instant, without settling. */
export async function recovers(deployment: TestDeployment, page: TestPage, endedAt: number): Promise<void> {
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE alert SET state = 'resolved', ended_at = ?2 WHERE page_id = ?1", params: [page.id, endedAt] },
    { sql: `${wish.sql.replace("WHERE", ", recovered_at = ?2 WHERE")}`, params: [page.id, endedAt] },
  ]);
}
