import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { read } from "../read";
import { component, page } from "../schema";
import type { Statement } from "../write";
import { incidentsWith, maintenancesWith, toComponent, toIncident, toMaintenance } from "./snapshot-facts";
import { changesSince, stateOf, timelineColumns, toChange } from "./status-change";

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

/** Moves the page's open day on. */
export const moveOpenDay = (pageId: string, to: number): Statement => ({
  sql: "UPDATE page SET open_day_at = ?2, day_not_before = 0, day_tries = 0 WHERE id = ?1",
  params: [pageId, to],
});

/** What packing needs: the page, its components with their layers now, its timeline, and all rows recorded since. 5 statements. */
export async function packingFacts(ctx: Ctx, pageId: string, since: number) {
  const { db } = ctx;
  const { timeline, recordedAt } = timelineColumns;
  const [pages, components, changes, incidents, works] = await read(
    ctx,
    db.select({ row: page, timeline, recordedAt }).from(page).where(eq(page.id, pageId)),
    db
      .select()
      .from(component)
      .where(and(eq(component.pageId, pageId), isNull(component.archivedAt))),
    changesSince(ctx, pageId, since),
    incidentsWith(ctx, pageId, sql`closed = 0 AND visibility = 'published'`),
    maintenancesWith(ctx, pageId, sql`status IN ('in_progress', 'verifying')`),
  );
  const [found] = pages;
  return {
    page: found?.row ?? null,
    state: stateOf(found ? [{ ...found, openDayAt: found.row.openDayAt }] : []),
    components: components.map(toComponent),
    changes: changes.map(toChange),
    incidents: incidents.map(toIncident),
    maintenances: works.map(toMaintenance),
  };
}

export type PackingFacts = Awaited<ReturnType<typeof packingFacts>>;
