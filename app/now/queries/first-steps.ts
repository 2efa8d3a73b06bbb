import { sql } from "drizzle-orm";
import { mayRespondSql } from "~/people/queries/team-reach";

/** Columns of a page's row for the first steps that are done. */
export const firstStepsColumns = (personId: string) => ({
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
    sql<number>`((SELECT count(*) FROM (SELECT 1 FROM membership m WHERE m.page_id = page.id AND ${sql.raw(mayRespondSql)} LIMIT 2)) > 1
    OR EXISTS (SELECT 1 FROM invitation v WHERE v.page_id = page.id))`.as("has_team"),
});
