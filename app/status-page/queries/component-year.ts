import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { type RowsByQueryName, readBatch } from "~/db/read";
import { type PageIdOrSql, readByPage } from "~/db/read-pages";
import { componentTable, componentYearTable, pageTable } from "~/db/schema";
import { insertRowsStatements, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { parseStandstills, standstillsColumn } from "../timeline/queries/standstill";
import {
  type firstStatusChangesSinceQuery,
  openDayStatusChangesQuery,
  statusChangesSinceQuery,
  timelineColumns,
  timelineStateOf,
  toStatusChangeFact,
} from "../timeline/queries/status-change";
import { toComponentFact, toMaintenanceFact, toSnapshotIncidentFact } from "./row-facts";
import { incidentsWhereQuery, maintenancesWhereQuery } from "./snapshot-facts";

/** Days in packed form. A null removes a day again, because it turned out to be fully operational. */
export interface PackedDaysRow {
  componentId: string;
  year: number;
  days: Record<string, number[] | null>;
}

/**
 * Merges days into the packed rows: one row for each component and year. A null removes a day from an existing row, and
 * is left out of a new one. The row's existence is checked by key, because a lookup in the list would cost quadratic
 * reads.
 */
export const packDaysStatements = (pageId: string, rows: readonly PackedDaysRow[]): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
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
export const packUnwatchedDaysStatements = (pageId: string, rows: readonly PackedDaysRow[]): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `INSERT INTO component_year (page_id, year, component_id, days)
            SELECT j.value->>'$.pageId', j.value->>'$.year', j.value->>'$.componentId', j.value->'$.days'
            FROM json_each(?1) j WHERE true ON CONFLICT (page_id, year, component_id) DO UPDATE SET
            days = json_patch(excluded.days, component_year.days)`,
          rows.map((row) => ({ ...row, pageId })),
        ),
      ];

/** Days of the same years for several components. */
interface SharedUnwatchedYears {
  /** Days of each year: MM-DD → [major, partial, degraded, maintenance, no data] in ms. */
  years: Record<string, Record<string, readonly number[]>>;
  /** A row for each component and year; `from` is MM-DD. */
  rows: { componentId: string; year: number; from: string }[];
}

/**
 * Packs the days of new components without any data. The days of each year are the same for all and are sent once,
 * because those of ten years for hundreds of components exceed the size of a parameter.
 */
export const packUnwatchedYearsStatements = (pageId: string, { years, rows }: SharedUnwatchedYears): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        {
          sql: `INSERT INTO component_year (page_id, year, component_id, days)
            SELECT ?3, j.value->>'$.year', j.value->>'$.componentId',
              (SELECT json_group_object(d.key, json(d.value)) FROM json_each(?2, '$."' || (j.value->>'$.year') || '"') d
                WHERE d.key >= j.value->>'$.from')
            FROM json_each(?1) j WHERE true ON CONFLICT (page_id, year, component_id) DO NOTHING`,
          params: [JSON.stringify(rows), JSON.stringify(years), pageId],
        },
      ];

/** Deletes the years of the deleted components among these. */
export const deleteYearsOfGoneComponentsStatement = (pageId: string, ids: readonly string[]): SqlStatement => ({
  sql: `DELETE FROM component_year WHERE page_id = ?1 AND component_id IN (SELECT value FROM json_each(?2))
    AND NOT EXISTS (SELECT 1 FROM component c WHERE c.id = component_year.component_id)`,
  params: [pageId, JSON.stringify(ids)],
});

type PackedYear = typeof componentYearTable.$inferInsert;

/** Replaces whole years; uses several statements when one could not hold them. */
export function replacePackedYearsStatements(rows: readonly PackedYear[]): SqlStatement[] {
  const perStatement = 200;
  const parts = Array.from({ length: Math.ceil(rows.length / perStatement) }, (_, index) =>
    rows.slice(index * perStatement, (index + 1) * perStatement),
  );
  const key = ["pageId", "year", "componentId"] as const;
  return parts.flatMap((part) =>
    insertRowsStatements(componentYearTable, part, { onConflict: { key, set: "days = excluded.days" } }),
  );
}

/** Moves the page's open day forward. */
export const moveOpenDayStatement = (pageId: string, to: number): SqlStatement =>
  rowsStatement(
    `UPDATE page SET open_day_at = j.value->>'$.to', day_not_before = 0, day_tries = 0
      FROM json_each(?1) j WHERE page.id = j.value->>'$.pageId'`,
    [{ pageId, to }],
  );

type StatusChangesQuery =
  | ReturnType<typeof openDayStatusChangesQuery>
  | ReturnType<typeof firstStatusChangesSinceQuery>;

const queries = (ctx: Ctx, pageId: PageIdOrSql, changes: StatusChangesQuery, since = sql`page.open_day_at`) =>
  [
    ctx.db
      .select({
        row: pageTable,
        timeline: timelineColumns.timeline,
        recordedAt: timelineColumns.recordedAt,
        standstills: standstillsColumn(since).as("standstills"),
      })
      .from(pageTable)
      .where(eq(pageTable.id, pageId)),
    ctx.db
      .select()
      .from(componentTable)
      .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt))),
    changes,
    incidentsWhereQuery(ctx, pageId, sql`closed = 0 AND visibility = 'published'`),
    maintenancesWhereQuery(ctx, pageId, sql`status IN ('in_progress', 'verifying')`),
  ] as const;

function factsIn([pages, components, changes, incidents, works]: BatchResponse<ReturnType<typeof queries>>) {
  const [found] = pages;
  return {
    page: found?.row ?? null,
    state: timelineStateOf(found ? [{ ...found, openDayAt: found.row.openDayAt }] : []),
    components: components.map(toComponentFact),
    changes: changes.map(toStatusChangeFact),
    incidents: incidents.map(toSnapshotIncidentFact),
    maintenances: works.map(toMaintenanceFact),
    standstills: parseStandstills(found?.standstills),
  };
}

/**
 * Facts for packing: the page, its components with their current layers, its timeline, and the rows of its open day or
 * since an instant.
 */
export type DayPackingFacts = ReturnType<typeof factsIn>;

/** Returns the queries for packing by name, for callers that read them together with others. */
export function dayPackingQueries(ctx: Ctx, pageId: string, rows: StatusChangesQuery, since: SQL) {
  const [pages, components, changes, incidents, works] = queries(ctx, pageId, rows, since);
  return { pages, components, changes, incidents, works };
}

export const dayPackingFactsOf = (read: RowsByQueryName<ReturnType<typeof dayPackingQueries>>): DayPackingFacts =>
  factsIn([read.pages, read.components, read.changes, read.incidents, read.works]);

/** Reads all rows recorded since an instant. 5 statements. */
export const readDayPackingFacts = async (ctx: Ctx, pageId: string, since: number): Promise<DayPackingFacts> =>
  factsIn(await readBatch(ctx, ...queries(ctx, pageId, statusChangesSinceQuery(ctx, pageId, since), sql`${since}`)));

/** Reads the rows of the open day of each of these pages. 5 statements, whatever the number of pages. */
export async function readOpenDayFactsByPage(
  ctx: Ctx,
  pageIds: readonly string[],
): Promise<Map<string, DayPackingFacts>> {
  const found = await readByPage(ctx, pageIds, (page) => queries(ctx, page, openDayStatusChangesQuery(ctx, page)));
  return new Map([...found].map(([pageId, answers]) => [pageId, factsIn(answers)]));
}
