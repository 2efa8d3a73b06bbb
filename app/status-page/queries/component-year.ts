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
import { toComponent, toIncident, toMaintenance } from "./row-facts";
import { incidentsWith, maintenancesWith } from "./snapshot-facts";

/** Days in packed form. A null removes a day again, because it turned out to be fully operational. */
export interface PackedDays {
  componentId: string;
  year: number;
  days: Record<string, number[] | null>;
}

/**
 * Merges days into the packed rows: one row per component and year. A null removes a day from an existing row and is
 * left out of a new one. The row's existence is checked by key, because looking it up in the list would cost quadratic
 * reads.
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

/** Packs days without monitoring. A day that is already packed stays, because more is known of it. */
export const packUnwatchedDays = (pageId: string, rows: readonly PackedDays[]): Statement[] =>
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

/** Replaces whole years; uses several statements when one could not hold them. */
export function replaceYears(rows: readonly PackedYear[]): Statement[] {
  const perStatement = 200;
  const parts = Array.from({ length: Math.ceil(rows.length / perStatement) }, (_, index) =>
    rows.slice(index * perStatement, (index + 1) * perStatement),
  );
  const key = ["pageId", "year", "componentId"] as const;
  return parts.flatMap((part) => insertRows(componentYear, part, { onConflict: { key, set: "days = excluded.days" } }));
}

/** Moves the page's open day forward. */
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

/**
 * Facts for packing: the page, its components with their current layers, its timeline, and the rows of its open day or
 * since an instant.
 */
export type PackingFacts = ReturnType<typeof factsIn>;

/** Returns the queries for packing by name, for callers that read them together with others. */
export function packingQueries(ctx: Ctx, pageId: string, rows: Changes, since: SQL) {
  const [pages, components, changes, incidents, works] = queries(ctx, pageId, rows, since);
  return { pages, components, changes, incidents, works };
}

export const packingFactsOf = (read: NamedRows<ReturnType<typeof packingQueries>>): PackingFacts =>
  factsIn([read.pages, read.components, read.changes, read.incidents, read.works]);

/** Reads all rows recorded since an instant. 5 statements. */
export const packingFacts = async (ctx: Ctx, pageId: string, since: number): Promise<PackingFacts> =>
  factsIn(await read(ctx, ...queries(ctx, pageId, changesSince(ctx, pageId, since), sql`${since}`)));

/** Reads the rows of the open day of each of these pages. 5 statements, whatever the number of pages. */
export async function openDayFacts(ctx: Ctx, pageIds: readonly string[]): Promise<Map<string, PackingFacts>> {
  const found = await readPages(ctx, pageIds, (page) => queries(ctx, page, openChanges(ctx, page)));
  return new Map([...found].map(([pageId, answers]) => [pageId, factsIn(answers)]));
}
