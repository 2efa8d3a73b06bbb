import { readOnPage } from "~/change/read-permitted";
import { groupedNames, type NamedComponent } from "~/components/list";
import { groupsOf } from "~/components/queries/component";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { type ReachRange, reachRangeOf, reachRangeQueries } from "~/subscribers/reach";
import { templateNamesOf } from "~/templates/queries/template";

interface NamedRow {
  id: string;
  name: string;
}

export interface IncidentPreparation {
  /** Components in the order shown; archived ones are left out. */
  components: NamedComponent[];
  templates: NamedRow[];
  reach: ReachRange;
}

/** Reads what the form of a new incident offers, in one round trip of five statements. */
export const prepareIncident = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<IncidentPreparation>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      groupsOf(ctx, pageId),
      shownComponents(ctx, pageId),
      templateNamesOf(ctx, pageId),
      ...reachRangeQueries(ctx, pageId),
    ],
    ([groups, components, templates, ...counted]) =>
      ok({
        components: groupedNames({ groups, components }),
        templates,
        reach: reachRangeOf(...counted),
      }),
  );
