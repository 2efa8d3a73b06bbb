import { readOnPage } from "~/change/read-permitted";
import { groupedNames, type NamedComponent } from "~/components/list";
import { groupsOf } from "~/components/queries/component";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { type ReachRange, reachRangeOf, reachRangeQueries } from "~/subscribers/reach";

export interface MaintenancePreparation {
  /** Components in the order shown, without archived ones. */
  components: NamedComponent[];
  reach: ReachRange;
}

/** Returns the choices of the maintenance form: one round trip of four statements. */
export const prepareMaintenance = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<MaintenancePreparation>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [groupsOf(ctx, pageId), shownComponents(ctx, pageId), ...reachRangeQueries(ctx, pageId)],
    ([groups, components, ...counted]) =>
      ok({ components: groupedNames({ groups, components }), reach: reachRangeOf(...counted) }),
  );
