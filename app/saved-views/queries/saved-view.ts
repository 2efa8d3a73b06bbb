import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { savedViewTable } from "~/db/schema";
import { deleteRowsStatements, guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { SavedViewRoom } from "../rules/saved-view-room";

type Db = Pick<Ctx, "db">;
export type SavedViewRow = typeof savedViewTable.$inferSelect;

/** Owner of the views that everyone on a page sees. */
export const pageAsOwner = "";

const byName = [asc(sql`lower(${savedViewTable.name})`), asc(savedViewTable.id)] as const;

const isSeenBy = (pageId: string, personId: string) =>
  and(eq(savedViewTable.pageId, pageId), inArray(savedViewTable.personId, [pageAsOwner, personId]));

/** Lists the views that a person sees on a page, their own and the page's, by name: at most a hundred, by the index. */
export const savedViewsOfPersonQuery = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select()
    .from(savedViewTable)
    .where(isSeenBy(pageId, personId))
    .orderBy(...byName);

/** Selects the saved views of one list. */
export const savedViewsOfRoomQuery = ({ db }: Db, pageId: string, personId: string, room: SavedViewRoom) =>
  db
    .select()
    .from(savedViewTable)
    .where(and(isSeenBy(pageId, personId), eq(savedViewTable.room, room)))
    .orderBy(...byName);

/** Guards that the owner has as many views as were read; when two save at once, the second is decided again. */
export const guardSavedViewCountStatement = (pageId: string, ownerId: string, count: number): SqlStatement =>
  guardTableStatement(
    savedViewTable,
    { lost: "(SELECT count(*) FROM saved_view WHERE page_id = ?1 AND person_id = ?2) <> ?3" },
    [pageId, ownerId, count],
  );

/** Deletes the views of a person who leaves the page. */
export const deleteSavedViewsOfPersonStatements = (pageId: string, personId: string): SqlStatement[] =>
  deleteRowsStatements(savedViewTable, pageId, [{ personId }]);
