import { componentGroup } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { groupById } from "../queries/component";

/** The lookup of a group for its changes; `known`: the page's components. */
export const groupAccess = {
  role: "admin",
  subject: "component_group",
  table: componentGroup,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => groupById(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId }: { pageId: string }) => ({ known: shownComponents(ctx, pageId) }),
} as const;
