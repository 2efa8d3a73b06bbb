import { permit } from "~/access/permission";
import { type NamedComponent, namedInGroups } from "~/components/list";
import { groupsOf } from "~/components/queries/component";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { type ReachRange, reachRange, reachRangeQueries } from "~/subscribers/reach-range";

export interface MaintenancePreparation {
  /** Components in the order shown, without archived ones. */
  components: NamedComponent[];
  reach: ReachRange;
}

/** Returns the choices of the maintenance form: one round trip of four statements. */
export async function prepareMaintenance(
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<MaintenancePreparation>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [groups, components, ...counted] = await read(
    ctx,
    groupsOf(ctx, pageId),
    shownComponents(ctx, pageId),
    ...reachRangeQueries(ctx, pageId),
  );
  return ok({ components: namedInGroups({ groups, components }), reach: reachRange(...counted) });
}
