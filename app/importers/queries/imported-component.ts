import { and, eq, isNull, sql } from "drizzle-orm";
import { publicVisibilityRules, visibilityAfterImport } from "~/components/rules/stored-visibility";
import { componentTable } from "~/db/schema";
import { guardInsertSql, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { deleteYearsOfGoneComponentsStatement } from "~/status-page/queries/component-year";
import { deleteChangesOfGoneComponentsStatement } from "~/status-page/timeline/queries/status-change";
import type { ImportedKeeperState } from "../rules/moved-component";
import type { VersionedThing } from "./import-rows";

type Db = Pick<Ctx, "db">;

/** The page's components in the table of ids, by their ids here, with the time of the import that wrote them last. */
const writtenByImports = (pageId: string) => `(SELECT i.our_id, i.version,
    (SELECT j.created_at FROM import_job j WHERE j.id = i.changed_by_import_id) AS changed_at
  FROM foreign_id i WHERE i.page_id = ${pageId} AND i.origin IN (SELECT o.origin FROM import_job o WHERE o.page_id = ${pageId})
    AND i.kind = 'component' AND i.version IS NOT NULL) f`;

/**
 * Version as an import compares it. The row's own also rises when a monitor changes what is observed, so that of a
 * component which an import wrote it is what the import noted, until a person edits: that changes `updated_at`.
 */
const versionForImports = `CASE WHEN f.version IS NULL THEN component.version
  WHEN component.updated_at = coalesce(f.changed_at, component.created_at) THEN f.version
  ELSE max(component.version, f.version + 1) END`;

/** The page's id, which a statement may carry as a parameter of its own. */
const ofPage = (pageId: string) =>
  sql.join(
    writtenByImports("?")
      .split("?")
      .map((text) => sql.raw(text)),
    sql`${pageId}`,
  );

const componentVersions = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: componentTable.id,
      name: componentTable.name,
      version: sql<number>`${sql.raw(versionForImports)}`.as("version"),
      createdAt: componentTable.createdAt,
      updatedAt: componentTable.updatedAt,
    })
    .from(componentTable)
    .leftJoin(ofPage(pageId), sql`f.our_id = component.id`);

/** Selects the page's components with their versions for imports; archived ones are left out. */
export const componentVersionsOfPageQuery = (ctx: Db, pageId: string) =>
  componentVersions(ctx, pageId).where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt)));

/** Selects those with these ids, archived ones too. */
export const componentVersionsByIdsQuery = (ctx: Db, pageId: string, ids: readonly string[]) =>
  componentVersions(ctx, pageId).where(
    and(eq(componentTable.pageId, pageId), sql`component.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  );

/** Breaks the batch when one of these components is gone, or was edited after its version was read. */
export const guardComponentVersionsStatement = (pageId: string, things: readonly VersionedThing[]): SqlStatement => ({
  sql: guardInsertSql(`SELECT 'component' FROM json_each(?1) j WHERE NOT EXISTS (
    SELECT 1 FROM component LEFT JOIN ${writtenByImports("?2")} ON f.our_id = component.id
    WHERE component.id = j.value->>'$.id' AND component.page_id = ?2 AND ${versionForImports} = j.value->>'$.version')`),
  params: [JSON.stringify(things), pageId],
});

/** Selects who keeps these components, and what they say. */
export const componentKeeperStatesQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: componentTable.id,
      keptBy: componentTable.keptBy,
      keptAnswered: componentTable.keptAnswered,
      coverage: componentTable.coverage,
      manualStatus: componentTable.manualStatus,
      shownWhen: componentTable.shownWhen,
    })
    .from(componentTable)
    .where(
      and(
        eq(componentTable.pageId, pageId),
        sql`${componentTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );

/** Changes who keeps components and what they say; their versions are raised by the statement beside it. */
export const changeKeeperStatesStatements = (
  pageId: string,
  rows: readonly ({ id: string } & ImportedKeeperState)[],
  now: number,
): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE component SET kept_by = j.value->>'$.keptBy', kept_answered = j.value->>'$.keptAnswered',
            coverage_since = iif(coverage IS j.value->>'$.coverage', coverage_since, j.value->>'$.now'),
            coverage = j.value->>'$.coverage', manual_status = j.value->>'$.manualStatus', manual_reason = NULL,
            manual_until = NULL FROM json_each(?1) j
            WHERE component.id = j.value->>'$.id' AND component.page_id = j.value->>'$.pageId'`,
          rows.map((row) => ({ ...row, pageId, now })),
        ),
      ];

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/** Shows visitors the components that imports of the page have hidden so far, under the rule that came with each. */
export const showHiddenComponentsStatement = (pageId: string): SqlStatement => ({
  sql: `UPDATE component SET shown_when = iif(shown_when = '${visibilityAfterImport.always}', 'always', 'affected')
    WHERE page_id = ?1 AND shown_when NOT IN (${listed(publicVisibilityRules)})`,
  params: [pageId],
});

/** A component that an undo deletes, as it was read. */
export interface RemovedComponent {
  id: string;
  createdAt: number;
  updatedAt: number;
}

/**
 * Deletes components that nobody edited since they were read, then the days and the timeline of those that are gone.
 */
export function removeComponentsStatements(pageId: string, components: readonly RemovedComponent[]): SqlStatement[] {
  if (components.length === 0) return [];
  const ids = components.map(({ id }) => id);
  const since = Math.min(...components.map(({ createdAt }) => createdAt));
  return [
    {
      sql: `DELETE FROM component WHERE page_id = ?1 AND (id, updated_at) IN
        (SELECT j.value->>'$.id', j.value->>'$.updatedAt' FROM json_each(?2) j)`,
      params: [pageId, JSON.stringify(components)],
    },
    deleteYearsOfGoneComponentsStatement(pageId, ids),
    deleteChangesOfGoneComponentsStatement(pageId, ids, since),
  ];
}
