import { repositoryReadingTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, keepExistingRowsOption, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { wakeConfigurationStatement } from "../queries/configuration-job";
import { deleteOldRepositoryReadingsStatement, type RepositoryRow } from "./queries/repository";

type NewReading = Pick<InsertRow<typeof repositoryReadingTable>, "id" | "delivery" | "commitSha" | "author" | "title">;

/** Returns the statements by which a repository is read soon; a delivery that came before adds nothing. */
export function newRepositoryReadingStatements(
  ctx: Ctx,
  { id: repositoryId, pageId }: Pick<RepositoryRow, "id" | "pageId">,
  reading: NewReading,
): SqlStatement[] {
  const now = ctx.now();
  const row = {
    ...reading,
    repositoryId,
    pageId,
    state: "waiting" as const,
    errors: [],
    leaving: [],
    dueAt: now,
    createdAt: now,
  };
  return [
    ...insertRowsStatements(repositoryReadingTable, [row], { onConflict: keepExistingRowsOption }),
    deleteOldRepositoryReadingsStatement(repositoryId),
    wakeConfigurationStatement(now),
  ];
}
