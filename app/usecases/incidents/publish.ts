import { startOf } from "~/db/queries/incident";
import { nameFirstChanges, showUpdates } from "~/db/queries/incident-update";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { changeVisibility } from "~/rules/incidents/incident";
import { type PublishIncidentInput, publishIncidentInput } from "~/rules/incidents/input";
import type { Done } from "../change/answers";
import { changesBetween } from "./facts";
import { updateNotices } from "./rows";
import { stepIncident, storyWith } from "./step";

export type { PublishIncidentInput };

/** Makes a draft visible: its text is the first public update. Failures: conflict (no draft any more), missing. */
export const publishIncident = (ctx: Ctx, given: PublishIncidentInput): Promise<Result<Done>> =>
  stepIncident(
    ctx,
    { role: "responder", input: publishIncidentInput, since: startOf(given.id) },
    given,
    (facts, { pageId, id, notify }) => {
      const { row } = facts;
      const next = changeVisibility(row, "published", ctx.now());
      if (!next.ok) return next;
      const { visibility, publishedAt } = next.value;
      const sequence = row.version + 1;
      const told = {
        incidentId: id,
        sequence,
        components: row.components,
        event: "incident_published",
        notify,
      } as const;
      const named = changesBetween({}, row.components, facts.names, row.startedAt);
      return ok({
        action: "incident.publish",
        fields: { visibility, publishedAt },
        changes: [showUpdates(pageId, id, ctx.now()), nameFirstChanges(pageId, id, named)],
        after: storyWith(facts, row, row.components, []),
        notices: updateNotices(ctx, told),
        publishes: true,
      });
    },
  );
