import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { decideDraftChange, newestOf } from "./edit-draft";
import { changesBetween } from "./incident-facts";
import { updateNotices } from "./incident-rows";
import { stepIncident, storyWith } from "./incident-step";
import { startOf } from "./queries/incident";
import { nameFirstChanges, showUpdates } from "./queries/incident-update";
import { changeVisibility } from "./rules/incident";
import { type PublishIncidentInput, publishIncidentInput } from "./rules/input";

export type { PublishIncidentInput };

/**
 * Publishes a draft, as saved or with changes of the same request: its text is the first public update. Failures:
 * invalid, conflict (not a draft any more), missing.
 */
export const publishIncident = (ctx: Ctx, given: PublishIncidentInput): Promise<Result<ChangeResult>> =>
  stepIncident(
    ctx,
    {
      role: "responder",
      input: publishIncidentInput,
      since: startOf(given.id),
      more: (input) => newestOf(ctx, input),
    },
    given,
    (facts, input, { newest: [newest] }) => {
      const { row } = facts;
      const { pageId, id, notify } = input;
      const next = changeVisibility(row, "published", ctx.now());
      if (!next.ok) return next;
      const drafted = decideDraftChange(ctx, facts, input, newest?.row);
      if (!drafted.ok) return drafted;
      const { fields, components, changes, audited } = drafted.value;
      const { visibility, publishedAt } = next.value;
      const told = {
        incidentId: id,
        sequence: row.version + 1,
        components,
        event: "incident_published",
        notify,
      } as const;
      const named = changesBetween({}, components, facts.names, row.startedAt);
      return ok({
        action: "incident.publish",
        fields: { ...fields, visibility, publishedAt },
        changes: [...changes, showUpdates(ctx, pageId, id), nameFirstChanges(pageId, id, named)],
        after: storyWith(facts, row, components, []),
        saysHow: true,
        notices: updateNotices(ctx, told),
        publishes: true,
        audited,
      });
    },
  );
