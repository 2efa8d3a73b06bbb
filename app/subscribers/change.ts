import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { differences } from "~/change/differences";
import { subscribable } from "~/components/queries/component";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { updateRows } from "~/db/write";
import { goneFailure, invalid, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { readHeldLink } from "./held-link";
import { guardSubscriberVersion } from "./queries/subscriber";
import { type ChangeSubscriptionInput, changeSubscriptionInput } from "./rules/subscriber-input";

/**
 * Changes the scope, language or time zone of the subscription to which an email's link belongs. Failures: invalid
 * (components, language, zone), gone.
 */
export async function changeSubscription(ctx: Ctx, given: ChangeSubscriptionInput): Promise<Result<ChangeResult>> {
  const parsed = parseInput(changeSubscriptionInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, token, commitId = ctx.id(), scope, ...input } = parsed.value;
  return commitChangeWithRetry(ctx, async () => {
    const held = await readHeldLink(ctx, pageId, token);
    if (held.state !== "valid") return goneFailure;
    const [components] = await read(ctx, subscribable(ctx, pageId));
    const shown = new Set(components.map(({ id }) => id));
    const componentIds = scope === "components" ? input.componentIds.filter((id) => shown.has(id)) : [];
    if (scope === "components" && componentIds.length === 0) {
      return invalid("componentIds", "subscriber.choose_component");
    }
    const { row } = held;
    const chosen = row.scope === "incident" ? { scope: row.scope, componentIds: [] } : { scope, componentIds };
    const next = { ...chosen, language: input.language ?? row.language, timeZone: input.timeZone ?? row.timeZone };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardSubscriberVersion(pageId, row.id, row.version)],
      changes: updateRows(subscriber, pageId, [{ id: row.id, ...next, updatedAt: ctx.now() }]),
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId: row.id, ...differences(row, next) },
    });
  });
}
