import { and, eq, inArray } from "drizzle-orm";
import { foreignIdTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** Selects the incident or maintenance of the page that had this id at Statuspage; by the key of the table. */
export const eventByStatuspageIdQuery = ({ db }: Pick<Ctx, "db">, pageId: string, theirId: string) =>
  db
    .select({ kind: foreignIdTable.kind, ourId: foreignIdTable.ourId })
    .from(foreignIdTable)
    .where(
      and(
        eq(foreignIdTable.pageId, pageId),
        eq(foreignIdTable.origin, "statuspage"),
        inArray(foreignIdTable.kind, ["incident", "maintenance"]),
        eq(foreignIdTable.theirId, theirId),
      ),
    )
    .limit(1);
