import { eq, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { pageTable } from "~/db/schema";
import type { PolicyRecipients } from "~/escalation/rules/escalation-reach";
import type { Ctx } from "~/platform/ctx";

const channels = rowsAsJsonSql(
  sql`json_each(page.escalate_channel_ids) j LEFT JOIN channel c ON c.id = j.value AND c.page_id = page.id`,
  "c",
  "name",
  { id: sql`j.value`, off: sql`c.disabled_at IS NOT NULL` },
);

const people = rowsAsJsonSql(
  sql`json_each(page.escalate_person_ids) j LEFT JOIN person p ON p.id = j.value LEFT JOIN membership m ON m.page_id = page.id AND m.person_id = j.value`,
  "p",
  "name",
  { id: sql`j.value`, role: sql`m.role`, reached: sql`p.email IS NOT NULL AND p.disabled_at IS NULL` },
);

/**
 * Columns of a page's row: the recipients of its escalation policy in their present state; null when it is off. By
 * their keys.
 */
export const policyRecipientsColumn = {
  policyNames: sql<
    string | null
  >`CASE WHEN page.escalates THEN json_object('channels', ${channels}, 'people', ${people}) END`.as("policy_names"),
};

export const policyRecipientsOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db.select(policyRecipientsColumn).from(pageTable).where(eq(pageTable.id, pageId));

/** JSON as SQLite writes it, with booleans as 0 and 1. */
interface PolicyNameRows {
  channels: { id: string; name: string | null; off: number }[];
  people: { id: string; name: string | null; role: string | null; reached: number }[];
}

export function parsePolicyRecipients(text: string | null): PolicyRecipients {
  const { channels, people } = JSON.parse(text ?? '{"channels":[],"people":[]}') as PolicyNameRows;
  return {
    channels: channels.map((each) => ({ ...each, off: each.off === 1 })),
    people: people.map((each) => ({ ...each, reached: each.reached === 1 })),
  };
}
