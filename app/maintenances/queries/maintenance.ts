import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { maintenanceTable, maintenanceUpdateTable } from "~/db/schema";
import { rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const components = sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM maintenance_component c WHERE c.maintenance_id = maintenance.id)`;

const shown = { row: maintenanceTable, components: components.as("components") };

const upcoming = inArray(maintenanceTable.status, ["scheduled", "in_progress", "verifying"]);
const filters = { upcoming, past: inArray(maintenanceTable.status, ["completed", "cancelled"]), all: undefined };

interface MaintenanceListing {
  filter: keyof typeof filters;
  /** Absent = upcoming ones soonest first, all others by latest start. */
  descending?: boolean | undefined;
  before: [number, string] | null;
  limit: number;
}

/** The `+` keeps SQLite from using the index of starts, with which it would read all past maintenance windows. */
const soonest = sql`+${maintenanceTable.startsAt}`;

/** Lists maintenances by start. `before` = the last row of the previous list. */
export function maintenanceListQuery({ db }: Db, pageId: string, listing: MaintenanceListing) {
  const { filter, before, limit } = listing;
  const isUpcoming = filter === "upcoming";
  const [beyond, order] = (listing.descending ?? !isUpcoming) ? [lt, desc] : [gt, asc];
  const rest = before
    ? or(
        beyond(maintenanceTable.startsAt, before[0]),
        and(eq(maintenanceTable.startsAt, before[0]), beyond(maintenanceTable.id, before[1])),
      )
    : undefined;
  return db
    .select(shown)
    .from(maintenanceTable)
    .where(and(eq(maintenanceTable.pageId, pageId), filters[filter], rest))
    .orderBy(order(isUpcoming ? soonest : maintenanceTable.startsAt), order(maintenanceTable.id))
    .limit(limit);
}

/** Maintenances that are scheduled or in progress, by start. */
export const currentMaintenancesQuery = ({ db }: Db, pageId: string) =>
  db
    .select(shown)
    .from(maintenanceTable)
    .where(and(eq(maintenanceTable.pageId, pageId), upcoming))
    .orderBy(soonest, maintenanceTable.id)
    .limit(50);

export const maintenanceByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select(shown)
    .from(maintenanceTable)
    .where(and(eq(maintenanceTable.pageId, pageId), eq(maintenanceTable.id, id)));

const editors = sql<string>`(SELECT json_group_object(p.id, p.name) FROM person p WHERE p.id IN (SELECT e.value->>'authorId' FROM json_each(maintenance_update.edits) e))`;

/** Updates of the maintenances whose ids `list` selects, newest first, with the names of authors and editors. */
const updatesIn = ({ db }: Db, pageId: string, list: SQL) =>
  db
    .select({
      row: maintenanceUpdateTable,
      author: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = maintenance_update.author_id)`.as("author"),
      editors: editors.as("editors"),
    })
    .from(maintenanceUpdateTable)
    .where(and(eq(maintenanceUpdateTable.pageId, pageId), sql`${maintenanceUpdateTable.maintenanceId} IN (${list})`))
    .orderBy(sql`shown_at DESC, created_at DESC, id DESC`);

export const updatesByMaintenanceIdsQuery = (ctx: Db, pageId: string, ids: readonly string[]) =>
  updatesIn(ctx, pageId, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`);

/** The same for all maintenances of a list. */
export const updatesOfMaintenanceListQuery = (ctx: Db, pageId: string, list: SQLWrapper) =>
  updatesIn(ctx, pageId, sql`SELECT id FROM (${list.getSQL()})`);

/** Maintenances, scheduled or in progress, that overlap with any of these windows (ms), by start. */
export const overlappingMaintenancesQuery = (
  { db }: Db,
  pageId: string,
  windows: readonly { from: number; to: number }[],
  except: { id: string; seriesId: string },
) =>
  db
    .select(shown)
    .from(maintenanceTable)
    .where(
      and(
        eq(maintenanceTable.pageId, pageId),
        upcoming,
        ne(maintenanceTable.id, except.id),
        sql`coalesce(series_id, '') NOT IN (${except.id || "-"}, ${except.seriesId || "-"})`,
        sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(windows)}) w
          WHERE starts_at < w.value->>'$.to' AND ends_at > w.value->>'$.from')`,
      ),
    )
    .orderBy(soonest, asc(maintenanceTable.id))
    .limit(20);

/** Deletes reminders of these maintenances that have not been sent. */
export const deleteRemindersStatement = (ids: readonly string[]): SqlStatement =>
  rowsStatement(
    `DELETE FROM notice WHERE kind IN ('maintenance_reminder', 'maintenance_soon') AND outcome IS NULL AND expanded_at IS NULL
      AND subject_id IN (SELECT j.value->>'$.id' FROM json_each(?1) j)`,
    ids.map((id) => ({ id })),
  );

export const maintenanceUpdateByIdQuery = ({ db }: Db, pageId: string, maintenanceId: string, id: string) =>
  db
    .select()
    .from(maintenanceUpdateTable)
    .where(
      and(
        eq(maintenanceUpdateTable.pageId, pageId),
        eq(maintenanceUpdateTable.maintenanceId, maintenanceId),
        eq(maintenanceUpdateTable.id, id),
      ),
    );
