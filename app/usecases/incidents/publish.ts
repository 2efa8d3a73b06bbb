import { startOf } from "~/db/queries/incident";
import { nameFirstChanges, showUpdates } from "~/db/queries/incident-update";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { changeVisibility } from "~/rules/incidents/incident";
import { type PublishIncidentInput, publishIncidentInput } from "~/rules/incidents/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { changesBetween, incidentFacts } from "./facts";
import { updateNotice } from "./rows";
import { commitStep, storyWith } from "./step";

export type { PublishIncidentInput };

/** Makes a draft visible: its text is the first public update. Failures: conflict (no draft any more), missing. */
export async function publishIncident(ctx: Ctx, given: PublishIncidentInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(publishIncidentInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), notify } = parsed.value;
  return changing(ctx, async (kept) => {
    const { facts, answer } = await incidentFacts(ctx, kept, { pageId, id, version, commitId }, startOf(id));
    if (answer) return answer;
    const { row } = facts;
    const next = changeVisibility(row, "published", ctx.now());
    if (!next.ok) return next;
    const { visibility, publishedAt } = next.value;
    const named = changesBetween({}, row.components, facts.names, row.startedAt);
    return commitStep(ctx, pageId, facts, {
      commitId,
      action: "incident.publish",
      fields: { visibility, publishedAt },
      changes: [showUpdates(pageId, id, ctx.now()), nameFirstChanges(pageId, id, named)],
      after: storyWith(facts, row, row.components, []),
      notices: notify ? [updateNotice(ctx, id, row.version + 1, row.components)] : [],
      publishes: true,
    });
  });
}
