import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { groupedComponentNamesQuery } from "./queries/component";

export interface ComponentName {
  id: string;
  name: string;
}

export const componentNamesOf = (rows: readonly ComponentName[]): ComponentName[] =>
  rows.map(({ id, name }) => ({ id, name }));

/** Lists the components to choose from, in the order shown; one statement. */
export const listComponentNames = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ComponentName[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [activeComponentsOfPageQuery(ctx, pageId)], ([rows]) =>
    ok(componentNamesOf(rows)),
  );

export interface GroupedComponentName extends ComponentName {
  /** Name of its group; "" outside of all groups. */
  group: string;
}

/** Lists the components by which a list can be filtered, those outside all groups first; one statement. */
export const listGroupedComponentNames = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<GroupedComponentName[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [groupedComponentNamesQuery(ctx, pageId)], ([rows]) => ok(rows));
