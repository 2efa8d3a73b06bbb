import { eq, sql } from "drizzle-orm";
import { pageTable } from "~/db/schema";
import { unnotifiedSubjectsSql } from "~/notifications/queries/missed-notices";
import { teamMailColumns, teamReachColumns } from "~/people/queries/team-reach";
import type { Ctx } from "~/platform/ctx";

/**
 * Column of a page's row: ids of open incidents and firing alerts that could notify nobody. Reads no row when nothing
 * waits.
 */
export const missedSubjectIdsColumn = sql<string>`${unnotifiedSubjectsSql(sql`page.id`)}`.as("untold");

/** Reads what of a page reached nobody, and whether anyone can be notified now. */
export const teamReachOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select({
      ...teamReachColumns,
      untold: missedSubjectIdsColumn,
      ...teamMailColumns,
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));
