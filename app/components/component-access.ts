import type { IdOnPage } from "~/access/id-on-page";
import { componentTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { componentByIdQuery } from "./queries/component";

/** The lookup of a component for its changes. */
export const componentChangeTarget = {
  subject: "component",
  table: componentTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => componentByIdQuery(ctx, pageId, id),
} as const;
