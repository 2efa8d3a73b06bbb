import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import type { ChangeFact } from "../../rules/snapshot-facts";
import { read } from "../read";
import { component, page, statusChange } from "../schema";
import type { Statement } from "../write";
import { incidentsWith, maintenancesWith, toChange, toComponent, toIncident, toMaintenance } from "./snapshot-facts";

/** Days as they are packed: a null takes a day out again, because it turned out wholly operational. */
export interface PackedDays {
  componentId: string;
  year: number;
  days: Record<string, number[] | null>;
}

/** Merges days into the packed rows: one row per component and year. */
export const packDays = (pageId: string, rows: readonly PackedDays[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        {
          sql: "INSERT INTO component_year (page_id, year, component_id, days) SELECT ?2, j.value->>'$.year', j.value->>'$.componentId', json_patch('{}', j.value->'$.days') FROM json_each(?1) j WHERE true ON CONFLICT (page_id, year, component_id) DO UPDATE SET days = json_patch(component_year.days, (SELECT k.value->'$.days' FROM json_each(?1) k WHERE k.value->>'$.year' = excluded.year AND k.value->>'$.componentId' = excluded.component_id))",
          params: [JSON.stringify(rows), pageId],
        },
      ];

/** Moves the page's open day on; breaks the batch when another tick already did. */
export const moveOpenDay = (pageId: string, from: number, to: number): { guard: Statement; change: Statement } => ({
  guard: {
    sql: "INSERT INTO guard (lost) SELECT 'page' WHERE NOT EXISTS (SELECT 1 FROM page WHERE id = ?1 AND open_day_at = ?2)",
    params: [pageId, from],
  },
  change: { sql: "UPDATE page SET open_day_at = ?2 WHERE id = ?1", params: [pageId, to] },
});

const changesSince = ({ db }: Ctx, pageId: string, since: number) =>
  db
    .select()
    .from(statusChange)
    .where(and(eq(statusChange.pageId, pageId), gte(statusChange.recordedAt, since)))
    .orderBy(statusChange.recordedAt, statusChange.id);

/** What packing needs: the page, its components with their layers now, and all rows recorded since. 5 statements. */
export async function packingFacts(ctx: Ctx, pageId: string, since: number) {
  const { db } = ctx;
  const [pages, components, changes, incidents, works] = await read(
    ctx,
    db.select().from(page).where(eq(page.id, pageId)),
    db
      .select()
      .from(component)
      .where(and(eq(component.pageId, pageId), isNull(component.archivedAt))),
    changesSince(ctx, pageId, since),
    incidentsWith(ctx, pageId, sql`closed = 0 AND visibility = 'published'`),
    maintenancesWith(ctx, pageId, sql`status IN ('in_progress', 'verifying')`),
  );
  return {
    page: pages[0] ?? null,
    components: components.map(toComponent),
    changes: changes.map(toChange) as ChangeFact[],
    incidents: incidents.map(toIncident),
    maintenances: works.map(toMaintenance),
  };
}

export type PackingFacts = Awaited<ReturnType<typeof packingFacts>>;
