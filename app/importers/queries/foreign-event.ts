import { and, eq, inArray } from "drizzle-orm";
import { foreignId } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** Selects the incident or maintenance of the page that had this id at Statuspage; by the key of the table. */
export const eventByStatuspageIdQuery = ({ db }: Pick<Ctx, "db">, pageId: string, theirId: string) =>
  db
    .select({ kind: foreignId.kind, ourId: foreignId.ourId })
    .from(foreignId)
    .where(
      and(
        eq(foreignId.pageId, pageId),
        eq(foreignId.origin, "statuspage"),
        inArray(foreignId.kind, ["incident", "maintenance"]),
        eq(foreignId.theirId, theirId),
      ),
    )
    .limit(1);
