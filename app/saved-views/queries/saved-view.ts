import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { savedView } from "~/db/schema";
import { deleteRows, guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { SavedViewRoom } from "../rules/saved-view-room";

type Db = Pick<Ctx, "db">;
export type SavedViewRow = typeof savedView.$inferSelect;

/** Owner of the views that everyone on a page sees. */
export const pageAsOwner = "";

const byName = [asc(sql`lower(${savedView.name})`), asc(savedView.id)] as const;

const isSeenBy = (pageId: string, personId: string) =>
  and(eq(savedView.pageId, pageId), inArray(savedView.personId, [pageAsOwner, personId]));

/** Lists the views that a person sees on a page, their own and the page's, by name: at most a hundred, by the index. */
export const savedViewsOfPersonQuery = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select()
    .from(savedView)
    .where(isSeenBy(pageId, personId))
    .orderBy(...byName);

/** Lists those of one list. */
export const savedViewsOfRoomQuery = ({ db }: Db, pageId: string, personId: string, room: SavedViewRoom) =>
  db
    .select()
    .from(savedView)
    .where(and(isSeenBy(pageId, personId), eq(savedView.room, room)))
    .orderBy(...byName);

/** Guards that the owner has as many views as were read; when two save at once, the second is decided again. */
export const guardSavedViewCount = (pageId: string, ownerId: string, count: number): SqlStatement =>
  guardTableCondition(
    savedView,
    { lost: "(SELECT count(*) FROM saved_view WHERE page_id = ?1 AND person_id = ?2) <> ?3" },
    [pageId, ownerId, count],
  );

/** Deletes the views of a person who leaves the page. */
export const deleteSavedViewsOfPerson = (pageId: string, personId: string): SqlStatement[] =>
  deleteRows(savedView, pageId, [{ personId }]);
