import { eq, sql } from "drizzle-orm";
import { page } from "~/db/schema";
import { untoldOf } from "~/notifications/queries/missed";
import type { Ctx } from "~/platform/ctx";

const responds = "m.role IN ('responder', 'admin', 'owner')";

/** Columns of a page's row: who of its team would hear of a draft. Read by the page's members and channels. */
export const teamReach = {
  people: sql<number>`(SELECT count(*) FROM membership m JOIN person p ON p.id = m.person_id
    WHERE m.page_id = page.id AND ${sql.raw(responds)} AND p.email IS NOT NULL AND p.disabled_at IS NULL)`.as("people"),
  channels: sql<number>`(SELECT count(*) FROM channel c WHERE c.page_id = page.id AND c.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(c.events) e WHERE e.value = 'draft_opened'))`.as("channels"),
};

/** Column of a page's row: ids of what is open or fires and found nobody. No row is read where nothing waits. */
export const untold = sql<string>`${untoldOf(sql`page.id`)}`.as("untold");

/** What of a page found nobody, and whether anybody can be told by now. */
export const reachNow = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select({
      ...teamReach,
      untold,
      mailers: sql<number>`(SELECT count(*) FROM mailer)`.as("mailers"),
      failing: sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.id = 1 AND d.mail_failing_since IS NOT NULL)`.as(
        "failing",
      ),
    })
    .from(page)
    .where(eq(page.id, pageId));

/** Columns of a page's row: which of the first steps work already. */
export const firstSteps = (personId: string) => ({
  moved:
    sql<number>`EXISTS (SELECT 1 FROM component c WHERE c.page_id = page.id AND c.observed_since > c.created_at AND c.observed_status <> 'no_data')`.as(
      "moved",
    ),
  mailed: sql<number>`EXISTS (SELECT 1 FROM mailer x WHERE x.last_sent_at IS NOT NULL)`.as("mailed"),
  hasAccount: sql<number>`EXISTS (SELECT 1 FROM person p WHERE p.id = ${personId} AND p.email IS NOT NULL AND
    (EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id) OR EXISTS (SELECT 1 FROM identity d WHERE d.person_id = p.id)))`.as(
    "has_account",
  ),
  hasTeam:
    sql<number>`((SELECT count(*) FROM (SELECT 1 FROM membership m WHERE m.page_id = page.id AND ${sql.raw(responds)} LIMIT 2)) > 1
    OR EXISTS (SELECT 1 FROM invitation v WHERE v.page_id = page.id))`.as("has_team"),
});
