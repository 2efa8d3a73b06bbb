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

/** Puts a draft aside: listed, never shown. Failures: conflict (no draft any more), gone, missing. */
export async function dismissIncident(ctx: Ctx, given: IncidentTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(incidentTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async (kept) => {
    const { facts, answer } = await incidentFacts(ctx, kept, { pageId, id, version, commitId }, ctx.now());
    if (answer) return answer;
    const next = changeVisibility(facts.row, "dismissed", ctx.now());
    if (!next.ok) return next;
    const { visibility, closed } = next.value;
    return commitStep(ctx, pageId, facts, {
      commitId,
      action: "incident.dismiss",
      fields: { visibility, closed },
      publishes: false,
    });
  });
}
