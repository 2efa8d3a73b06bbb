import { shownComponents } from "~/db/queries/snapshot-facts";
import { reachCount } from "~/db/queries/subscriber";
import { templateNamesOf } from "~/db/queries/template";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";

interface Named {
  id: string;
  name: string;
}

export interface IncidentPreparation {
  /** In the order shown; archived ones are left out. */
  components: Named[];
  templates: Named[];
  /** People told of it when it names no component, and when it names all of them. */
  reach: { least: number; most: number };
}

/** What the form of a new incident offers: in the worst hour one round trip of four statements. */
export async function prepareIncident(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<IncidentPreparation>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [components, templates, [least], [most]] = await read(
    ctx,
    shownComponents(ctx, pageId),
    templateNamesOf(ctx, pageId),
    reachCount(ctx, pageId, [], ""),
    reachCount(ctx, pageId, "all", ""),
  );
  return ok({
    components: components.map(({ id, name }) => ({ id, name })),
    templates,
    reach: { least: least?.people ?? 0, most: most?.people ?? 0 },
  });
}
