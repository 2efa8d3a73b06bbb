import { shownComponents } from "~/db/queries/snapshot-facts";
import { templateNamesOf } from "~/db/queries/template";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type ReachRange, reachRange, reachRangeQueries } from "../subscribers/reach-range";

interface Named {
  id: string;
  name: string;
}

export interface IncidentPreparation {
  /** In the order shown; archived ones are left out. */
  components: Named[];
  templates: Named[];
  reach: ReachRange;
}

/** What the form of a new incident offers: in the worst hour one round trip of four statements. */
export async function prepareIncident(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<IncidentPreparation>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [components, templates, ...counted] = await read(
    ctx,
    shownComponents(ctx, pageId),
    templateNamesOf(ctx, pageId),
    ...reachRangeQueries(ctx, pageId),
  );
  return ok({
    components: components.map(({ id, name }) => ({ id, name })),
    templates,
    reach: reachRange(...counted),
  });
}
