import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SavedViewRoom } from "~/saved-views/rules/saved-view-room";

/** Filters and a sort of a list of management, saved under a name. */
export const savedViewTable = sqliteTable(
  "saved_view",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /** The person whose own it is; "" = for everyone on the page. */
    personId: text().notNull().default(""),
    room: text().$type<SavedViewRoom>().notNull(),
    name: text().notNull(),
    /** Parameters of the list's URL, as `savedViewQuery` returns them. */
    query: text().notNull(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("saved_view_owner").on(t.pageId, t.personId, t.room)],
);
