import { eq, sql } from "drizzle-orm";
import { page } from "~/db/schema";
import { unnotifiedSubjectsSql } from "~/notifications/queries/missed-notices";
import { teamReachColumns } from "~/people/queries/team-reach";
import type { Ctx } from "~/platform/ctx";

/**
 * Column of a page's row: ids of open incidents and firing alerts that could notify nobody. Reads no row when nothing
 * waits.
 */
export const unnotifiedIdsColumn = sql<string>`${unnotifiedSubjectsSql(sql`page.id`)}`.as("untold");

/** Reads what of a page reached nobody, and whether anyone can be notified now. */
export const teamReachOfPage = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select({
      ...teamReachColumns,
      untold: unnotifiedIdsColumn,
      mailers: sql<number>`(SELECT count(*) FROM mailer)`.as("mailers"),
      failing: sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.id = 1 AND d.mail_failing_since IS NOT NULL)`.as(
        "failing",
      ),
    })
    .from(page)
    .where(eq(page.id, pageId));
