import { personOf } from "~/access/actor";
import { priorCommit } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { membership } from "~/db/schema";
import { insertRows } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { membershipOf, pageById } from "./queries/page";
import { joinPageInput } from "./rules/input";

/** Makes the operator an owner of a page; recorded in its audit log. */
export async function joinPage(ctx: Ctx, given: { pageId: string; commitId?: string }): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: joinPageInput }, given);
  if (!authorized.ok) return authorized;
  const { commitId } = authorized.value;
  const { pageId } = authorized.value.input;
  const personId = personOf(ctx.actor);
  if (personId === null) return fail({ name: "forbidden" });
  return commitChangeWithRetry(ctx, async () => {
    const queries = [pageById(ctx, pageId), membershipOf(ctx, pageId, personId), priorCommit(ctx, commitId)] as const;
    const [[page], [known], prior] = await read(ctx, ...queries);
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!page) return missingFailure;
    if (known) return ok({ id: pageId });
    const row = { pageId, personId, role: "owner" as const, createdAt: ctx.now() };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: insertRows(membership, [row]),
      audit: {
        action: "page.join",
        subjectKind: "page",
        subjectId: pageId,
        after: { person: personId, role: "owner" },
      },
    });
  });
}
