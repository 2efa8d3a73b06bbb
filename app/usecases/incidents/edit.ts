import { addChanges } from "~/db/queries/incident-update";
import type { Ctx } from "~/platform/ctx";
import { fail, invalid, type Result } from "~/rules/failure";
import { needsComponentsOrImpact } from "~/rules/incident";
import { type EditIncidentInput, editIncidentInput } from "~/rules/input/incident";
import { parseInput } from "~/rules/input/parse";
import { permit } from "~/rules/permission";
import { changing, type Done, differences, given as present } from "../change";
import { changesBetween, type IncidentFacts, incidentFacts, type Touched, touchedAfter, unknownIn } from "./facts";
import { ladder, replaceComponents } from "./rows";
import { commitStep, storyOf, storyWith } from "./step";

export type { EditIncidentInput };

function refusal(facts: IncidentFacts, components: Touched, impactOverride: string | null) {
  if (facts.row.visibility === "withdrawn") return fail({ name: "gone" });
  if (facts.row.visibility === "dismissed")
    return fail({ name: "conflict", code: "dismissed", detail: "This draft was dismissed." });
  const componentCount = Object.keys(components).length;
  if (needsComponentsOrImpact({ componentCount, impactOverride })) {
    return invalid("components", "Name a component, or give an impact.", "needs_components_or_impact");
  }
  return unknownIn(components, facts.names, facts.row.components);
}

/** Changes title, impact or components without a word of text. Failures: invalid, conflict, gone, missing. */
export async function editIncident(ctx: Ctx, given: EditIncidentInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(editIncidentInput, given);
  if (!parsed.ok) return parsed;
  const input = parsed.value;
  const { pageId, id, commitId = ctx.id(), title, impactOverride } = input;
  return changing(ctx, async () => {
    const { facts, answer } = await incidentFacts(ctx, { ...input, commitId }, ctx.now());
    if (answer) return answer;
    const { row } = facts;
    const touched = touchedAfter(row.components, input);
    const components = touched ?? row.components;
    const no = refusal(facts, components, impactOverride === undefined ? row.impactOverride : impactOverride);
    if (no) return no;
    const published = row.visibility === "published";
    const moves = published && !row.closed;
    const changes = changesBetween(row.components, components, facts.names, ctx.now());
    const { after = {} } = differences(row, present({ title, impactOverride, impact: ladder(components) }));
    const told = [...(storyOf(facts)?.updates ?? []), { status: row.status, shownAt: ctx.now(), changes }];
    return commitStep(ctx, pageId, facts, {
      commitId,
      action: "incident.edit",
      fields: { ...after, edited: true },
      changes: [
        ...(touched ? replaceComponents(pageId, id, touched) : []),
        ...(moves && changes.length > 0 ? [addChanges(pageId, id, changes)] : []),
      ],
      ...(moves ? { after: storyWith(facts, row, components, told) } : {}),
      publishes: published,
      audited:
        changes.length > 0 ? { components: changes.map(({ name, from, to }) => `${name}: ${from} → ${to}`) } : {},
    });
  });
}
