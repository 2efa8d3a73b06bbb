import { startOf } from "~/db/queries/incident";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { changeVisibility } from "~/rules/incidents/incident";
import { type IncidentTarget, incidentTarget } from "~/rules/incidents/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { incidentFacts } from "./facts";
import { commitStep } from "./step";

/**
 * Takes a published incident back (wrong page, wrong name): gone everywhere, its layer corrected from its start; the
 * audit log keeps it. For admins. Failures: conflict, gone, missing.
 */
export async function withdrawIncident(ctx: Ctx, given: IncidentTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(incidentTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async (kept) => {
    const { facts, answer } = await incidentFacts(ctx, kept, { pageId, id, version, commitId }, startOf(id));
    if (answer) return answer;
    const next = changeVisibility(facts.row, "withdrawn", ctx.now());
    if (!next.ok) return next;
    const { visibility, closed } = next.value;
    return commitStep(ctx, pageId, facts, {
      commitId,
      action: "incident.withdraw",
      fields: { visibility, closed },
      after: null,
      publishes: true,
      audited: { title: facts.row.title },
    });
  });
}
