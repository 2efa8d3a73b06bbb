import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { changedValues } from "~/change/differences";
import { subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { forgetSubscriberCounts } from "./counts";
import { guardSubscriberVersionStatement, subscriberByIdQuery } from "./queries/subscriber";
import { type SubscriberScopeInput, subscriberScopeInputSchema } from "./rules/subscriber-input";

const oneIncident = fail({
  name: "conflict",
  code: "one_incident",
  detail: "subscriber.of_incident",
});

/** Sets a subscriber's components for an admin; none = the whole page. Failures: invalid, missing. */
export async function setSubscriberComponents(ctx: Ctx, given: SubscriberScopeInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscriberScopeInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id, componentIds } = input;
  const done = await commitChangeWithRetry(ctx, async () => {
    const [prior, [row], shown] = await readBatch(
      ctx,
      priorCommitQuery(ctx, commitId),
      subscriberByIdQuery(ctx, pageId, id),
      subscribableItemsOfPageQuery(ctx, pageId),
    );
    const replay = priorCommitResultOf(prior, pageId);
    if (replay) return replay;
    if (!row) return missingFailure;
    if (row.scope === "incident") return oneIncident;
    const idsOnPage = new Set(shown.map((each) => each.id));
    if (!componentIds.every((each) => idsOnPage.has(each))) {
      return invalidFieldFailure("componentIds", "component.unknown");
    }
    const next = { scope: componentIds.length > 0 ? ("components" as const) : ("page" as const), componentIds };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardSubscriberVersionStatement(pageId, id, row.version)],
      changes: updateRowsStatements(subscriberTable, pageId, [{ id, ...next, updatedAt: ctx.now() }]),
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId: id, ...changedValues(row, next) },
    });
  });
  forgetSubscriberCounts(pageId);
  return done;
}
