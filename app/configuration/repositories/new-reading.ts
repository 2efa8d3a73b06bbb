import { repositoryReading } from "~/db/schema";
import { type InsertRow, insertRows, keepExistingRows, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { wakeConfigurationStatement } from "../queries/configuration-job";
import { deleteOldReadingsStatement, type RepositoryRow } from "./queries/repository";

type NewReading = Pick<InsertRow<typeof repositoryReading>, "id" | "delivery" | "commitSha" | "author" | "title">;

/** Returns the statements by which a repository is read soon; a delivery that came before adds nothing. */
export function newReadingStatements(
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
    ...insertRows(repositoryReading, [row], { onConflict: keepExistingRows }),
    deleteOldReadingsStatement(repositoryId),
    wakeConfigurationStatement(now),
  ];
}
