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
import { templateNamesOfPageQuery } from "~/templates/queries/template";

interface NamedRow {
  id: string;
  name: string;
}

export interface IncidentFormOptions {
  /** Components in the order shown; archived ones are left out. */
  components: NamedComponent[];
  templates: NamedRow[];
  reach: NotificationReachRange;
}

/** Reads what the form of a new incident offers, in one round trip of five statements. */
export const readIncidentFormOptions = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<IncidentFormOptions>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      componentGroupsOfPageQuery(ctx, pageId),
      activeComponentsOfPageQuery(ctx, pageId),
      templateNamesOfPageQuery(ctx, pageId),
      ...notificationReachRangeQueries(ctx, pageId),
    ],
    ([groups, components, templates, ...counted]) =>
      ok({
        components: groupedComponentNames({ groups, components }),
        templates,
        reach: notificationReachRangeOf(...counted),
      }),
  );
