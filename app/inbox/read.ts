import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { nonEmptyInboxesQuery } from "./queries/inbox-notes";
import type { InboxContents } from "./rules/inbox-entry";

/** Returns what the deployment's inboxes still hold, by the notes in the database; null = nothing. */
export async function readInboxContents(ctx: Ctx): Promise<Result<InboxContents | null>> {
  const [rows] = await readBatch(ctx, nonEmptyInboxesQuery(ctx));
  if (rows.length === 0) return ok(null);
  const entries = rows.reduce((sum, each) => sum + each.entries, 0);
  return ok({ entries, oldestAt: Math.min(...rows.map(({ oldestAt }) => oldestAt)) });
}
