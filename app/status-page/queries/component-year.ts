import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { type NamedRows, read } from "~/db/read";
import { type PageRef, readPages } from "~/db/read-pages";
import { component, componentYear, page } from "~/db/schema";
import { insertRows, ofRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { standstillsOfPage, toStandstills } from "../timeline/queries/standstill";
import {
  changesSince,
  type firstChangesSince,
  openChanges,
  stateOf,
  timelineColumns,
  toChange,
} from "../timeline/queries/status-change";
import { incidentsWith, maintenancesWith, toComponent, toIncident, toMaintenance } from "./snapshot-facts";

/** Days as they are packed: a null takes a day out again, because it turned out wholly operational. */
export interface PackedDays {
  componentId: string;
  year: number;
  days: Record<string, number[] | null>;
}

/**
 * Merges days into the packed rows: one row per component and year. A null takes a day out of a row that is there, and is
 * no part of a new one; which of the two it is is asked by the key, as looking the row up in the list would read it squared.
 */
export const packDays = (pageId: string, rows: readonly PackedDays[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        ofRows(
          `INSERT INTO component_year (page_id, year, component_id, days)
            SELECT j.value->>'$.pageId', j.value->>'$.year', j.value->>'$.componentId', iif(EXISTS (
              SELECT 1 FROM component_year y WHERE y.page_id = j.value->>'$.pageId' AND y.year = j.value->>'$.year'
                AND y.component_id = j.value->>'$.componentId'), j.value->'$.days', json_patch('{}', j.value->'$.days'))
            FROM json_each(?1) j WHERE true ON CONFLICT (page_id, year, component_id) DO UPDATE SET
            days = json_patch(component_year.days, excluded.days)`,
          rows.map((row) => ({ ...row, pageId })),
        ),
      ];

/** Days in which nobody watched: of a day that is packed already more is known, so that it stays. */
export const packUnwatched = (pageId: string, rows: readonly PackedDays[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        ofRows(
          `INSERT INTO component_year (page_id, year, component_id, days)
            SELECT j.value->>'$.pageId', j.value->>'$.year', j.value->>'$.componentId', j.value->'$.days'
            FROM json_each(?1) j WHERE true ON CONFLICT (page_id, year, component_id) DO UPDATE SET
            days = json_patch(excluded.days, component_year.days)`,
          rows.map((row) => ({ ...row, pageId })),
        ),
      ];

type PackedYear = typeof componentYear.$inferInsert;

/** Whole years in place of what they were; several statements where one could not hold them. */
export function replaceYears(rows: readonly PackedYear[]): Statement[] {
  const perStatement = 200;
  const parts = Array.from({ length: Math.ceil(rows.length / perStatement) }, (_, index) =>
    rows.slice(index * perStatement, (index + 1) * perStatement),
  );
  const key = ["pageId", "year", "componentId"] as const;
  return parts.flatMap((part) => insertRows(componentYear, part, { onConflict: { key, set: "days = excluded.days" } }));
}

/** Moves the page's open day on. */
export const moveOpenDay = (pageId: string, to: number): Statement =>
  ofRows(
    `UPDATE page SET open_day_at = j.value->>'$.to', day_not_before = 0, day_tries = 0
      FROM json_each(?1) j WHERE page.id = j.value->>'$.pageId'`,
    [{ pageId, to }],
  );

type Changes = ReturnType<typeof openChanges> | ReturnType<typeof firstChangesSince>;

const queries = (ctx: Ctx, pageId: PageRef, changes: Changes, since = sql`page.open_day_at`) =>
  [
    ctx.db
      .select({
        row: page,
        timeline: timelineColumns.timeline,
        recordedAt: timelineColumns.recordedAt,
        standstills: standstillsOfPage(since).as("standstills"),
      })
      .from(page)
      .where(eq(page.id, pageId)),
    ctx.db
      .select()
      .from(component)
      .where(and(eq(component.pageId, pageId), isNull(component.archivedAt))),
    changes,
    incidentsWith(ctx, pageId, sql`closed = 0 AND visibility = 'published'`),
    maintenancesWith(ctx, pageId, sql`status IN ('in_progress', 'verifying')`),
  ] as const;

function factsIn([pages, components, changes, incidents, works]: BatchResponse<ReturnType<typeof queries>>) {
  const [found] = pages;
  return {
    page: found?.row ?? null,
    state: stateOf(found ? [{ ...found, openDayAt: found.row.openDayAt }] : []),
    components: components.map(toComponent),
    changes: changes.map(toChange),
    incidents: incidents.map(toIncident),
    maintenances: works.map(toMaintenance),
    standstills: toStandstills(found?.standstills),
  };
}

/** What packing needs: the page, its components with their layers now, its timeline, and the rows of its open day or since. */
export type PackingFacts = ReturnType<typeof factsIn>;

/** What is read for packing, by name: for who decides on some of it, and reads it with more. */
export function packingQueries(ctx: Ctx, pageId: string, rows: Changes, since: SQL) {
  const [pages, components, changes, incidents, works] = queries(ctx, pageId, rows, since);
  return { pages, components, changes, incidents, works };
}

export const packingOf = (read: NamedRows<ReturnType<typeof packingQueries>>): PackingFacts =>
  factsIn([read.pages, read.components, read.changes, read.incidents, read.works]);

/** All rows recorded since. 5 statements. */
export const packingFacts = async (ctx: Ctx, pageId: string, since: number): Promise<PackingFacts> =>
  factsIn(await read(ctx, ...queries(ctx, pageId, changesSince(ctx, pageId, since), sql`${since}`)));

/** Of each of these pages the rows of its open day. 5 statements, however many pages there are. */
export async function openDayFacts(ctx: Ctx, pageIds: readonly string[]): Promise<Map<string, PackingFacts>> {
  const found = await readPages(ctx, pageIds, (page) => queries(ctx, page, openChanges(ctx, page)));
  return new Map([...found].map(([pageId, answers]) => [pageId, factsIn(answers)]));
}
