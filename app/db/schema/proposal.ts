import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProposalContent, ProposalKind, Proposer } from "~/proposals/rules/proposal";

/** An update or a maintenance that a program has proposed and no person has published or dismissed yet. */
export const proposalTable = sqliteTable(
  "proposal",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    kind: text().$type<ProposalKind>().notNull(),
    /** The incident of an update; null for a maintenance. */
    incidentId: text(),
    content: text({ mode: "json" }).$type<ProposalContent>().notNull(),
    proposedBy: text({ mode: "json" }).$type<Proposer>().notNull(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    /** Time from which it is no longer shown; the next proposal of the page deletes the row. */
    expiresAt: integer().notNull(),
  },
  (t) => [index("proposal_page").on(t.pageId)],
);
