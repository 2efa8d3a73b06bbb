import { readOnPage } from "~/change/read-permitted";
import { groupedComponentNames, type NamedComponent } from "~/components/list";
import { componentGroupsOfPageQuery } from "~/components/queries/component";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import {
  type NotificationReachRange,
  notificationReachRangeOf,
  notificationReachRangeQueries,
} from "~/subscribers/reach";

export interface MaintenanceFormOptions {
  /** Components in the order shown, without archived ones. */
  components: NamedComponent[];
  reach: NotificationReachRange;
}

/** Returns the choices of the maintenance form: one round trip of four statements. */
export const readMaintenanceFormOptions = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<MaintenanceFormOptions>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      componentGroupsOfPageQuery(ctx, pageId),
      activeComponentsOfPageQuery(ctx, pageId),
      ...notificationReachRangeQueries(ctx, pageId),
    ],
    ([groups, components, ...counted]) =>
      ok({ components: groupedComponentNames({ groups, components }), reach: notificationReachRangeOf(...counted) }),
  );
